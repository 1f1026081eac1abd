import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

export type ToggleOption<Value extends string> = {
  value: Value;
  label: ReactNode;
  icon?: ReactNode;
  disabled?: boolean;
};

/** `field` is as high as a text field beside it, including its frame. */
const SIZE = {
  sm: 'h-7 px-2.5 text-xs pointer-coarse:px-4',
  md: 'h-9 px-3 text-sm',
  field: 'px-3 text-base pointer-coarse:h-touch',
  touch: 'h-touch px-4 text-base',
};

/**
 * Chooses exactly one of a few options that are all in view. They are real radio buttons, so arrow keys move the
 * choice.
 */
export function ToggleGroup<Value extends string>({
  label,
  value,
  onChange,
  options,
  size = 'md',
  className,
}: {
  label: string;
  value: Value | null;
  onChange: (value: Value) => void;
  options: readonly ToggleOption<Value>[];
  size?: keyof typeof SIZE;
  className?: string;
}) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      className={cx(
        'inline-flex gap-0.5 max-[640px]:flex-wrap rounded-md border border-line bg-ground p-0.5',
        size === 'field' && 'h-touch pointer-coarse:h-auto pointer-coarse:p-0',
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex grow basis-0 items-center justify-center gap-2 rounded-sm border border-transparent font-medium whitespace-nowrap text-ink-2 transition-colors select-none hover:not-has-disabled:text-ink has-checked:border-edge has-checked:bg-raised has-checked:text-ink has-disabled:opacity-50 has-focus-visible:outline-2 has-focus-visible:outline-focus',
            SIZE[size],
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
            // Covers the frame as well, so that a press anywhere on the option counts.
            className="absolute inset-x-0 -inset-y-1 appearance-none outline-none"
          />
          {option.icon}
          {option.label}
        </label>
      ))}
    </div>
  );
}
