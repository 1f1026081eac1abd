import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chosenOrdersRoute, MAX_CHOSEN_ORDERS } from '#contract/order-changes.ts';
import { type ListedOrder, listedOrdersRoute, orderRoute, type OrderStatus, type WireOrder } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUnderWay } from './change/command-of-order.ts';
import { noteKnown } from './list/live-marks.ts';
import { listedOf } from './list/listed-order.ts';
import type { OrdersQuery } from './list/order-filter.ts';
import { forgetOrder, refreshSelected, useOrdersState } from './list/orders-state.ts';

const LIST_KEY = [...queryKeys.orders, 'list'] as const;
const CHOSEN_KEY = [...queryKeys.orders, 'chosen'] as const;

export type OrdersPage = ReplyOf<typeof listedOrdersRoute>;
export type OrderDetail = ReplyOf<typeof orderRoute>['data'];

/** A page of the list. The former page stays while the next one is fetched. */
export function useOrdersPage(query: OrdersQuery, enabled: boolean) {
  return useQuery({
    queryKey: [...LIST_KEY, query],
    queryFn: ({ signal }) => call(listedOrdersRoute, { query, signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export type OrdersResult = ReturnType<typeof useOrdersPage>;

async function fetchChosen(ids: readonly number[], signal: AbortSignal): Promise<ListedOrder[]> {
  const parts: Promise<ListedOrder[]>[] = [];
  for (let start = 0; start < ids.length; start += MAX_CHOSEN_ORDERS) {
    const query = { ids: ids.slice(start, start + MAX_CHOSEN_ORDERS).join(',') };
    parts.push(call(chosenOrdersRoute, { query, signal }).then(({ data }) => data.map(listedOf)));
  }
  return (await Promise.all(parts)).flat();
}

/** Orders by their ids. Deleted orders, and those that this person may not see, are left out. */
export function useChosenOrders(ids: readonly number[], enabled = true) {
  return useQuery({
    queryKey: [...CHOSEN_KEY, ids],
    queryFn: ({ signal }) => fetchChosen(ids, signal),
    staleTime: 0,
    // An older answer for the same orders is never shown again.
    gcTime: 0,
    enabled: enabled && ids.length > 0,
  });
}

/** Keeps the selected orders up to date while they are shown, and removes deleted ones. */
export function useSelectedOrders(enabled: boolean) {
  const selected = useOrdersState((state) => state.selected);
  const ids = useMemo(() => [...selected.keys()].toSorted((a, b) => a - b), [selected]);
  const result = useChosenOrders(ids, enabled);
  const { data, dataUpdatedAt } = result;
  useEffect(() => {
    if (!enabled || !data) return;
    refreshSelected(data);
    const found = new Set(data.map(({ id }) => id));
    for (const id of ids) if (!found.has(id)) forgetOrder(id);
    // An equal answer may follow a change that was shown meanwhile, hence `dataUpdatedAt`.
  }, [enabled, data, dataUpdatedAt, ids]);
  return result;
}

const detailKey = (id: number) => [...queryKeys.orders, 'detail', id] as const;

const detailQuery = (id: number) =>
  queryOptions({ queryKey: detailKey(id), queryFn: ({ signal }) => call(orderRoute, { params: { id }, signal }) });

/** A whole order; the list has only what its columns show. */
export function useOrderDetail(id: number) {
  // The live event of its deletion may come before the answer.
  const isLeaving = useUnderWay('order-void', id);
  return useQuery({ ...detailQuery(id), select: (reply) => reply.data, enabled: !isLeaving });
}

/** A pointer that only crosses the list fetches nothing. */
const LOOKED_AT_MS = 60;
/** An order fetched because somebody hovered over its row is fresh for this long; live events update it too. */
const FRESH_MS = 10_000;
let looking: number | undefined;

/** Fetches the order that the pointer rests on, so that it opens without a wait. */
export function lookAt(id: number | null): void {
  window.clearTimeout(looking);
  if (id === null) return;
  // A failure here is shown when the order is opened.
  const fetch = () => void queryClient.query({ ...detailQuery(id), staleTime: FRESH_MS }).catch(() => undefined);
  looking = window.setTimeout(fetch, LOOKED_AT_MS);
}

function patchLists(change: (order: ListedOrder) => ListedOrder): void {
  queryClient.setQueriesData<OrdersPage>(
    { queryKey: LIST_KEY },
    (page) => page && { ...page, data: page.data.map(change) },
  );
  queryClient.setQueriesData<ListedOrder[]>({ queryKey: CHOSEN_KEY }, (orders) => orders?.map(change));
  refreshSelected([...useOrdersState.getState().selected.values()].map(change));
}

/** Puts an order that this till changed into every list that shows it, in the same frame. */
export function showChanged(order: WireOrder): void {
  noteKnown(order);
  const listed = listedOf(order);
  // A repeated answer may be older than what was fetched since.
  patchLists((one) => (one.id === order.id && one.date_modified <= order.date_modified ? listed : one));
  queryClient.setQueryData(detailQuery(order.id).queryKey, (reply) =>
    reply && reply.data.date_modified <= order.date_modified ? { ...reply, data: { ...reply.data, ...order } } : reply,
  );
}

/** Shows the new statuses of orders that this till changed together. */
export function showStatuses(statuses: ReadonlyMap<number, OrderStatus>): void {
  patchLists((one) => {
    const status = statuses.get(one.id);
    return status === undefined || status === one.status ? one : { ...one, status };
  });
}

/** Removes an order that this till deleted from every list. */
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

/** Fetches the details of an order again. */
export function refreshDetail(id: number): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: detailKey(id) });
}
