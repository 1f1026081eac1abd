import { sql } from 'kysely';
import type { customerStatisticsRoute, customerTotalsRoute } from '#contract/customer-orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { moneyOf } from '#contract/wire.ts';
import { scaled } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { PRESENT_CUSTOMER } from './present.ts';
import { requireCustomer } from './customer.ts';

/** The columns of an index (orders_of_customer), which alone is read. */
const SPENT = sql`coalesce(sum(o.total_cents) FILTER (WHERE o.status IN ('completed', 'processing')), 0)::bigint`;
const LAST = sql`max(o.created_at)`;

/**
 * The purchases of a customer at all locations, in one query.
 * Rule: customers/statistics.
 * @throws Refusal `not_found`.
 */
export async function customerStatistics(
  db: Database,
  staff: Staff,
  customerId: number,
): Promise<ReplyOf<typeof customerStatisticsRoute>['data']> {
  await requireCustomer(db, customerId);
  const seen = may(staff, 'switch-location') ? sql`true` : sql`o.location_id = ${staff.locationId}`;
  const { rows } = await sql<{
    spent: number;
    averaged_cents: number;
    averaged: number;
    orders: number;
    completed: number;
    last: Date | null;
    elsewhere: number;
  }>`
    SELECT ${SPENT} AS spent,
           coalesce(sum(o.total_cents) FILTER (WHERE o.status IN ('completed', 'processing', 'refunded')), 0)::bigint AS averaged_cents,
           (count(*) FILTER (WHERE o.status IN ('completed', 'processing', 'refunded')))::integer AS averaged,
           count(*)::integer AS orders,
           (count(*) FILTER (WHERE o.status IN ('completed', 'processing')))::integer AS completed,
           ${LAST} AS last,
           (count(*) FILTER (WHERE ${seen} IS NOT TRUE))::integer AS elsewhere
      FROM orders o WHERE o.customer_id = ${customerId} AND o.voided_at IS NULL`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the statistics gave no row');
  const average = row.averaged === 0 ? 0 : scaled(row.averaged_cents, 1, row.averaged);
  return {
    lifetime_value: moneyOf(row.spent),
    average_order_value: moneyOf(average),
    total_orders: row.orders,
    completed_orders: row.completed,
    last_order_date: row.last?.toISOString() ?? null,
    orders_elsewhere: row.elsewhere,
  };
}

/** The figures of a page of customers, in the order of `ids`. */
export async function customerTotals(
  db: Database,
  ids: readonly number[],
): Promise<ReplyOf<typeof customerTotalsRoute>['data']> {
  const { rows } = await sql<{ id: number; orders: number; spent: number; last: Date | null }>`
    SELECT u.id, t.orders, t.spent, t.last
      FROM unnest(${[...new Set(ids)]}::integer[]) WITH ORDINALITY AS i(id, place)
      JOIN users u ON u.id = i.id AND ${PRESENT_CUSTOMER}
     CROSS JOIN LATERAL (SELECT count(*)::integer AS orders, ${SPENT} AS spent, ${LAST} AS last
                           FROM orders o WHERE o.customer_id = u.id AND o.voided_at IS NULL) t
     ORDER BY i.place`.execute(db);
  return rows.map(({ id, orders, spent, last }) => ({
    id,
    total_orders: orders,
    total_spent: moneyOf(spent),
    last_order: last?.toISOString() ?? null,
  }));
}
