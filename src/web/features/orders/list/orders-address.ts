import { useMemo } from 'react';
import { ORDER_STATUSES, type OrderStatus, QUICK_FILTERS } from '#contract/orders.ts';
import { addressed } from '#web/api/address/address.ts';
import {
  anyOf,
  day,
  flag,
  oneOf,
  openRecords,
  type OpenRecords,
  pageNumber,
  type Param,
  wholeOf,
} from '#web/api/address/params.ts';
import { useMay, useUser } from '#web/api/session/session.ts';
import type { OrderFilter, QuickFilter } from './order-filter.ts';

export const ORDER_TABS = ['items', 'customer', 'shipping', 'payment', 'notes'] as const;
export type OrderTab = (typeof ORDER_TABS)[number];
type OpenOrders = OpenRecords<OrderTab>;

interface OrdersAddress {
  status: OrderStatus | 'any';
  from: string;
  to: string;
  quick: QuickFilter | null;
  location: number | 'own' | 'all';
  page: number;
  /** Shows the sales summary in place of the list. */
  summing: boolean;
  /** Orders whose details are open, in the order of opening, with the open tab of each. */
  open: OpenOrders;
}

const openOrders = openRecords('order', ORDER_TABS);

const location: Param<OrdersAddress['location']> = {
  name: 'location',
  fallback: 'own',
  read: (text) => (text === 'all' ? 'all' : (wholeOf(text) ?? undefined)),
  write: String,
};

/** The address of the orders view: filters, page and open orders. */
export const ordersAddress = addressed<OrdersAddress>('orders', {
  status: oneOf('status', ['any', ...ORDER_STATUSES], 'any'),
  from: day('from'),
  to: day('to'),
  quick: anyOf('quick', QUICK_FILTERS),
  location,
  page: pageNumber('page'),
  summing: flag('summary'),
  open: openOrders,
});

/** The filter of the address. Another location than the own one is only for staff who may work at any. */
export function useOrderFilter(): OrderFilter {
  const { status, from, to, quick, location: place } = ordersAddress.use();
  const { location_id: own } = useUser();
  const chosen = useMay('switch-location') ? place : 'own';
  const locationId = chosen === 'all' ? null : chosen === 'own' ? own : chosen;
  return useMemo(() => ({ status, from, to, quick, locationId }), [status, from, to, quick, locationId]);
}

/** Opens or closes the details of an order. Back closes the one opened last. */
export function expand(id: number, on: boolean): void {
  ordersAddress.change({ open: openOrders.opened(ordersAddress.get().open, id, on) }, on ? 'push' : 'replace');
}

export function showTab(id: number, tab: OrderTab): void {
  ordersAddress.change({ open: new Map([...ordersAddress.get().open, [id, tab]]) });
}

/** Goes to a page; orders that were open on the former one are closed. */
export function goToPage(page: number): void {
  ordersAddress.change({ page, open: openOrders.fallback });
}

/** Changes the filter, goes to the first page and closes open orders. */
export function changeAddress(change: Partial<OrdersAddress>): void {
  ordersAddress.change({ ...change, page: 1, open: openOrders.fallback });
}
