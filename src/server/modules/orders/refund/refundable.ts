import { toMoney } from '#contract/wire.ts';
import { type Cents, displayMoney, toCents } from '#domain/money.ts';
import { fromQuantityNumber, type Milli } from '#domain/quantity.ts';
import type { RefundableLine, RefundableOrder } from '#domain/refund.ts';
import type { SplitPayment } from '#domain/tender.ts';
import type { Need } from '#server/http/guard/approvals.ts';
import { Refusal } from '#server/refusal.ts';
import { type OrderLineRow, type OrderRow, redeemedOf } from '../order-row.ts';
import type { RefundRow } from './refund-queries.ts';

/** A quantity of an order row; 0 where the row has none. */
export function milliOrZero(quantity: number | undefined): Milli {
  return fromQuantityNumber(quantity ?? 0);
}

export function refundableLine(line: OrderLineRow): RefundableLine {
  return {
    id: line.id,
    quantityMilli: milliOrZero(line.quantity),
    totalCents: toCents(line.total_cents),
    taxable: line.taxable,
    divisible: line.tier !== null || Boolean(line.unit),
    stockMilli: milliOrZero(line.stock_quantity),
    deductedMilli: milliOrZero(line.deducted),
    returnedMilli: milliOrZero(line.returned),
    writtenOffMilli: milliOrZero(line.written_off),
    refundedMilli: milliOrZero(line.refunded_quantity),
    refundedCents: toCents(line.refunded_cents ?? 0),
    pointsAwarded: line.points_awarded ?? null,
    redeemedCents: redeemedOf(line),
  };
}

/** Cash is what was handed over less the change. */
function paidBy({ tenders, change_cents }: OrderRow): SplitPayment[] {
  const paid: SplitPayment[] = tenders.map(({ method, amount_cents }) => ({
    method,
    amountCents: toCents(amount_cents),
  }));
  return change_cents === 0 ? paid : [...paid, { method: 'cash', amountCents: toCents(-change_cents) }];
}

/** An order as the rules of refunds need it. Refunds that were reversed no longer count. */
export function refundableOrder(order: OrderRow, refunds: readonly RefundRow[]): RefundableOrder {
  return {
    lines: order.lines.map(refundableLine),
    subtotalCents: toCents(order.subtotal_cents),
    taxableCents: toCents(order.taxable_cents),
    taxes: order.taxes.map((tax) => toCents(tax.tax_cents)),
    taxBases: order.taxes.map(({ line_bases: bases }) => bases?.map(toCents) ?? null),
    shippingCents: toCents(order.shipping_cents),
    totalCents: toCents(order.total_cents),
    refundedCents: toCents(order.refunded_cents ?? 0),
    pointsAwarded: order.points_awarded,
    pointsRefunded: order.points_refunded ?? 0,
    pointsRedeemed: order.points_redeemed ?? 0,
    pointsReturned: order.points_returned ?? 0,
    paid: paidBy(order),
    givenBack: refunds
      .filter(({ reversed_at }) => reversed_at === null)
      .flatMap(({ tenders }) =>
        tenders.map(({ method, amount_cents }) => ({ method, amountCents: toCents(amount_cents) })),
      ),
  };
}

/** The need of a refund. Its amount includes what the order gave back before, so that refunds in pieces do not pass the limit. Rule: refunds/limit. */
export function refundNeed({ refunded_cents: before = 0 }: OrderRow, amountCents: Cents): Need {
  const reason = `refunding ${displayMoney(amountCents)}`;
  return { permission: 'change-orders', amount: amountCents === 0 ? 0 : before + amountCents, reason };
}

/**
 * Refuses a refund that comes to another amount than the caller was shown: that is what they give back.
 * @throws Refusal `refund_changed` with the present amount
 */
export function requireAsShown(amountCents: Cents, shown: Cents | undefined): void {
  if (shown === undefined || shown === amountCents) return;
  throw new Refusal('refund_changed', `This refund comes to ${displayMoney(amountCents)} now.`, {
    details: { amount: toMoney(amountCents) },
  });
}
