import { Minus, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';

const STEP =
  'grid size-touch shrink-0 place-items-center text-ink-2 transition-colors select-none hover:bg-press hover:text-ink active:bg-press -outline-offset-2';

/**
 * Less, a number to type, more; 44 px each. At one piece, less is remove. Typing counts on Enter or on leaving the
 * field, Escape takes it back, arrows step.
 * @param name what is counted, for the names of the buttons
 */
export function QuantityStepper({
  name,
  count,
  onCount,
  disabled,
}: {
  name: string;
  count: number;
  onCount: (count: number) => void;
  disabled?: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [shown, setShown] = useState(count);
  // Counted elsewhere meanwhile (a scan, a button, an arrow): that is what the line says, not what was being typed.
  if (shown !== count) {
    setShown(count);
    setTyped(null);
  }

  function commit() {
    const next = typed === null ? null : Number(typed);
    setTyped(null);
    if (next !== null && typed?.trim() !== '' && Number.isFinite(next) && next !== count) onCount(next);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') commit();
    else if (event.key === 'Escape' && typed !== null) {
      event.stopPropagation();
      setTyped(null);
    } else if (event.key === 'ArrowUp') onCount(count + 1);
    else if (event.key === 'ArrowDown') onCount(count - 1);
    else return;
    event.preventDefault();
  }

  const removes = count <= 1;
  return (
    <div
      role="group"
      aria-label={`Quantity of ${name}`}
      className="flex shrink-0 overflow-hidden rounded-md border border-line-strong bg-raised"
    >
      <button
        type="button"
        disabled={disabled}
        aria-label={removes ? `Remove ${name}` : `One less of ${name}`}
        onClick={() => onCount(removes ? 0 : count - 1)}
        className={STEP}
      >
        {removes ? <Trash2 aria-hidden className="size-4" /> : <Minus aria-hidden className="size-4" />}
      </button>
      <input
        aria-label={`Quantity of ${name}`}
        inputMode="numeric"
        autoComplete="off"
        disabled={disabled}
        value={typed ?? String(count)}
        onFocus={(event) => event.target.select()}
        onChange={(event) => setTyped(event.target.value.replace(/[^\d]/g, '').slice(0, 5))}
        onBlur={commit}
        onKeyDown={onKeyDown}
        className="w-11 min-w-0 border-x border-line bg-transparent text-center text-base font-medium text-ink -outline-offset-2"
      />
      <button
        type="button"
        disabled={disabled}
        aria-label={`One more of ${name}`}
        onClick={() => onCount(count + 1)}
        className={STEP}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
