import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { conditions, type OrderFilter } from './order-filter.ts';
import { everyOrderFound } from './search-queries.ts';

/** An order as a row of the export. Instants are in the time zone of the shop, quantities as the database writes them. */
export interface ExportRow {
  readonly id: number;
  readonly number: string;
  readonly day: string;
  readonly placed_at: string;
  readonly status: string;
  readonly location: string;
  readonly employee: string;
  readonly customer: string;
  readonly email: string;
  readonly phone: string;
  readonly items: string;
  readonly subtotal_cents: number;
  readonly tax_cents: number;
  readonly shipping_cents: number;
  readonly total_cents: number;
  readonly refunded_cents: number;
  readonly payment: string;
  readonly points: number;
  readonly source: string;
  /** Place in the list, to the microsecond. */
  readonly place: string;
}

export interface After {
  readonly day: string;
  readonly place: string;
  readonly id: number;
}

const NAME = (user: string): RawBuilder<unknown> =>
  sql.raw(`coalesce(nullif(${user}.display_name, ''), nullif(${user}.name, ''), ${user}.username)`);

async function select(
  db: Database,
  where: RawBuilder<unknown>,
  way: 'asc' | 'desc',
  limit: number,
): Promise<ExportRow[]> {
  const order = sql.raw(way);
  const { rows } = await sql<ExportRow>`
    SELECT o.id, o.number, o.local_day::text AS day, to_char(o.created_at AT TIME ZONE l.time_zone, 'YYYY-MM-DD HH24:MI:SS') AS placed_at,
           o.status, l.name AS location, coalesce(${NAME('e')}, '') AS employee, coalesce(${NAME('c')}, 'Guest Customer') AS customer,
           coalesce(nullif(o.billing ->> 'email', ''), regexp_replace(c.email, '.*@customers\\.invalid$', '', 'i'), '') AS email,
           coalesce(nullif(o.billing ->> 'phone', ''), c.phone, '') AS phone, trim_scale(o.item_count)::text AS items,
           o.subtotal_cents, o.tax_cents, o.shipping_cents, o.total_cents, o.refunded_cents, o.payment_method_title AS payment,
           o.points_awarded - o.points_refunded AS points, o.source, o.created_at::text AS place
      FROM (SELECT * FROM orders o WHERE ${where} ORDER BY o.local_day ${order}, o.created_at ${order}, o.id ${order} LIMIT ${limit}) o
      JOIN locations l ON l.id = o.location_id
      LEFT JOIN users e ON e.id = o.employee_id LEFT JOIN users c ON c.id = o.customer_id
     ORDER BY o.local_day ${order}, o.created_at ${order}, o.id ${order}`.execute(db);
  return rows;
}

/** The next rows of a filtered list after one of its rows: as quick at its end as at its beginning. */
export function selectNext(
  db: Database,
  filter: OrderFilter,
  { order, after, limit }: { order: 'asc' | 'desc'; after: After | null; limit: number },
): Promise<ExportRow[]> {
  if (after === null) return select(db, conditions(filter), order, limit);
  const beyond = sql.raw(order === 'desc' ? '<' : '>');
  const where = sql`${conditions(filter)} AND (o.local_day, o.created_at, o.id) ${beyond}
    (${after.day}::date, ${after.place}::timestamptz, ${after.id}::bigint)`;
  return select(db, where, order, limit);
}

/** The rows of some orders, those of them that the filter leaves, in the list's order. */
export function selectThese(
  db: Database,
  filter: OrderFilter,
  { ids, order }: { ids: readonly number[]; order: 'asc' | 'desc' },
): Promise<ExportRow[]> {
  return select(db, sql`${conditions(filter)} AND o.id = ANY(${[...ids]}::bigint[])`, order, ids.length);
}

/** Ids of all orders that a search finds, in the list's order. */
export async function selectFoundIds(db: Database, filter: OrderFilter, order: 'asc' | 'desc'): Promise<number[]> {
  const way = sql.raw(order);
  const { rows } = await sql<{ ids: number[] }>`
    SELECT ARRAY(SELECT o.id FROM orders o WHERE ${conditions(filter)} AND o.id IN (${everyOrderFound(filter.search ?? '')})
                  ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}) AS ids`.execute(db);
  return rows[0]?.ids ?? [];
}
