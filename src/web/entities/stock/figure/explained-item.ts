import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';

/** An item whose stock is explained: what it is called, and where. */
export interface ExplainedItem extends StockItem {
  readonly name: string;
  /** Follows the numbers, for example "g"; nothing for pieces. */
  readonly unit?: string;
  /** The own location when left out. */
  readonly locationId?: number;
  /** Of a variable product, whose figure is their sum: one of them is chosen first. */
  readonly variants?: readonly { readonly id: number; readonly name: string; readonly quantity: Milli }[];
}
