import { Minus, Plus, Trash2 } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { Measured } from '#domain/unit.ts';
import { cx } from '#web/ui/cx.ts';
import { stepOf, stepped, useTypedCount } from './use-typed-count.ts';

const MOST = 99_999;

const STEP =
  'relative grid size-touch shrink-0 place-items-center text-ink-2 transition-colors select-none hover:text-ink active:text-ink -outline-offset-6';

/**
 * Minus, a number to type, plus; 44 px each. At one piece or step, minus removes the line. A typed number is applied by Enter
 * or when the field is left, Escape restores it, arrows step.
 * @param name the counted item, for the names of the buttons
 */
export function QuantityStepper({
  name,
  count,
  measured = {},
  onCount,
  disabled,
}: {
  name: string;
  count: number;
  measured?: Measured;
  onCount: (count: number) => void;
  disabled?: boolean;
}) {
  const { unit } = measured;
  const step = stepOf(measured);
  const typing = useTypedCount(name, count, onCount, MOST, measured);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') typing.commit();
    else if (event.key === 'Escape' && typing.isTyping) {
      event.stopPropagation();
      typing.takeBack();
    } else if (event.key === 'ArrowUp') onCount(stepped(count, step));
    else if (event.key === 'ArrowDown') onCount(stepped(count, -step));
    else return;
    event.preventDefault();
  }

  const removes = count <= step;
  const by = unit ? '' : 'One ';
  const label = `Quantity of ${name}${unit ? `, ${unit}` : ''}`;
  return (
    <div
      role="group"
      aria-label={label}
      // The visible frame is lower than the area that can be pressed.
      className="relative flex h-touch shrink-0 items-center before:absolute before:inset-x-0 before:inset-y-1.5 before:rounded-md before:border before:border-line-strong before:bg-raised"
    >
      <button
        type="button"
        disabled={disabled}
        aria-label={removes ? `Remove ${name}` : `${by}${by ? 'less' : 'Less'} of ${name}`}
        onClick={() => onCount(removes ? 0 : stepped(count, -step))}
        className={STEP}
      >
        {removes ? <Trash2 aria-hidden className="size-4" /> : <Minus aria-hidden className="size-4" />}
      </button>
      <input
        aria-label={label}
        inputMode={unit ? 'decimal' : 'numeric'}
        autoComplete="off"
        disabled={disabled}
        value={typing.text}
        onFocus={(event) => event.target.select()}
        onChange={(event) => typing.type(event.target.value)}
        onBlur={typing.commit}
        onKeyDown={onKeyDown}
        className={cx(
          unit ? 'h-touch w-16' : 'size-touch',
          'relative min-w-0 bg-transparent text-center text-base font-medium text-ink -outline-offset-2',
        )}
      />
      <button
        type="button"
        disabled={disabled}
        aria-label={`${by}${by ? 'more' : 'More'} of ${name}`}
        onClick={() => onCount(stepped(count, step))}
        className={STEP}
      >
        <Plus aria-hidden className="size-4" />
      </button>
    </div>
  );
}
