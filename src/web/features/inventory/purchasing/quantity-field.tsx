import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { type Milli, ONE_MILLI, toMilli, toQuantityNumber, ZERO_MILLI } from '#domain/quantity.ts';
import { cx } from '#web/ui/cx.ts';
import { milliTyped } from './draft-order.ts';

const STEP =
  'grid h-full w-9 shrink-0 place-items-center text-ink-2 transition-colors select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40 -outline-offset-2';

/**
 * A quantity with less and more, light enough for a hundred of them. What is typed counts at once; arrows step by one,
 * Enter goes to the field below. What is no quantity is marked and goes when the field is left.
 */
export function QuantityField({
  label,
  quantity,
  most,
  invalid,
  onChange,
}: {
  label: string;
  quantity: Milli;
  /** More than this cannot be; the button for more ends there. */
  most?: Milli;
  invalid?: boolean;
  onChange: (quantity: Milli) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(quantity);
  // Counted elsewhere meanwhile (a scan, a button): that is what the line says, not what was being typed.
  if (shown !== quantity) {
    setShown(quantity);
    if (typed !== null && milliTyped(typed) !== quantity) setTyped(null);
  }
  const wrong = typed !== null && typed.trim() !== '' && milliTyped(typed) === null;

  function step(by: number) {
    setTyped(null);
    onChange(toMilli(Math.max(quantity + by, 0)));
  }

  function press(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'ArrowUp') step(ONE_MILLI);
    else if (event.key === 'ArrowDown') step(-ONE_MILLI);
    else if (event.key === 'Enter') below(event.currentTarget)?.focus();
    else return;
    event.preventDefault();
  }

  return (
    <span
      role="group"
      aria-label={label}
      className={cx(
        'inline-flex h-9 w-full items-center overflow-hidden rounded-md border bg-raised focus-within:border-focus',
        wrong || invalid ? 'border-danger-ink' : 'border-edge',
      )}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-label={`Less: ${label}`}
        disabled={quantity <= 0}
        onClick={() => step(-ONE_MILLI)}
        className={STEP}
      >
        <Minus aria-hidden className="size-3.5" />
      </button>
      <input
        data-quantity
        inputMode="decimal"
        autoComplete="off"
        aria-label={label}
        aria-invalid={wrong || invalid || undefined}
        value={typed ?? (quantity === 0 ? '' : String(toQuantityNumber(quantity)))}
        placeholder="0"
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => {
          setTyped(target.value);
          const read = target.value.trim() === '' ? ZERO_MILLI : milliTyped(target.value);
          if (read !== null) onChange(read);
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={press}
        className="h-full w-10 min-w-0 grow border-x border-line bg-transparent text-center text-sm text-ink tabular-nums -outline-offset-2"
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={`More: ${label}`}
        disabled={most !== undefined && quantity >= most}
        onClick={() => step(ONE_MILLI)}
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
