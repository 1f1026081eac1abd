import { type LinePrice, listPriceOf, quantityOf, type Sold } from './line-price.ts';
import { type BasisPoints, type Cents, displayMoney, minus, ZERO_CENTS } from './money.ts';
import { perUnit, quantityWords } from './unit.ts';
import { type TaxLine, taxWords } from './tax.ts';
import type { SplitPayment, TenderMethod } from './tender.ts';

/** A row of a receipt, however it is drawn. The screen, the printer and the PDF show the same rows. */
export type ReceiptRow =
  /** Black dots on white, `png` in base64; 8 of them are a mm on paper. */
  | { readonly kind: 'logo'; readonly width: number; readonly height: number; readonly png: string }
  /** A QR code: its rows of modules, '1' for black. */
  | { readonly kind: 'code'; readonly text: string; readonly modules: readonly string[] }
  | { readonly kind: 'title'; readonly text: string }
  | { readonly kind: 'centre'; readonly text: string }
  /** Left and right on one line; `strong` for the parts that customers look for first, `note` small and set in. */
  | {
      readonly kind: 'pair';
      readonly left: string;
      readonly right: string;
      readonly weight: 'plain' | 'strong' | 'note';
    }
  | { readonly kind: 'rule' };

export type Receipt = readonly ReceiptRow[];

/** A receipt for paper of this width, mm. */
export interface PaperReceipt {
  readonly number: string;
  readonly width_mm: 58 | 80;
  readonly rows: Receipt;
}

export interface ReceiptLine {
  readonly name: string;
  readonly sold: Sold;
  readonly price: LinePrice;
  /** New price of one piece or tier, and the percent taken off; null and 0 when neither. */
  readonly overrideCents: Cents | null;
  readonly discount: BasisPoints;
}

/** Facts of a sale's receipt and of a refund's. */
export interface ReceiptHead {
  readonly shopName: string;
  /** Address lines, phone and the location's own text for the top, as printed. */
  readonly shopLines: readonly string[];
  /** The location's text for the end; thanks if it has none. */
  readonly closingLines: readonly string[];
  /** Its logo, as rows above everything, and its code, below. */
  readonly above?: Receipt;
  readonly below?: Receipt;
  readonly orderNumber: string;
  readonly timeZone: string;
  readonly cashier: string;
  /** null for a guest. */
  readonly customer: string | null;
}

export interface ReceiptFacts extends ReceiptHead {
  readonly soldAt: Date;
  readonly lines: readonly ReceiptLine[];
  readonly subtotalCents: Cents;
  readonly taxes: readonly Pick<TaxLine, 'name' | 'ratePpm' | 'taxCents' | 'included'>[];
  readonly shippingCents: Cents;
  readonly totalCents: Cents;
  readonly isPaid: boolean;
  readonly tenders: readonly SplitPayment[];
  readonly roundingCents: Cents;
  readonly changeCents: Cents;
  /** Points of this sale with their label ("12 Points"), or null when none were earned. */
  readonly pointsEarned: string | null;
  /** Points that were used to pay, and the amount they took off; null for none. */
  readonly pointsUsed: { readonly text: string; readonly cents: Cents } | null;
  /** The customer's points afterwards; null for a guest. */
  readonly pointsBalance: string | null;
  /** A print after the first at the till, and each from the list of orders. Rule: orders/receipt-copy. */
  readonly isCopy: boolean;
}

export const METHOD_NAME: Record<TenderMethod, string> = { cash: 'Cash', card: 'Card' };
export const RULE: ReceiptRow = { kind: 'rule' };

export function pair(left: string, right: string, weight: 'plain' | 'strong' | 'note' = 'plain'): ReceiptRow {
  return { kind: 'pair', left, right, weight };
}

/** The end of a receipt. */
export function closing(lines: readonly string[]): ReceiptRow[] {
  return (lines.length > 0 ? lines : ['Thank you']).map((text) => ({ kind: 'centre', text }));
}

/** "2 x 3.5 g at $40.00", "3 at $12.50", "2.5 g at $10.00 per g". */
function howMany({ sold }: ReceiptLine): string {
  const each = displayMoney(listPriceOf(sold));
  if (sold.kind === 'tier') return `${sold.count} x ${sold.chosen.tier.label} at ${each}`;
  return `${quantityWords(quantityOf(sold), sold.unit)} at ${sold.unit ? perUnit(each, sold.unit) : each}`;
}

function itemRows(line: ReceiptLine): ReceiptRow[] {
  const { name, price, overrideCents, discount } = line;
  const rows = [pair(name, displayMoney(price.totalCents)), pair(howMany(line), '', 'note')];
  const isChanged = price.totalCents !== price.originalCents || price.overrideCents !== 0;
  if (isChanged) rows.push(pair('Regular price', displayMoney(price.originalCents), 'note'));
  if (overrideCents !== null && price.overrideCents !== 0) {
    rows.push(pair(`Price changed to ${displayMoney(overrideCents)}`, displayMoney(price.overrideCents), 'note'));
  }
  if (price.discountCents !== 0) {
    rows.push(pair(`Discount ${discount / 100}%`, displayMoney(price.discountCents), 'note'));
  }
  if (price.adjustmentCents !== 0) rows.push(pair('Adjustment', displayMoney(price.adjustmentCents), 'note'));
  return rows;
}

/** "11/20/2026, 1:29 PM" in the time of the shop. Rule: display/dates. */
export function wallTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(at)
    .replaceAll('\u202f', ' ');
}

/** The rows of a sale's receipt, from top to bottom. Amounts are shown as recorded; nothing is worked out again. */
export function receiptOf(facts: ReceiptFacts): Receipt {
  const rows: ReceiptRow[] = [
    ...(facts.above ?? []),
    { kind: 'title', text: facts.shopName },
    ...facts.shopLines.map((text): ReceiptRow => ({ kind: 'centre', text })),
    ...(facts.isCopy ? [{ kind: 'centre', text: 'Copy' } as const] : []),
    RULE,
    pair('Order', facts.orderNumber),
    pair('Date', wallTime(facts.soldAt, facts.timeZone)),
    pair('Cashier', facts.cashier),
    ...(facts.customer === null ? [] : [pair('Customer', facts.customer)]),
    RULE,
    ...facts.lines.flatMap(itemRows),
    RULE,
    ...(facts.pointsUsed === null
      ? []
      : [pair(`${facts.pointsUsed.text} used`, displayMoney(minus(ZERO_CENTS, facts.pointsUsed.cents)))]),
    pair('Subtotal', displayMoney(facts.subtotalCents)),
    ...facts.taxes.map((tax) => pair(taxWords(tax), displayMoney(tax.taxCents))),
    ...(facts.shippingCents > 0 ? [pair('Shipping', displayMoney(facts.shippingCents))] : []),
    pair('Total', displayMoney(facts.totalCents), 'strong'),
    RULE,
    ...(facts.isPaid
      ? facts.tenders.map(({ method, amountCents }) => pair(METHOD_NAME[method], displayMoney(amountCents)))
      : [pair('Not paid', '', 'strong')]),
  ];
  if (facts.roundingCents !== 0) rows.push(pair('Rounding', displayMoney(facts.roundingCents)));
  if (facts.changeCents > 0) rows.push(pair('Change', displayMoney(facts.changeCents), 'strong'));
  const points = [
    ...(facts.pointsEarned === null ? [] : [pair('Points earned', facts.pointsEarned)]),
    ...(facts.pointsUsed === null ? [] : [pair('Points used', facts.pointsUsed.text)]),
    ...(facts.pointsBalance === null ? [] : [pair('Points balance', facts.pointsBalance)]),
  ];
  if (points.length > 0) rows.push(RULE, ...points);
  rows.push(RULE, ...closing(facts.closingLines), ...(facts.below ?? []));
  return rows;
}
