import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type PlacedItem, productPlacesRoute } from '#contract/managed-products.ts';
import { belowFloor, displayMargin, marginOf } from '#domain/margin.ts';
import { type BasisPoints, type Cents, centsOf } from '#domain/money.ts';
import { readMoney } from '#domain/typed.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useMargins } from '../../edit/margins.tsx';

/** @param productId null for a new product, which is nowhere yet */
export function usePlaces(productId: number | null) {
  return useQuery({
    queryKey: [...queryKeys.inventory, 'places', productId],
    queryFn: async ({ signal }): Promise<readonly PlacedItem[]> =>
      (await call(productPlacesRoute, { params: { id: String(productId) }, signal })).data,
    enabled: productId !== null,
    staleTime: 0,
  });
}

/** The facts of margins that the form shows. */
export interface ItemMargins {
  readonly floor: BasisPoints | null;
  /** The highest cost of an item at any location; null if none is known, or may be seen. */
  readonly costOf: (variationId: number | null) => Cents | null;
}

/** The costs of a product's items. Rule: catalogue/margins. */
export function useItemMargins(productId: number | null): ItemMargins {
  const floor = useMargins()?.floor ?? null;
  const { data: places } = usePlaces(productId);
  return useMemo(() => {
    const costs = new Map<number | null, Cents>();
    for (const { variation_id: id, cost, last_cost: last } of places ?? []) {
      const known = cost ?? last ?? null;
      if (known !== null && centsOf(known) > (costs.get(id) ?? -1)) costs.set(id, centsOf(known));
    }
    return { floor, costOf: (id) => costs.get(id) ?? null };
  }, [floor, places]);
}

/** The margin of a typed price; null while it cannot be known. */
function typedMargin(typed: string, cost: Cents | null): BasisPoints | null {
  const price = readMoney(typed);
  return cost === null || typed.trim() === '' || !price.ok ? null : marginOf(price.value, cost);
}

/** The margin of a typed price, marked below the floor. */
export function Margin({ typed, cost, floor }: { typed: string; cost: Cents | null; floor: BasisPoints | null }) {
  const margin = typedMargin(typed, cost);
  if (margin === null) return null;
  const remark = belowFloor(margin, floor);
  return <span className={remark === null ? undefined : 'text-yellow'}>Margin {remark ?? displayMargin(margin)}</span>;
}

/** The remark on typed prices of one item that leave less than the floor; null where there is nothing to say. */
export function typedBelowFloor(
  prices: readonly string[],
  cost: Cents | null,
  floor: BasisPoints | null,
): string | null {
  const remarks = prices.flatMap((typed) => belowFloor(typedMargin(typed, cost), floor) ?? []);
  return remarks.length === 0 ? null : `Margin ${remarks.join('; ')}`;
}
