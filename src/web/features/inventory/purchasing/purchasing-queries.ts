import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type PurchaseOrder, purchaseOrderRoute, purchaseOrdersRoute } from '#contract/purchasing.ts';
import type { ReplyOf } from '#contract/route.ts';
import { suppliersRoute } from '#contract/suppliers.ts';
import { call } from '#web/api/call/call.ts';
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
