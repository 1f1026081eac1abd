import type { StockItem } from '#domain/stock.ts';
import { stockKey } from '#domain/stock.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { type RegisterProduct, type RegisterVariant, stockUnitOf } from '#web/entities/catalogue/wire-products.ts';

interface RowBase {
  /** The item's key; "p" and the id for the row of a variable product. */
  readonly key: string;
  readonly product: RegisterProduct;
  readonly sku: string | null;
  readonly category: string | null;
  /** The unit it is counted in: "g", or '' for pieces. */
  readonly unit: string;
}

/** A row with a stock figure: a simple product, or one variant. */
export interface ItemRow extends RowBase {
  readonly kind: 'product' | 'variant';
  readonly item: StockItem;
  readonly variant: RegisterVariant | null;
  /** "parent - variant" for a variant. */
  readonly fullName: string;
}

/** The row of a variable product, above its variants. */
export interface ParentRow extends RowBase {
  readonly kind: 'parent';
  /** All its variants, listed or not. */
  readonly variationIds: readonly number[];
}

export type StockRow = ItemRow | ParentRow;

function rowsOfProduct(product: RegisterProduct): StockRow[] {
  const { id, name, sku, category, variants } = product;
  const unit = stockUnitOf(product);
  if (variants === null) {
    const item = { productId: id, variationId: null };
    const base = { product, sku, category, unit };
    return [{ ...base, kind: 'product', key: stockKey(item), item, variant: null, fullName: name }];
  }
  const parent: ParentRow = {
    kind: 'parent',
    key: `p${id}`,
    product,
    sku,
    category,
    unit,
    variationIds: variants.map((variant) => variant.id),
  };
  const below = variants.map((variant): ItemRow => {
    const item = { productId: id, variationId: variant.id };
    const fullName = variantLineName(name, variant.name);
    return { kind: 'variant', key: stockKey(item), product, sku: variant.sku, category, unit, item, variant, fullName };
  });
  return [parent, ...below];
}

const made = new WeakMap<RegisterProduct, readonly StockRow[]>();

/** The rows of a product. The same objects are returned each time, so that rows are not drawn again. */
function productRows(product: RegisterProduct): readonly StockRow[] {
  const rows = made.get(product) ?? rowsOfProduct(product);
  made.set(product, rows);
  return rows;
}

const inEnglish = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** By name across all categories. Rule: inventory/a-to-z. */
export function fromAToZ(products: readonly RegisterProduct[]): RegisterProduct[] {
  return [...products].sort((a, b) => inEnglish.compare(a.name, b.name) || a.id - b.id);
}

/** The conditions for listing an item. */
export interface Listing {
  /** Names the list; a new name starts an empty list. */
  readonly listKey: string;
  /** Includes items without stock. */
  readonly everything: boolean;
  /** Lists only these items; null lists all. */
  readonly only: ReadonlySet<string> | null;
  readonly inStock: (row: ItemRow) => boolean;
}

/**
 * Lists rows with variants indented below their product, which is left out when all its variants are. A listed item
 * stays while the list is the same one, so that a row does not disappear under somebody's hands because the last piece
 * was sold.
 */
export function createLister() {
  let lastKey = '';
  let kept = new Set<string>();

  return {
    isListed: (key: string): boolean => kept.has(key),

    /** @param _asOf stock is not React state; a new value makes React list again */
    list(
      products: readonly RegisterProduct[],
      { listKey, everything, only, inStock }: Listing,
      _asOf: string,
    ): readonly StockRow[] {
      if (lastKey !== listKey) kept = new Set();
      lastKey = listKey;
      const isListed = (row: StockRow) =>
        row.kind === 'parent' ||
        ((only === null || only.has(row.key)) && (everything || kept.has(row.key) || inStock(row)));
      const listed: StockRow[] = [];
      for (const product of products) {
        const rows = productRows(product);
        const shown = everything && only === null ? rows : rows.filter(isListed);
        if (shown.some(({ kind }) => kind !== 'parent')) listed.push(...shown);
      }
      for (const { key } of listed) kept.add(key);
      return listed;
    },
  };
}

export type Lister = ReturnType<typeof createLister>;

export function isItem(row: StockRow): row is ItemRow {
  return row.kind !== 'parent';
}

interface Group {
  readonly category: string;
  readonly rows: readonly ItemRow[];
}

/** The listed items grouped by category, in the order of the list. */
export function sheetGroups(rows: readonly StockRow[]): Group[] {
  const groups = new Map<string, ItemRow[]>();
  for (const row of rows) {
    if (!isItem(row)) continue;
    const category = row.category ?? 'Uncategorized';
    const group = groups.get(category);
    if (group) group.push(row);
    else groups.set(category, [row]);
  }
  return [...groups].map(([category, group]) => ({ category, rows: group }));
}
