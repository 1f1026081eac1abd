import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import { type ReactNode, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { cx } from '../cx.ts';
import { BACKDROP, POPUP, VIEWPORT } from './dialog.tsx';
import { useSecondPressDropped } from './second-press.ts';

/**
 * Asks one question, or tells one thing (no `cancelLabel`). A press outside does not answer it. When the answer
 * destroys something, Cancel has the focus.
 */
export function AlertDialog({
  open,
  title,
  message,
  confirmLabel,
  cancelLabel,
  tone = 'plain',
  onAnswer,
  onClosed,
}: {
  open: boolean;
  title: string;
  message: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  tone?: 'plain' | 'danger';
  onAnswer: (confirmed: boolean) => void;
  onClosed?: () => void;
}) {
  useSecondPressDropped(open);
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  return (
    <Base.Root
      open={open}
      onOpenChange={(isOpen) => !isOpen && onAnswer(false)}
      onOpenChangeComplete={(isOpen) => !isOpen && onClosed?.()}
    >
      <Base.Portal>
        {/* A menu or popover may have asked, and is open. */}
        <Base.Backdrop className={cx(BACKDROP, 'z-60')} />
        <Base.Viewport className={cx(VIEWPORT, 'z-60')}>
          <Base.Popup
            className={cx(POPUP, 'max-w-sm')}
            initialFocus={tone === 'danger' && cancelLabel ? cancel : confirm}
          >
            <div className="min-h-0 overflow-y-auto px-5 pt-5 pb-4">
              <Base.Title className="text-lg font-semibold">{title}</Base.Title>
              <Base.Description render={<div />} className="mt-1 text-base text-ink-2">
                {message}
              </Base.Description>
            </div>
            <footer className="flex justify-end gap-2 px-5 pb-5">
              {cancelLabel && (
                <Button ref={cancel} size="touch" onClick={() => onAnswer(false)}>
                  {cancelLabel}
                </Button>
              )}
              <Button
                ref={confirm}
                size="touch"
                variant={tone === 'danger' ? 'danger' : 'primary'}
                onClick={() => onAnswer(true)}
              >
                {confirmLabel}
              </Button>
            </footer>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
