import type { WireOrder } from '#contract/orders.ts';
import type { WireRefund } from '#contract/refunds.ts';
import { centsOf, minus, sum, toCents } from '#domain/money.ts';
import { type Milli, toMilli, fromQuantityNumber } from '#domain/quantity.ts';
import type { RefundableLine, RefundableOrder } from '#domain/refund.ts';
import type { SplitPayment } from '#domain/tender.ts';

type Line = WireOrder['line_items'][number];

/** Goods sold by weight or as a tier can be refunded in any part, everything else in whole pieces. */
export function isDivisible({ meta_data: meta }: Line): boolean {
  return meta.some(({ key }) => key === '_pricing_tier_label' || key === '_unit');
}

/** The quantity of one tier of a line, as of a bag of 3.5 g; null for goods without tiers. */
export function tierQuantityOf({ meta_data: meta }: Line): Milli | null {
  const quantity = Number(meta.find(({ key }) => key === '_pricing_tier_quantity')?.value);
  return quantity > 0 ? fromQuantityNumber(quantity) : null;
}

/** The quantity of a line that can still be refunded. */
export function leftOf(line: Line): Milli {
  return toMilli(fromQuantityNumber(line.quantity) - fromQuantityNumber(line.refunded_quantity));
}

/** True if something can be refunded: the order is paid, not fully refunded, and neither cancelled nor failed. */
export function isRefundable({ status, date_paid: paid, line_items: lines }: WireOrder): boolean {
  return (
    paid !== null && !['cancelled', 'failed', 'refunded'].includes(status) && lines.some((line) => leftOf(line) > 0)
  );
}

/**
 * An order in the form that the refund rules take, so that the screen shows what the server will do. It is used only
 * for amounts of money; the server decides what goes back to which jar.
 */
export function refundableOf(order: WireOrder, refunds: readonly WireRefund[]): RefundableOrder {
  const lines = order.line_items.map((line): RefundableLine => {
    const sold = fromQuantityNumber(line.stock_quantity);
    return {
      id: line.id,
      quantityMilli: fromQuantityNumber(line.quantity),
      totalCents: centsOf(line.total),
      taxable: line.taxable,
      divisible: isDivisible(line),
      stockMilli: sold,
      deductedMilli: toMilli(sold - fromQuantityNumber(line.shortfall)),
      returnedMilli: toMilli(0),
      writtenOffMilli: toMilli(0),
      refundedMilli: fromQuantityNumber(line.refunded_quantity),
      refundedCents: centsOf(line.refunded),
      pointsAwarded: line.points_awarded ?? null,
      redeemedCents: centsOf(line.redeemed ?? '0.00'),
    };
  });
  const change = centsOf(order.change);
  const tender = ({ method, amount }: WireOrder['tenders'][number]): SplitPayment => ({
    method,
    amountCents: centsOf(amount),
  });
  return {
    lines,
    subtotalCents: centsOf(order.subtotal),
    taxableCents: sum(lines.filter(({ taxable }) => taxable).map(({ totalCents }) => totalCents)),
    taxes: order.tax_lines.map(({ tax_total: tax }) => centsOf(tax)),
    taxBases: order.tax_lines.map(({ line_bases: bases }) => bases?.map(centsOf) ?? null),
    shippingCents: centsOf(order.shipping_total),
    totalCents: centsOf(order.total),
    refundedCents: centsOf(order.refunded),
    pointsAwarded: order.points_awarded,
    pointsRefunded: order.points_refunded,
    pointsRedeemed: order.points_redeemed ?? 0,
    pointsReturned: order.points_returned ?? 0,
    paid: [
      ...order.tenders.map(tender),
      ...(change === 0 ? [] : [{ method: 'cash' as const, amountCents: minus(toCents(0), change) }]),
    ],
    givenBack: refunds
      .filter(({ reversed_at: undone }) => undone === null)
      .flatMap(({ tenders }) => tenders.map(tender)),
  };
}
