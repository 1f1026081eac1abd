import type { PricePlan } from '#domain/item-prices.ts';
import type { Unit } from '#domain/unit.ts';
import type { BlueprintField, CodeHolder } from '../../catalogue/service.ts';
import type { CategoryRow, PlannedCategory } from './category-plan.ts';
import type { Note, Problem } from '../findings.ts';
import type { Attribute, Json } from '../read/items.ts';
import type { PlannedStock, StoredQuantity } from './plan-stock.ts';

export type Meta = Readonly<Record<string, Json>>;

export interface StoredItem {
  readonly id: number;
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly status: string;
  readonly regular_price_cents: number | null;
  readonly sale_price_cents: number | null;
  readonly image: string | null;
  readonly meta: Meta;
}

export interface StoredProduct extends StoredItem {
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly taxable: boolean;
  readonly unit: Unit | null;
  readonly quantity_step: number;
  readonly floor_price_cents: number | null;
  readonly category_ids: readonly number[];
  readonly blueprint_id: number | null;
  readonly has_variations: boolean;
  /** Some location has stock of the product itself, not of a variation. */
  readonly has_own_stock: boolean;
}

export interface StoredVariation extends StoredItem {
  readonly product_id: number;
  readonly name: string | null;
  readonly attributes: readonly Attribute[];
  readonly position: number;
}

/** The clock of an import: the instant at which its prices begin to hold, and the time zone of its location. */
export interface Clock {
  readonly nowMs: number;
  readonly timeZone: string;
}

/** A price that is to come. */
export interface StoredPrice {
  readonly product_id: number;
  readonly variation_id: number | null;
  readonly from_ms: number;
  readonly regular_price_cents: number | null;
  readonly sale_price_cents: number | null;
}

/** The items a file names, as the database has them, and all categories. */
export interface Snapshot {
  readonly products: readonly StoredProduct[];
  readonly variations: readonly StoredVariation[];
  readonly links: readonly {
    readonly source_id: number;
    readonly product_id: number;
    readonly variation_id: number | null;
  }[];
  readonly categories: readonly (CategoryRow & { readonly blueprint_id: number | null })[];
  /** Of all blueprints. */
  readonly fields: readonly BlueprintField[];
  readonly toCome: readonly StoredPrice[];
  readonly clock: Clock;
  /** Items that have a SKU or a barcode of the file. */
  readonly holders: readonly CodeHolder[];
  /** At the import's location. */
  readonly stock: readonly StoredQuantity[];
  /** The figures last imported there. */
  readonly importedStock: readonly StoredQuantity[];
}

/** One field of an item, as people read it. */
export interface FieldChange {
  readonly field: string;
  readonly from: string;
  readonly to: string;
}

export type Change = 'create' | 'update' | 'unchanged';

export interface PlannedItem extends PlannedStock {
  readonly line: number;
  /** null until a new item has been given its number. */
  id: number | null;
  readonly change: Change;
  /** False when only its stock, the figure to remember or its link is to be written. */
  readonly isRowChanged: boolean;
  /** Its prices where some are to come, or were; null: they are those of its row. */
  readonly prices: PricePlan | null;
  /** Empty for a new item. */
  readonly changes: readonly FieldChange[];
  /** It has a price here, and a blank in the file. */
  readonly isPriceCleared: boolean;
  /** The row of `import_sources` to write, null when it is there or the file has no number. */
  readonly newLink: number | null;
}

export interface Values {
  readonly sku: string | null;
  readonly barcode: string | null;
  readonly status: string;
  readonly regular_price_cents: number | null;
  readonly sale_price_cents: number | null;
  readonly image: string | null;
  readonly meta: Meta;
}

export interface PlannedProduct extends PlannedItem {
  readonly values: Values & {
    name: string;
    type: string;
    description: string;
    taxable: boolean;
    unit: Unit | null;
    quantity_step: number;
    floor_price_cents: number | null;
  };
  readonly categories: readonly PlannedCategory[];
}

export interface PlannedVariation extends PlannedItem {
  readonly parent: { readonly id: number | null };
  readonly values: Values & { name: string | null; attributes: readonly Attribute[]; position: number };
}

/** Everything an import would write, or why it may not. */
export interface ImportPlan {
  readonly products: readonly PlannedProduct[];
  readonly variations: readonly PlannedVariation[];
  readonly newCategories: readonly PlannedCategory[];
  readonly problems: readonly Problem[];
  readonly notes: readonly Note[];
}
