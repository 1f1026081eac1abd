import { CloudOff } from 'lucide-react';
import { useLive } from '#web/api/queries/live.ts';

/**
 * A bar across every view while the server cannot be reached. It is always in the page, because screen readers announce
 * only what changes inside an existing element.
 */
export function ServerGone() {
  const reachable = useLive((state) => state.reachable);
  return (
    <div aria-live="assertive">
      {!reachable && (
        <p className="flex min-h-10 items-center gap-2.5 bg-danger px-4 py-2 text-sm font-medium text-on-danger">
          <CloudOff aria-hidden className="size-4.5 shrink-0" />
          <span>
            The server cannot be reached. The cart is kept, and a sale that was being saved is checked as soon as the
            server is back.
          </span>
        </p>
      )}
    </div>
  );
}
