import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { movementsRoute } from '#contract/history.ts';
import { setReorderLevelRoute } from '#contract/stock-adjustments.ts';
import { type Milli, toQuantityNumber } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { call } from '#web/api/call.ts';
import { onLiveEvent } from '#web/api/live.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';

const PER_PAGE = 50;
const FIRST: number | null = null;

interface Place extends StockItem {
  readonly locationId: number;
}

const keyOf = ({ locationId, productId, variationId }: Place) =>
  [...queryKeys.movements, { locationId, productId, variationId }] as const;

/** The movements behind an item's stock, newest first, in pages; fetched again when the item moves, and only then. */
export function useMovements(place: Place, enabled: boolean) {
  const { locationId, productId, variationId } = place;
  const query = useInfiniteQuery({
    queryKey: keyOf(place),
    queryFn: ({ pageParam, signal }) =>
      call(movementsRoute, {
        query: {
          location_id: locationId,
          product_id: productId,
          variation_id: variationId ?? undefined,
          before: pageParam ?? undefined,
          limit: PER_PAGE,
        },
        signal,
      }),
    initialPageParam: FIRST,
    getNextPageParam: (last) => last.next,
    // A figure is asked about because somebody doubts it.
    staleTime: 0,
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

/** Sets from which stock on an item counts as low; null for never. @throws CallError */
export async function saveReorderLevel(place: Place, level: Milli | null): Promise<void> {
  await call(setReorderLevelRoute, {
    body: {
      product_id: place.productId,
      variation_id: place.variationId,
      location_id: place.locationId,
      reorder_level: level === null ? null : toQuantityNumber(level),
    },
  });
  await Promise.all(
    [keyOf(place), queryKeys.inventory, queryKeys.attention].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}
