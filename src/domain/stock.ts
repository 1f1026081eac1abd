import { type Milli, toMilli } from './quantity.ts';

/** The product or variation whose jars are counted. `variationId` is null for a simple product. */
export interface StockItem {
  readonly productId: number;
  readonly variationId: number | null;
}

/** The key of an item: '12', or '12-34' for a variation. */
export function stockKey({ productId, variationId }: StockItem): string {
  return variationId === null ? `${productId}` : `${productId}-${variationId}`;
}

/**
 * Transfers and audits lock rows in this order; sales use the same in `50_record_sale.sql`, so that nobody waits in a circle. A simple product comes
 * before its variations, as with NULLS FIRST in SQL. Rule: stock/lock-order.
 */
export function byLockOrder(a: StockItem, b: StockItem): number {
  return a.productId - b.productId || (a.variationId ?? 0) - (b.variationId ?? 0);
}

/** A copy in the order of locks. */
export function inLockOrder<T extends StockItem>(items: readonly T[]): T[] {
  return [...items].sort(byLockOrder);
}

export type StockTone = 'out' | 'low' | 'good';

/**
 * Stock up to this much is low: five pieces, or five of the unit by which it is weighed. It is also the reorder level of
 * items without their own. Rule: stock/colours.
 */
export const LITTLE_STOCK = toMilli(5000);

/** Red at 0 or below, yellow for low stock, green above. Rule: stock/colours. */
export function stockTone(quantity: Milli): StockTone {
  if (quantity <= 0) return 'out';
  return quantity <= LITTLE_STOCK ? 'low' : 'good';
}
