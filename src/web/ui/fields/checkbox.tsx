import { Check, Minus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { cx } from '../cx.ts';

/** The browser's own checkbox in our style, so that its name, keys and forms work without code of ours. */
export function Checkbox({
  label,
  hideLabel = false,
  checked,
  indeterminate = false,
  onChange,
  disabled,
  className,
}: {
  label: ReactNode;
  hideLabel?: boolean;
  checked: boolean;
  indeterminate?: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  className?: string;
}) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (input.current) input.current.indeterminate = indeterminate;
  }, [indeterminate]);
  const marked = checked || indeterminate;
  const Mark = indeterminate ? Minus : Check;
  return (
    <label
      className={cx(
        'inline-flex min-h-6 items-center pointer-coarse:min-h-touch gap-2.5 text-sm text-ink select-none',
        className,
      )}
    >
      <span className="relative grid size-4.5 shrink-0 place-items-center">
        <input
          ref={input}
          type="checkbox"
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.target.checked)}
          className="absolute inset-0 appearance-none rounded-sm border border-edge bg-raised transition-colors checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-50"
        />
        {marked && <Mark aria-hidden strokeWidth={3} className="pointer-events-none relative size-3 text-on-accent" />}
      </span>
      <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}
