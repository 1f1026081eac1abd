import { sql } from 'kysely';
import type { OrderStatus, WireOrder } from '#contract/orders.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import type { Milli } from '#domain/quantity.ts';
import { restOf, stockOut } from '#domain/refund.ts';
import type { TenderMethod } from '#domain/tender.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { selectSettings } from '#server/modules/loyalty/service.ts';
import { selectOrder } from '../list/list-queries.ts';
import { lockOrder, movePoints, note, reread, tally } from '../order-records.ts';
import { awardOfOrder, loadItemsOf } from '../order-points.ts';
import { isUnpaid, type OrderRow, toWireOrder } from '../order-row.ts';
import { type Moved, returnStock, sellAgain } from './order-stock.ts';
import { insertRefund, reverseStatusRefund, selectRefunds } from '../refund/refund-queries.ts';
import { refundableLine, refundableOrder } from '../refund/refundable.ts';
import { requireVisible } from '../visible.ts';

/** Statuses in which the goods are back on the shelf and the points are taken back. Rule: orders/effects-once. */
const REVERSED: ReadonlySet<OrderStatus> = new Set(['cancelled', 'refunded']);

/** Statuses that an order gets with its payment. */
const PAID: ReadonlySet<OrderStatus | 'void'> = new Set(['processing', 'completed']);

/** Whether the order counts as sold with that status. Rules: orders/effects-once, orders/paid-later. */
export function isSoldAs(order: OrderRow, to: OrderStatus | 'void'): boolean {
  return to !== 'void' && !REVERSED.has(to) && (!isUnpaid(order) || PAID.has(to));
}

/** The payment that a status stands for, in full. Rule: orders/paid-later. */
export function paymentBy(order: OrderRow, to: OrderStatus | 'void') {
  if (!isUnpaid(order) || !PAID.has(to)) return null;
  // An order by split payment is not placed unpaid.
  return { method: order.payment_method as TenderMethod, amount_cents: order.total_cents };
}

/** @throws Refusal `status_conflict` for the status refunded of an order that nobody has paid. */
export function requirePossible(order: OrderRow, to: OrderStatus | 'void'): void {
  if (to === 'refunded' && isUnpaid(order)) {
    throw new Refusal(
      'status_conflict',
      `Order ${order.number} is not paid, so it cannot be refunded. Cancel it instead.`,
    );
  }
}

/** Points that the order still gives: what it was awarded, less what refunds took back. */
export function pointsOf(order: OrderRow): number {
  return order.points_awarded - (order.points_refunded ?? 0);
}

export interface StatusChange {
  readonly order: WireOrder;
  readonly moved: Moved;
}

/** Gives back all that is left of an order: the refund that the status refunded stands for. */
async function refundRest(tx: Tx, staff: Staff, order: OrderRow): Promise<Cents> {
  const rest = restOf(refundableOrder(order, await selectRefunds(tx, order.id)));
  if (rest.amountCents === 0 && rest.points === 0) return ZERO_CENTS;
  await insertRefund(tx, { orderId: order.id, actorId: staff.id, kind: 'status', reason: '' }, rest);
  return rest.amountCents;
}

/** Takes the order as paid in full, and says what it earns. Its points are given by the caller. */
async function pay(tx: Tx, staff: Staff, order: OrderRow, payment: NonNullable<ReturnType<typeof paymentBy>>) {
  const byLine = awardOfOrder(order, await loadItemsOf(tx, [order]), await selectSettings(tx));
  const points = byLine.reduce((all, one) => all + one, 0);
  const { method, amount_cents } = payment;
  await sql`INSERT INTO order_payments (order_id, method, amount_cents, points, actor_id)
    VALUES (${order.id}, ${method}, ${amount_cents}, ${points}, ${staff.id})`.execute(tx);
  await sql`UPDATE orders SET paid_at = now(), points_awarded = ${points} WHERE id = ${order.id}`.execute(tx);
  await note(tx, staff, order, {
    kind: 'paid',
    action: 'order_paid',
    details: { payment_method: method, amount_cents, points },
  });
}

/** The number of things: each piece counts, a weighed quantity is one thing. */
function thingsIn(quantities: readonly Milli[]): number {
  return quantities.reduce((count, milli) => count + (milli % 1000 === 0 ? milli / 1000 : Math.sign(milli)), 0);
}

/**
 * Sets the status of an order whose lock is held, with its effects: stock, points, and the refund of the rest.
 * @throws Refusal as `setOrderStatus`.
 */
export async function applyStatus(
  tx: Tx,
  staff: Staff,
  order: OrderRow,
  status: OrderStatus,
  allowOversell = false,
): Promise<Moved> {
  requirePossible(order, status);
  const wasSold = order.stock_deducted;
  const willBeSold = isSoldAs(order, status);
  const payment = paymentBy(order, status);
  let moved: Moved = [];
  let points = 0;
  let items = 0;
  if (wasSold && !willBeSold) {
    moved = await returnStock(tx, staff, order);
    items = thingsIn(order.lines.map((line) => stockOut(refundableLine(line))));
    points = -pointsOf(order);
    await movePoints(tx, staff, order, points, status === 'refunded' ? 'order-refunded' : 'order-cancelled');
  }
  if (order.status === 'refunded') await reverseStatusRefund(tx, order.id);
  const refundCents = status === 'refunded' ? await refundRest(tx, staff, order) : ZERO_CENTS;
  if (!wasSold && willBeSold) {
    moved = await sellAgain(tx, staff, order, allowOversell);
    if (payment) await pay(tx, staff, order, payment);
    const again = await reread(tx, order.id);
    // Less than was asked for, where there was a shortfall.
    items = thingsIn(again.lines.map((line) => stockOut(refundableLine(line))));
    points = pointsOf(again);
    await movePoints(tx, staff, order, points, payment ? 'order-placed' : 'order-restored');
  }
  await sql`UPDATE orders SET status = ${status}, stock_deducted = ${willBeSold}, updated_at = now(),
      completed_at = CASE WHEN ${status} = 'completed' THEN coalesce(completed_at, now()) ELSE completed_at END
    WHERE id = ${order.id}`.execute(tx);
  await tally(tx, order.id, [
    [order.status, -1],
    [status, 1],
  ]);
  const stock = wasSold === willBeSold ? 'unchanged' : willBeSold ? 'sold' : 'returned';
  await note(tx, staff, order, {
    kind: 'status',
    action: 'order_status',
    details: {
      from: order.status,
      to: status,
      stock,
      items,
      points,
      refund_cents: refundCents,
      ...(payment && { paid_cents: payment.amount_cents }),
    },
  });
  return moved;
}

/**
 * Sets a status. Any may be set; moving to cancelled or refunded returns stock and takes back points, moving on from
 * there sells again, each exactly once however often the status flips. Refunded also gives back what money is left, and
 * moving on from it undoes that. What refunds of lines gave back stays so. The same status again changes nothing. An
 * order that was placed unpaid is paid and sold by processing or completed; before that no status has effects.
 * Rules: orders/effects-once, orders/paid-later, refunds/by-lines-or-by-status.
 * @throws Refusal `not_found`; `status_conflict`; `out_of_stock` with `lines` when selling again finds too little; `not_allowed`.
 */
export async function setOrderStatus(
  tx: Tx,
  staff: Staff,
  {
    orderId,
    status,
    allowOversell = false,
  }: { orderId: number; status: OrderStatus; allowOversell?: boolean | undefined },
): Promise<StatusChange> {
  const order = await lockOrder(tx, staff, orderId);
  if (order.status === status) return { order: toWireOrder(order), moved: [] };
  const moved = await applyStatus(tx, staff, order, status, allowOversell);
  return { order: toWireOrder(await reread(tx, orderId)), moved };
}

/**
 * The call of older clients that awards points. A register sale awards them itself, so this gives none a second time;
 * it answers how many the order gives now: none while it is reversed. Rule: register/one-command.
 */
export async function awardPoints(
  tx: Tx,
  staff: Staff,
  { orderId, customerId }: { orderId: number; customerId: number | null },
): Promise<{ points_awarded: number; already_awarded: boolean }> {
  const order = requireVisible(staff, await selectOrder(tx, orderId));
  if (customerId && customerId !== order.customer_id) {
    throw new Refusal('not_valid', 'That order belongs to another customer.');
  }
  return { points_awarded: order.stock_deducted ? pointsOf(order) : 0, already_awarded: order.points_awarded > 0 };
}
