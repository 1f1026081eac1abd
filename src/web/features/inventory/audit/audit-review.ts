import { type Cents, toCents } from '#domain/money.ts';
import { type Milli, toMilli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { namedItem, type NamedItem, sellingValue } from '../items/item-names.ts';
import type { PendingCount, PendingCounts } from '../pending/pending.ts';

/** One line of what an audit would do, with the books as they are now. */
export interface ReviewLine extends PendingCount {
  readonly item: NamedItem;
  readonly booksMilli: Milli;
  /** What will be on the books: stock stops at 0. */
  readonly afterMilli: Milli;
  /** Of the change, at selling price. */
  readonly valueCents: Cents;
  /** Sold, received or moved since it was counted. */
  readonly hasMoved: boolean;
}

export interface Review {
  /** Lines that change stock, the dearest first. */
  readonly variances: readonly ReviewLine[];
  /** Lines that agree with the books. */
  readonly agreeing: number;
  readonly lossCents: Cents;
  readonly gainCents: Cents;
  readonly netCents: Cents;
}

/** What creating the audit would do, by value. */
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
    const item = namedItem(key, byId);
    const booksMilli = booksOf(item);
    const valueCents = sellingValue(item, count.deltaMilli);
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
  };
}
