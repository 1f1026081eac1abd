import type { WireOrder } from '#contract/orders.ts';
import type { PageMeta } from '#contract/wire.ts';
import type { Database } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import {
  countOrders,
  selectOrder,
  selectOrderPage,
  selectOrdersOf,
  selectTallies,
  selectTill,
  selectTimeline,
} from './list-queries.ts';
import { selectNotes } from '../change/notes.ts';
import { filterOf, type FilterQuery, type OrderFilter } from './order-filter.ts';
import { type OrderRow, toWireOrder } from '../order-row.ts';
import { selectRefunds, toWireRefund } from '../refund/refund-queries.ts';
import { searchOrders } from './search-queries.ts';
import { isVisible, requireVisible } from '../visible.ts';

export interface OrderListQuery extends FilterQuery {
  page: number;
  per_page: number;
  order: 'asc' | 'desc';
}

type OrderListMeta = PageMeta & { total_is_lower_bound: boolean };

interface PageWanted {
  readonly offset: number;
  readonly limit: number;
  readonly order: 'asc' | 'desc';
}

interface Listed {
  readonly rows: readonly OrderRow[];
  readonly total: number;
  readonly isLowerBound: boolean;
}

/** Counting stops here, because its cost grows with the count. The total is then a lower bound ("at least"). */
const COUNTED_UP_TO = 5000;

/** Tallies give the total and the day on which the page begins, so the orders of earlier days are skipped. */
async function listByTallies(db: Database, filter: OrderFilter, { offset, limit, order }: PageWanted): Promise<Listed> {
  const days = await selectTallies(db, filter, order);
  const total = days.reduce((count, { orders }) => count + orders, 0);
  let passed = 0;
  const first = days.find(({ orders }) => (passed += orders) > offset);
  if (!first) return { rows: [], total, isLowerBound: false };
  const narrowed = order === 'desc' ? { ...filter, to: first.day } : { ...filter, from: first.day };
  const start = offset - (passed - first.orders);
  return { rows: await selectOrderPage(db, narrowed, { order, offset: start, limit }), total, isLowerBound: false };
}

async function listByIndex(db: Database, filter: OrderFilter, page: PageWanted): Promise<Listed> {
  const upTo = Math.max(COUNTED_UP_TO, page.offset + 2 * page.limit);
  const total = await countOrders(db, filter, upTo);
  const rows = page.offset < total ? await selectOrderPage(db, filter, page) : [];
  return { rows, total, isLowerBound: total === upTo };
}

async function listFound(db: Database, filter: OrderFilter, { offset, limit, order }: PageWanted): Promise<Listed> {
  const { ids, isLowerBound } = await searchOrders(db, filter, { order, upTo: offset + 2 * limit });
  const rows = offset < ids.length ? await selectOrdersOf(db, ids, { order, offset, limit }) : [];
  return { rows, total: ids.length, isLowerBound };
}

/**
 * A page of orders, newest first unless asked otherwise. The total costs the same at a million orders: it comes from
 * the tallies where they cover the filter, else it is counted up to a bound. Rule: orders/total-at-any-size.
 */
export async function listOrders(
  db: Database,
  staff: Staff,
  query: OrderListQuery,
): Promise<{ data: WireOrder[]; meta: OrderListMeta }> {
  const filter = await filterOf(db, staff, query);
  const page = { offset: (query.page - 1) * query.per_page, limit: query.per_page, order: query.order };
  const isTallied = filter.customerId === null && filter.employeeId === null && filter.quick === null;
  const list = filter.search !== null ? listFound : isTallied ? listByTallies : listByIndex;
  const { rows, total, isLowerBound } = await list(db, filter, page);
  return {
    data: rows.map(toWireOrder),
    meta: {
      total,
      pages: Math.ceil(total / query.per_page),
      page: query.page,
      per_page: query.per_page,
      total_is_lower_bound: isLowerBound,
    },
  };
}

/** These orders as they are now, newest first, without those deleted or of another location. */
export async function listChosen(db: Database, staff: Staff, ids: readonly number[]): Promise<WireOrder[]> {
  const rows = await selectOrdersOf(db, ids, { order: 'desc', offset: 0, limit: ids.length });
  return rows.filter((row) => isVisible(staff, row)).map(toWireOrder);
}

export async function getOrder(db: Database, staff: Staff, orderId: number) {
  const row = requireVisible(staff, await selectOrder(db, orderId));
  const [till, timeline, refunds, notes] = await Promise.all([
    row.till_id ? selectTill(db, row.till_id) : null,
    selectTimeline(db, orderId),
    selectRefunds(db, orderId),
    selectNotes(db, orderId),
  ]);
  return {
    ...toWireOrder(row),
    till,
    date_sold: row.sold_at ? new Date(row.sold_at).toISOString() : null,
    timeline: timeline.map((event) => ({ ...event, at: event.at.toISOString() })),
    notes,
    refunds: refunds.map(toWireRefund),
  };
}
