import { foldedWords, hasWords } from '#domain/fold.ts';
import type { Cents } from '#domain/money.ts';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { variantLineName } from '#domain/variant-name.ts';
import type { AttentionRow } from '#web/entities/stock/attention.ts';
import { milliOfWire, type RegisterProduct, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import { sellingValue } from '../items/selling-value.ts';

export const ATTENTION_FILTERS = ['all', 'count', 'out', 'low'] as const;
export type AttentionFilter = (typeof ATTENTION_FILTERS)[number];

/** An item that is low, out of stock or sold beyond the books. */
export interface AttentionItem extends StockItem {
  readonly key: string;
  /** "parent - variant" for a variant. */
  readonly name: string;
  readonly sku: string;
  readonly unit: string;
  readonly quantityMilli: Milli;
  readonly levelMilli: Milli | null;
  readonly isLow: boolean;
  readonly isOut: boolean;
  readonly needsCountSince: string | null;
  /** The value at risk; null when the price is not known. */
  readonly atRiskCents: Cents | null;
}

/**
 * The value at risk, at selling prices: stock that waits for a count may not exist, and stock missing up to the reorder
 * level cannot be sold.
 */
function atRiskOf(row: AttentionRow, product: RegisterProduct): Cents | null {
  const quantity = milliOfWire(row.quantity);
  const missing = row.reorder_level === null ? 0 : Math.max(0, milliOfWire(row.reorder_level) - quantity);
  return sellingValue(product, row.variation_id, toMilli((row.needs_count_since === null ? 0 : quantity) + missing));
}

export function toAttentionItem(row: AttentionRow, product: RegisterProduct | undefined): AttentionItem {
  const item = { productId: row.product_id, variationId: row.variation_id };
  return {
    ...item,
    key: stockKey(item),
    name: row.variation_name === null ? row.product_name : variantLineName(row.product_name, row.variation_name),
    sku: row.sku ?? '',
    unit: product ? stockUnitOf(product) : '',
    quantityMilli: milliOfWire(row.quantity),
    levelMilli: row.reorder_level === null ? null : milliOfWire(row.reorder_level),
    isLow: row.is_low,
    isOut: row.quantity <= 0,
    needsCountSince: row.needs_count_since,
    atRiskCents: product ? atRiskOf(row, product) : null,
  };
}

function matches(item: AttentionItem, filter: AttentionFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'count':
      return item.needsCountSince !== null;
    case 'out':
      return item.isOut;
    case 'low':
      return item.isLow && !item.isOut;
  }
}

export function countIn(items: readonly AttentionItem[], filter: AttentionFilter): number {
  return items.filter((item) => matches(item, filter)).length;
}

/**
 * The items that a filter and a search leave: first those that wait for a count, then those out of stock, both by value
 * at risk, highest first.
 */
export function listed(items: readonly AttentionItem[], filter: AttentionFilter, search: string): AttentionItem[] {
  const words = foldedWords(search);
  const rank = (item: AttentionItem): number => (item.needsCountSince !== null ? 0 : item.isOut ? 1 : 2);
  return items
    .filter((item) => matches(item, filter) && hasWords(`${item.name} ${item.sku}`, words))
    .sort(
      (a, b) =>
        rank(a) - rank(b) || (b.atRiskCents ?? -1) - (a.atRiskCents ?? -1) || a.name.localeCompare(b.name, 'en-US'),
    );
}

/**
 * The quantity that brings an item to twice its reorder level, in whole units. Filled up to the level itself, it would
 * still count as low.
 */
export function restockOf({ levelMilli, quantityMilli }: AttentionItem): Milli {
  const missing = 2 * (levelMilli ?? ZERO_MILLI) - quantityMilli;
  return toMilli(Math.max(1, Math.ceil(missing / 1000)) * 1000);
}
