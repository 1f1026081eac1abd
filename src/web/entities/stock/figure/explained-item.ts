import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';

/** An item whose stock figure is explained, with its name and place. */
export interface ExplainedItem extends StockItem {
  readonly name: string;
  /** Shown after the figures, such as "g"; nothing for pieces. */
  readonly unit?: string;
  /** The own location when left out. */
  readonly locationId?: number;
  /** The variants of a variable product, whose figure is their sum. One of them is chosen first. */
  readonly variants?: readonly { readonly id: number; readonly name: string; readonly quantity: Milli }[];
}
