import type { ListedOrder, WireOrder } from '#contract/orders.ts';
import type { PageMeta } from '#contract/wire.ts';
import type { Database } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import {
  countOrders,
  type Form,
  isNear,
  LISTED,
  selectNearPage,
  selectOrder,
  selectOrderPage,
  selectOrdersOf,
  selectPlace,
  selectTill,
  selectTimeline,
  type TimelineRow,
  WHOLE,
} from './list-queries.ts';
import { selectNotes } from '../change/notes.ts';
import { filterOf, type FilterQuery, type OrderFilter } from './order-filter.ts';
import { toWireOrder } from '../order-row.ts';
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

interface Found<Page> {
  readonly page: Page;
  readonly total: number;
  readonly isLowerBound: boolean;
}

/** Counting stops here, because its cost grows with the count. The total is then a lower bound ("at least"). Rule: orders/total-at-any-size. */
const COUNTED_UP_TO = 5000;

type Lister = <Page>(db: Database, form: Form<Page>, filter: OrderFilter, wanted: PageWanted) => Promise<Found<Page>>;

const none = <Page>({ read }: Form<Page>): Page => read('[]');

/** Tallies give the total and the day on which the page begins, so the orders of earlier days are skipped. */
const listByTallies: Lister = async (db, form, filter, wanted) => {
  if (isNear(wanted)) return { ...(await selectNearPage(db, form, filter, wanted)), isLowerBound: false };
  const { offset, limit, order } = wanted;
  const { total, day, before } = await selectPlace(db, filter, { order, offset });
  if (day === null) return { page: none(form), total, isLowerBound: false };
  const narrowed = order === 'desc' ? { ...filter, to: day } : { ...filter, from: day };
  const page = await selectOrderPage(db, form, narrowed, { order, offset: offset - before, limit });
  return { page, total, isLowerBound: false };
};

const listByIndex: Lister = async (db, form, filter, wanted) => {
  const upTo = Math.max(COUNTED_UP_TO, wanted.offset + 2 * wanted.limit);
  const total = await countOrders(db, filter, upTo);
  const page = wanted.offset < total ? await selectOrderPage(db, form, filter, wanted) : none(form);
  return { page, total, isLowerBound: total === upTo };
};

const listFound: Lister = async (db, form, filter, { offset, limit, order }) => {
  const { ids, isLowerBound } = await searchOrders(db, filter, { order, upTo: offset + 2 * limit });
  const page = offset < ids.length ? await selectOrdersOf(db, form, ids, { order, offset, limit }) : none(form);
  return { page, total: ids.length, isLowerBound };
};

async function list<Page>(
  db: Database,
  by: Author,
  query: OrderListQuery,
  form: Form<Page>,
): Promise<{ data: Page; meta: OrderListMeta }> {
  const filter = await filterOf(db, by, query);
  const wanted = { offset: (query.page - 1) * query.per_page, limit: query.per_page, order: query.order };
  const isTallied =
    filter.customerId === null && filter.employeeId === null && filter.quick === null && filter.also.length === 0;
  const find = filter.search !== null ? listFound : isTallied ? listByTallies : listByIndex;
  const { page, total, isLowerBound } = await find(db, form, filter, wanted);
  return {
    data: page,
    meta: {
      total,
      pages: Math.ceil(total / query.per_page),
      page: query.page,
      per_page: query.per_page,
      total_is_lower_bound: isLowerBound,
    },
  };
}

/**
 * A page of orders, newest first unless asked otherwise. The total costs the same at a million orders: it comes from
 * the tallies where they cover the filter, else it is counted up to a bound. Rule: orders/total-at-any-size.
 */
export async function listOrders(db: Database, by: Author, query: OrderListQuery) {
  const { data, meta } = await list(db, by, query, WHOLE);
  return { data: data.map(toWireOrder), meta };
}

/** As `listOrders`, with only what the list on the screen shows of each order. The orders are JSON text. */
export function listOrdersAsText(db: Database, by: Author, query: OrderListQuery) {
  return list(db, by, query, LISTED);
}

/** As `listOrdersAsText`, for whoever looks into them. */
export async function listOrdersForScreen(db: Database, by: Author, query: OrderListQuery) {
  const { data, meta } = await listOrdersAsText(db, by, query);
  return { data: JSON.parse(data) as ListedOrder[], meta };
}

/** These orders as they are now, newest first, without those deleted or of another location. */
export async function listChosen(db: Database, by: Author, ids: readonly number[]): Promise<WireOrder[]> {
  const rows = await selectOrdersOf(db, WHOLE, ids, { order: 'desc', offset: 0, limit: ids.length });
  return rows.filter((row) => isVisible(by, row)).map(toWireOrder);
}

/** A sale at the register is written as one entry and shown as the steps that it is made of. Rule: register/one-command. */
function stepsOf(event: TimelineRow): TimelineRow[] {
  if (event.kind !== 'sold') return [event];
  const { payment_method, points, lines, shortfall, points_redeemed: used, redeemed_cents } = event.details;
  const steps: [kind: string, details: Record<string, unknown>][] = [
    ['created', { status: 'processing' }],
    ['paid', { payment_method }],
    ['completed', { from: 'processing', to: 'completed' }],
    ...(Number(points) > 0 ? [['points_awarded', { points }] satisfies [string, object]] : []),
    ...(Number(used) > 0
      ? [['points_redeemed', { points: used, amount_cents: redeemed_cents }] satisfies [string, object]]
      : []),
    ['stock_deducted', { lines, shortfall }],
  ];
  return steps.map(([kind, details]) => ({ ...event, kind, details }));
}

export async function getOrder(db: Database, by: Author, orderId: number) {
  const row = requireVisible(by, await selectOrder(db, orderId));
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
    timeline: timeline.flatMap(stepsOf).map((event) => ({ ...event, at: event.at.toISOString() })),
    notes,
    refunds: refunds.map(toWireRefund),
  };
}
