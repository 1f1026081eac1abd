import { NumberField as Base } from '@base-ui/react/number-field';
import { Minus, Plus } from 'lucide-react';
import type { Ref } from 'react';
import { cx } from './cx.ts';

const SIZE = {
  sm: { box: 'h-7 text-xs', step: 'w-7' },
  md: { box: 'h-9 text-sm', step: 'w-9' },
  touch: { box: 'h-touch text-base', step: 'w-touch' },
};

const STEP =
  'grid shrink-0 place-items-center text-ink-2 transition-colors select-none hover:not-data-disabled:bg-press hover:not-data-disabled:text-ink data-disabled:text-ink-3 data-disabled:opacity-50';

/**
 * A number with minus and plus. `onChange` follows the typing (null while empty); `onCommit` runs on leaving the
 * field, on Enter and when a button is let go. `label` is read aloud; put a visible one beside it where needed.
 */
export function NumberField({
  label,
  value,
  onChange,
  onCommit,
  min,
  max,
  allowOutOfRange,
  step = 1,
  decimals = 0,
  size = 'md',
  disabled,
  id,
  inputRef,
  className,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
  onCommit?: (value: number | null) => void;
  min?: number;
  max?: number;
  /** What is typed beyond `min` and `max` is handed on, for a sentence that says what is wrong with it. */
  allowOutOfRange?: boolean;
  step?: number;
  /** Most decimals shown and kept. */
  decimals?: number;
  size?: keyof typeof SIZE;
  disabled?: boolean;
  id?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
}) {
  return (
    <Base.Root
      id={id}
      value={value}
      onValueChange={onChange}
      onValueCommitted={onCommit}
      min={min}
      max={max}
      allowOutOfRange={allowOutOfRange}
      step={step}
      disabled={disabled}
      locale="en-US"
      format={{ maximumFractionDigits: decimals }}
    >
      <Base.Group
        className={cx(
          'inline-flex overflow-hidden rounded-md border border-edge bg-raised focus-within:border-focus',
          SIZE[size].box,
          className,
        )}
      >
        <Base.Decrement aria-label={`Less: ${label}`} className={cx(STEP, SIZE[size].step)}>
          <Minus className="size-3.5" />
        </Base.Decrement>
        <Base.Input
          ref={inputRef}
          aria-label={label}
          className="w-14 min-w-0 grow border-x border-line bg-transparent text-center text-ink tabular-nums -outline-offset-2"
        />
        <Base.Increment aria-label={`More: ${label}`} className={cx(STEP, SIZE[size].step)}>
          <Plus className="size-3.5" />
        </Base.Increment>
      </Base.Group>
    </Base.Root>
  );
}
