import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lastCostsRoute, type PurchaseOrder, purchaseOrderRoute, purchaseOrdersRoute } from '#contract/purchasing.ts';
import type { ReplyOf } from '#contract/route.ts';
import { suppliersRoute } from '#contract/suppliers.ts';
import { call } from '#web/api/call/call.ts';
import { stockKey } from '#domain/stock.ts';
import { useMay } from '#web/api/session/session.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { forgetDraft } from './editor/kept-drafts.ts';
import type { PurchaseOrdersQuery } from './list/purchase-order-filter.ts';

const LIST_KEY = [...queryKeys.purchasing, 'list'] as const;
const SUPPLIERS_KEY = [...queryKeys.purchasing, 'suppliers'] as const;
const orderKey = (id: number) => [...queryKeys.purchasing, 'order', id] as const;

/** A page of the list. The former page stays while the next one is fetched. */
export function usePurchaseOrdersPage(query: PurchaseOrdersQuery) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call(purchaseOrdersRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** @param enabled false while the order is being deleted, because the live event may arrive before the answer */
export function usePurchaseOrder(id: number, enabled = true) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call(purchaseOrderRoute, { params: { id }, signal }),
    select: (reply) => reply.data,
    // Somebody else may be receiving the order right now.
    staleTime: 0,
    enabled,
  });
}

/** All suppliers by name. A shop has few. */
export function useSuppliers() {
  return useQuery({
    queryKey: SUPPLIERS_KEY,
    queryFn: ({ signal }) => call(suppliersRoute, { query: { status: 'all' }, signal }),
    select: (reply) => reply.data,
  });
}

const LAST_COSTS = [...queryKeys.purchasing, 'last-costs'] as const;

/** The last cost of each item by its `stockKey`: "9.50". Only for those who may see costs. */
export function useLastCosts() {
  const enabled = useMay('see-costs');
  return useQuery({
    queryKey: LAST_COSTS,
    queryFn: ({ signal }) => call(lastCostsRoute, { signal }),
    select: lastCostsOf,
    enabled,
  });
}

function lastCostsOf({ data }: ReplyOf<typeof lastCostsRoute>): ReadonlyMap<string, string> {
  return new Map(
    data.map((item) => [stockKey({ productId: item.product_id, variationId: item.variation_id }), item.unit_cost]),
  );
}

/**
 * Fetches the order from the server, past the cache.
 * @throws CallError
 */
export async function fetchOrder(id: number): Promise<PurchaseOrder> {
  const reply = await call(purchaseOrderRoute, { params: { id } });
  queryClient.setQueryData(orderKey(id), reply);
  return reply.data;
}

/**
 * Shows the order of a reply, unless the reply is a repeated one and so may be out of date, and fetches again
 * everything else that shows it.
 */
export function written(reply: ReplyOf<typeof purchaseOrderRoute>, first = true): PurchaseOrder {
  if (first) queryClient.setQueryData(orderKey(reply.data.id), reply);
  void queryClient.invalidateQueries({ queryKey: first ? LIST_KEY : queryKeys.purchasing });
  return reply.data;
}

/** Removes a deleted order from the cache, so that it is not fetched again. */
export function orderGone(id: number): void {
  forgetDraft(id);
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

/** Call after an answer that contains no order. */
export function ordersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.purchasing });
}

export function suppliersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: SUPPLIERS_KEY });
}
