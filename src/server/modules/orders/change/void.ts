import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';
import { requireApproved } from '#server/http/guard/approvals.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { balanceOf, drawersElsewhere, lockOrder, movePoints, moveUsedPoints, note, tally } from '../order-records.ts';
import { type Moved, returnStock } from './order-stock.ts';
import { planFor } from './plan.ts';

export interface Voided {
  readonly id: number;
  readonly locationId: number;
  readonly customerId: number | null;
  /** The customer's points afterwards, where some moved; null for a guest. */
  readonly pointsBalance: number | null;
  readonly moved: Moved;
  readonly elsewhere: readonly number[];
}

/**
 * Deletes an order: what it took from stock and gave in points is reversed, unless its status did so already; then it
 * is hidden, and kept for the audit trail. Its status stays what it was. Rule: orders/delete-is-a-void.
 * @throws Refusal `not_found`, also for one that is void already.
 */
export async function voidOrder(tx: Tx, staff: Staff, orderId: number): Promise<Voided> {
  const order = await lockOrder(tx, staff, orderId);
  const plan = await planFor(tx, order, 'void');
  const { moved } = await returnStock(tx, staff, plan);
  await movePoints(tx, staff, order, plan.points, 'order-voided');
  await moveUsedPoints(tx, staff, order, plan.pointsReturned);
  await sql`UPDATE orders SET voided_at = now(), voided_by = ${staff.id}, stock_deducted = false, updated_at = now()
    WHERE id = ${orderId}`.execute(tx);
  await tally(tx, orderId, [[order.status, -1]]);
  await requireApproved(tx, staff, [{ permission: 'void-orders' }]);
  const details = { status: order.status, total_cents: order.total_cents, stock: plan.stock };
  await note(tx, staff, order, { kind: 'voided', action: 'order_void', details });
  const pointsBalance = plan.points + plan.pointsReturned === 0 ? null : await balanceOf(tx, order);
  const elsewhere = await drawersElsewhere(tx, order);
  const { location_id: locationId, customer_id: customerId } = order;
  return { id: orderId, locationId, customerId, pointsBalance, moved, elsewhere };
}
