import { sql } from 'kysely';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { told } from '#server/http/guard/approvals.ts';
import { type Author, personIdOf } from '#server/http/guard/session.ts';
import { holdCustomers } from '#server/modules/loyalty/service.ts';
import { holdLocations } from '#server/stock/stock-items.ts';
import { Refusal } from '#server/refusal.ts';
import { selectOrder } from './list/list-queries.ts';
import type { OrderRow } from './order-row.ts';
import { requireVisible } from './visible.ts';

/**
 * The order under its lock, and its customer held: one change at a time.
 * @throws Refusal `not_found`, also for another location's.
 */
export async function lockOrder(tx: Tx, by: Author, orderId: number): Promise<OrderRow> {
  const locked = await sql<{
    customer_id: number | null;
  }>`SELECT customer_id FROM orders WHERE id = ${orderId} FOR NO KEY UPDATE`.execute(tx);
  const [order] = locked.rows;
  if (!order) throw new Refusal('not_found', 'There is no such order.');
  if (order.customer_id !== null) await holdCustomers(tx, [order.customer_id]);
  return requireVisible(by, await selectOrder(tx, orderId));
}

/**
 * All rows that changes of these orders may lock, in the one order of locks: orders, then customers, then jars, then points. A change
 * that moves goods more than once, or changes several orders, takes them first: else it would hold one till's jar and
 * wait for the other's.
 */
export async function lockAll(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const ids = [...orderIds];
  const orders = await sql<{ customer_id: number | null; location_id: number }>`
    SELECT customer_id, location_id FROM orders WHERE id = ANY(${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`.execute(
    tx,
  );
  const customers = orders.rows.flatMap(({ customer_id: id }) => id ?? []);
  await holdCustomers(tx, customers);
  await holdLocations(
    tx,
    orders.rows.map(({ location_id: id }) => id),
  );
  await sql`
    SELECT 1 FROM stock_levels s
      JOIN (SELECT DISTINCT o.location_id, l.product_id, l.variation_id
              FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = ANY(${ids}::bigint[])) l
        ON s.location_id = l.location_id AND s.product_id = l.product_id AND s.variation_id IS NOT DISTINCT FROM l.variation_id
     ORDER BY s.location_id, s.product_id, s.variation_id NULLS FIRST FOR NO KEY UPDATE OF s`.execute(tx);
  await sql`SELECT 1 FROM points_balances
     WHERE customer_id = ANY(${customers}::integer[])
     ORDER BY customer_id FOR NO KEY UPDATE`.execute(tx);
}

/** The order as it is inside the transaction that changed it. */
export async function reread(tx: Tx, orderId: number): Promise<OrderRow> {
  const row = await selectOrder(tx, orderId);
  if (!row) throw new Error('an order went missing under its lock');
  return row;
}

/** Gives a customer points for an order, or takes them back. Nothing for guests, or for no points. */
export async function movePoints(tx: Tx, by: Author, order: OrderRow, points: number, type: string): Promise<void> {
  if (order.customer_id === null || points === 0) return;
  await sql`INSERT INTO points_events (customer_id, type, points, description, order_id, actor_id)
    VALUES (${order.customer_id}, ${type}, ${points}, ${`Order ${order.number}`}, ${order.id}, ${personIdOf(by)})`.execute(
    tx,
  );
  await sql`INSERT INTO points_balances AS b (customer_id, balance) VALUES (${order.customer_id}, ${points})
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + ${points}`.execute(tx);
}

/** Gives back points that were used to pay an order, or uses them again. Rule: loyalty/redeemed-at-the-till. */
export async function moveUsedPoints(tx: Tx, by: Author, order: OrderRow, points: number): Promise<void> {
  await movePoints(tx, by, order, points, points < 0 ? 'redeemed' : 'redemption-returned');
}

/** Points of customers, by id. */
export async function selectBalances(db: Database | Tx, customerIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ customer_id: number; balance: number }>`
    SELECT customer_id, balance FROM points_balances WHERE customer_id = ANY(${[...customerIds]}::bigint[])`.execute(
    db,
  );
  return new Map(rows.map(({ customer_id, balance }) => [customer_id, balance]));
}

/** The customer's points, which may be below zero; null for a guest. */
export async function balanceOf(
  db: Database | Tx,
  { customer_id }: Pick<OrderRow, 'customer_id'>,
): Promise<number | null> {
  if (customer_id === null) return null;
  return (await selectBalances(db, [customer_id])).get(customer_id) ?? 0;
}

/** Counts orders of a status on the order's day. */
export async function tally(
  tx: Tx,
  orderId: number,
  changes: readonly [status: string, orders: number][],
): Promise<void> {
  const rows = changes.map(([status, orders]) => ({ status, orders }));
  await sql`INSERT INTO order_tallies (location_id, local_day, status, orders)
    SELECT o.location_id, o.local_day, t.status, t.orders
      FROM orders o, jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS t(status text, orders bigint)
     WHERE o.id = ${orderId}`.execute(tx);
}

/** One line in the order's timeline and one in the audit trail, with who approved it. */
export async function note(
  tx: Tx,
  by: Author,
  order: OrderRow,
  { kind, action, details }: { kind: string; action: string; details: Readonly<Record<string, unknown>> },
): Promise<void> {
  // The timeline names people only.
  const said = by.kind === 'key' ? { ...details, api_key: by.name } : { ...details, ...told(by) };
  await sql`INSERT INTO order_events (order_id, kind, actor_id, details)
    VALUES (${order.id}, ${kind}, ${personIdOf(by)}, ${JSON.stringify(said)}::jsonb)`.execute(tx);
  const actor = { ...by, locationId: order.location_id };
  await recordChange(tx, actor, { action, entity: 'order', entityId: order.id, details: said });
}

/** Other locations whose drawers gave or took money of an order: their sums change with it. */
export async function drawersElsewhere(tx: Tx, { id, location_id: own }: Pick<OrderRow, 'id' | 'location_id'>) {
  const { rows } = await sql<{ location_id: number }>`
    SELECT location_id FROM order_refunds WHERE order_id = ${id} AND location_id <> ${own}
    UNION SELECT location_id FROM order_payments WHERE order_id = ${id} AND location_id <> ${own}`.execute(tx);
  return rows.map(({ location_id: location }) => location);
}

/** The location whose drawer gives or takes money now; null for that of the order: a program has no drawer. */
export function drawerOf(by: Author, order: Pick<OrderRow, 'location_id'>): number | null {
  return by.kind === 'staff' ? (by.locationId ?? order.location_id) : null;
}
