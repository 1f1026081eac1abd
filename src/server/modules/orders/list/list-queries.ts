import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { conditions, type OrderFilter } from './order-filter.ts';
import type { OrderRow } from '../order-row.ts';

/** Everything of the order `o` as one JSON object; the shape is `OrderRow`. */
const wholeOrder: RawBuilder<OrderRow> = sql<OrderRow>`
  to_jsonb(o) - 'voided_by' || jsonb_build_object(
    'location_name', (SELECT l.name FROM locations l WHERE l.id = o.location_id),
    'employee_name', coalesce((SELECT coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) FROM users u WHERE u.id = o.employee_id), ''),
    'customer_name', coalesce((SELECT coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) FROM users u WHERE u.id = o.customer_id), 'Guest Customer'),
    'lines', (SELECT coalesce(jsonb_agg(to_jsonb(l) || jsonb_build_object('changes',
                (SELECT coalesce(jsonb_agg(to_jsonb(c) ORDER BY c.position), '[]') FROM order_line_price_changes c WHERE c.order_line_id = l.id))
                ORDER BY l.position), '[]') FROM order_lines l WHERE l.order_id = o.id),
    'taxes', (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.position), '[]') FROM order_taxes t WHERE t.order_id = o.id),
    'tenders', (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.position), '[]') FROM tenders_taken t WHERE t.order_id = o.id))`;

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

export interface DayTally {
  day: string;
  orders: number;
}

/** Orders per day from the tallies, first day of the list first. Tallies cover location, status and day only. */
export async function selectTallies(db: Database, filter: OrderFilter, order: 'asc' | 'desc'): Promise<DayTally[]> {
  const { rows } = await sql<DayTally>`
    SELECT t.local_day::text AS day, sum(t.orders)::bigint AS orders FROM order_tallies t
     WHERE (${filter.locationId}::int IS NULL OR t.location_id = ${filter.locationId})
       AND (${filter.status}::text IS NULL OR t.status = ${filter.status})
       AND (${filter.from}::date IS NULL OR t.local_day >= ${filter.from}::date)
       AND (${filter.to}::date IS NULL OR t.local_day <= ${filter.to}::date)
     GROUP BY t.local_day HAVING sum(t.orders) <> 0
     ORDER BY t.local_day ${sql.raw(order)}`.execute(db);
  return rows;
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

async function selectWhere(
  db: Database,
  where: RawBuilder<unknown>,
  { order, offset, limit }: PageWanted,
): Promise<OrderRow[]> {
  const way = sql.raw(order);
  const { rows } = await sql<{ row: OrderRow }>`
    SELECT ${wholeOrder} AS row
      FROM (SELECT o.* FROM orders o WHERE ${where}
             ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${limit} OFFSET ${offset}) o
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}`.execute(db);
  return rows.map(({ row }) => row);
}

/** One page, ordered by day, instant and id, so that it can begin at a day without reading the days before. */
export function selectOrderPage(db: Database, filter: OrderFilter, page: PageWanted): Promise<OrderRow[]> {
  return selectWhere(db, conditions(filter), page);
}

/** A page of these orders. */
export function selectOrdersOf(db: Database, ids: readonly number[], page: PageWanted): Promise<OrderRow[]> {
  return selectWhere(db, sql`o.voided_at IS NULL AND o.id = ANY(${[...ids]}::bigint[])`, page);
}
