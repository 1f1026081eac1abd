import type { StockEvent } from '#contract/live.ts';
import { type Milli, parseQuantity, ZERO_MILLI } from '#domain/quantity.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';

export interface StockEntry extends StockItem {
  readonly quantityMilli: Milli;
}

interface Figure {
  quantityMilli: Milli;
  /** The highest movement heard of; 0 when only fetched. */
  movementId: number;
  /** When the last patch arrived, on the page's own clock. */
  patchedAtMs: number;
}

export type StockBook = ReturnType<typeof createStockBook>;

/**
 * Stock figures of one location by item, outside of any query, so that a change repaints what shows that item only.
 * `nowMs` is the page's clock; the same one that `startedAt` of a fetch is read from.
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

    /** False until a figure was fetched or heard: 0 of an item is then no statement about it. */
    knows(item: StockItem): boolean {
      return figures.has(stockKey(item));
    },

    /** Runs after a figure of the product or of one of its variants changed. Returns what stops it. */
    listen(productId: number, listener: () => void): () => void {
      const present = listeners.get(productId) ?? new Set();
      listeners.set(productId, present.add(listener));
      return () => {
        present.delete(listener);
        if (present.size === 0 && listeners.get(productId) === present) listeners.delete(productId);
      };
    },

    /**
     * Takes over figures that were asked for at `startedAt`. A patch that arrived since is newer and stays; figures
     * asked for before the book was emptied belong to another location and are dropped.
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

    /** Applies movements in whatever order they arrive: the highest movement of an item wins. Rule: live/newest-figure. */
    applyItems(items: StockEvent['items']): void {
      const changed = new Set<number>();
      for (const { product_id: productId, variation_id: variationId, quantity, movement_id: movementId } of items) {
        const read = parseQuantity(quantity);
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

    /** Forgets everything: another location, or nobody signed in. */
    empty(): void {
      emptiedAtMs = nowMs();
      figures.clear();
      tell([...listeners.keys()]);
    },
  };
}
