import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { displayQuantity, type Milli, ONE_MILLI, toMilli } from '#domain/quantity.ts';
import { cx } from '../cx.ts';
import { useTypedQuantity } from './use-typed-quantity.ts';

const STEP =
  'grid h-full w-9 pointer-coarse:w-touch shrink-0 place-items-center text-ink-2 transition-colors select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40 -outline-offset-2';

/**
 * A quantity with minus and plus buttons, cheap enough to draw a hundred of them. A typed quantity counts at once,
 * arrow keys step by one, and Enter goes to the field below. Anything that is not a quantity is marked, is not counted,
 * and is explained when the field loses the focus.
 */
export function QuantityField({
  label,
  quantity,
  most,
  step: stepMilli = ONE_MILLI,
  decimals = 3,
  invalid,
  disabled = false,
  enterSubmits = false,
  inputRef,
  onChange,
}: {
  label: string;
  quantity: Milli;
  /**
   * The buttons and arrow keys stop here. A larger typed quantity is passed on, so that the form can say what is wrong.
   */
  most?: Milli;
  /** The quantity that a press on a button adds or takes off. */
  step?: Milli;
  /** The number of decimals allowed; 0 for whole pieces. */
  decimals?: 0 | 3;
  invalid?: boolean;
  disabled?: boolean;
  /** Enter submits the form. Without it, Enter must not submit what a scanner has typed. */
  enterSubmits?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
  onChange: (quantity: Milli) => void;
}) {
  const field = useTypedQuantity({ label, quantity, decimals, onChange });
  const wrong = field.isWrong;

  function step(by: number) {
    field.drop();
    onChange(toMilli(Math.min(Math.max(quantity + by, 0), most ?? Infinity)));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (field.stopsEnter(event) || (enterSubmits && event.key === 'Enter')) return;
    if (event.key === 'ArrowUp') step(stepMilli);
    else if (event.key === 'ArrowDown') step(-stepMilli);
    else if (event.key === 'Enter') below(event.currentTarget)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <span
      role="group"
      aria-label={label}
      className={cx(
        'inline-flex h-9 w-full pointer-coarse:h-touch items-center overflow-hidden rounded-md border bg-raised focus-within:border-focus',
        wrong || invalid ? 'border-danger-ink' : 'border-edge',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Less: ${label}`}
        disabled={disabled || quantity <= 0}
        onClick={() => step(-stepMilli)}
        className={STEP}
      >
        <Minus aria-hidden className="size-3.5" />
      </button>
      <input
        ref={inputRef}
        data-quantity
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        disabled={disabled}
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong || invalid || undefined}
        value={field.typed ?? (quantity === 0 ? '' : displayQuantity(quantity))}
        placeholder="0"
        onFocus={({ target }) => {
          field.begin();
          target.select();
        }}
        onChange={({ target }) => field.type(target.value)}
        onBlur={field.leave}
        onKeyDown={press}
        className="h-full w-10 min-w-0 grow border-x border-line bg-transparent text-center text-sm text-ink tabular-nums -outline-offset-2"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`More: ${label}`}
        disabled={disabled || (most !== undefined && quantity >= most)}
        onClick={() => step(stepMilli)}
        className={STEP}
      >
        <Plus aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}

function below(field: HTMLInputElement): HTMLInputElement | undefined {
  const fields = [...(field.closest('[role=table]')?.querySelectorAll<HTMLInputElement>('[data-quantity]') ?? [])];
  return fields[fields.indexOf(field) + 1];
}
