import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { menuDisplayRoute } from '#contract/menu-shelf.ts';
import { isOpenAt } from '#domain/opening-hours.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { useOfflineScreens } from '#web/entities/screens/offline-screens.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useScreens } from './screen-queries.ts';
import { presence } from './screen-words.ts';

const WATCH_MS = 30_000;
const HOURS_STALE_MS = 60 * 60_000;

function useOpeningHours() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.locations, 'opening hours', { locationId }],
    queryFn: async ({ signal }) =>
      (await call(menuDisplayRoute, { query: { location_id: String(locationId) }, signal })).data.location,
    enabled: locationId !== null,
    staleTime: HOURS_STALE_MS,
  }).data;
}

/**
 * Tells managers in any view about screens that went dark while the shop is open, because nobody checks a wall for
 * screens that fail. Rule: menus/screens.
 */
export function ScreenWatch() {
  const { time_zone: timeZone } = useUser();
  const { data: screens } = useScreens(WATCH_MS);
  const hours = useOpeningHours();
  const online = useRef(new Set<number>());
  useEffect(() => {
    if (!screens || !hours) return;
    const { opening_hours: openTimes, closed_days: closedDays } = hours;
    const isOpen = isOpenAt({ hours: openTimes, closedDays, timeZone }, new Date());
    const offline = isOpen ? screens.filter((screen) => !screen.online) : [];
    for (const screen of offline)
      if (online.current.has(screen.id)) toast.error(`${screen.device_name} is ${presence(screen, timeZone)}`);
    online.current = new Set(screens.filter((screen) => screen.online).map(({ id }) => id));
    useOfflineScreens.setState({ count: offline.length });
  }, [screens, hours, timeZone]);
  return null;
}
