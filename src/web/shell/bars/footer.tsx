import { counted } from '#domain/counted.ts';
import { MapPin, WifiOff } from 'lucide-react';
import { Suspense } from 'react';
import { useLive } from '#web/api/queries/live.ts';
import { useMe } from '#web/api/session/session.ts';
import { useOrderCounts } from '#web/features/orders/order-counts.ts';
import { Badge } from '#web/ui/status/badge.tsx';
import { lazyPart } from '#web/ui/lazy-part.tsx';
import { Tooltip } from '#web/ui/layers/tooltip.tsx';
import { useRefresh } from './refresh.ts';
import type { ViewId } from '../views/views.ts';

// Fetched after the first screen: it only shows commands of earlier pages.
const OpenCommands = lazyPart(async () => (await import('../commands/open-commands.tsx')).OpenCommands);

/** Rule: workspace/footer. */
export function Footer({ view }: { view: ViewId | null }) {
  const { user, environment } = useMe();
  const refreshedAt = useRefresh((state) => state.refreshedAt);
  const counts = useOrderCounts();
  const connected = useLive((state) => state.connected);
  const heardAt = useLive((state) => state.heardAt);
  const newest = heardAt > refreshedAt ? heardAt : refreshedAt;
  const time = newest.toLocaleTimeString('en-US', { timeZone: user.time_zone, timeStyle: 'medium' });
  return (
    <footer className="flex items-center gap-4 overflow-hidden border-t border-line bg-panel px-3 text-xs whitespace-nowrap text-ink-3">
      <Badge tone={environment === 'docker' ? 'blue' : 'neutral'}>{environment}</Badge>
      {view === 'orders' && counts.total !== null && (
        <span>
          {counted(counts.total, 'order')}
          {counts.selected > 0 && `, ${counts.selected} selected`}
        </span>
      )}
      <Suspense fallback={null}>
        <OpenCommands />
      </Suspense>
      <span className="grow" />
      {!connected && (
        <Tooltip label="Changes from other tills are fetched every half minute until the connection is back.">
          <span className="flex items-center gap-1.5 text-yellow">
            <WifiOff aria-hidden className="size-3.5" />
            Live updates paused
          </span>
        </Tooltip>
      )}
      <span className="flex min-w-0 items-center gap-1.5">
        <MapPin aria-hidden className="size-3.5 shrink-0" />
        <span className="truncate">{user.location ?? 'No location assigned'}</span>
      </span>
      <span className="max-[520px]:hidden">Last refreshed {time}</span>
    </footer>
  );
}
