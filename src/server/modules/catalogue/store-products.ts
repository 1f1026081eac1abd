import type { z } from 'zod';
import type { storeProduct, storeProductsRoute, storeVariation } from '#contract/store-products.ts';
import type { QueryOf } from '#contract/route.ts';
import { MAX_META_LENGTH, moneyOf, type MetaData, toQuantity } from '#contract/wire.ts';
import { isCostKey, withoutCosts } from '#domain/product-costs.ts';
import { slugOf } from '#domain/slug.ts';
import { variantName } from '#domain/variant-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { lockTerms } from '#server/db/terms.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { checkedMeta } from './fields-of.ts';
import { seenProduct } from './manage/products.ts';
import {
  mergeMeta,
  selectStoreProducts,
  selectStoreVariations,
  type StoreFilter,
  type StoreProductRow,
} from './store-queries.ts';

export type StoreProduct = z.output<typeof storeProduct>;
export type StoreVariation = z.output<typeof storeVariation>;

/** No blueprint has this many fields; a limit against misuse of products as a notebook. */
const MOST_META_KEYS = 500;

/**
 * Products by name, SKU, barcode or category, in the format of the store's API, with stock at the caller's location.
 */
export async function listStoreProducts(
  db: Database,
  by: Author,
  query: QueryOf<typeof storeProductsRoute>,
): Promise<StoreProduct[]> {
  const filter: StoreFilter = {
    locationId: by.locationId,
    search: query.search,
    category: query.category,
    sku: query.sku,
    status: query.status,
    limit: query.per_page,
    offset: (query.page - 1) * query.per_page,
  };
  return (await selectStoreProducts(db, filter)).map((row) => toStoreProduct(row, by));
}

/** @throws Refusal `not_found`. */
export async function getStoreProduct(db: Database, by: Author, id: number): Promise<StoreProduct> {
  const [row] = await selectStoreProducts(db, { locationId: by.locationId, id, status: 'any', limit: 1, offset: 0 });
  if (!row) throw new Refusal('not_found', `There is no product ${id}.`);
  return toStoreProduct(row, by);
}

/** @throws Refusal `not_found`. */
export async function listStoreVariations(
  db: Database,
  by: Author,
  productId: number,
  page: { limit: number; offset: number },
): Promise<StoreVariation[]> {
  const { known, rows } = await selectStoreVariations(db, by.locationId, productId, page);
  if (!known) throw new Refusal('not_found', `There is no product ${productId}.`);
  return rows.map((row) => ({
    id: row.id,
    name: variantName(
      row.attributes.map(({ option }) => option),
      row.name,
      row.id,
    ),
    sku: row.sku ?? '',
    ...prices(row),
    ...stockOf(row.stock),
    attributes: row.attributes,
  }));
}

/**
 * Sets meta values of a product; null removes a value. Other values stay.
 * @param version that the caller saw; not checked when left out
 * @throws Refusal `not_found`; `changed_meanwhile`; `not_allowed` for a cost that the person may not see; `not_valid` when there would be
 * too many, or one does not fit its field
 */
export async function setProductMeta(
  tx: Tx,
  by: Author,
  id: number,
  meta: MetaData,
  version?: number,
): Promise<StoreProduct> {
  if (meta.some(({ key }) => isCostKey(key)) && !may(by, 'see-costs')) {
    throw new Refusal('not_allowed', 'Your role does not allow you to change what a product costs.');
  }
  if (version !== undefined) {
    await lockTerms(tx);
    await seenProduct(tx, id, version);
  }
  const changed = await mergeMeta(tx, id, JSON.stringify(await checkedMeta(tx, id, meta)));
  if (!changed) throw new Refusal('not_found', `There is no product ${id}.`);
  if (changed.keys > MOST_META_KEYS) {
    throw new Refusal('not_valid', `A product carries at most ${MOST_META_KEYS} meta values.`);
  }
  if (changed.length > MAX_META_LENGTH) {
    throw new Refusal('not_valid', 'The meta values of this product are too large together.');
  }
  await recordChange(tx, by, {
    action: 'product_meta_set',
    entity: 'product',
    entityId: id,
    details: { meta_data: meta, before: changed.before },
  });
  return getStoreProduct(tx, by, id);
}

function toStoreProduct(row: StoreProductRow, by: Author): StoreProduct {
  const meta = Object.entries(row.meta).map(([key, value]) => ({ key, value }));
  return {
    id: row.id,
    name: row.name,
    slug: slugOf(row.name) || String(row.id),
    sku: row.sku ?? '',
    type: row.type,
    status: row.status,
    ...prices(row),
    ...stockOf(row.stock),
    categories: row.categories,
    images: row.image === null ? [] : [{ src: row.image }],
    variations: row.variation_ids,
    meta_data: may(by, 'see-costs') ? meta : [...withoutCosts(meta)],
  };
}

function prices({
  regular_price_cents: regular,
  sale_price_cents: sale,
}: {
  regular_price_cents: number | null;
  sale_price_cents: number | null;
}) {
  const text = (cents: number | null) => (cents === null ? '' : moneyOf(cents));
  return { price: text(sale ?? regular), regular_price: text(regular), sale_price: text(sale) };
}

function stockOf(numeric: string): { stock_quantity: number; stock_status: 'instock' | 'outofstock' } {
  const quantity = milliFrom(numeric);
  return { stock_quantity: toQuantity(quantity), stock_status: quantity > 0 ? 'instock' : 'outofstock' };
}
