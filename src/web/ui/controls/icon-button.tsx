import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { Tooltip, type TooltipSide } from '../layers/tooltip.tsx';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'title'> & {
  /** The name of the button, shown as its tooltip too. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md' | 'touch';
  variant?: 'ghost' | 'outline';
  tooltipSide?: TooltipSide;
};

const SIZE = { sm: 'size-7', md: 'size-9', touch: 'size-touch' };

export function IconButton({
  label,
  icon,
  size = 'md',
  variant = 'ghost',
  tooltipSide,
  type = 'button',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} side={tooltipSide}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        className={cx(
          'inline-grid shrink-0 place-items-center rounded-md border text-ink-2 transition-colors select-none hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-press disabled:cursor-not-allowed disabled:text-ink-3 disabled:opacity-50 data-popup-open:bg-press data-popup-open:text-ink',
          variant === 'outline' ? 'border-line-strong bg-raised' : 'border-transparent',
          SIZE[size],
          className,
        )}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
