import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  createPurchaseOrderRoute,
  deletePurchaseOrderRoute,
  type PurchaseOrder,
  purchaseOrderRoute,
  purchaseOrdersRoute,
  receivePurchaseOrderRoute,
  updatePurchaseOrderRoute,
} from '#contract/purchasing.ts';
import type { BodySent, ReplyOf } from '#contract/route.ts';
import { suppliersRoute } from '#contract/suppliers.ts';
import { call } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import type { PoQuery } from './order-filter.ts';
import { usePurchasing } from './purchasing-state.ts';

const LIST_KEY = [...queryKeys.purchasing, 'list'] as const;
const SUPPLIERS_KEY = [...queryKeys.purchasing, 'suppliers'] as const;
const orderKey = (id: number) => [...queryKeys.purchasing, 'order', id] as const;

/** A page of the list. While the next one is on its way, the one before stays. */
export function usePoPage(query: PoQuery) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call(purchaseOrdersRoute, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function usePurchaseOrder(id: number) {
  const isLeaving = usePurchasing((state) => state.leavingId === id);
  return useQuery({
    queryKey: orderKey(id),
    queryFn: ({ signal }) => call(purchaseOrderRoute, { params: { id }, signal }),
    select: (reply) => reply.data,
    // Somebody else may be receiving it at this moment.
    staleTime: 0,
    enabled: !isLeaving,
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

/** Shows an order that was just written, and fetches again what else shows it. */
function written(reply: ReplyOf<typeof purchaseOrderRoute>): PurchaseOrder {
  queryClient.setQueryData(orderKey(reply.data.id), reply);
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
  return reply.data;
}

/** @throws CallError */
export async function createOrder(
  body: BodySent<typeof createPurchaseOrderRoute>,
  idempotencyKey: string,
): Promise<PurchaseOrder> {
  return written(await call(createPurchaseOrderRoute, { body, idempotencyKey }));
}

/** @throws CallError `po_changed`, `status_conflict` */
export async function updateOrder(id: number, body: BodySent<typeof updatePurchaseOrderRoute>): Promise<PurchaseOrder> {
  return written(await call(updatePurchaseOrderRoute, { params: { id }, body }));
}

/** @throws CallError `receipt_changed`, `receipt_exceeds_order`, `status_conflict` */
export async function receiveOrder(
  id: number,
  body: BodySent<typeof receivePurchaseOrderRoute>,
  idempotencyKey: string,
): Promise<PurchaseOrder> {
  const order = written(await call(receivePurchaseOrderRoute, { params: { id }, body, idempotencyKey }));
  for (const queryKey of [queryKeys.inventory, queryKeys.history]) void queryClient.invalidateQueries({ queryKey });
  return order;
}

/** @throws CallError `status_conflict` */
export async function deleteOrder(id: number, reason: string): Promise<void> {
  // The news of it may come before the answer does.
  usePurchasing.setState({ leavingId: id });
  try {
    await call(deletePurchaseOrderRoute, { params: { id }, body: { reason } });
  } catch (error) {
    usePurchasing.setState({ leavingId: null });
    throw error;
  }
  void queryClient.invalidateQueries({ queryKey: LIST_KEY });
}

export function suppliersChanged(): void {
  void queryClient.invalidateQueries({ queryKey: SUPPLIERS_KEY });
}
