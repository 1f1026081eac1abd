import { cx } from '#web/ui/cx.ts';

/** A switch with its state in words, because it decides what is printed. */
export function SwitchRow({
  label,
  on,
  disabled = false,
  title,
  onChange,
}: {
  label: string;
  on: boolean;
  disabled?: boolean;
  /** The reason why it is disabled, or its present value. */
  title?: string | undefined;
  onChange: (on: boolean) => void;
}) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      disabled={disabled}
      title={title}
      onClick={() => onChange(!on)}
      className={cx(
        'flex h-9 items-center justify-between gap-2 rounded-md border px-2.5 text-sm transition-colors select-none disabled:cursor-not-allowed disabled:text-ink-3',
        on && !disabled ? 'border-accent bg-accent-soft text-ink' : 'border-line-strong bg-raised text-ink-2',
        !disabled && 'hover:text-ink',
      )}
    >
      <span className="truncate">{label}</span>
      <span aria-hidden className={cx('text-xs font-semibold', on && !disabled ? 'text-accent-ink' : 'text-ink-3')}>
        {on ? 'ON' : 'OFF'}
      </span>
    </button>
  );
}
