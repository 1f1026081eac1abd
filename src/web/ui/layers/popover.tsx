import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import { FLOATING } from './floating.ts';

/** A small panel under its trigger. Escape and a press outside close it, and the focus returns to the trigger. */
export function Popover({
  trigger,
  title,
  open,
  onOpenChange,
  align = 'center',
  side = 'bottom',
  className,
  children,
}: {
  trigger: ReactElement;
  /** The name of the panel, shown at its top. */
  title: string;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  align?: 'start' | 'center' | 'end';
  side?: 'top' | 'bottom' | 'left' | 'right';
  className?: string;
  children: ReactNode;
}) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-50 outline-none" sideOffset={6} align={align} side={side} collisionPadding={8}>
          <Base.Popup className={cx(FLOATING, 'max-h-(--available-height) w-72 overflow-y-auto p-3', className)}>
            <Base.Title className="mb-2 text-sm font-semibold">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
