import { type RawBuilder, sql } from 'kysely';
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

const money = (cents: RawBuilder<unknown>): RawBuilder<unknown> => sql`(${cents} * 0.01)::text`;
const instant = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The order `o` as a list shows it: `ListedOrder` of the contract. */
const listedOrder = sql`(SELECT row_to_json(listed) FROM (SELECT o.id, o.number, o.status, o.currency,
  ${money(sql`o.total_cents`)} AS total, ${money(sql`o.refunded_cents`)} AS refunded, o.points_redeemed, o.points_returned,
  ${instant(sql`o.created_at`)} AS date_created, ${instant(sql`o.updated_at`)} AS date_modified, o.created_via,
  coalesce(o.customer_id, 0) AS customer_id, o.location_id, o.payment_method_title, o.has_shortfall, o.price_overridden, o.source,
  coalesce(${nameOf(sql`o.customer_id`)}, 'Guest Customer') AS buyer, o.shipping_cents > 0 AS has_postage,
  (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS lines) listed)`;

/** A form that orders are read in: the JSON of the order `o`, and what is made of a page of them. */
export interface Form<Page> {
  readonly order: RawBuilder<unknown>;
  readonly read: (json: string) => Page;
}

export const WHOLE: Form<OrderRow[]> = { order: wholeOrder, read: (json) => JSON.parse(json) as OrderRow[] };

/** Stays JSON text, because nobody looks into it before it is sent. */
export const LISTED: Form<string> = { order: listedOrder, read: (json) => json };

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

/**
 * The place of the first page. No order is of a later day than the last that was tallied, or of an earlier one than the first, so
 * no day needs to be counted by itself.
 */
function firstPlace(counted: RawBuilder<unknown>, order: 'asc' | 'desc'): RawBuilder<Pick<Place, 'total' | 'day'>> {
  const first = sql.raw(order === 'asc' ? 'min' : 'max');
  return sql`
    SELECT coalesce(sum(t.orders)::bigint, 0) AS total, ${first}(t.local_day) AS day FROM order_tallies t WHERE ${counted}`;
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

/** The tallies, which cover location, status and day only, that a filter counts. */
function counted({ locationId, status, from, to }: OrderFilter): RawBuilder<unknown> {
  return sql`
    (${locationId}::int IS NULL OR t.location_id = ${locationId}) AND (${status}::text IS NULL OR t.status = ${status})
      AND (${from}::date IS NULL OR t.local_day >= ${from}::date) AND (${to}::date IS NULL OR t.local_day <= ${to}::date)`;
}

/** The place of a page that is not near, from the tallies. */
export async function selectPlace(
  db: Database,
  filter: OrderFilter,
  { order, offset }: Omit<PageWanted, 'limit'>,
): Promise<Place> {
  const { rows } = await laterPlace(counted(filter), order, offset).execute(db);
  const [place] = rows;
  if (!place) throw new Error('the tallies gave no answer');
  return place;
}

/** True for the first pages of a list: to read past the orders before costs less than to find out on which day the page begins. */
export function isNear({ offset, limit }: Pick<PageWanted, 'offset' | 'limit'>): boolean {
  return offset <= 4 * limit;
}

/** A near page of a list that the tallies cover, and how many orders the list has, in one statement. */
export async function selectNearPage<Page>(
  db: Database,
  form: Form<Page>,
  filter: OrderFilter,
  wanted: PageWanted,
): Promise<{ page: Page; total: number }> {
  const beyond = sql.raw(wanted.order === 'desc' ? '<=' : '>=');
  const where = sql`${conditions(filter)} AND o.local_day ${beyond} (SELECT day FROM place)`;
  const { rows } = await sql<{ total: number; page: string }>`
    WITH place AS MATERIALIZED (${firstPlace(counted(filter), wanted.order)})
    SELECT (SELECT total FROM place) AS total, (${pageOf(form, where, wanted)}) AS page`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a page gave no answer');
  return { page: form.read(row.page), total: row.total };
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

/** The page length of the screen, and where a caller names none. */
const USUAL_LENGTH = 50;

/**
 * SQL: the orders of a page as one JSON text. Near pages of the usual length say which orders in their text: with parameters they
 * would be planned anew each time, which takes as long as reading them. With other lengths, callers could make as many texts as they like, and
 * the server keeps a thousand for good.
 */
function pageOf(
  form: Form<unknown>,
  where: RawBuilder<unknown>,
  { order, offset, limit }: PageWanted,
): RawBuilder<unknown> {
  const way = sql.raw(order);
  const inOrder = sql`ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}`;
  const isPlannedOnce = limit === USUAL_LENGTH && isNear({ offset, limit }) && offset % limit === 0;
  const [most, past] = isPlannedOnce ? [sql.lit(limit), sql.lit(offset)] : [limit, offset];
  return sql`
    SELECT coalesce(json_agg(${form.order} ${inOrder}), '[]')::text AS page
      FROM (SELECT o.* FROM orders o WHERE ${where} ${inOrder} LIMIT ${most} OFFSET ${past}) o`;
}

async function selectWhere<Page>(
  db: Database,
  form: Form<Page>,
  where: RawBuilder<unknown>,
  wanted: PageWanted,
): Promise<Page> {
  const { rows } = await sql<{ page: string }>`${pageOf(form, where, wanted)}`.execute(db);
  return form.read(rows[0]?.page ?? '[]');
}

/** One page, ordered by day, instant and id, so that it can begin at a day without reading the days before. */
export function selectOrderPage<Page>(db: Database, form: Form<Page>, filter: OrderFilter, page: PageWanted) {
  return selectWhere(db, form, conditions(filter), page);
}

/** A page of these orders. */
export function selectOrdersOf<Page>(db: Database, form: Form<Page>, ids: readonly number[], page: PageWanted) {
  return selectWhere(db, form, sql`o.voided_at IS NULL AND o.id = ANY(${[...ids]}::bigint[])`, page);
}
