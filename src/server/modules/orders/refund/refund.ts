import type { WireRefund } from '#contract/refunds.ts';
import { toMoney, toQuantity } from '#contract/wire.ts';
import { type Cents, ZERO_CENTS } from '#domain/money.ts';
import type { Milli } from '#domain/quantity.ts';
import { type Refund, refundOf, type RefundRefused, type RefundWish } from '#domain/refund.ts';
import type { TenderMethod } from '#domain/tender.ts';
import { quantityWords } from '#domain/unit.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { requireApproved } from '#server/http/guard/approvals.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { AtTill } from '#server/http/serve/at-till.ts';
import { Refusal } from '#server/refusal.ts';
import { selectOrder } from '../list/list-queries.ts';
import {
  balanceOf,
  drawerOf,
  drawersElsewhere,
  lockAll,
  lockOrder,
  movePoints,
  moveUsedPoints,
  note,
  reread,
} from '../order-records.ts';
import { type OrderRow, unitSold } from '../order-row.ts';
import { type Moved, restock } from '../change/order-stock.ts';
import { insertRefund, selectRefunds, toldTenders, toWireRefund } from './refund-queries.ts';
import { refundableOrder, refundNeed, requireAsShown } from './refundable.ts';
import { applyStatus } from '../change/status.ts';
import { requireVisible } from '../visible.ts';

export interface RefundMade {
  readonly refund: WireRefund;
  readonly orderId: number;
  readonly locationId: number;
  readonly customerId: number | null;
  readonly status: OrderRow['status'];
  readonly pointsTakenBack: number;
  /** The customer's points afterwards; null for a guest. */
  readonly pointsBalance: number | null;
  readonly moved: Moved;
  readonly elsewhere: readonly number[];
}

/** Rule: refunds/what-can-be-refunded. */
function requireRefundable(order: OrderRow): void {
  if (order.status === 'refunded') throw new Refusal('already_refunded', 'This order is refunded already.');
  if (order.status === 'cancelled' || order.status === 'failed' || order.paid_at === null) {
    const why = order.paid_at === null ? 'not paid' : order.status;
    throw new Refusal('order_not_refundable', `This order is ${why}, so there is nothing to refund.`);
  }
}

function refusalFor(refused: RefundRefused, order: OrderRow): Refusal {
  const refusedLine = order.lines.find((line) => line.id === refused.lineId);
  const name = refusedLine?.name ?? 'That item';
  switch (refused.code) {
    case 'refund_line_unknown':
      return new Refusal('not_found', 'That item is not part of this order.');
    case 'refund_exceeds_sold':
      return new Refusal(
        'refund_exceeds_sold',
        refused.leftMilli === 0
          ? `${name} is refunded already.`
          : `Only ${quantityWords(refused.leftMilli, refusedLine && unitSold(refusedLine))} of ${name} can still be refunded.`,
        { details: { line_id: refused.lineId, left: toQuantity(refused.leftMilli) } },
      );
    case 'refund_quantity_not_valid': {
      const why = {
        not_positive: `The quantity of ${name} must be more than 0.`,
        part_of_a_piece: `${name} is sold by the piece and comes back in whole pieces.`,
        twice: `${name} is named twice.`,
      }[refused.reason];
      return new Refusal('refund_quantity_not_valid', why, { details: { line_id: refused.lineId } });
    }
  }
}

async function workOut(
  db: Database | Tx,
  order: OrderRow,
  wishes: readonly RefundWish[],
  to: TenderMethod | undefined,
): Promise<Refund> {
  requireRefundable(order);
  const result = refundOf(refundableOrder(order, await selectRefunds(db, order.id)), wishes, to ?? null);
  if (!result.ok) throw refusalFor(result.refused, order);
  return result.value;
}

/** Works out a refund without making it. @throws Refusal as `refundLines` does. */
export async function previewRefund(
  db: Database,
  staff: Staff,
  orderId: number,
  { wishes, to }: { wishes: readonly RefundWish[]; to: TenderMethod | undefined },
) {
  const order = requireVisible(staff, await selectOrder(db, orderId));
  const refund = await workOut(db, order, wishes, to);
  return {
    amount: toMoney(refund.amountCents),
    goods: toMoney(refund.goodsCents),
    tax: toMoney(refund.taxCents),
    tax_lines: order.taxes.map(({ label, rate_ppm: ratePpm }, place) => ({
      label,
      rate_percent: ratePpm / 10_000,
      tax_total: toMoney(refund.taxes[place] ?? ZERO_CENTS),
    })),
    points: refund.points,
    points_returned: refund.pointsReturned,
    is_full: refund.isFull,
    lines: refund.lines.map((line) => ({
      line_id: line.lineId,
      name: order.lines.find(({ id }) => id === line.lineId)?.name ?? '',
      quantity: toQuantity(line.quantityMilli),
      goods: toMoney(line.goodsCents),
      tax: toMoney(line.taxCents),
      restock: line.restock,
      stock_quantity: line.restock ? toQuantity(line.stockMilli) : 0,
    })),
    tenders: refund.tenders.map(({ method, amountCents }) => ({ method, amount: toMoney(amountCents) })),
  };
}

/**
 * Refunds lines or parts of them: money to the original tenders in proportion or all of it `to` one, points in
 * proportion, stock as each line says. When nothing is left, the status becomes refunded. Rules: refunds/tenders, refunds/restock-or-write-off.
 * @throws Refusal as `refundRoute` lists.
 */
export async function refundLines(
  tx: Tx,
  staff: Staff,
  {
    orderId,
    wishes,
    to,
    reason,
    expected,
    at,
  }: {
    orderId: number;
    wishes: readonly RefundWish[];
    to: TenderMethod | undefined;
    reason: string;
    expected: Cents | undefined;
    at: AtTill;
  },
): Promise<RefundMade> {
  const order = await lockOrder(tx, staff, orderId);
  const refund = await workOut(tx, order, wishes, to);
  // The last refund of an order moves stock twice: its own lines, then, with the status, the rest.
  if (refund.isFull) await lockAll(tx, [orderId]);
  requireAsShown(refund.amountCents, expected);
  const back = new Map<number, Milli>(
    refund.lines.filter((line) => line.restock).map((line) => [line.lineId, line.stockMilli]),
  );
  const moved = await restock(tx, staff, order, back);
  await movePoints(tx, staff, order, -refund.points, 'order-refunded');
  await moveUsedPoints(tx, staff, order, refund.pointsReturned);
  await requireApproved(tx, staff, [refundNeed(order, refund.amountCents)]);
  const refundId = await insertRefund(
    tx,
    {
      orderId,
      actorId: staff.id,
      kind: 'lines',
      reason: reason.trim(),
      to: to ?? null,
      locationId: drawerOf(staff, order),
      at,
    },
    refund,
  );
  const made = (await selectRefunds(tx, orderId)).find(({ id }) => id === refundId);
  if (!made) throw new Error('a refund went missing');
  await note(tx, staff, order, {
    kind: 'refund',
    action: 'order_refund',
    details: {
      refund: made.number,
      amount_cents: refund.amountCents,
      points: refund.points,
      ...(refund.pointsReturned > 0 && { points_returned: refund.pointsReturned }),
      lines: refund.lines.map((line) => ({
        line_id: line.lineId,
        quantity: toQuantity(line.quantityMilli),
        restock: line.restock,
        goods_cents: line.goodsCents,
        tax_cents: line.taxCents,
      })),
      tenders: toldTenders(refund),
      ...(to && { refund_to: to }),
      ...(made.reason !== '' && { reason: made.reason }),
    },
  });
  const { location_id: locationId, customer_id: customerId } = order;
  const done = { refund: toWireRefund(made), orderId, locationId, customerId, pointsTakenBack: refund.points };
  const reversed = refund.isFull ? await applyStatus(tx, staff, await reread(tx, orderId), 'refunded') : null;
  const [pointsBalance, elsewhere] = [await balanceOf(tx, order), await drawersElsewhere(tx, order)];
  const status = reversed ? 'refunded' : order.status;
  return { ...done, status, moved: reversed?.moved ?? moved, pointsBalance, elsewhere };
}
