import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { menuDisplayRoute, menuShelfRoute, shelfOf } from '#contract/menu-shelf.ts';
import { EMPTY_SHELF, type Shelf } from '#domain/menu/shelf.ts';
import { call } from '#web/api/call/call.ts';
import { makeStale, onLiveEvent } from '#web/api/queries/live.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';

const SHELF = [...queryKeys.menus, 'shelf'];
const SHOWING = [...queryKeys.menus, 'showing'];

/** The products that the location offers, as its screens receive them. Kept up to date while they are shown. */
export function useShelf(leftBelow: number | null) {
  const { location_id: locationId } = useUser();
  const query = useQuery({
    queryKey: [...SHELF, { locationId, leftBelow }],
    queryFn: async ({ signal }) => {
      const left = leftBelow !== null && { left_below: String(leftBelow) };
      return (await call(menuShelfRoute, { query: { location_id: String(locationId), ...left }, signal })).data;
    },
    enabled: locationId !== null,
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const shelf = useMemo((): Shelf => (data ? shelfOf(data) : EMPTY_SHELF), [data]);
  useEffect(
    () =>
      onLiveEvent(({ type }) => {
        if (type === 'stock' || type === 'catalogue') makeStale([SHELF]);
        return false;
      }),
    [],
  );
  return { shelf, isPending: query.isPending, error: query.error, refetch: query.refetch };
}

/** The content of a TV at an instant, by its schedule. */
export function useShowing(tvNumber: number | null, asOf: string | null) {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...SHOWING, { locationId, tvNumber, asOf }],
    queryFn: async ({ signal }) => {
      const at = asOf !== null && { as_of: asOf };
      const query = { location_id: String(locationId), tv_number: String(tvNumber), ...at };
      return (await call(menuDisplayRoute, { query, signal })).data;
    },
    enabled: locationId !== null && tvNumber !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
