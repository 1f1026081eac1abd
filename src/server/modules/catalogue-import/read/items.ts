import type { Cents } from '#domain/money.ts';
import type { Milli } from '#domain/quantity.ts';
import type { Unit } from '#domain/unit.ts';

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Keys to write over what an item's meta has; null takes the key away. Keys that are not named stay. */
export type MetaPatch = ReadonlyMap<string, Json>;

export interface Attribute {
  readonly name: string;
  readonly option: string;
}

/** Facts that both kinds of row have. `undefined`: the file says nothing, and the present value stays. */
interface ItemBase {
  readonly line: number;
  /** The item's number in the store the file comes from. */
  readonly sourceId: number | null;
  readonly sku: string | undefined;
  readonly barcode: string | undefined;
  readonly status: 'publish' | 'draft' | undefined;
  /** null: the cell is blank, so the item has no such price. */
  readonly regularPriceCents: Cents | null | undefined;
  readonly salePriceCents: Cents | null | undefined;
  /** When the sale begins and ends, as `readInstant` writes it; null: the cell is blank, so it has begun or has no end. */
  readonly saleFrom: string | null | undefined;
  readonly saleUntil: string | null | undefined;
  /** A path on this server; pictures on other hosts stay in meta only. Rule: catalogue/pictures. */
  readonly image: string | undefined;
  readonly meta: MetaPatch;
  readonly stockMilli: Milli | undefined;
  /** The mark that this shop's export put on the row; left out in files of others. Rule: catalogue/exports. */
  readonly exportedAs?: string;
  /** The stock that was exported, before somebody typed `stockMilli` over it; left out in files of other shops. */
  readonly exportedStockMilli?: number;
}

export interface ProductItem extends ItemBase {
  readonly kind: 'product';
  readonly name: string;
  /** True if the file has no name. `name` is then its SKU or number, used only if the shop has no name for it either. */
  readonly isUnnamed: boolean;
  readonly type: 'simple' | 'variable';
  readonly description: string | undefined;
  readonly taxable: boolean | undefined;
  /** null: by the piece. */
  readonly unit: Unit | null | undefined;
  readonly stepMilli: Milli | undefined;
  readonly floorPriceCents: Cents | null | undefined;
  /** Each from the top category down; empty when the file names none. */
  readonly categories: readonly (readonly string[])[];
}

/** The product that a variation names: by the source's number ("id:44") or by SKU. */
export type ParentReference = { readonly sourceId: number } | { readonly sku: string };

export interface VariationItem extends ItemBase {
  readonly kind: 'variation';
  readonly name: string | undefined;
  readonly parent: ParentReference;
  readonly attributes: readonly Attribute[];
  readonly position: number | undefined;
}

export type Item = ProductItem | VariationItem;

/** An SKU is unique among products and variations together, without regard to case. */
export function skuKey(sku: string): string {
  return sku.toLowerCase();
}
