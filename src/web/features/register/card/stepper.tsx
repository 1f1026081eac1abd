import { Minus, Plus } from 'lucide-react';
import type { Measured } from '#domain/unit.ts';
import { stepOf, stepped, useTypedCount } from '../cart/line/use-typed-count.ts';

const MOST = 9999;

const STEP =
  'grid w-touch shrink-0 place-items-center text-ink-2 transition-colors -outline-offset-2 select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40';

/**
 * A number of pieces, or a quantity in steps of a unit, with minus and plus, 44 px high. Typed figures are used at once.
 * Rule: register/quantity-in-steps.
 */
export function Stepper({
  name,
  value,
  measured = {},
  onChange,
}: {
  /** The name of the counted product. */
  name: string;
  value: number;
  measured?: Measured;
  onChange: (value: number) => void;
}) {
  const { unit } = measured;
  const step = stepOf(measured);
  const label = `Quantity of ${name}${unit ? `, ${unit}` : ''}`;
  const take = (count: number) => onChange(Math.max(count, step));
  const typing = useTypedCount(name, value, take, MOST, measured);

  function type(text: string) {
    typing.type(text);
    const count = typing.read(text);
    if (count !== null && count > 0) take(count);
  }

  return (
    <div className="flex h-touch shrink-0 grow overflow-hidden rounded-md border border-edge bg-raised focus-within:border-focus">
      <button
        type="button"
        aria-label={`Less: ${label}`}
        className={STEP}
        disabled={value <= step}
        onClick={() => take(stepped(value, -step))}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        aria-label={label}
        inputMode={unit ? 'decimal' : 'numeric'}
        autoComplete="off"
        value={typing.text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => type(event.target.value)}
        onBlur={typing.commit}
        onKeyDown={(event) => {
          // Enter adds to the cart, but not while the typed figure is invalid.
          if (event.key === 'Enter' && !typing.commit()) event.preventDefault();
        }}
        className="w-9 min-w-0 grow bg-transparent text-center text-base text-ink tabular-nums -outline-offset-2"
      />
      {unit && (
        <span aria-hidden className="self-center px-1.5 text-sm text-ink-3">
          {unit}
        </span>
      )}
      <button
        type="button"
        aria-label={`More: ${label}`}
        className={STEP}
        disabled={value >= MOST}
        onClick={() => onChange(stepped(value, step))}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
