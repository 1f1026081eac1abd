import { drawnFromStock, needsConversion, type ConversionRefused } from './conversion-ratio.ts';
import { divideByWeight } from './largest-remainder.ts';
import { type LinePrice, type PriceChanges, priceLine, quantityOf, type Sold, withTaken } from './line-price.ts';
import { type Cents, plus, sum, toCents, ZERO_CENTS } from './money.ts';
import type { Milli } from './quantity.ts';
import type { Result } from './result.ts';
import { includedTaxes, saleTaxes, type TaxedGoods, without } from './sale-taxes.ts';
import { type TaxLine, type TaxRate, totalTax } from './tax.ts';

export interface SaleLine extends TaxedGoods {
  readonly productId: number;
  readonly variationId: number | null;
  readonly sold: Sold;
  readonly changes: PriceChanges;
}

export interface SaleTotals {
  readonly lines: readonly LinePrice[];
  /** The amount that points took off. The subtotal is after it. */
  readonly redeemedCents: Cents;
  readonly subtotalCents: Cents;
  readonly taxableCents: Cents;
  readonly taxes: readonly TaxLine[];
  readonly taxCents: Cents;
  readonly totalCents: Cents;
}

/**
 * The sums of a sale, made the same way at the till and on the server.
 * Subtotal = sum of line totals, which are without the taxes that prices contain; total = subtotal + taxes.
 * The amount of the points is divided among the lines in proportion to their totals, by largest remainders.
 * Rules: register/sums-of-a-sale, register/taxes-in-order, loyalty/redeemed-at-the-till.
 * @param redeemed at most what the goods come to
 */
export function totalSale(
  lines: readonly SaleLine[],
  rates: readonly TaxRate[],
  redeemed: Cents = ZERO_CENTS,
): SaleTotals {
  const before = lines.map((line) => priceLine(line.sold, line.changes));
  const goods = before.map(({ totalCents }) => totalCents);
  if (redeemed < 0 || redeemed > sum(goods)) throw new RangeError('points are worth more than the goods of the sale');
  const shares = divideByWeight(redeemed, goods).map(toCents);
  const included = includedTaxes(lines, without(goods, shares), rates);
  const prices = lines.map(({ sold }, index) => {
    const price = before[index];
    if (!price) throw new Error('a line was not priced');
    return withTaken(price, sold, shares[index] ?? ZERO_CENTS, included?.byLine[index] ?? ZERO_CENTS);
  });
  const subtotal = sum(prices.map((price) => price.totalCents));
  const taxable = sum(prices.filter((_, index) => lines[index]?.taxable).map((price) => price.totalCents));
  const taxes = saleTaxes(lines, prices, rates, included);
  const tax = totalTax(taxes);
  return {
    lines: prices,
    redeemedCents: redeemed,
    subtotalCents: subtotal,
    taxableCents: taxable,
    taxes,
    taxCents: tax,
    totalCents: plus(subtotal, tax),
  };
}

/** The stock that a line draws from its jar, in stock units. Refuses as `drawnFromStock` does. */
export function stockDrawn(sold: Sold): Result<Milli, ConversionRefused> {
  const quantity = quantityOf(sold);
  if (sold.kind === 'unit') return drawnFromStock(quantity, undefined, false);
  const { productType, tier } = sold.chosen;
  return drawnFromStock(quantity, tier.conversionRatio, needsConversion(productType, tier.label));
}
