import { useQuery } from '@tanstack/react-query';
import type { Favourites } from '#contract/favourites.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import type { RegisterProduct } from './wire-products.ts';

const MINUTE_MS = 60_000;

export const favouritesKey = (locationId: number | null) => [...queryKeys.favourites, { locationId }];

/** The favourites of the own location. Rule: grid/favourites. */
export function useFavourites(wanted: boolean) {
  const { location_id: locationId } = useUser();
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: favouritesKey(locationId),
    queryFn: async ({ signal }) => (await import('./favourites-call.ts')).fetchFavourites(locationId, signal),
    // Cards do not move while somebody looks at them; a pin is told by an event.
    staleTime: 15 * MINUTE_MS,
    enabled: wanted && locationId !== null,
  });
  return {
    list: wanted ? data?.data : undefined,
    isPending: wanted && isLoading,
    error: wanted && !data ? error : null,
    refetch,
  };
}

/** The listed products among the favourites, in the order of these. */
export function favouritesIn(listed: readonly RegisterProduct[], { pinned, selling }: Favourites): RegisterProduct[] {
  const byId = new Map(listed.map((product) => [product.id, product]));
  return [...pinned, ...selling].flatMap((id) => byId.get(id) ?? []);
}

/** Divides favourites into those that staff pinned and those that sell. */
export function groupsOf({ pinned }: Favourites) {
  const ids = new Set(pinned);
  return ({ id }: RegisterProduct) =>
    ids.has(id) ? { name: 'Pinned', slug: 'pinned' } : { name: 'Selling best', slug: 'selling' };
}
