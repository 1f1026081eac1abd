import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { customerGroupsRoute, customerNotesRoute } from '#contract/customer-care.ts';
import { customerStatisticsRoute, customerTotalsRoute } from '#contract/customer-orders.ts';
import type { updateUserRoute } from '#contract/customer-changes.ts';
import { type DirectoryEntry, usersRoute } from '#contract/customers.ts';
import { ordersRoute, type WireOrder } from '#contract/orders.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { customerEmail } from '#domain/customer-search.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { CUSTOMER_LIST, queryKeys } from '#web/api/queries/query-keys.ts';
import { customerQuery } from '#web/entities/customer/customer-query.ts';

const CUSTOMERS_PER_PAGE = 50;
const ORDERS_PER_PAGE = 10;

export interface CustomersQuery {
  readonly search: string;
  readonly page: number;
  readonly group: string | null;
  readonly flagged: boolean;
}

export type CustomersPage = ReplyOf<typeof usersRoute>;

/** A page of the list. The former page stays while the next one is fetched. @param enabled false to ask for none */
export function useCustomersPage({ search, page, group, flagged }: CustomersQuery, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...CUSTOMER_LIST, { search, page, group, flagged }],
    queryFn: ({ signal }) =>
      call(usersRoute, {
        query: {
          role: 'customer',
          search,
          page,
          per_page: CUSTOMERS_PER_PAGE,
          ...(group !== null && { group }),
          ...(flagged && { flagged: 'true' }),
        },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export type Totals = ReplyOf<typeof customerTotalsRoute>['data'][number];

export interface ListTotals {
  readonly known: ReadonlyMap<number, Totals>;
  /** Nothing is known, and fetching it failed. */
  readonly failed: boolean;
}

const NO_TOTALS: ReadonlyMap<number, Totals> = new Map();

/** The orders and spending of the customers of a page, fetched only while a column shows them. */
export function useTotals(customers: readonly DirectoryEntry[], enabled: boolean) {
  const ids = customers.map(({ id }) => id).join(',');
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...queryKeys.customerOrders, 'totals', ids],
    queryFn: ({ signal }) => call(customerTotalsRoute, { query: { ids }, signal }),
    placeholderData: keepPreviousData,
    enabled: enabled && ids !== '',
  });
  const failed = enabled && error !== null && !data;
  const totals = useMemo((): ListTotals => {
    const known = data ? new Map(data.data.map((one) => [one.id, one])) : NO_TOTALS;
    return { known, failed };
  }, [data, failed]);
  return { totals, busy: isFetching, refetch };
}

export function useCustomer(id: number) {
  return useQuery({ ...customerQuery(id), select: ({ data }) => data });
}

/** Fetches a customer anew, for a form that is being opened. */
export async function fetchCustomer(id: number) {
  const { data } = await queryClient.query({ ...customerQuery(id), staleTime: 0 });
  return data;
}

/**
 * Puts a customer that this window changed into every list and the details, in the same frame.
 * @param sent changed parts that the answer does not contain
 */
export function showChanged(
  customer: DirectoryEntry,
  sent: Pick<BodyOf<typeof updateUserRoute>, 'billing' | 'shipping' | 'preferences'> = {},
): void {
  const { role: _role, roles: _roles, ...entry } = customer;
  queryClient.setQueryData(customerQuery(customer.id).queryKey, (known) => {
    if (!known) return known;
    const { billing, shipping, preferences, version, flag, groups } = known.data;
    const data = {
      ...known.data,
      version,
      flag,
      groups,
      ...entry,
      email: customerEmail(customer),
      billing: { ...billing, ...sent.billing, phone: customer.phone },
      shipping: { ...shipping, ...sent.shipping },
      preferences: { ...preferences, ...sent.preferences },
    };
    return { ...known, data };
  });
  queryClient.setQueriesData<CustomersPage>(
    { queryKey: CUSTOMER_LIST },
    (page) => page && { ...page, data: page.data.map((one) => (one.id === customer.id ? customer : one)) },
  );
}

/** Removes a customer from every list. */
export function dropCustomer(id: number): void {
  queryClient.setQueriesData<CustomersPage>({ queryKey: CUSTOMER_LIST }, (page) => {
    if (!page?.data.some((one) => one.id === id)) return page;
    return {
      ...page,
      data: page.data.filter((one) => one.id !== id),
      meta: { ...page.meta, total: page.meta.total - 1 },
    };
  });
}

export function useGroups() {
  return useQuery({
    queryKey: [...queryKeys.customers, 'groups'],
    queryFn: ({ signal }) => call(customerGroupsRoute, { signal }),
    select: ({ data }) => data,
  });
}

export function useNotes(id: number) {
  return useQuery({
    queryKey: [...queryKeys.customers, 'notes', id],
    queryFn: ({ signal }) => call(customerNotesRoute, { params: { id }, signal }),
    select: ({ data }) => data,
  });
}

export function useStatistics(id: number) {
  return useQuery({
    queryKey: [...queryKeys.customerOrders, 'statistics', id],
    queryFn: ({ signal }) => call(customerStatisticsRoute, { params: { id }, signal }),
    select: ({ data }) => data,
  });
}

/** Lists every order once, even if it moved to a later page between two fetches. */
function merged(pages: readonly ReplyOf<typeof ordersRoute>[]): WireOrder[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((order) => [order.id, order])).values()];
}

/** Orders of a customer, newest first, page after page. */
export function useCustomerOrders(id: number) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.customerOrders, 'orders', id],
    queryFn: ({ pageParam, signal }) =>
      call(ordersRoute, {
        query: { customer: String(id), page: pageParam, per_page: ORDERS_PER_PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
    select: ({ pages }) => ({ orders: merged(pages), total: pages[0]?.meta.total ?? 0 }),
  });
}
