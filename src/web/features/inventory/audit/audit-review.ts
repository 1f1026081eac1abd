import { amountWords, type OfUnit, sumsByUnit } from '#domain/unit.ts';
import { type Cents, toCents, ZERO_CENTS } from '#domain/money.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { pendingItem, type PendingItem } from '../items/item-names.ts';
import { sellingValue } from '../items/selling-value.ts';
import { type PendingCount, type PendingCounts } from '../pending/pending.ts';

/** One line of what an audit would change, with the present stock. */
export interface ReviewLine extends PendingCount {
  readonly item: PendingItem;
  readonly booksMilli: Milli;
  /** The stock afterwards; it stops at 0. */
  readonly afterMilli: Milli;
  /** The value of the change at selling price. */
  readonly valueCents: Cents;
  /** The stock changed since it was counted, by a sale, a receipt or a transfer. */
  readonly hasMoved: boolean;
}

export interface Review {
  /** Lines that change stock, the highest value first. */
  readonly variances: readonly ReviewLine[];
  /** The number of lines whose count matches the stock. */
  readonly agreeing: number;
  readonly lossCents: Cents;
  readonly gainCents: Cents;
  readonly netCents: Cents;
  /** Shortage and surplus of each unit: "2 g short, 3 g over", "2 pieces over". A sum would say 0 of -2 g and +2 g. */
  readonly shortAndOver: readonly string[];
}

function shortAndOver(lines: readonly Pick<ReviewLine, 'item' | 'deltaMilli'>[]): string[] {
  const sumsOf = (sign: 1 | -1) =>
    sumsByUnit(
      lines
        .filter(({ deltaMilli }) => deltaMilli * sign > 0)
        .map(({ item, deltaMilli }) => ({ unit: item.unit, milli: toMilli(deltaMilli * sign) })),
    );
  const [short, over] = [sumsOf(-1), sumsOf(1)];
  const said = (sums: readonly OfUnit[], unit: string, word: string) =>
    sums.filter((sum) => sum.unit === unit).map((sum) => `${amountWords(sum)} ${word}`);
  return [...new Set([...short, ...over].map(({ unit }) => unit))].map((unit) =>
    [...said(short, unit, 'short'), ...said(over, unit, 'over')].join(', '),
  );
}

/** The changes that creating the audit would make, with their values. */
export function reviewOf(
  counts: PendingCounts,
  byId: ReadonlyMap<number, RegisterProduct>,
  booksOf: (item: StockItem) => Milli,
): Review {
  const variances: ReviewLine[] = [];
  let loss = 0;
  let gain = 0;
  for (const [key, count] of counts) {
    if (count.deltaMilli === 0) continue;
    const item = pendingItem(key, byId);
    const booksMilli = booksOf(item);
    const { product, variationId } = item;
    const valueCents = (product && sellingValue(product, variationId, count.deltaMilli)) ?? ZERO_CENTS;
    if (valueCents < 0) loss += valueCents;
    else gain += valueCents;
    const afterMilli = toMilli(Math.max(0, booksMilli + count.deltaMilli));
    variances.push({ ...count, item, booksMilli, afterMilli, valueCents, hasMoved: booksMilli !== count.seenMilli });
  }
  variances.sort(
    (a, b) =>
      Math.abs(b.valueCents) - Math.abs(a.valueCents) ||
      Math.abs(b.deltaMilli) - Math.abs(a.deltaMilli) ||
      (a.item.name < b.item.name ? -1 : 1),
  );
  return {
    variances,
    agreeing: counts.size - variances.length,
    lossCents: toCents(loss),
    gainCents: toCents(gain),
    netCents: toCents(loss + gain),
    shortAndOver: shortAndOver(variances),
  };
}
