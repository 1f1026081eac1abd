import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { movementsRoute } from '#contract/history.ts';
import { call } from '#web/api/call/call.ts';
import { onLiveEvent } from '#web/api/queries/live.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { HistoryAction } from '../history-actions.ts';
import type { Place } from './stock-figure-command.ts';

const PER_PAGE = 50;
/** Stock of other locations comes without events: a till hears of its own location only. */
const ELSEWHERE_AGAIN_MS = 30_000;
const FIRST: number | null = null;

const keyOf = ({ locationId, productId, variationId }: Place) =>
  [...queryKeys.movements, { locationId, productId, variationId }] as const;

/**
 * The movements behind an item's stock, newest first, in pages. Fetched again only when that item moves.
 * @param action only movements of this kind
 */
export function useMovements(place: Place, enabled: boolean, action: HistoryAction = 'all') {
  const { locationId, productId, variationId } = place;
  const query = useInfiniteQuery({
    queryKey: [...keyOf(place), action],
    queryFn: ({ pageParam, signal }) =>
      call(movementsRoute, {
        query: {
          location_id: locationId,
          product_id: productId,
          variation_id: variationId ?? undefined,
          before: pageParam ?? undefined,
          action,
          limit: PER_PAGE,
        },
        signal,
      }),
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    // People who ask about a figure doubt it, so it is always fetched.
    staleTime: 0,
    // With further pages somebody reads older movements, and each of them would be fetched again.
    refetchInterval: ({ state }) => (state.data?.pages.length === 1 ? ELSEWHERE_AGAIN_MS : false),
    enabled,
  });

  useEffect(() => {
    if (!enabled) return;
    return onLiveEvent((event) => {
      const isItem =
        event.type === 'stock' &&
        event.location_id === locationId &&
        event.items.some((item) => item.product_id === productId && item.variation_id === variationId);
      if (isItem) void queryClient.invalidateQueries({ queryKey: keyOf({ locationId, productId, variationId }) });
      return false;
    });
  }, [enabled, locationId, productId, variationId]);

  return query;
}
