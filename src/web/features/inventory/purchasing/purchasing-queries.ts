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

/** A page of the list. While the next one is on its way, the one before stays. */
export function usePurchaseOrdersPage(query: PurchaseOrdersQuery) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call(purchaseOrdersRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** @param enabled false while it is being deleted: the news of that may come before the answer */
export function usePurchaseOrder(id: number, enabled = true) {
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call(purchaseOrderRoute, { params: { id }, signal }),
    select: (reply) => reply.data,
    // Somebody else may be receiving it at this moment.
    staleTime: 0,
    enabled,
  });
}

/** All of them, by name: a shop has few. */
export function useSuppliers() {
  return useQuery({
    queryKey: SUPPLIERS_KEY,
    queryFn: ({ signal }) => call(suppliersRoute, { query: { status: 'all' }, signal }),
    select: (reply) => reply.data,
  });
}

/** The order as it is now, past the cache. @throws CallError */
export async function fetchOrder(id: number): Promise<PurchaseOrder> {
  const reply = await call(purchaseOrderRoute, { params: { id } });
  queryClient.setQueryData(orderKey(id), reply);
  return reply.data;
}

/** Shows an order as an answer brings it, unless that is an old one given again, and fetches again what else shows it. */
export function written(reply: ReplyOf<typeof purchaseOrderRoute>, first = true): PurchaseOrder {
  if (first) queryClient.setQueryData(orderKey(reply.data.id), reply);
  void queryClient.invalidateQueries({ queryKey: first ? LIST_KEY : queryKeys.purchasing });
  return reply.data;
}

/** A deleted order is not asked for again. */
export function orderGone(id: number): void {
  forgetDraft(id);
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

/** After an answer that brings no order. */
export function ordersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.purchasing });
}

export function suppliersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: SUPPLIERS_KEY });
}
