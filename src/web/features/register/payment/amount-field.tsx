import { Delete } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useMediaQuery } from '#web/ui/media-query.ts';

/** A large field for an amount of money; usable at once with a number pad. */
export function AmountField({
  label,
  value,
  placeholder = '0.00',
  disabled,
  problem = null,
  onChange,
  onEnter,
  inputRef,
}: {
  label: string;
  value: string;
  placeholder?: string;
  disabled?: boolean;
  /** The reason for refusing the amount, for staff. */
  problem?: string | null;
  onChange: (text: string) => void;
  onEnter: () => void;
  inputRef?: Ref<HTMLInputElement>;
}) {
  const touch = useMediaQuery('(pointer: coarse)');
  const problemId = useId();
  return (
    <div className="flex flex-col gap-2">
      <label className="relative flex items-center">
        <span className="pointer-events-none absolute left-4 text-sm text-ink-2">{label}</span>
        <input
          ref={inputRef}
          data-amount
          type="text"
          // The pad below replaces the screen keyboard, which would cover the total.
          inputMode={touch ? 'none' : 'decimal'}
          autoComplete="off"
          value={value}
          placeholder={placeholder}
          disabled={disabled}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : problemId}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            onEnter();
          }}
          className="h-15 w-full min-w-0 rounded-md border border-edge bg-raised pr-4 pl-44 text-right text-2xl font-semibold text-ink focus:border-focus focus:outline-1 focus:outline-offset-0 focus:outline-focus disabled:text-ink-3 aria-invalid:border-danger-ink"
        />
      </label>
      {problem !== null && (
        <p id={problemId} role="alert" className="text-sm text-danger-ink">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The keys of a card terminal. */
const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '00', '0'];

/** A number pad for touch screens; nothing on others. */
export function NumberPad({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const touch = useMediaQuery('(pointer: coarse)');
  if (!touch) return null;
  return (
    <div role="group" aria-label="Number pad" className="grid grid-cols-[minmax(0,4fr)_minmax(0,1fr)] gap-1.5">
      <div className="grid grid-cols-3 gap-1.5">
        {KEYS.map((key) => (
          <PadKey key={key} label={key} onPress={() => onChange(value + key)}>
            {key}
          </PadKey>
        ))}
        <PadKey label="Delete last digit" onPress={() => onChange(value.slice(0, -1))}>
          <Delete aria-hidden className="size-5" />
        </PadKey>
      </div>
      <div className="grid grid-rows-2 gap-1.5">
        <PadKey label="." onPress={() => onChange(`${value}.`)}>
          .
        </PadKey>
        <PadKey label="Clear amount" onPress={() => onChange('')}>
          C
        </PadKey>
      </div>
    </div>
  );
}

function PadKey({ label, onPress, children }: { label: string; onPress: () => void; children: React.ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      // Keeps the focus in the field, so that Enter still pays.
      onPointerDown={(event) => event.preventDefault()}
      onClick={onPress}
      className="grid min-h-touch place-items-center rounded-md border border-line-strong bg-raised text-lg font-medium transition-colors select-none hover:bg-press active:bg-press"
    >
      {children}
    </button>
  );
}
