import { counted } from '#domain/counted.ts';
import { PAYMENT_TITLES } from '#domain/tender.ts';
import type { WireRefund } from '#contract/refunds.ts';
import { countWords, displayAmount, displayCount } from '#web/entities/order/order-format.ts';

/**
 * The refunded items: "1 x Walnut Grinder (not back to stock), 3.5 g of Blue Dream".
 * @param unitOf the unit in which a line of the order was sold; '' for pieces
 */
export function refundedItems({ lines }: Pick<WireRefund, 'lines'>, unitOf: (lineId: number) => string): string {
  return lines
    .map(({ line_id: id, quantity, name, restock }) => {
      const unit = unitOf(id);
      const count = unit === '' ? `${displayCount(quantity)} x` : `${countWords(quantity, unit)} of`;
      return `${count} ${name}${restock ? '' : ' (not back to stock)'}`;
    })
    .join(', ');
}

/** The refunded amounts by tender: "Cash $10.77, Card $12.07". */
export function refundTenders({ tenders }: Pick<WireRefund, 'tenders'>, currency?: string): string {
  return tenders.map(({ method, amount }) => `${PAYMENT_TITLES[method]} ${displayAmount(amount, currency)}`).join(', ');
}

/** "Rowan Hale at Front": who gave it back, and at which till, if it has a name. */
export function refundedBy({ by, till }: Pick<WireRefund, 'by' | 'till'>): string {
  return till?.name ? `${by} at ${till.name}` : by;
}

/** "8 points taken back, 200 used points given back"; '' for neither. */
export function refundedPoints({
  points,
  points_returned: returned = 0,
}: Pick<WireRefund, 'points' | 'points_returned'>): string {
  const parts = [
    points > 0 && `${counted(points, 'point')} taken back`,
    returned > 0 && `${counted(returned, 'used point')} given back`,
  ];
  return parts.filter(Boolean).join(', ');
}
