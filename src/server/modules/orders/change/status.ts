import { sql } from 'kysely';
import type { OrderStatus, WireOrder } from '#contract/orders.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireApproved } from '#server/http/guard/approvals.ts';
import { type Author, personIdOf } from '#server/http/guard/session.ts';
import type { AtTill } from '#server/http/serve/at-till.ts';
import { Refusal } from '#server/refusal.ts';
import { selectOrder } from '../list/list-queries.ts';
import {
  balanceOf,
  drawerOf,
  drawersElsewhere,
  lockOrder,
  movePoints,
  moveUsedPoints,
  note,
  reread,
  tally,
} from '../order-records.ts';
import { type OrderRow, toWireOrder } from '../order-row.ts';
import { insertRefund, reverseStatusRefund, toldTenders } from '../refund/refund-queries.ts';
import { refundNeed, requireAsShown } from '../refund/refundable.ts';
import { requireVisible } from '../visible.ts';
import { type Moved, type MovedGoods, returnStock, sellAgain } from './order-stock.ts';
import { type Plan, planFor, pointsOf, thingsIn } from './plan.ts';

export interface StatusChange {
  readonly order: WireOrder;
  /** The customer's points afterwards, where some moved; null for a guest. */
  readonly pointsBalance: number | null;
  readonly moved: Moved;
  /** Other locations whose sums it changes. */
  readonly elsewhere: readonly number[];
}

/** How a status is set. */
export interface StatusOptions {
  readonly allowOversell?: boolean | undefined;
  /** The amount that the caller was told the status gives back; not compared when left out. */
  readonly shown?: Cents | undefined;
  /** The till that sets it. */
  readonly at?: AtTill | undefined;
}

/** Records the order as paid in full. The caller gives the points that it earns. */
async function pay(
  tx: Tx,
  by: Author,
  { order, payment }: Pick<Plan, 'order'> & { payment: NonNullable<Plan['payment']> },
  at: AtTill | undefined,
): Promise<void> {
  const { method, amountCents, points, pointsByLine } = payment;
  await sql`INSERT INTO order_payments (order_id, method, amount_cents, points, actor_id, location_id, sold_at)
    VALUES (${order.id}, ${method}, ${amountCents}, ${points}, ${personIdOf(by)}, ${drawerOf(by, order)},
      least(${at?.doneAt ?? null}::timestamptz, CASE WHEN ${at?.doneAt != null} THEN now() END))`.execute(tx);
  await sql`UPDATE orders SET paid_at = now(), points_awarded = ${points} WHERE id = ${order.id}`.execute(tx);
  await sql`UPDATE order_lines l SET points_awarded = b.points
    FROM unnest(${order.lines.map(({ id }) => id)}::bigint[], ${[...pointsByLine]}::integer[]) AS b(id, points)
   WHERE l.id = b.id AND l.order_id = ${order.id}`.execute(tx);
  await note(tx, by, order, {
    kind: 'paid',
    action: 'order_paid',
    details: { payment_method: method, amount_cents: amountCents, points },
  });
}

function applyGoods(tx: Tx, by: Author, plan: Plan, allowOversell: boolean): Promise<MovedGoods> {
  switch (plan.stock) {
    case 'sold':
      return sellAgain(tx, by, plan, allowOversell);
    case 'returned':
      return returnStock(tx, by, plan);
    case 'unchanged':
      return Promise.resolve({ moved: [], quantities: [] });
  }
}

function pointsEventOf({ stock, payment, to }: Plan): string {
  if (stock === 'sold') return payment ? 'order-placed' : 'order-restored';
  return to === 'refunded' ? 'order-refunded' : 'order-cancelled';
}

/**
 * Sets the status of an order whose lock is held, and carries out its plan: stock, points, payment and refund. Answers
 * what moved, and by how much the customer's points did.
 * @throws Refusal as `setOrderStatus`.
 */
export async function applyStatus(
  tx: Tx,
  by: Author,
  order: OrderRow,
  status: OrderStatus,
  { allowOversell = false, shown, at }: StatusOptions = {},
): Promise<{ readonly moved: Moved; readonly points: number }> {
  const plan = await planFor(tx, order, status);
  const { stock, points, pointsReturned, payment, refund, undone } = plan;
  requireAsShown(refund?.amountCents ?? ZERO_CENTS, shown);
  if (undone) await reverseStatusRefund(tx, order.id);
  const { moved, quantities } = await applyGoods(tx, by, plan, allowOversell);
  await requireApproved(tx, by, [
    refund ? refundNeed(order, refund.amountCents) : { permission: 'change-orders' },
    ...(allowOversell && stock === 'sold' ? ([{ permission: 'sell-anyway' }] as const) : []),
  ]);
  if (payment) await pay(tx, by, { order, payment }, at);
  await movePoints(tx, by, order, points, pointsEventOf(plan));
  await moveUsedPoints(tx, by, order, pointsReturned);
  if (refund && (refund.amountCents !== 0 || refund.points !== 0 || refund.pointsReturned !== 0)) {
    const given = { kind: 'status', reason: '', locationId: drawerOf(by, order), ...(at && { at }) } as const;
    await insertRefund(tx, { orderId: order.id, actorId: personIdOf(by), ...given }, refund);
  }
  await sql`UPDATE orders SET status = ${status}, stock_deducted = ${plan.isSold}, updated_at = now(),
      completed_at = CASE WHEN ${status} = 'completed' THEN coalesce(completed_at, now()) ELSE completed_at END
    WHERE id = ${order.id}`.execute(tx);
  await tally(tx, order.id, [
    [order.status, -1],
    [status, 1],
  ]);
  await note(tx, by, order, {
    kind: 'status',
    action: 'order_status',
    details: {
      from: order.status,
      to: status,
      stock,
      items: thingsIn(quantities),
      points,
      ...(pointsReturned !== 0 && { points_returned: pointsReturned }),
      refund_cents: refund?.amountCents ?? ZERO_CENTS,
      ...(refund && { tenders: toldTenders(refund) }),
      ...(payment && { paid_cents: payment.amountCents }),
    },
  });
  return { moved, points: points + pointsReturned };
}

/**
 * Sets a status. Any may be set; moving to cancelled or refunded returns stock and takes back points, moving on from
 * there sells again, each exactly once however often the status flips. Refunded also gives back what money is left, and
 * moving on from it undoes that. Refunds of lines stay as they are. The same status again changes nothing. An
 * order that was placed unpaid is paid and sold by processing or completed; before that no status has effects.
 * Rules: orders/effects-once, orders/paid-later, refunds/by-lines-or-by-status.
 * @throws Refusal `not_found`; `status_conflict`; `refund_changed`; `out_of_stock` with `lines` when selling again finds too little; `not_allowed`.
 */
export async function setOrderStatus(
  tx: Tx,
  by: Author,
  { orderId, status, ...options }: { orderId: number; status: OrderStatus } & StatusOptions,
): Promise<StatusChange> {
  const order = await lockOrder(tx, by, orderId);
  if (order.status === status) {
    // Somebody else has given it back: who was shown an amount would hand it out a second time.
    requireAsShown(ZERO_CENTS, options.shown);
    return { order: toWireOrder(order), pointsBalance: null, moved: [], elsewhere: [] };
  }
  const { moved, points } = await applyStatus(tx, by, order, status, options);
  const pointsBalance = points === 0 ? null : await balanceOf(tx, order);
  const elsewhere = await drawersElsewhere(tx, order);
  return { order: toWireOrder(await reread(tx, orderId)), pointsBalance, moved, elsewhere };
}

/**
 * The call of older clients that awards points. A register sale awards them itself, so this gives none a second time;
 * it answers how many the order gives now: none while it is reversed. Rule: register/one-command.
 */
export async function awardPoints(
  tx: Tx,
  by: Author,
  { orderId, customerId }: { orderId: number; customerId: number | null },
): Promise<{ points_awarded: number; already_awarded: boolean }> {
  const order = requireVisible(by, await selectOrder(tx, orderId));
  if (customerId && customerId !== order.customer_id) {
    throw new Refusal('not_valid', 'That order belongs to another customer.');
  }
  return { points_awarded: order.stock_deducted ? pointsOf(order) : 0, already_awarded: order.points_awarded > 0 };
}
