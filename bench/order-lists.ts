import { ordersRoute } from '#contract/orders.ts';
import { getJson } from './requests.ts';
import type { Shop } from './shop.ts';

/** A list of orders that a person asks for. */
export interface List {
  readonly what: string;
  /** As `status=refunded&page=100`. */
  readonly query: string;
  /** Of the staff's own location instead of all. */
  readonly own?: boolean;
}

export const PER_PAGE = 50;
const DAY_MS = 86_400_000;
const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'];

/** A month, and a year, of the shop; whole days before its last. */
export interface Periods {
  readonly day: string;
  readonly month: string;
  readonly year: string;
}

export interface OrderLists {
  readonly orders: number;
  readonly periods: Periods;
  readonly pages: readonly List[];
  readonly filters: readonly List[];
  readonly searches: readonly List[];
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** Lists over what the shop has: who sold, who bought, and when. */
export async function orderLists(shop: Shop, token: string): Promise<OrderLists> {
  const first = await getJson(`${shop.origin}${ordersRoute.path}?per_page=${PER_PAGE}`, token);
  const { data, meta } = ordersRoute.reply.parse(first);
  const day = data[0]?.date_created.slice(0, 10) ?? '2026-01-01';
  const employee = data.find(({ employee_id }) => employee_id !== null)?.employee_id ?? 1;
  const customer = data.find(({ customer_id }) => customer_id !== 0)?.customer_id ?? 1;
  const period = (from: number, to: number) => `date_from=${dayBefore(day, from)}&date_to=${dayBefore(day, to)}`;
  const periods = { day: period(100, 100), month: period(130, 100), year: period(366, 1) };
  return {
    orders: meta.total,
    periods,
    pages: [
      { what: 'first page', query: '' },
      { what: 'page 1,000', query: 'page=1000' },
      { what: 'last page', query: `page=${meta.pages}` },
      { what: 'oldest first', query: 'order=asc' },
      { what: 'own location, first page', query: '', own: true },
      { what: 'own location, page 1,000', query: 'page=1000', own: true },
    ],
    filters: [
      ...STATUSES.map((status) => ({ what: status, query: `status=${status}` })),
      { what: 'completed, page 1,000', query: 'status=completed&page=1000' },
      { what: 'refunded, page 100', query: 'status=refunded&page=100' },
      { what: 'a day', query: periods.day },
      { what: 'a month', query: periods.month },
      { what: 'a month, page 500', query: `${periods.month}&page=500` },
      { what: 'an employee', query: `employee=${employee}` },
      { what: 'an employee, page 100', query: `employee=${employee}&page=100` },
      { what: 'an employee, a month', query: `employee=${employee}&${periods.month}` },
      { what: 'an employee, refunded', query: `employee=${employee}&status=refunded` },
      { what: 'an employee, own location', query: `employee=${employee}`, own: true },
      { what: 'a customer', query: `customer=${customer}` },
      { what: 'guests', query: 'customer=0' },
      { what: 'guests, own location', query: 'customer=0', own: true },
      { what: 'today', query: 'quick=today' },
      { what: 'unpaid', query: 'quick=unpaid' },
      { what: 'needs attention', query: 'quick=needs_attention' },
      { what: 'needs attention, own location', query: 'quick=needs_attention', own: true },
    ],
    searches: [
      { what: 'a number', query: `search=${data.at(-1)?.number ?? ''}` },
      { what: 'a customer', query: 'search=avery' },
      { what: 'a customer, two words', query: 'search=avery+lane' },
      { what: 'a few digits', query: 'search=0142' },
      { what: 'two letters', query: 'search=og' },
      { what: 'a color', query: 'search=blue' },
      { what: 'a product', query: 'search=velvet' },
      { what: 'a product, own location', query: 'search=velvet', own: true },
      { what: 'a product, page 4', query: 'search=velvet&page=4' },
      { what: 'a product, refunded', query: 'search=velvet&status=refunded' },
      { what: 'a product, a month', query: `search=velvet&${periods.month}` },
      { what: 'most products', query: 'search=gen' },
      { what: 'no match', query: 'search=zzxqv' },
    ],
  };
}
