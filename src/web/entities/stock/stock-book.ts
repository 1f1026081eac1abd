import type { StockEvent } from '#contract/live.ts';
import { MAX_STOCK_MILLI, type Milli, parseQuantity, ZERO_MILLI } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';

export interface StockEntry extends StockItem {
  readonly quantityMilli: Milli;
}

interface Figure {
  quantityMilli: Milli;
  /** The highest movement received; 0 when the figure was only fetched. */
  movementId: number;
  /** When the last change arrived, on the page's own clock. */
  patchedAtMs: number;
}

/**
 * The stock figures of one location by item. They are kept outside of queries, so that a change draws only what shows
 * that item. `nowMs` is the page's clock, which also gives `startedAt` of a fetch.
 */
export function createStockBook(nowMs: () => number) {
  const figures = new Map<string, Figure>();
  const listeners = new Map<number, Set<() => void>>();
  let emptiedAtMs = -Infinity;

  function tell(productIds: Iterable<number>): void {
    for (const productId of productIds) for (const listener of listeners.get(productId) ?? []) listener();
  }

  return {
    of(item: StockItem): Milli {
      return figures.get(stockKey(item))?.quantityMilli ?? ZERO_MILLI;
    },

    /** False until the item's figure is known; 0 then says nothing. */
    knows(item: StockItem): boolean {
      return figures.has(stockKey(item));
    },

    /** Calls the listener after the stock of the product or a variant changed. Returns a function that stops it. */
    listen(productId: number, listener: () => void): () => void {
      const present = listeners.get(productId) ?? new Set();
      listeners.set(productId, present.add(listener));
      return () => {
        present.delete(listener);
        if (present.size === 0 && listeners.get(productId) === present) listeners.delete(productId);
      };
    },

    /**
     * Takes over figures that were requested at `startedAt`. A change that arrived since is newer and stays. Figures
     * requested before the book was emptied belong to another location and are dropped.
     */
    applyFetched(startedAt: number, entries: Iterable<StockEntry>): void {
      if (startedAt < emptiedAtMs) return;
      const changed = new Set<number>();
      for (const { quantityMilli, ...item } of entries) {
        const key = stockKey(item);
        const present = figures.get(key);
        if (!present) figures.set(key, { quantityMilli, movementId: 0, patchedAtMs: -Infinity });
        else if (present.patchedAtMs > startedAt || present.quantityMilli === quantityMilli) continue;
        else present.quantityMilli = quantityMilli;
        changed.add(item.productId);
      }
      tell(changed);
    },

    /** Applies changes in any order of arrival: the highest movement of an item counts. Rule: live/newest-figure. */
    applyItems(items: StockEvent['items']): void {
      const changed = new Set<number>();
      for (const { product_id: productId, variation_id: variationId, quantity, movement_id: movementId } of items) {
        const read = parseQuantity(quantity, MAX_STOCK_MILLI);
        if (!read.ok) continue;
        const key = stockKey({ productId, variationId });
        const present = figures.get(key);
        const newest = present?.movementId ?? 0;
        if (movementId !== undefined && movementId < newest) continue;
        figures.set(key, {
          quantityMilli: read.value,
          movementId: Math.max(movementId ?? 0, newest),
          patchedAtMs: nowMs(),
        });
        if (present?.quantityMilli !== read.value) changed.add(productId);
      }
      tell(changed);
    },

    /** Forgets everything, when the location or the person changes. */
    empty(): void {
      emptiedAtMs = nowMs();
      figures.clear();
      tell([...listeners.keys()]);
    },
  };
}
