import { sql } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/session.ts';
import { Refusal } from '#server/refusal.ts';
import { setOrderStatus, type StatusChange } from './status.ts';

export interface BulkResult {
  readonly orderId: number;
  readonly change: StatusChange | null;
  readonly refused: Refusal | null;
}

/** All rows the changes will lock, in the one order of locks: orders, then jars, then points. */
async function lockAll(tx: Tx, orderIds: readonly number[]): Promise<void> {
  await sql`SELECT 1 FROM orders WHERE id = ANY(${orderIds}) ORDER BY id FOR UPDATE`.execute(tx);
  await sql`
    SELECT 1 FROM stock_levels s
      JOIN (SELECT DISTINCT o.location_id, l.product_id, l.variation_id
              FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = ANY(${orderIds})) l
        ON s.location_id = l.location_id AND s.product_id = l.product_id AND s.variation_id IS NOT DISTINCT FROM l.variation_id
     ORDER BY s.location_id, s.product_id, s.variation_id NULLS FIRST FOR UPDATE OF s`.execute(tx);
  await sql`SELECT 1 FROM points_balances
     WHERE customer_id IN (SELECT customer_id FROM orders WHERE id = ANY(${orderIds}))
     ORDER BY customer_id FOR UPDATE`.execute(tx);
}

/** Sets the status of several orders. What one of them refuses leaves the others changed. */
export async function setStatuses(
  tx: Tx,
  staff: Staff,
  { orderIds, status }: { orderIds: readonly number[]; status: OrderStatus },
): Promise<BulkResult[]> {
  const ids = [...new Set(orderIds)].toSorted((a, b) => a - b);
  await lockAll(tx, ids);
  const results = new Map<number, BulkResult>();
  for (const orderId of ids) {
    await sql`SAVEPOINT one_order`.execute(tx);
    try {
      const change = await setOrderStatus(tx, staff, { orderId, status });
      results.set(orderId, { orderId, change, refused: null });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await sql`ROLLBACK TO SAVEPOINT one_order`.execute(tx);
      results.set(orderId, { orderId, change: null, refused: error });
    }
    await sql`RELEASE SAVEPOINT one_order`.execute(tx);
  }
  return orderIds.flatMap((orderId, index) => {
    const result = results.get(orderId);
    return result && orderIds.indexOf(orderId) === index ? [result] : [];
  });
}
