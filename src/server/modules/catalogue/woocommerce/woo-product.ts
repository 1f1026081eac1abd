import type { ManagedProduct, ManagedVariation } from '#contract/managed-products.ts';
import type { WooProduct, WooVariation } from '#contract/woocommerce-products.ts';
import { toQuantity } from '#contract/wire.ts';
import { withoutCosts } from '#domain/product-costs.ts';
import { toMilli } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { gmtOf, wallOf } from '#server/http/woocommerce/woo.ts';
import { Refusal } from '#server/refusal.ts';
import { CATALOGUE_STAMP, priceBook } from '../price-book.ts';
import { selectProducts, toManaged } from '../manage/product-row.ts';
import { measureMeta } from './woo-measure.ts';
import { imagesOf, selectMediaIds } from './woo-images.ts';
import { productSlug, selectMeta, selectStock, type StockRow } from './woo-queries.ts';
import { sql } from 'kysely';

type Priced = Pick<ManagedVariation, 'regular_price' | 'sale_price' | 'sale_from' | 'sale_until'>;

function dated(name: string, instant: string | null, timeZone: string): Record<string, string | null> {
  return {
    [name]: instant && wallOf(instant, timeZone),
    [`${name}_gmt`]: instant && gmtOf(instant),
  };
}

function pricesOf(
  { regular_price: regular, sale_price: sale, sale_from: from, sale_until: until }: Priced,
  timeZone: string,
) {
  const isOnSale = sale !== null && from === null;
  const dates = { ...dated('date_on_sale_from', from, timeZone), ...dated('date_on_sale_to', until, timeZone) };
  return {
    price: (isOnSale ? sale : regular) ?? '',
    regular_price: regular ?? '',
    sale_price: sale ?? '',
    on_sale: isOnSale,
    ...(dates as Pick<
      WooVariation,
      'date_on_sale_from' | 'date_on_sale_from_gmt' | 'date_on_sale_to' | 'date_on_sale_to_gmt'
    >),
  };
}

function stockOf(levels: readonly StockRow[], isOf: (row: StockRow) => boolean) {
  const milli = toMilli(levels.filter(isOf).reduce((sum, { quantity }) => sum + milliFrom(quantity), 0));
  return {
    manage_stock: true,
    stock_quantity: toQuantity(milli),
    stock_status: milli > 0 ? ('instock' as const) : ('outofstock' as const),
  };
}

const isListed = ({ status }: ManagedVariation): boolean => status !== 'trash';

/** Names of attributes with the options of the variations, in the order in which they are met. */
function attributesOf({ variations }: ManagedProduct): WooProduct['attributes'] {
  const options = new Map<string, Set<string>>();
  for (const { name, option } of variations.filter(isListed).flatMap(({ attributes }) => attributes)) {
    options.set(name, (options.get(name) ?? new Set()).add(option));
  }
  return [...options].map(([name, values], position) => {
    return { name, position, visible: true, variation: true, options: [...values] };
  });
}

export function toWooVariation(
  variation: ManagedVariation,
  levels: readonly StockRow[],
  timeZone: string,
): WooVariation {
  return {
    id: variation.id,
    status: variation.status,
    sku: variation.sku ?? '',
    global_unique_id: variation.barcode ?? '',
    ...pricesOf(variation, timeZone),
    ...stockOf(levels, ({ variation_id: id }) => id === variation.id),
    attributes: variation.attributes,
  };
}

function toWooProduct(
  product: ManagedProduct,
  {
    levels,
    meta,
    categories,
    media,
    timeZone,
  }: {
    levels: readonly StockRow[];
    meta: WooProduct['meta_data'];
    categories: WooProduct['categories'];
    media: ReadonlyMap<string, number>;
    timeZone: string;
  },
): WooProduct {
  const isVariable = product.type === 'variable';
  const listed = product.variations.filter(isListed);
  const prices = pricesOf(product, timeZone);
  const ofVariations = listed.flatMap((one) => pricesOf(one, timeZone).price || []).map(Number);
  const lowest = ofVariations.length > 0 ? Math.min(...ofVariations).toFixed(2) : '';
  const price = isVariable ? lowest : prices.price;
  const isOf = ({ product_id: id, variation_id: variation }: StockRow): boolean =>
    id === product.id && (isVariable ? listed.some((one) => one.id === variation) : variation === null);
  return {
    id: product.id,
    name: product.name,
    slug: productSlug(product.id, product.name),
    type: product.type,
    status: product.status,
    description: product.description,
    sku: product.sku ?? '',
    global_unique_id: product.barcode ?? '',
    ...prices,
    price,
    purchasable: product.status === 'publish' && (price !== '' || product.pricing !== null),
    tax_status: product.taxable ? 'taxable' : 'none',
    tax_class: '',
    ...stockOf(levels, isOf),
    categories,
    images: imagesOf(product.image, media),
    attributes: attributesOf(product),
    variations: listed.map(({ id }) => id),
    meta_data: meta,
    date_created: wallOf(product.created_at, timeZone),
    date_created_gmt: gmtOf(product.created_at),
    date_modified: wallOf(product.updated_at, timeZone),
    date_modified_gmt: gmtOf(product.updated_at),
    version: product.version,
  };
}

/** Products in the order of `ids`, with stock at the caller's location; costs for those who may see them. */
export async function wooProducts(db: Database, by: Author, ids: readonly number[]): Promise<WooProduct[]> {
  const rows = await selectProducts(db, ids);
  const [levels, metas] = [await selectStock(db, by.locationId, ids), await selectMeta(db, ids)];
  const { rows: stamps } = await sql<{ stamp: string }>`SELECT ${CATALOGUE_STAMP} AS stamp`.execute(db);
  const media = await selectMediaIds(
    db,
    rows.map(({ image }) => image),
  );
  const book = await priceBook(db, stamps[0]?.stamp ?? '');
  const products: WooProduct[] = [];
  for (const row of rows) {
    const product = await toManaged(db, row);
    const meta = Object.entries(metas.get(row.id) ?? {}).map(([key, value]) => ({ key, value }));
    const categories = product.category_ids.flatMap((id) => {
      const category = book.categories.get(id);
      return category ? [{ id, name: category.name, slug: category.slug }] : [];
    });
    products.push(
      toWooProduct(product, {
        levels,
        meta: [...(may(by, 'see-costs') ? meta : withoutCosts(meta)), ...measureMeta(product)],
        categories,
        media,
        timeZone: by.timeZone,
      }),
    );
  }
  return products;
}

/** @throws Refusal `not_found` */
export async function wooProduct(db: Database, by: Author, id: number): Promise<WooProduct> {
  const [product] = await wooProducts(db, by, [id]);
  if (!product) throw new Refusal('not_found', `There is no product ${id}.`);
  return product;
}
