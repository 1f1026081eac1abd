import { sql } from 'kysely';
import type { OrderStatus } from '#contract/orders.ts';
import { beyondBounds } from '#server/db/bounds.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/session.ts';
import { Refusal } from '#server/refusal.ts';
import { lockAll } from './order-records.ts';
import { setOrderStatus, type StatusChange } from './status.ts';

export interface BulkResult {
  readonly orderId: number;
  readonly change: StatusChange | null;
  readonly refused: Refusal | null;
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
      const refused = error instanceof Refusal ? error : beyondBounds(error);
      if (!refused) throw error;
      await sql`ROLLBACK TO SAVEPOINT one_order`.execute(tx);
      results.set(orderId, { orderId, change: null, refused });
    }
    await sql`RELEASE SAVEPOINT one_order`.execute(tx);
  }
  return orderIds.flatMap((orderId, index) => {
    const result = results.get(orderId);
    return result && orderIds.indexOf(orderId) === index ? [result] : [];
  });
}
