import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { cx } from '../cx.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useSecondPressDropped } from './second-press.ts';

const WIDTH = {
  sm: 'max-w-sm',
  md: 'max-w-lg',
  lg: 'max-w-3xl',
  500: 'max-w-[500px]',
  700: 'max-w-[700px]',
  900: 'max-w-[900px]',
};

export const BACKDROP =
  'fixed inset-0 bg-backdrop transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0';
export const POPUP =
  'flex max-h-[calc(100dvh-2rem)] w-full flex-col rounded-lg bg-raised text-ink shadow-float transition-[opacity,scale] duration-150 outline-none data-ending-style:scale-98 data-ending-style:opacity-0 data-starting-style:scale-98 data-starting-style:opacity-0';
export const VIEWPORT = 'fixed inset-0 grid grid-cols-[minmax(0,1fr)] place-items-center p-4';

/**
 * A modal window. Escape and a press outside close it; the focus returns to where it was, or goes to what `focusAfter` names.
 * @param initialFocus what gets the focus; the first control when left out
 */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  size = 'md',
  footer,
  initialFocus,
  focusAfter,
  onClosed,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  size?: keyof typeof WIDTH;
  footer?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  focusAfter?: () => HTMLElement | null;
  /** Called after the closing animation. */
  onClosed?: () => void;
  children?: ReactNode;
}) {
  useSecondPressDropped(open);
  return (
    <Base.Root open={open} onOpenChange={onOpenChange} onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}>
      <Base.Portal>
        <Base.Backdrop className={cx(BACKDROP, 'z-40')} />
        <Base.Viewport className={cx(VIEWPORT, 'z-40')}>
          <Base.Popup
            className={cx(POPUP, WIDTH[size])}
            initialFocus={initialFocus}
            finalFocus={focusAfter && (() => focusAfter() ?? true)}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 grow">
                <Base.Title className="text-lg font-semibold">{title}</Base.Title>
                {description && <Base.Description className="text-sm text-ink-2">{description}</Base.Description>}
              </div>
              <Base.Close
                render={
                  <IconButton label="Close" size="touch" icon={<X className="size-4" />} className="-mt-2 -mr-3" />
                }
              />
            </header>
            <div className="min-h-0 grow overflow-y-auto px-5 pb-5">{children}</div>
            {footer && <footer className="flex justify-end gap-2 border-t border-line px-5 py-3">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
