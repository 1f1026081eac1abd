import type { QuerySent } from '#contract/route.ts';
import type { OrderStatus, listedOrdersRoute, QUICK_FILTERS } from '#contract/orders.ts';

export type QuickFilter = (typeof QUICK_FILTERS)[number];
export type OrdersQuery = QuerySent<typeof listedOrdersRoute>;

/** The filter of the controls. Days are days of the shop, inclusive; an empty day is open. */
export interface OrderFilter {
  readonly status: OrderStatus | 'any';
  readonly from: string;
  readonly to: string;
  readonly quick: QuickFilter | null;
  /** Null for all locations, for staff who may work at any. */
  readonly locationId: number | null;
}

/** The days that are listed. Today by its name is today's date, and goes on with midnight. */
export function daysShown({ from, to, quick }: OrderFilter, today: string): Pick<OrderFilter, 'from' | 'to'> {
  return quick === 'today' ? { from: today, to: today } : { from, to };
}

/** The filter of the top bar. */
export interface OrderSearch {
  readonly text: string;
  readonly customer: { readonly id: number; readonly name: string } | null;
}

/** Rule: orders/list. */
const PER_PAGE = 50;

export const NO_FILTER = { status: 'any', from: '', to: '', quick: null } as const;

/** The filter as query parameters of the list, the export and the summary. */
export function filterQuery({ status, from, to, quick, locationId }: OrderFilter, { text, customer }: OrderSearch) {
  const words = text.trim();
  return {
    ...(status === 'any' ? {} : { status }),
    ...(from === '' ? {} : { date_from: from }),
    ...(to === '' ? {} : { date_to: to }),
    ...(quick === null ? {} : { quick }),
    ...(locationId === null ? {} : { location_id: String(locationId) }),
    ...(words === '' ? {} : { search: words.slice(0, 100) }),
    ...(customer === null ? {} : { customer: String(customer.id) }),
  };
}

export function pageQueryOf(filter: OrderFilter, search: OrderSearch, page: number): OrdersQuery {
  return {
    page: String(page),
    per_page: String(PER_PAGE),
    orderby: 'date',
    order: 'desc',
    ...filterQuery(filter, search),
  };
}

/** True if anything but the location filters the list. */
export function isNarrowed({ status, from, to, quick }: OrderFilter, { text, customer }: OrderSearch): boolean {
  return status !== 'any' || from !== '' || to !== '' || quick !== null || text.trim() !== '' || customer !== null;
}
