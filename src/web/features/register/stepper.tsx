import { Minus, Plus } from 'lucide-react';

const MOST = 9999;

const STEP =
  'grid w-touch shrink-0 place-items-center text-ink-2 transition-colors -outline-offset-2 select-none hover:not-disabled:bg-press hover:not-disabled:text-ink disabled:opacity-40';

/** A whole number of pieces with minus and plus, 44 px high; blank or unreadable becomes 1. */
export function Stepper({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number;
  onChange: (value: number) => void;
}) {
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
        value={value}
        onFocus={(event) => event.target.select()}
        onChange={(event) => {
          const typed = Number.parseInt(event.target.value.replace(/\D/g, '').slice(-4), 10);
          onChange(Math.min(Math.max(typed || 1, 1), MOST));
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
