import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { productsRoute } from '#contract/catalogue.ts';
import type { QueryOf } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import { foldedWords } from '#domain/fold.ts';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { CATALOGUE_STAMP, withDescendants } from './price-book.ts';
import { shelf, type Shelf, type ShelfProduct, someOfShelf } from './shelf.ts';

export interface Place {
  readonly id: number;
  readonly name: string;
}

/** The state that an answer would be made from, read with one cheap query. */
export interface ProductsState extends Place {
  readonly seesCosts: boolean;
  readonly stamp: string;
  readonly etag: string;
}

/** Raise it when a product's JSON changes, so that no till keeps an answer in the former form. */
const FORM = 4;

type ProductsQuery = QueryOf<typeof productsRoute>;

/**
 * The state of catalogue and stock at a location, and the ETag of the answer to `query`.
 * @throws Refusal `not_found` for a location that does not exist
 */
export async function productsState(
  db: Database,
  staff: Staff,
  locationId: number,
  query: ProductsQuery,
): Promise<ProductsState> {
  const { rows } = await sql<{ name: string; stamp: string; stock: string }>`
    SELECT l.name, ${CATALOGUE_STAMP} AS stamp,
           (SELECT coalesce(sum(version), 0) || '.' || count(*) FROM stock_levels WHERE location_id = l.id) AS stock
      FROM locations l WHERE l.id = ${locationId}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no location ${locationId}.`);
  const { _t: _, location_id: __, ...asked } = query;
  const seesCosts = may(staff, 'see-costs');
  const answer = [FORM, seesCosts, row.stamp, locationId, row.name, row.stock, asked];
  const etag = `W/"${createHash('sha1').update(JSON.stringify(answer)).digest('base64url')}"`;
  return { id: locationId, name: row.name, seesCosts, stamp: row.stamp, etag };
}

/**
 * Published products with their stock at the place, as JSON text of the route's reply. `include_zero_stock` decides
 * whether products without stock are listed; if it is not given, only `audit_mode` leaves them out.
 * Rules: catalogue/category-order, catalogue/product-order.
 */
export async function productsJson(
  db: Database,
  { stamp, seesCosts, ...place }: ProductsState,
  query: ProductsQuery,
): Promise<string> {
  const catalogue = await (query.include ? someOfShelf(db, stamp, query.include) : shelf(db, stamp));
  const found = matching(catalogue, query);
  const stockedOnly = !(query.include_zero_stock ?? query.audit_mode !== true);
  const start = (query.page - 1) * query.per_page;
  const page = (products: readonly ShelfProduct[]) => products.slice(start, start + query.per_page);
  const shown = stockedOnly ? found : page(found);
  const stock = await stockOf(db, place.id, shown);
  const left = stockedOnly ? shown.filter((product) => totalOf(product, stock) > 0) : found;
  const total = left.length;
  const meta = { total, pages: Math.ceil(total / query.per_page), page: query.page, per_page: query.per_page };
  const data = (stockedOnly ? page(left) : shown).map((product) => productJson(product, seesCosts, place, stock));
  return `{"success":true,"data":[${data.join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function matching({ products, book }: Shelf, { search, category }: ProductsQuery): readonly ShelfProduct[] {
  const words = foldedWords(search ?? '');
  const wanted = category === undefined ? null : withDescendants(book, category);
  if (words.length === 0 && wanted === null) return products;
  return products.filter(
    (product) =>
      (wanted === null || product.categories.some(({ id }) => wanted.has(id))) &&
      words.every((word) => product.text.includes(word)),
  );
}

type Stock = ReadonlyMap<string, Milli>;

async function stockOf(db: Database, locationId: number, products: readonly ShelfProduct[]): Promise<Stock> {
  const ids = products.map(({ id }) => id);
  const { rows } = await sql<{ product_id: number; variation_id: number | null; quantity: string }>`
    SELECT product_id, variation_id, quantity FROM stock_levels
     WHERE location_id = ${locationId} AND product_id = ANY (${ids}::integer[])`.execute(db);
  return new Map(
    rows.map(({ product_id, variation_id, quantity }) => [
      stockKey({ productId: product_id, variationId: variation_id }),
      milliFrom(quantity),
    ]),
  );
}

function quantityOf(stock: Stock, productId: number, variationId: number | null): Milli {
  return stock.get(stockKey({ productId, variationId })) ?? ZERO_MILLI;
}

/** The stock of a variable product is the sum of its variants. */
function totalOf(product: ShelfProduct, stock: Stock): Milli {
  if (product.type !== 'variable') return quantityOf(stock, product.id, null);
  return toMilli(product.variants.reduce((total, { id }) => total + quantityOf(stock, product.id, id), 0));
}

function stockJson(place: Place, quantity: Milli): string {
  const amount = toQuantity(quantity);
  return `"inventory":[{"location_id":${place.id},"location_name":${JSON.stringify(place.name)},"stock":${amount},"quantity":${amount},"manage_stock":true}],"total_stock":${amount}`;
}

function productJson(product: ShelfProduct, seesCosts: boolean, place: Place, stock: Stock): string {
  const variants = product.variants.map(
    ({ id, head }) => `${head},${stockJson(place, quantityOf(stock, product.id, id))}}`,
  );
  const total = stockJson(place, totalOf(product, stock));
  const meta = seesCosts ? product.metaJson.all : product.metaJson.withoutCosts;
  return `${product.head},"meta_data":${meta},"blueprintPricing":${product.pricing},${total},"variants":[${variants.join(',')}]}`;
}
