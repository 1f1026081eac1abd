import { type Cents, toCents } from '#domain/money.ts';
import type { BlueprintPricing } from '#domain/pricing-tiers.ts';
import { fromQuantityNumber } from '#domain/quantity.ts';
import { unitOfPricing, unitOfStock } from '#domain/tier-unit.ts';
import { stockKey, type StockItem } from '#domain/stock.ts';
import { type Measured, measuredBy } from '#domain/unit.ts';
import { variantLineName, variantName } from '#domain/variant-name.ts';
import type { Database } from '#server/db/pool.ts';
import { categoriesOf, presentPriceBook, type PriceBook, priceBook, pricingOf, withAncestors } from './price-book.ts';
import { type ReadTerms, type SellableRow, selectSellable } from './queries.ts';

export { findItems, type ItemsFound, PRODUCT_TEXT, VARIATION_TEXT } from './item-texts.ts';
export { listFields } from './fields.ts';
export { type BlueprintField, selectAllFields } from './fields-of.ts';
export { BOUGHT } from './manage/costs.ts';
export { tellTaxes } from './manage/category-taxes.ts';
export { type CodeHolder, selectHolders } from './manage/codes.ts';
export { planOfPair, writePrices } from './manage/product-prices.ts';
export { changeProduct, getManaged } from './manage/products.ts';
export { IS_PAST_UNDO } from './manage/bulk/past-undo.ts';
export { sweepPictures } from './pictures/pictures.ts';
export { printable } from './pictures/resize.ts';
export { setProductMeta } from './store-products.ts';
export {
  CATALOGUE_STAMP,
  plannedPriceBooks,
  type PriceBook,
  priceBook,
  pricingOf,
  withAncestors,
} from './price-book.ts';
export { type ProductStep, productStepAt } from './product-steps.ts';
export { type ReadTerms, sellableJson, type SellableRow } from './queries.ts';
export { shelf, type ShelfPrices, type ShelfProduct } from './shelf.ts';

/** The parts of an item that a sale needs. */
export interface Sellable extends StockItem {
  /** 'parent - variant' for a variant. */
  readonly name: string;
  readonly sku: string | null;
  /** The first category's name. */
  readonly category: string | null;
  readonly type: string;
  /** Product and, if there is one, variation: both published. */
  readonly published: boolean;
  /** True for a product that is sold only by its variants. */
  readonly hasVariants: boolean;
  readonly taxable: boolean;
  /** For one unit: the sale price if there is one, else the regular price. A variation has its own. */
  readonly priceCents: Cents | null;
  readonly pricing: BlueprintPricing | null;
  /** Its categories and all their ancestors. */
  readonly categoryIds: readonly number[];
  readonly priceClass: string | null;
  /** Points for each piece or tier, in addition to the points for its price. */
  readonly bonusPoints: number;
  /** Unit and step of what has no tiers. */
  readonly measured: Measured;
  /** For one unit or piece. */
  readonly floorCents: Cents | null;
}

/**
 * Items by `stockKey`. An item that does not exist, or a variation of another product, is missing. Takes one query, and
 * a second one after the catalogue has changed.
 */
export async function loadSellable(db: Database, items: readonly StockItem[]): Promise<Map<string, Sellable>> {
  return readSellable(db, await selectSellable(db, items));
}

/** The units in which products are counted, by id: "g", or '' for pieces. */
export async function stockUnits(db: Database, productIds: readonly number[]): Promise<Map<number, string>> {
  const items = [...new Set(productIds)].map((productId) => ({ productId, variationId: null }));
  const products = await loadSellable(db, items);
  return new Map([...products.values()].map((product) => [product.productId, unitOfStock(product)]));
}

/** The columns of a product that decide the unit it is counted in. Null where there is no such product. */
export interface UnitTerms {
  readonly blueprint_id: number | null;
  readonly price_class: string | null;
  readonly category_ids: number[] | null;
  readonly unit: string | null;
}

/** The unit in which a product is counted: "g", or '' for pieces. */
export function unitByTerms(book: PriceBook, { blueprint_id, price_class, category_ids, unit }: UnitTerms): string {
  const terms = { blueprintId: blueprint_id, priceClass: price_class, categoryIds: category_ids ?? [] };
  const pricing = pricingOf(book, terms);
  return pricing ? unitOfPricing(pricing) : (unit ?? '');
}

/** `loadSellable` for rows that another statement included (`sellableJson`). */
export async function readSellable(
  db: Database,
  rows: readonly SellableRow[],
  { asOfNow = false }: ReadTerms = {},
): Promise<Map<string, Sellable>> {
  const [first] = rows;
  if (!first) return new Map();
  const book = await (asOfNow ? presentPriceBook(db) : priceBook(db, first.stamp));
  return new Map(
    rows.map((row) => {
      const isVariation = row.variation_id !== null;
      const priceCents = isVariation
        ? (row.variation_sale_cents ?? row.variation_regular_cents)
        : (row.sale_price_cents ?? row.regular_price_cents);
      const sellable: Sellable = {
        productId: row.product_id,
        variationId: row.variation_id,
        name:
          row.variation_id === null
            ? row.name
            : variantLineName(row.name, variantName(row.options, row.variation_name, row.variation_id)),
        sku: isVariation ? (row.variation_sku ?? row.sku) : row.sku,
        category: categoriesOf(book, row.category_ids)[0]?.name ?? null,
        type: row.type,
        published: row.status === 'publish' && (!isVariation || row.variation_status === 'publish'),
        hasVariants: row.type === 'variable',
        taxable: row.taxable,
        priceCents: priceCents === null ? null : toCents(priceCents),
        pricing: pricingOf(book, {
          blueprintId: row.blueprint_id,
          priceClass: row.price_class,
          categoryIds: row.category_ids,
        }),
        categoryIds: withAncestors(book, row.category_ids),
        priceClass: row.price_class,
        bonusPoints: row.bonus_points,
        measured: measuredBy(row.unit, fromQuantityNumber(row.quantity_step)),
        floorCents: row.floor_price_cents === null ? null : toCents(row.floor_price_cents),
      };
      return [stockKey(sellable), sellable];
    }),
  );
}
