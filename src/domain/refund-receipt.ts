import { type Cents, displayMoney } from './money.ts';
import type { Milli } from './quantity.ts';
import { quantityWords } from './unit.ts';
import {
  closing,
  METHOD_NAME,
  pair,
  type Receipt,
  type ReceiptHead,
  type ReceiptRow,
  RULE,
  wallTime,
} from './receipt.ts';
import { type TaxLine, taxWords } from './tax.ts';
import type { SplitPayment } from './tender.ts';

export interface RefundReceiptFacts extends ReceiptHead {
  readonly refundNumber: string;
  readonly refundedAt: Date;
  /** Goods that came back; empty when the whole rest of the order was refunded. */
  readonly lines: readonly {
    readonly name: string;
    readonly quantityMilli: Milli;
    readonly unit?: string;
    readonly goodsCents: Cents;
  }[];
  readonly goodsCents: Cents;
  readonly taxCents: Cents;
  /** The same by tax; left out or empty if only the sum is known. */
  readonly taxes?: readonly Pick<TaxLine, 'name' | 'ratePpm' | 'taxCents'>[];
  readonly shippingCents: Cents;
  readonly amountCents: Cents;
  readonly tenders: readonly SplitPayment[];
  /** "12 Points"; null when none were taken back. */
  readonly pointsTakenBack: string | null;
  /** Of those that were used to pay. */
  readonly pointsGivenBack: string | null;
  readonly reason: string;
  readonly isCopy: boolean;
}

/** The rows of a refund's receipt, from top to bottom. Amounts are what the customer gets back. */
export function refundReceiptOf(facts: RefundReceiptFacts): Receipt {
  const centre = (text: string): ReceiptRow => ({ kind: 'centre', text });
  const items =
    facts.lines.length === 0
      ? [pair(`Rest of order ${facts.orderNumber}`, displayMoney(facts.goodsCents))]
      : facts.lines.flatMap((line) => [
          pair(line.name, displayMoney(line.goodsCents)),
          pair(quantityWords(line.quantityMilli, line.unit), '', 'note'),
        ]);
  const points = [
    ...(facts.pointsTakenBack === null ? [] : [pair('Points taken back', facts.pointsTakenBack)]),
    ...(facts.pointsGivenBack === null ? [] : [pair('Used points given back', facts.pointsGivenBack)]),
  ];
  return [
    ...(facts.above ?? []),
    { kind: 'title', text: facts.shopName },
    ...facts.shopLines.map(centre),
    centre('Refund'),
    ...(facts.isCopy ? [centre('Copy')] : []),
    RULE,
    pair('Refund', facts.refundNumber),
    pair('Order', facts.orderNumber),
    pair('Date', wallTime(facts.refundedAt, facts.timeZone)),
    pair('Cashier', facts.cashier),
    ...(facts.customer === null ? [] : [pair('Customer', facts.customer)]),
    RULE,
    ...items,
    RULE,
    pair('Goods', displayMoney(facts.goodsCents)),
    ...(facts.taxes && facts.taxes.length > 0
      ? facts.taxes.map((tax) => pair(taxWords(tax), displayMoney(tax.taxCents)))
      : [pair('Tax', displayMoney(facts.taxCents))]),
    ...(facts.shippingCents > 0 ? [pair('Shipping', displayMoney(facts.shippingCents))] : []),
    pair('Refunded', displayMoney(facts.amountCents), 'strong'),
    RULE,
    ...facts.tenders.map(({ method, amountCents }) => pair(METHOD_NAME[method], displayMoney(amountCents))),
    ...(points.length === 0 ? [] : [RULE, ...points]),
    ...(facts.reason === '' ? [] : [RULE, pair('Reason', facts.reason, 'note')]),
    RULE,
    ...closing(facts.closingLines),
    ...(facts.below ?? []),
  ];
}
