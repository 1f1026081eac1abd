import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Spinner } from '../status/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
/** `touch` is 44 px, for everything on the register; `sm` 28, `md` 36, `lg` 52 for the one main action. */
export type ButtonSize = 'sm' | 'md' | 'touch' | 'lg';

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows that the press is being worked on. Further presses do nothing, and the button keeps the focus. */
  busy?: boolean;
  icon?: ReactNode;
};

const VARIANT: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-on-accent hover:not-disabled:bg-accent-hover active:not-disabled:bg-accent-press disabled:bg-neutral-soft disabled:text-ink-3',
  secondary:
    'border-line-strong bg-raised text-ink hover:not-disabled:bg-press active:not-disabled:bg-press disabled:text-ink-3 disabled:opacity-50',
  ghost:
    'border-transparent text-ink-2 hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-press disabled:text-ink-3 disabled:opacity-50',
  danger:
    'border-transparent bg-danger text-on-danger hover:not-disabled:bg-danger-hover active:not-disabled:bg-danger-hover disabled:bg-neutral-soft disabled:text-ink-3',
};

const SIZE: Record<ButtonSize, string> = {
  sm: 'h-7 px-2.5 text-xs gap-1.5 rounded-md',
  md: 'h-9 px-3.5 text-sm gap-2 rounded-md',
  touch: 'h-touch px-4 text-base gap-2 rounded-md',
  lg: 'h-13 px-5 text-lg gap-2.5 rounded-md',
};

export function Button({
  variant = 'secondary',
  size = 'md',
  busy = false,
  icon,
  type = 'button',
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'inline-flex shrink-0 items-center justify-center border font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed',
        VARIANT[variant],
        SIZE[size],
        className,
      )}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
