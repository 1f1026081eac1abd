import { type RawBuilder, sql } from 'kysely';
import type { OrderStatus, QUICK_FILTERS } from '#contract/orders.ts';
import { wordsOf } from '#domain/customer-search.ts';
import type { Database } from '#server/db/pool.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';

/** The filter of a list, an export or a summary of orders. A null part does not narrow. */
export interface OrderFilter {
  readonly locationId: number | null;
  readonly status: OrderStatus | null;
  readonly customerId: number | null;
  readonly employeeId: number | null;
  /** Days of the shop, inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly quick: 'unpaid' | 'needs_attention' | null;
  /** Its words, folded, with a blank between them. */
  readonly search: string | null;
  /** Further conditions on the order `o`. */
  readonly also: readonly RawBuilder<unknown>[];
  /** The search of a list looks for numbers, items and SKUs, and for nobody who bought. */
  readonly withoutBuyers: boolean;
}

export interface FilterQuery {
  status: OrderStatus | 'any';
  customer?: number | undefined;
  employee?: number | undefined;
  location_id?: number | undefined;
  date_from?: string | undefined;
  date_to?: string | undefined;
  search?: string | undefined;
  withoutBuyers?: boolean;
  quick?: (typeof QUICK_FILTERS)[number] | undefined;
  also?: readonly RawBuilder<unknown>[] | undefined;
}

/** Staff see the orders of their own location; those who may work anywhere see all of them. */
function locationOf(by: Author, asked: number | undefined): number | null {
  if (may(by, 'switch-location')) return asked ?? null;
  if (asked !== undefined && asked !== by.locationId) throw new Refusal('not_found', 'There is no such location here.');
  return by.locationId ?? 0;
}

/** Today's date at a location; without one, in the time zone that most locations have. */
async function today(db: Database, locationId: number | null): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    SELECT (now() AT TIME ZONE (
             SELECT time_zone FROM locations GROUP BY time_zone
              ORDER BY bool_or(id = ${locationId}) DESC NULLS LAST, count(*) DESC, time_zone LIMIT 1))::date::text AS day`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the database does not know the day');
  return row.day;
}

/** @throws Refusal `not_found` for another location's orders. */
export async function filterOf(db: Database, by: Author, query: FilterQuery): Promise<OrderFilter> {
  const locationId = locationOf(by, query.location_id);
  const day = query.quick === 'today' ? await today(db, locationId) : null;
  const { date_from: from = null, date_to: to = null } = query;
  const search = wordsOf(query.search ?? '').join(' ');
  return {
    locationId,
    status: query.status === 'any' ? null : query.status,
    customerId: query.customer ?? null,
    employeeId: query.employee ?? null,
    from: day === null || (from !== null && from > day) ? from : day,
    to: day === null || (to !== null && to < day) ? to : day,
    quick: query.quick === undefined || query.quick === 'today' ? null : query.quick,
    search: search === '' ? null : search,
    also: query.also ?? [],
    withoutBuyers: query.withoutBuyers === true,
  };
}

/** Exactly the conditions of the partial indexes (migrations/baseline/07_orders.sql). */
const QUICK = {
  unpaid: sql`(o.status = 'pending' OR (o.paid_at IS NULL AND o.status NOT IN ('cancelled', 'refunded')))`,
  needs_attention: sql`(o.has_shortfall OR o.price_overridden OR o.status = 'failed')`,
};

/** Everything but the search, on the order `o`. The status is written into the SQL text, so that its partial index can be used. */
export function conditions(filter: OrderFilter): RawBuilder<unknown> {
  const parts = [sql`o.voided_at IS NULL`];
  if (filter.locationId !== null) parts.push(sql`o.location_id = ${filter.locationId}`);
  if (filter.status !== null) {
    parts.push(sql`o.status = ${sql.lit(filter.status)}`);
    if (filter.status !== 'completed') parts.push(sql`o.status <> 'completed'`);
  }
  // Customer 0 is the guest, whose orders name nobody.
  if (filter.customerId === 0) parts.push(sql`o.customer_id IS NULL`);
  else if (filter.customerId !== null) parts.push(sql`o.customer_id = ${filter.customerId}`);
  if (filter.employeeId !== null) parts.push(sql`o.employee_id = ${filter.employeeId}`);
  if (filter.from !== null) parts.push(sql`o.local_day >= ${filter.from}::date`);
  if (filter.to !== null) parts.push(sql`o.local_day <= ${filter.to}::date`);
  if (filter.quick !== null) parts.push(QUICK[filter.quick]);
  return sql.join([...parts, ...filter.also], sql` AND `);
}
