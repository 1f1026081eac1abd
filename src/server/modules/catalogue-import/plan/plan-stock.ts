import type { Milli } from '#domain/quantity.ts';
import type { Item } from '../read/items.ts';

export interface StoredQuantity {
  readonly product_id: number;
  readonly variation_id: number | null;
  /** SQL numeric text. */
  readonly quantity: string;
}

export interface PlannedStock {
  /** Stock to set, null when it is right, is left alone, or the file says nothing. */
  readonly stockMilli: Milli | null;
  /** The file's figure, to be remembered; null when it already is, or there is none. */
  readonly importedMilli: Milli | null;
  /** The stock that must still be there when it is set; null: any. */
  readonly expectedMilli: number | null;
  /** The file's figure was imported before and the stock has moved since. */
  readonly isStockLeft: boolean;
}

interface ItemKey {
  readonly productId: number;
  readonly variationId: number | null;
}

/**
 * Stock is set to the file's figure when that is another one than last time. While it is the same the shop's own stock
 * is newer: what was sold since stays sold. A figure that was typed over an exported one is always set.
 */
export class StockPlan {
  readonly #there: ReadonlyMap<string, number>;
  readonly #imported: ReadonlyMap<string, number>;

  constructor(there: readonly StoredQuantity[], imported: readonly StoredQuantity[]) {
    this.#there = milliByItem(there);
    this.#imported = milliByItem(imported);
  }

  /** `stored` is null for a new item. */
  of({ stockMilli: figure, exportedStockMilli }: Item, stored: ItemKey | null): PlannedStock {
    const expectedMilli = exportedStockMilli ?? null;
    if (figure === undefined) return { stockMilli: null, importedMilli: null, expectedMilli, isStockLeft: false };
    const key = stored === null ? '' : keyOf(stored);
    const isThere = this.#there.get(key) === figure;
    const isKnown = this.#imported.get(key) === figure;
    const isLeft = isKnown && expectedMilli === null;
    return {
      stockMilli: isThere || isLeft ? null : figure,
      importedMilli: isKnown ? null : figure,
      expectedMilli,
      isStockLeft: isLeft && !isThere,
    };
  }
}

function keyOf({ productId, variationId }: ItemKey): string {
  return `${productId}-${variationId}`;
}

function milliByItem(rows: readonly StoredQuantity[]): Map<string, number> {
  return new Map(
    rows.map(({ product_id, variation_id, quantity }) => [
      keyOf({ productId: product_id, variationId: variation_id }),
      Math.round(Number(quantity) * 1000),
    ]),
  );
}
