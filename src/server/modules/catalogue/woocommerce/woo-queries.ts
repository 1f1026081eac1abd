import { type RawBuilder, sql } from 'kysely';
import type { wooCategoriesRoute } from '#contract/woocommerce-categories.ts';
import type { wooProductsRoute } from '#contract/woocommerce-products.ts';
import type { QueryOf } from '#contract/route.ts';
import { inTreeOrder, type StoredCategory } from '#domain/category-order.ts';
import { foldedWords } from '#domain/fold.ts';
import { slugOf } from '#domain/slug.ts';
import { containing } from '#server/db/like.ts';
import type { Database } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { instantOf, limitsOf } from '#server/http/woocommerce/woo.ts';

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

type ProductsQuery = QueryOf<typeof wooProductsRoute>;

// Popularity and rating have no meaning here: such lists are in order of creation.
const PRODUCT_ORDER: Record<ProductsQuery['orderby'], RawBuilder<unknown>> = {
  date: sql`p.created_at`,
  modified: sql`p.updated_at`,
  id: sql`p.id`,
  include: sql`p.id`,
  title: sql`folded_plain(p.name)`,
  slug: sql`folded_plain(p.name)`,
  price: sql`coalesce(p.sale_price_cents, p.regular_price_cents)`,
  popularity: sql`p.id`,
  rating: sql`p.id`,
  menu_order: sql`folded_plain(p.name)`,
};

const STOCK_STATUS: Record<
  NonNullable<ProductsQuery['stock_status']>,
  (stock: RawBuilder<unknown>) => RawBuilder<unknown>
> = {
  instock: (stock) => sql`${stock} > 0`,
  outofstock: (stock) => sql`${stock} <= 0`,
  onbackorder: () => sql`false`,
};

const direction = (order: 'asc' | 'desc') => (order === 'asc' ? sql`ASC` : sql`DESC`);

/** Stock of a product at a location, as its answer has it. */
const stockAt = (locationId: number | null) => sql`coalesce((
  SELECT sum(s.quantity) FROM stock_levels s LEFT JOIN variations v ON v.id = s.variation_id
   WHERE s.location_id = ${locationId} AND s.product_id = p.id
     AND CASE WHEN p.type = 'variable' THEN v.status <> 'trash' ELSE s.variation_id IS NULL END), 0)`;

/** Slugs are made from names, so that they are compared here. */
async function idsWithSlug(db: Database, slug: string): Promise<number[]> {
  const { rows } = await sql<{ id: number; name: string }>`SELECT id, name FROM products`.execute(db);
  return rows.filter(({ id, name }) => productSlug(id, name) === slug).map(({ id }) => id);
}

export const productSlug = (id: number, name: string): string => slugOf(name) || String(id);

export async function selectProductIds(
  db: Database,
  { locationId, timeZone }: Pick<Author, 'locationId' | 'timeZone'>,
  query: ProductsQuery,
): Promise<Page<number>> {
  const skus = query.sku?.split(',').map((sku) => sku.trim().toLowerCase()) ?? [];
  const status = query.status === 'pending' ? 'draft' : query.status;
  const wanted = [
    status === 'any' ? sql`p.status <> 'trash'` : sql`p.status = ${status}`,
    ...(query.type === undefined ? [] : [sql`p.type = ${query.type}`]),
    ...(query.include === undefined ? [] : [sql`p.id = ANY(${query.include}::integer[])`]),
    ...(query.exclude === undefined ? [] : [sql`p.id <> ALL(${query.exclude}::integer[])`]),
    ...(query.slug === undefined ? [] : [sql`p.id = ANY(${await idsWithSlug(db, query.slug)}::integer[])`]),
    ...(query.stock_status === undefined ? [] : [STOCK_STATUS[query.stock_status](stockAt(locationId))]),
    ...(query.category === undefined
      ? []
      : [
          sql`p.category_ids && ARRAY(
            WITH RECURSIVE below AS (
              SELECT ${query.category}::integer AS id UNION SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id)
            SELECT id FROM below)`,
        ]),
    ...(query.on_sale === undefined ? [] : [sql`(p.sale_price_cents IS NOT NULL) = ${query.on_sale}`]),
    ...(query.modified_after ? [sql`p.updated_at > ${instantOf(query.modified_after, timeZone)}::timestamptz`] : []),
    ...(query.sku === undefined ? [] : [sql`lower(p.sku) = ANY(${skus}::text[])`]),
    ...foldedWords(query.search ?? '').map((word) => sql`p.found_text LIKE ${containing(word)}`),
  ];
  const order =
    query.orderby === 'include' && query.include
      ? sql`array_position(${query.include}::integer[], p.id)`
      : sql`${PRODUCT_ORDER[query.orderby]} ${direction(query.order)} NULLS LAST`;
  const where = sql.join(wanted, sql` AND `);
  const { limit, offset } = limitsOf(query);
  const { rows } = await sql<{ ids: number[]; total: number }>`
    SELECT (SELECT count(*)::integer FROM products p WHERE ${where}) AS total,
           ARRAY(SELECT p.id FROM products p WHERE ${where} ORDER BY ${order}, p.id ${direction(query.order)}
                  LIMIT ${limit} OFFSET ${offset}) AS ids`.execute(db);
  return { rows: rows[0]?.ids ?? [], total: rows[0]?.total ?? 0 };
}

export interface StockRow {
  product_id: number;
  variation_id: number | null;
  quantity: string;
}

export async function selectStock(
  db: Database,
  locationId: number | null,
  productIds: readonly number[],
): Promise<StockRow[]> {
  const { rows } = await sql<StockRow>`
    SELECT product_id, variation_id, quantity::text AS quantity FROM stock_levels
     WHERE location_id = ${locationId} AND product_id = ANY(${[...productIds]}::integer[])`.execute(db);
  return rows;
}

/** Meta values of products, as one object each. */
export async function selectMeta(
  db: Database,
  productIds: readonly number[],
): Promise<Map<number, Record<string, unknown>>> {
  const { rows } = await sql<{ id: number; meta: Record<string, unknown> }>`
    SELECT id, meta FROM products WHERE id = ANY(${[...productIds]}::integer[])`.execute(db);
  return new Map(rows.map(({ id, meta }) => [id, meta]));
}

export interface WooCategoryRow {
  id: number;
  name: string;
  slug: string;
  parent: number;
  menu_order: number;
  count: number;
  image: string | null;
  version: number;
}

type CategoriesQuery = QueryOf<typeof wooCategoriesRoute>;

const CATEGORY_ORDER: Record<CategoriesQuery['orderby'], RawBuilder<unknown>> = {
  name: sql`folded_plain(c.name)`,
  id: sql`c.id`,
  include: sql`c.id`,
  slug: sql`c.slug`,
  count: sql`c.count`,
  menu_order: sql`c.menu_order`,
};

/** All categories with their places in the order of the shop. Rule: catalogue/category-order. */
async function categoriesOf(db: Database): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<StoredCategory>`
    SELECT id, name, slug, parent_id AS "parentId", position FROM categories`.execute(db);
  const ids = inTreeOrder(rows).map(({ id }) => id);
  return sql`
  SELECT c.id, c.name, c.slug, c.image, c.version, coalesce(c.parent_id, 0) AS parent,
         coalesce(array_position(${ids}::integer[], c.id) - 1, 0) AS menu_order,
         (SELECT count(*)::integer FROM products p WHERE p.category_ids @> ARRAY[c.id] AND p.status <> 'trash') AS count
    FROM categories c`;
}

export async function selectCategoryPage(db: Database, query: CategoriesQuery): Promise<Page<WooCategoryRow>> {
  const wanted = [
    sql`true`,
    ...(query.include === undefined ? [] : [sql`c.id = ANY(${query.include}::integer[])`]),
    ...(query.exclude === undefined ? [] : [sql`c.id <> ALL(${query.exclude}::integer[])`]),
    ...(query.parent === undefined ? [] : [sql`c.parent = ${query.parent}`]),
    ...(query.slug === undefined ? [] : [sql`c.slug = ${query.slug}`]),
    ...(query.hide_empty === true ? [sql`c.count > 0`] : []),
    ...foldedWords(query.search ?? '').map((word) => sql`folded_plain(c.name) LIKE ${containing(word)}`),
  ];
  const { limit, offset } = limitsOf(query);
  const { rows } = await sql<WooCategoryRow & { total: number }>`
    SELECT c.*, count(*) OVER ()::integer AS total FROM (${await categoriesOf(db)}) c WHERE ${sql.join(wanted, sql` AND `)}
     ORDER BY ${CATEGORY_ORDER[query.orderby]} ${direction(query.order)}, c.id`.execute(db);
  return {
    rows: rows.slice(offset, offset + limit).map(({ total: _total, ...row }) => row),
    total: rows[0]?.total ?? 0,
  };
}

export async function selectWooCategory(db: Database, id: number): Promise<WooCategoryRow | undefined> {
  const { rows } = await sql<WooCategoryRow>`SELECT * FROM (${await categoriesOf(db)}) c WHERE id = ${id}`.execute(db);
  return rows[0];
}
