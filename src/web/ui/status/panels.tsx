import { CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { handFocusOn } from '../layers/hand-focus.ts';
import { host } from '../host.ts';
import { Skeleton } from './skeleton.tsx';

/** Shown while a region loads. `children` is a skeleton in the shape of the content; a few rows when left out. */
export function LoadingPanel({ label = 'Loading...', children }: { label?: string; children?: ReactNode }) {
  return (
    <div role="status" aria-busy className="h-full overflow-hidden p-4">
      <span className="sr-only">{label}</span>
      {children ?? (
        <div className="flex flex-col gap-2.5">
          {[40, 92, 78, 86, 64, 82].map((percent) => (
            <div key={percent} style={{ width: `${percent}%` }}>
              <Skeleton className="h-7" />
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/**
 * Says what could not be shown and why, with Retry. `error` is anything that was thrown; a `CallError` brings its own
 * sentence. With `details` the sentence of the error stands behind "Details": staff read the title, support the rest.
 */
export function ErrorPanel({
  title,
  error,
  onRetry,
  retryLabel = 'Retry',
  details,
}: {
  title: string;
  error: unknown;
  details?: string;
  onRetry?: () => unknown;
  retryLabel?: string;
}) {
  const retry = useRef<HTMLButtonElement>(null);
  useEffect(() => host().reportError(error, { context: title }), [error, title]);
  useLayoutEffect(() => {
    const button = retry.current;
    return () => {
      if (button !== null && document.activeElement === button) {
        handFocusOn(() => document.querySelector<HTMLElement>('[data-focus-home]'));
      }
    };
  }, []);
  return (
    <Centre role="alert">
      <CircleAlert aria-hidden className="size-7 text-danger-ink" />
      <h2 className="text-lg font-semibold">{title}</h2>
      {details === undefined && <p className="text-base text-ink-2">{host().sentenceOf(error)}</p>}
      {onRetry && (
        <Button ref={retry} size="touch" className="mt-2" onClick={() => onRetry()}>
          {retryLabel}
        </Button>
      )}
      {details !== undefined && (
        <details className="mt-2 text-sm text-ink-2">
          <summary className="min-h-touch cursor-pointer content-center">Details</summary>
          {details}. {host().sentenceOf(error)}
        </details>
      )}
    </Centre>
  );
}

/** Shown to staff without a location, who have no stock and no orders to look at. */
export const NOT_ASSIGNED = 'You are not assigned to a location. Ask an administrator to assign you to one.';

/** Says that there is nothing here, and what to do about it. */
export function EmptyPanel({
  title,
  hint,
  icon,
  action,
}: {
  title: string;
  hint?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <Centre>
      {icon && <span className="text-ink-3 *:size-7">{icon}</span>}
      <h2 className="text-lg font-semibold">{title}</h2>
      {hint && <p className="text-base text-ink-2">{hint}</p>}
      {action && <div className="mt-2">{action}</div>}
    </Centre>
  );
}

function Centre({ role, children }: { role?: 'alert'; children: ReactNode }) {
  return (
    <div role={role} className="grid h-full min-h-40 place-items-center p-6">
      <div className="flex max-w-sm flex-col items-center gap-1.5 text-center text-balance wrap-anywhere">
        {children}
      </div>
    </div>
  );
}
