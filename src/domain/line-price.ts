import { type BasisPoints, type Cents, minus, percentOf, plus, scaled, times, toCents, ZERO_CENTS } from './money.ts';
import type { ChosenTier } from './pricing-tiers.ts';
import { type Milli, priceOf, toMilli } from './quantity.ts';
import type { Measured } from './unit.ts';

/** A line sells pieces, or a quantity of a unit, at a price for each; or a tier a whole number of times. */
export type Sold =
  | ({ readonly kind: 'unit'; readonly priceCents: Cents; readonly quantityMilli: Milli } & Measured)
  | { readonly kind: 'tier'; readonly chosen: ChosenTier; readonly count: number };

/** The changes of staff to a line's price. `overrideCents` is per piece, or per tier for a tier line. */
export interface PriceChanges {
  readonly overrideCents?: Cents | undefined;
  readonly discount?: BasisPoints | undefined;
  readonly adjustmentCents?: Cents | undefined;
}

/**
 * The parts of a line's total: original + override + discount + adjustment - redeemed - included tax = total.
 * Discounts are negative.
 */
export interface LinePrice {
  readonly originalCents: Cents;
  readonly overrideCents: Cents;
  readonly discountCents: Cents;
  readonly adjustmentCents: Cents;
  /** The line's share of what points took off the whole sale; not below 0. */
  readonly redeemedCents: Cents;
  /** The taxes that its price contains. The total is without them. Left out for none. */
  readonly includedTaxCents?: Cents | undefined;
  readonly totalCents: Cents;
  /** Rounded for showing; never multiplied back. Rule: pricing/unit-price-is-for-showing. */
  readonly unitPriceCents: Cents;
}

/**
 * The quantity that a line sells, in thousandths of the item's unit. `stockDrawn` is the quantity that it takes from
 * the jar.
 */
export function quantityOf(sold: Sold): Milli {
  return sold.kind === 'unit' ? sold.quantityMilli : toMilli(sold.chosen.tier.minMilli * sold.count);
}

/** The number of pieces that a line sells, or of its tiers. */
export function timesSold(sold: Sold): number {
  return sold.kind === 'unit' ? Math.floor(sold.quantityMilli / 1000) : sold.count;
}

/** The price of one piece or one tier, as the catalogue has it. */
export function listPriceOf(sold: Sold): Cents {
  return sold.kind === 'unit' ? sold.priceCents : sold.chosen.tier.priceCents;
}

function amountAt(sold: Sold, price: Cents): Cents {
  return sold.kind === 'unit' ? priceOf(price, sold.quantityMilli) : times(price, sold.count);
}

/**
 * Line total = round(unit x quantity) or n x tier price, less discount, plus adjustment, never below 0.
 * Units: cents. Rule: pricing/line-total.
 */
export function priceLine(sold: Sold, changes: PriceChanges = {}): LinePrice {
  const original = amountAt(sold, listPriceOf(sold));
  const base = changes.overrideCents === undefined ? original : amountAt(sold, changes.overrideCents);
  const discount = percentOf(base, changes.discount ?? 0);
  const discounted = minus(base, discount);
  const total = toCents(Math.max(0, plus(discounted, changes.adjustmentCents ?? ZERO_CENTS)));
  const quantity = quantityOf(sold);
  return {
    originalCents: original,
    overrideCents: minus(base, original),
    discountCents: minus(ZERO_CENTS, discount),
    adjustmentCents: minus(total, discounted),
    redeemedCents: ZERO_CENTS,
    totalCents: total,
    unitPriceCents: toCents(scaled(total, 1000, quantity)),
  };
}

/** The share of a line's price that comes off only with a reason. Rule: pricing/reason-for-a-change. */
const REASON_FROM_PERCENT = 20;

/** True if a price changed by hand takes off so much that it needs a reason. Rule: pricing/reason-for-a-change. */
export function needsReason({ originalCents, totalCents }: Pick<LinePrice, 'originalCents' | 'totalCents'>): boolean {
  const off = minus(originalCents, totalCents);
  return off > 0 && off * 100 >= originalCents * REASON_FROM_PERCENT;
}

/** The percent that came off a line by hand, rounded up, so that a limit of 10 % is not passed by a cent. */
export function percentOff(price: LinePrice): number {
  const off = minus(price.originalCents, beforePoints(price));
  return off <= 0 || price.originalCents === 0 ? 0 : Math.ceil((off * 100) / price.originalCents);
}

/** The total of the line as its price is shown: before points, and with the taxes that the price contains. */
export function beforePoints({
  totalCents,
  redeemedCents,
  includedTaxCents = ZERO_CENTS,
}: Pick<LinePrice, 'totalCents' | 'redeemedCents' | 'includedTaxCents'>): Cents {
  return toCents(totalCents + redeemedCents + includedTaxCents);
}

/** The line after its share of what points took off the sale, and without the taxes that its price contains. */
export function withTaken(price: LinePrice, sold: Sold, redeemed: Cents, includedTax: Cents): LinePrice {
  if (redeemed === 0 && includedTax === 0) return price;
  const total = toCents(price.totalCents - redeemed - includedTax);
  return {
    ...price,
    redeemedCents: redeemed,
    ...(includedTax !== 0 && { includedTaxCents: includedTax }),
    totalCents: total,
    unitPriceCents: toCents(scaled(total, 1000, quantityOf(sold))),
  };
}
