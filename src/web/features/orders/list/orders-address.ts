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
  /** The sales of the orders that the filters leave, in place of their list. */
  summing: boolean;
  /** Orders whose details are open, in the order in which they were opened, and the tab of each. */
  open: OpenOrders;
}

const openOrders = openRecords('order', ORDER_TABS);

const location: Param<OrdersAddress['location']> = {
  name: 'location',
  fallback: 'own',
  read: (text) => (text === 'all' ? 'all' : (wholeOf(text) ?? undefined)),
  write: String,
};

/** The address of the orders: which are listed, and which are open. */
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

/** The filter of the address. Another location than the own is for those who may work at any. */
export function useOrderFilter(): OrderFilter {
  const { status, from, to, quick, location: place } = ordersAddress.use();
  const { location_id: own } = useUser();
  const chosen = useMay('switch-location') ? place : 'own';
  const locationId = chosen === 'all' ? null : chosen === 'own' ? own : chosen;
  return useMemo(() => ({ status, from, to, quick, locationId }), [status, from, to, quick, locationId]);
}

/** Opens or closes the details of an order. Back closes what was opened last. */
export function expand(id: number, on: boolean): void {
  ordersAddress.change({ open: openOrders.opened(ordersAddress.get().open, id, on) }, on ? 'push' : 'replace');
}

export function showTab(id: number, tab: OrderTab): void {
  ordersAddress.change({ open: new Map([...ordersAddress.get().open, [id, tab]]) });
}

/** A page that somebody chose; what was open on the one before is closed. */
export function goToPage(page: number): void {
  ordersAddress.change({ page, open: openOrders.fallback });
}

/** Narrows or widens the list; it starts at its first page again, with nothing open. */
export function changeAddress(change: Partial<OrdersAddress>): void {
  ordersAddress.change({ ...change, page: 1, open: openOrders.fallback });
}
