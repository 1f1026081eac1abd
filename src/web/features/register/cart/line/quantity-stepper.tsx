import { Minus, Plus, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useTypedCount } from './use-typed-count.ts';

const MOST = 99_999;

const STEP =
  'relative grid size-touch shrink-0 place-items-center text-ink-2 transition-colors select-none hover:text-ink active:text-ink -outline-offset-6';

/**
 * Minus, a number to type, plus; 44 px each. At one piece, minus removes the line. A typed number is applied by Enter
 * or when the field is left, Escape restores it, arrows step.
 * @param name the counted item, for the names of the buttons
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
  const typing = useTypedCount(name, count, onCount, MOST);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') typing.commit();
    else if (event.key === 'Escape' && typing.isTyping) {
      event.stopPropagation();
      typing.takeBack();
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
      // The visible frame is lower than the area that can be pressed.
      className="relative flex h-touch shrink-0 items-center before:absolute before:inset-x-0 before:inset-y-1.5 before:rounded-md before:border before:border-line-strong before:bg-raised"
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
        value={typing.text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={typing.commit}
        onKeyDown={onKeyDown}
        className="relative size-touch min-w-0 bg-transparent text-center text-base font-medium text-ink -outline-offset-2"
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
