import { useQuery } from '@tanstack/react-query';
import { attentionRoute } from '#contract/stock-adjustments.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { makeStale, onLiveEvent } from '#web/api/queries/live.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys, staleBy } from '#web/api/queries/query-keys.ts';
import { useMay, useSession, useUser } from '#web/api/session/session.ts';

export type AttentionRow = ReplyOf<typeof attentionRoute>['data'][number];

const keyOf = (locationId: number | null, part: 'counts' | 'list') =>
  [...queryKeys.attention, part, { locationId }] as const;

/** The number of items that are low or need a count at the own location; null until known. */
export function useAttentionCounts(): ReplyOf<typeof attentionRoute>['counts'] | null {
  const { location_id: locationId } = useUser();
  const may = useMay('see-stock');
  const { data } = useQuery({
    queryKey: keyOf(locationId, 'counts'),
    queryFn: ({ signal }) => call(attentionRoute, { query: { counts_only: '1' }, signal }),
    select: ({ counts }) => counts,
    enabled: may && locationId !== null,
  });
  return data ?? null;
}

/** The items that are low or need a count at the own location; those that need a count come first. */
export function useAttention() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: keyOf(locationId, 'list'),
    queryFn: ({ signal }) => call(attentionRoute, { query: {}, signal }),
    enabled: locationId !== null,
  });
}

/** Fetches the list of items that need attention again, and their number. */
export function refreshAttention(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queryKeys.attention });
}

// Active for as long as the page is open.
onLiveEvent((event) => {
  const session = useSession.getState();
  const isHere =
    event.type === 'stock' && session.status === 'signed-in' && session.me.user.location_id === event.location_id;
  if (isHere || event.type === 'catalogue') makeStale(staleBy('attention'));
  return false;
});
