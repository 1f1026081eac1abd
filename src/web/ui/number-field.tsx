import { Minus, Plus } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { displayQuantity, ONE_MILLI, toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { cx } from './cx.ts';
import { useTypedQuantity } from './use-typed-quantity.ts';

const STEP =
  'grid w-9 shrink-0 place-items-center text-ink-2 transition-colors select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:text-ink-3 disabled:opacity-50';

/**
 * A number with minus and plus, which arrows do too. `onChange` follows the typing. What is typed beyond `max` is handed
 * on, for a sentence that says what is wrong with it; only the buttons stop there. `label` is read aloud.
 */
export function NumberField({
  label,
  value,
  onChange,
  min = 0,
  max,
  decimals = 0,
  disabled = false,
  inputRef,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max: number;
  /** Most decimals; none are for whole pieces. */
  decimals?: 0 | 3;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement> | undefined;
}) {
  const quantity = toMilli(Math.round(value * 1000));
  const field = useTypedQuantity({
    label,
    quantity,
    decimals,
    onChange: (milli) => onChange(toQuantityNumber(milli)),
  });

  function step(by: number): void {
    field.drop();
    onChange(toQuantityNumber(toMilli(Math.min(Math.max(quantity + by, min * 1000), max * 1000))));
  }

  function press(event: KeyboardEvent): void {
    if (field.stopsEnter(event)) return;
    if (event.key === 'ArrowUp') step(ONE_MILLI);
    else if (event.key === 'ArrowDown') step(-ONE_MILLI);
    else return;
    event.preventDefault();
  }

  return (
    <span
      role="group"
      aria-label={label}
      className={cx(
        'inline-flex h-9 overflow-hidden rounded-md border bg-raised text-sm focus-within:border-focus',
        field.isWrong ? 'border-danger-ink' : 'border-edge',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Less: ${label}`}
        disabled={disabled || value <= min}
        onClick={() => step(-ONE_MILLI)}
        className={STEP}
      >
        <Minus aria-hidden className="size-3.5" />
      </button>
      <input
        ref={inputRef}
        aria-label={label}
        aria-invalid={field.isWrong || undefined}
        inputMode={decimals === 0 ? 'numeric' : 'decimal'}
        autoComplete="off"
        disabled={disabled}
        value={field.typed ?? displayQuantity(quantity)}
        onFocus={({ target }) => {
          field.begin();
          target.select();
        }}
        onChange={({ target }) => field.type(target.value)}
        onBlur={field.leave}
        onKeyDown={press}
        className="w-14 min-w-0 grow border-x border-line bg-transparent text-center text-ink tabular-nums -outline-offset-2"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`More: ${label}`}
        disabled={disabled || value >= max}
        onClick={() => step(ONE_MILLI)}
        className={STEP}
      >
        <Plus aria-hidden className="size-3.5" />
      </button>
    </span>
  );
}
