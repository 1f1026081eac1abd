import type { OrderStatus } from '#contract/orders.ts';
import type { LoyaltySettings } from '#domain/loyalty-points.ts';
import { type Cents, toCents } from '#domain/money.ts';
import type { Milli } from '#domain/quantity.ts';
import { type Refund, restOf, stockLeftOf, stockOut } from '#domain/refund.ts';
import type { TenderMethod } from '#domain/tender.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { selectSettings } from '#server/modules/loyalty/service.ts';
import { Refusal } from '#server/refusal.ts';
import { awardOfOrder, loadItemsOf } from '../order-points.ts';
import { isUnpaid, type OrderLineRow, type OrderRow } from '../order-row.ts';
import { type RefundRow, selectRefunds } from '../refund/refund-queries.ts';
import { refundableLine, refundableOrder } from '../refund/refundable.ts';

/** A status to set, or the deletion of the order. */
export type Target = OrderStatus | 'void';

/** Statuses in which the goods are back on the shelf and the points are taken back. Rule: orders/effects-once. */
const REVERSED: ReadonlySet<Target> = new Set(['cancelled', 'refunded', 'void']);

/** Statuses that an order gets with its payment. */
const PAID: ReadonlySet<Target> = new Set(['processing', 'completed']);

/** The facts that a plan depends on beside the order. */
export interface Known {
  readonly refunds: readonly RefundRow[];
  readonly loyalty: LoyaltySettings;
  /** The items that may be paid with the status, from the catalogue. */
  readonly catalogue: Awaited<ReturnType<typeof loadItemsOf>>;
}

/** Everything that a status does to an order: the preview shows it, and the change carries it out. */
export interface Plan {
  readonly order: OrderRow;
  readonly to: Target;
  readonly stock: 'unchanged' | 'returned' | 'sold';
  /** True when the goods are out of stock and the points given afterwards. */
  readonly isSold: boolean;
  /** The quantity of every line in stock units, zeros included; empty if stock is unchanged. */
  readonly items: readonly { readonly line: OrderLineRow; readonly quantityMilli: Milli }[];
  /** Given to the customer, or taken back when negative; none for guests. */
  readonly points: number;
  /** Points used to pay that go back to the customer, or are used again when negative. */
  readonly pointsReturned: number;
  /** All that is left of the order, when the status gives it back. */
  readonly refund: Refund | null;
  /** The refund by status that is undone. */
  readonly undone: RefundRow | null;
  /** The whole order is taken as paid, and these points are earned with it. Rule: orders/paid-later. */
  readonly payment: {
    readonly method: TenderMethod;
    readonly amountCents: Cents;
    readonly points: number;
    readonly pointsByLine: readonly number[];
  } | null;
}

/** Points that the order still gives: those awarded less those that refunds took back. */
export function pointsOf(order: OrderRow): number {
  return order.points_awarded - (order.points_refunded ?? 0);
}

/** Points used to pay that refunds have not given back. */
function usedOf(order: OrderRow): number {
  return (order.points_redeemed ?? 0) - (order.points_returned ?? 0);
}

/** The number of things: each piece counts, a weighed quantity is one thing. */
export function thingsIn(quantities: readonly Milli[]): number {
  return quantities.reduce((count, milli) => count + (milli % 1000 === 0 ? milli / 1000 : Math.sign(milli)), 0);
}

function paymentBy(order: OrderRow, to: Target, { loyalty, catalogue }: Known): Plan['payment'] {
  if (!isUnpaid(order) || !PAID.has(to)) return null;
  const pointsByLine = awardOfOrder(order, catalogue, loyalty);
  return {
    // An order by split payment is not placed unpaid.
    method: order.payment_method as TenderMethod,
    amountCents: toCents(order.total_cents),
    points: pointsByLine.reduce((all, points) => all + points, 0),
    pointsByLine,
  };
}

/**
 * Works out what a status does. Goods and points go out and come back exactly once, however often the status flips.
 * Rules: orders/effects-once, orders/paid-later, refunds/by-lines-or-by-status.
 * @throws Refusal `status_conflict` for the status refunded of an order that nobody has paid.
 */
export function planOf(order: OrderRow, known: Known, to: Target): Plan {
  const { refunds } = known;
  if (to === 'refunded' && isUnpaid(order)) {
    throw new Refusal(
      'status_conflict',
      `Order ${order.number} is not paid, so it cannot be refunded. Cancel it instead.`,
    );
  }
  const isSold = !REVERSED.has(to) && (!isUnpaid(order) || PAID.has(to));
  const stock = to === order.status || order.stock_deducted === isSold ? 'unchanged' : isSold ? 'sold' : 'returned';
  const goods = stock === 'sold' ? stockLeftOf : stockOut;
  const reverses = order.status === 'refunded' && to !== 'refunded' && to !== 'void';
  const undone = reverses ? refunds.find(({ kind, reversed_at }) => kind === 'status' && reversed_at === null) : null;
  const payment = paymentBy(order, to, known);
  const pointsLeft = payment ? payment.points : pointsOf(order) + (undone?.points ?? 0);
  const usedLeft = usedOf(order) + (undone?.points_returned ?? 0);
  return {
    order,
    to,
    stock,
    isSold,
    items:
      stock === 'unchanged' ? [] : order.lines.map((line) => ({ line, quantityMilli: goods(refundableLine(line)) })),
    points: order.customer_id === null || stock === 'unchanged' ? 0 : stock === 'sold' ? pointsLeft : -pointsLeft || 0,
    pointsReturned: stock === 'unchanged' ? 0 : stock === 'sold' ? -usedLeft || 0 : usedLeft,
    refund: to === 'refunded' && order.status !== 'refunded' ? restOf(refundableOrder(order, refunds)) : null,
    undone: undone ?? null,
    payment,
  };
}

/** The plan of one order, with what it depends on read from the database. @throws Refusal as `planOf`. */
export async function planFor(db: Database | Tx, order: OrderRow, to: Target): Promise<Plan> {
  const known = {
    refunds: await selectRefunds(db, order.id),
    loyalty: await selectSettings(db),
    catalogue: await loadItemsOf(db, isUnpaid(order) ? [order] : []),
  };
  return planOf(order, known, to);
}
