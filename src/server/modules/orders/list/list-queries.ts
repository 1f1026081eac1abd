import { type RawBuilder, sql } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { conditions, type OrderFilter } from './order-filter.ts';
import type { OrderRow } from '../order-row.ts';

const nameOf = (who: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  (SELECT coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) FROM users u WHERE u.id = ${who})`;

/**
 * Everything of the order `o` as one JSON object; the shape is `OrderRow`. It is made as text: `jsonb` takes twice as long,
 * and nobody looks into it before it is sent.
 */
const wholeOrder: RawBuilder<OrderRow> = sql<OrderRow>`(SELECT row_to_json(whole) FROM (SELECT o.*,
  (SELECT l.name FROM locations l WHERE l.id = o.location_id) AS location_name,
  coalesce(${nameOf(sql`o.employee_id`)}, '') AS employee_name,
  coalesce(${nameOf(sql`o.customer_id`)}, 'Guest Customer') AS customer_name,
  coalesce((SELECT json_agg(row_to_json(l) ORDER BY l.position) FROM (SELECT l.*,
      coalesce((SELECT json_agg(row_to_json(c) ORDER BY c.position) FROM order_line_price_changes c WHERE c.order_line_id = l.id), '[]') AS changes
    FROM order_lines l WHERE l.order_id = o.id) l), '[]') AS lines,
  coalesce((SELECT json_agg(row_to_json(t) ORDER BY t.position) FROM order_taxes t WHERE t.order_id = o.id), '[]') AS taxes,
  coalesce((SELECT json_agg(row_to_json(t) ORDER BY t.position) FROM tenders_taken t WHERE t.order_id = o.id), '[]') AS tenders) whole)`;

/** An order as a list shows it. */
export interface ListedRow {
  id: number;
  number: string;
  status: OrderStatus;
  currency: string;
  total_cents: number;
  refunded_cents: number;
  points_redeemed: number;
  points_returned: number;
  created_at: Date;
  updated_at: Date;
  created_via: string;
  customer_id: number | null;
  buyer: string;
  location_id: number;
  payment_method_title: string;
  has_shortfall: boolean;
  price_overridden: boolean;
  source: string;
  shipping_cents: number;
  lines: number;
}

/** A form that orders are read in: the columns selected of `o`, and the row that is made of them. */
export interface Form<Row> {
  readonly columns: RawBuilder<unknown>;
  readonly read: (selected: unknown) => Row;
}

export const WHOLE: Form<OrderRow> = {
  columns: sql`${wholeOrder} AS row`,
  read: (selected) => (selected as { row: OrderRow }).row,
};

export const LISTED: Form<ListedRow> = {
  columns: sql`o.id, o.number, o.status, o.currency, o.total_cents, o.refunded_cents, o.points_redeemed, o.points_returned,
    o.created_at, o.updated_at, o.created_via,
    o.customer_id, coalesce(${nameOf(sql`o.customer_id`)}, 'Guest Customer') AS buyer, o.location_id, o.payment_method_title,
    o.has_shortfall, o.price_overridden, o.source, o.shipping_cents,
    (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS lines`,
  read: (selected) => selected as ListedRow,
};

/** One order that is not voided, or null. */
export async function selectOrder(db: Database | Tx, orderId: number): Promise<OrderRow | null> {
  const { rows } = await sql<{ row: OrderRow }>`
    SELECT ${wholeOrder} AS row FROM orders o WHERE o.id = ${orderId} AND o.voided_at IS NULL`.execute(db);
  return rows[0]?.row ?? null;
}

/** The till of an order; its name is null until a manager gives one. */
export async function selectTill(db: Database, id: string): Promise<{ id: string; name: string | null } | null> {
  return (await db.selectFrom('tills').select(['id', 'name']).where('id', '=', id).executeTakeFirst()) ?? null;
}

export interface TimelineRow {
  kind: string;
  at: Date;
  by: string | null;
  details: Record<string, unknown>;
}

export async function selectTimeline(db: Database, orderId: number): Promise<TimelineRow[]> {
  const { rows } = await sql<TimelineRow>`
    SELECT e.kind, e.created_at AS at, coalesce(nullif(u.display_name, ''), u.username) AS by, e.details
      FROM order_events e LEFT JOIN users u ON u.id = e.actor_id
     WHERE e.order_id = ${orderId} ORDER BY e.id`.execute(db);
  return rows;
}

/** The beginning of a page of the list. */
export interface Place {
  readonly total: number;
  /** Day of the page's first order, and how many orders the list has before that day; null when the list ends before. */
  readonly day: string | null;
  readonly before: number;
}

/** The place of the first page. It begins on the first day with an order, so no day needs to be counted by itself. */
function firstPlace(counted: RawBuilder<unknown>, order: 'asc' | 'desc'): RawBuilder<Place> {
  const first = sql.raw(order === 'asc' ? 'min' : 'max');
  return sql<Place>`
    SELECT coalesce(sum(t.orders)::bigint, 0) AS total, (${first}(t.local_day) FILTER (WHERE t.orders > 0))::text AS day,
           0::bigint AS before
      FROM order_tallies t WHERE ${counted}`;
}

function laterPlace(counted: RawBuilder<unknown>, order: 'asc' | 'desc', offset: number): RawBuilder<Place> {
  return sql<Place>`
    WITH days AS MATERIALIZED (
      SELECT t.local_day, sum(t.orders)::bigint AS orders FROM order_tallies t WHERE ${counted}
       GROUP BY t.local_day HAVING sum(t.orders) <> 0
    ), first AS (
      SELECT local_day, passed - orders AS before
        FROM (SELECT local_day, orders, sum(orders) OVER (ORDER BY local_day ${sql.raw(order)})::bigint AS passed FROM days) d
       WHERE passed > ${offset} ORDER BY local_day ${sql.raw(order)} LIMIT 1
    )
    SELECT coalesce((SELECT sum(orders)::bigint FROM days), 0) AS total, (SELECT local_day::text FROM first) AS day,
           coalesce((SELECT before FROM first), 0) AS before`;
}

/** The place of a page from the tallies, which cover location, status and day only. */
export async function selectPlace(
  db: Database,
  filter: OrderFilter,
  { order, offset }: Omit<PageWanted, 'limit'>,
): Promise<Place> {
  const counted = sql`
    (${filter.locationId}::int IS NULL OR t.location_id = ${filter.locationId})
      AND (${filter.status}::text IS NULL OR t.status = ${filter.status})
      AND (${filter.from}::date IS NULL OR t.local_day >= ${filter.from}::date)
      AND (${filter.to}::date IS NULL OR t.local_day <= ${filter.to}::date)`;
  const { rows } = await (offset === 0 ? firstPlace(counted, order) : laterPlace(counted, order, offset)).execute(db);
  const [place] = rows;
  if (!place) throw new Error('the tallies gave no answer');
  return place;
}

/** The number of orders, counted up to a bound. */
export async function countOrders(db: Database, filter: OrderFilter, upTo: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM (SELECT 1 FROM orders o WHERE ${conditions(filter)} LIMIT ${upTo}) counted`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

interface PageWanted {
  readonly order: 'asc' | 'desc';
  readonly offset: number;
  readonly limit: number;
}

async function selectWhere<Row>(
  db: Database,
  { columns, read }: Form<Row>,
  where: RawBuilder<unknown>,
  { order, offset, limit }: PageWanted,
): Promise<Row[]> {
  const way = sql.raw(order);
  const { rows } = await sql`
    SELECT ${columns}
      FROM (SELECT o.* FROM orders o WHERE ${where}
             ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${limit} OFFSET ${offset}) o
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}`.execute(db);
  return rows.map(read);
}

/** One page, ordered by day, instant and id, so that it can begin at a day without reading the days before. */
export function selectOrderPage<Row>(db: Database, form: Form<Row>, filter: OrderFilter, page: PageWanted) {
  return selectWhere(db, form, conditions(filter), page);
}

/** A page of these orders. */
export function selectOrdersOf<Row>(db: Database, form: Form<Row>, ids: readonly number[], page: PageWanted) {
  return selectWhere(db, form, sql`o.voided_at IS NULL AND o.id = ANY(${[...ids]}::bigint[])`, page);
}
