import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { orderRoute, ordersRoute, type WireOrder } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call.ts';
import { queryClient } from '#web/api/query-client.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { expectOwn, noteKnown } from './live-marks.ts';
import type { OrdersQuery } from './order-filter.ts';
import { forgetOrder, refreshSelected, useOrdersState } from './orders-state.ts';

const LIST_KEY = [...queryKeys.orders, 'list'] as const;

export type OrdersPage = ReplyOf<typeof ordersRoute>;
export type OrderDetail = ReplyOf<typeof orderRoute>['data'];

/** A page of the list. While the next one is on its way, the one before stays. */
export function useOrdersPage(query: OrdersQuery, enabled: boolean) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call(ordersRoute, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export type OrdersResult = ReturnType<typeof useOrdersPage>;

const detailKey = (id: number) => [...queryKeys.orders, 'detail', id] as const;

/** What the list does not bring: timeline, notes, refunds. */
export function useOrderDetail(id: number) {
  const isLeaving = useOrdersState((state) => state.leaving.has(id));
  return useQuery({
    queryKey: detailKey(id),
    queryFn: ({ signal }) => call(orderRoute, { params: { id }, signal }),
    select: (reply) => reply.data,
    enabled: !isLeaving,
  });
}

/**
 * Puts an order that this till changed itself into every list that shows it, in the same frame.
 * @param isFinal false while the server has not said yet how it came out
 */
export function showChanged(order: WireOrder, isFinal = true): void {
  if (!isFinal) expectOwn(order.id);
  noteKnown(order);
  refreshSelected([order]);
  queryClient.setQueriesData<OrdersPage>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, data: page.data.map((one) => (one.id === order.id ? order : one)) },
  );
}

/** Takes an order that this till deleted out of every list. */
export function dropOrder(id: number): void {
  forgetOrder(id);
  queryClient.setQueriesData<OrdersPage>({ queryKey: LIST_KEY }, (page) => {
    if (!page?.data.some((one) => one.id === id)) return page;
    return {
      ...page,
      data: page.data.filter((one) => one.id !== id),
      meta: { ...page.meta, total: page.meta.total - 1 },
    };
  });
}

/** Fetches again what the detail of an order brings. */
export function refreshDetail(id: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: detailKey(id) });
}
