import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';
import { cx } from '../cx.ts';

/** Rule: display/toasts. */
const TOAST_MS = 3500;
/** With an action, it stays long enough to read it and to reach the action. */
const ACTION_TOAST_MS = 8000;
const MOST_AT_ONCE = 4;

type ToastKind = 'success' | 'error' | 'info';
export type ToastAction = { label: string; onPress: () => void };
type Toast = { id: number; kind: ToastKind; text: string; action?: ToastAction };

// Of one owner: the app drops toasts when another person signs in (kit-host.ts).
const useToasts = create<{ toasts: Toast[] }>(() => ({ toasts: [] }));

export function dropToasts(): void {
  useToasts.setState({ toasts: [] });
}

let lastId = 0;

function show(kind: ToastKind, text: string, action?: ToastAction): void {
  lastId += 1;
  const next: Toast = { id: lastId, kind, text, action };
  // A repeated text prolongs its toast instead of adding another one.
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((toast) => toast.text !== text), next].slice(-MOST_AT_ONCE),
  }));
}

function dismiss(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}

/**
 * Mentions that something happened. A toast disappears after 3.5 s, later when it offers an action, and stays while it
 * is hovered or focused. Anything that staff must act on is a dialog (`tell`) or an `ErrorPanel` instead.
 */
export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  error: (text: string, action?: ToastAction) => show('error', text, action),
  info: (text: string, action?: ToastAction) => show('info', text, action),
};

const ICON = { success: CircleCheck, error: CircleAlert, info: Info };
const ICON_COLOUR = { success: 'text-green', error: 'text-danger-ink', info: 'text-ink-2' };

/** Mounted once, by the app. Our own rather than sonner's, which injects a style that the CSP refuses. */
export function Toaster() {
  const toasts = useToasts((state) => state.toasts);
  // At the end of the body, so that it is above dialogs too. At the left, clear of the side panel with its Pay button,
  // and over the footer, where it hides no more than the edge of the cards and bars above it. Rule: display/toasts.
  return createPortal(
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed bottom-0.5 max-[640px]:top-[calc(var(--spacing-topbar)+0.5rem)] max-[640px]:bottom-auto left-[calc(var(--spacing-sidebar)+1rem)] z-50 flex w-max max-w-[calc(100vw-var(--spacing-sidebar)-2rem)] flex-col items-start gap-2"
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
      className="pointer-events-auto flex min-h-9 max-w-md animate-rise min-[1024px]:max-w-xl pointer-coarse:min-h-touch items-center gap-2.5 rounded-md bg-raised pr-1.5 pl-3.5 text-sm text-ink shadow-float"
    >
      <Icon aria-hidden className={cx('size-4 shrink-0', ICON_COLOUR[kind])} />
      <span className="py-2">{text}</span>
      {action && (
        <button
          type="button"
          className="h-9 shrink-0 rounded-sm px-2 pointer-coarse:h-touch font-medium whitespace-nowrap text-accent-ink hover:bg-hover"
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
        className="grid size-9 shrink-0 pointer-coarse:size-touch place-items-center rounded-sm text-ink-3 hover:bg-hover hover:text-ink"
        onClick={() => dismiss(id)}
      >
        <X className="size-3.5" />
      </button>
    </div>
  );
}
