import { z } from 'zod';
import type { StockItem } from '#domain/stock.ts';

/** Something of which stock is sent elsewhere, or made into something else. */
export interface MovableItem extends StockItem {
  /** "parent - variant" of a variant. */
  readonly name: string;
  readonly sku: string | null;
  /** What it is counted in: "g", '' for pieces. */
  readonly unit: string;
}

/** As the browser keeps it. */
export const movableItem = z.object({
  productId: z.int(),
  variationId: z.int().nullable(),
  name: z.string(),
  sku: z.string().nullable(),
  unit: z.string(),
});
