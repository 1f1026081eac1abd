import { Minus, Plus } from 'lucide-react';
import { useTypedCount } from '../cart/line/use-typed-count.ts';

const MOST = 9999;

const STEP =
  'grid w-touch shrink-0 place-items-center text-ink-2 transition-colors -outline-offset-2 select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40';

/** A whole number of pieces, at least one, with minus and plus, 44 px high. Typed figures are used at once. */
export function Stepper({
  name,
  value,
  onChange,
}: {
  /** The name of the counted product. */
  name: string;
  value: number;
  onChange: (value: number) => void;
}) {
  const label = `Quantity of ${name}`;
  const take = (count: number) => onChange(Math.max(count, 1));
  const typing = useTypedCount(name, value, take, MOST);

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
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      >
        <Minus aria-hidden className="size-4" />
      </button>
      <input
        aria-label={label}
        inputMode="numeric"
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
      <button
        type="button"
        aria-label={`More: ${label}`}
        className={STEP}
        disabled={value >= MOST}
        onClick={() => onChange(value + 1)}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
