import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { cx } from '../cx.ts';

/** Rule: display/toasts. */
const TOAST_MS = 3500;
/** With something to do about it: time to read it, and to reach it. */
const ACTION_TOAST_MS = 8000;
const MOST_AT_ONCE = 4;

type ToastKind = 'success' | 'error' | 'info';
type ToastAction = { label: string; onPress: () => void };
type Toast = { id: number; kind: ToastKind; text: string; action?: ToastAction };

// Of one owner: the app drops them when another person comes (kit-host.ts).
const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

export function dropToasts(): void {
  useToasts.setState({ toasts: [] });
}

let lastId = 0;

function show(kind: ToastKind, text: string, action?: ToastAction): void {
  lastId += 1;
  const next: Toast = { id: lastId, kind, text, action };
  // The same words twice are one toast that stays longer, not a pile.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => toast.text !== text), next].slice(-MOST_AT_ONCE),
  }));
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/**
 * Says in passing that something happened; gone after 3.5 s, later when it offers something, held while pointed at or focused.
 * What must be acted on is a dialog (`tell`) or an `ErrorPanel`, not a toast.
 */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  error: (text: string, action?: ToastAction) => show('error', text, action),
  info: (text: string, action?: ToastAction) => show('info', text, action),
};

const ICON = { success: CircleCheck, error: CircleAlert, info: Info };
const ICON_COLOUR = { success: 'text-green', error: 'text-danger-ink', info: 'text-ink-2' };

/** Mounted once, by the app. Its own element rather than sonner's, which injects a style the CSP refuses. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  // At the end of the body, so that it lies over dialogs too; at the left, clear of the side panel and its
  // Pay, and above the bars at the foot of the lists with their sums.
  return createPortal(
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed bottom-24 left-[calc(var(--spacing-sidebar)+1rem)] z-50 flex w-max max-w-[calc(100vw-var(--spacing-sidebar)-2rem)] flex-col items-start gap-2"
    >
      {toasts.map((entry) => (
        <ToastCard key={entry.id} toast={entry} />
      ))}
    </section>,
    document.body,
  );
}

function ToastCard({ toast: { id, kind, text, action } }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const lastsMs = action ? ACTION_TOAST_MS : TOAST_MS;
  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(() => dismiss(id), lastsMs);
    return () => window.clearTimeout(timer);
  }, [held, id, lastsMs]);
  const Icon = ICON[kind];
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex min-h-touch max-w-md animate-rise items-center gap-2.5 rounded-md bg-raised pr-1.5 pl-3.5 text-sm text-ink shadow-float"
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', ICON_COLOUR[kind])} />
      <span className="py-2.5">{text}</span>
      {action && (
        <button
          type="button"
          className="h-touch shrink-0 rounded-sm px-2 font-medium whitespace-nowrap text-accent-ink hover:bg-hover"
          onClick={() => {
            action.onPress();
            dismiss(id);
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-touch shrink-0 place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        onClick={() => dismiss(id)}
      >
        <X className="size-3.5" />
      </button>
    </div>
  );
}
