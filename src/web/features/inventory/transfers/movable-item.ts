import { z } from 'zod';
import type { StockItem } from '#domain/stock.ts';

/** An item that is transferred or converted. */
export interface MovableItem extends StockItem {
  /** "parent - variant" for a variant. */
  readonly name: string;
  readonly sku: string | null;
  /** The unit it is counted in: "g", or '' for pieces. */
  readonly unit: string;
}

/** The stored form of it. */
export const movableItem = z.object({
  productId: z.int(),
  variationId: z.int().nullable(),
  name: z.string(),
  sku: z.string().nullable(),
  unit: z.string(),
});
