import { sql } from 'kysely';
import { foldedWords, wordsIn } from '#domain/fold.ts';
import { containing } from '#server/db/like.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface StoreFilter {
  /** The location whose stock is included; null for none. */
  readonly locationId: number | null;
  readonly id?: number | undefined;
  readonly search?: string | undefined;
  readonly category?: number | undefined;
  readonly sku?: string | undefined;
  readonly status: 'publish' | 'draft' | 'private' | 'any';
  readonly limit: number;
  readonly offset: number;
}

export interface StoreProductRow {
  id: number;
  name: string;
  sku: string | null;
  type: string;
  status: string;
  regular_price_cents: number | null;
  sale_price_cents: number | null;
  image: string | null;
  meta: Record<string, unknown>;
  categories: { id: number; name: string; slug: string }[];
  variation_ids: number[];
  stock: string;
}

export async function selectStoreProducts(db: Database, filter: StoreFilter): Promise<StoreProductRow[]> {
  const words = foldedWords(filter.search ?? '');
  const wanted = [
    sql`p.status <> 'trash'`,
    ...(filter.status === 'any' ? [] : [sql`p.status = ${filter.status}`]),
    ...(filter.id === undefined ? [] : [sql`p.id = ${filter.id}`]),
    ...(filter.category === undefined ? [] : [sql`p.category_ids @> ARRAY[${filter.category}::integer]`]),
    ...(filter.sku === undefined
      ? []
      : [
          sql`(lower(p.sku) = lower(${filter.sku}) OR p.id IN (SELECT product_id FROM variations WHERE lower(sku) = lower(${filter.sku})))`,
        ]),
    ...words.map(
      (word) => sql`(p.found_text LIKE ${containing(word)} OR p.id IN (SELECT product_id FROM variations
        WHERE folded_plain(coalesce(name, '') || ' ' || coalesce(sku, '') || ' ' || coalesce(barcode, '')) LIKE ${containing(word)}))`,
    ),
  ];
  const exactFirst =
    words.length === 0 ? sql`` : sql`(folded_plain(p.name) = ${wordsIn(filter.search ?? '').join(' ')}) DESC,`;
  const { rows } = await sql<StoreProductRow>`
    SELECT p.id, p.name, p.sku, p.type, p.status, p.regular_price_cents, p.sale_price_cents, p.image, p.meta,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'slug', c.slug) ORDER BY i.place)
                       FROM unnest(p.category_ids) WITH ORDINALITY AS i(id, place) JOIN categories c ON c.id = i.id), '[]') AS categories,
           ARRAY(SELECT v.id FROM variations v WHERE v.product_id = p.id AND v.status = 'publish' ORDER BY v.position, v.id) AS variation_ids,
           (SELECT coalesce(sum(s.quantity), 0)::text FROM stock_levels s WHERE s.product_id = p.id AND s.location_id = ${filter.locationId}
               AND CASE WHEN p.type = 'variable'
                 THEN s.variation_id IN (SELECT v.id FROM variations v WHERE v.product_id = p.id AND v.status = 'publish')
                 ELSE s.variation_id IS NULL END) AS stock
      FROM products p
     WHERE ${sql.join(wanted, sql` AND `)}
     ORDER BY ${exactFirst} lower(p.name), p.id
     LIMIT ${filter.limit} OFFSET ${filter.offset}`.execute(db);
  return rows;
}

export interface StoreVariationRow {
  id: number;
  name: string | null;
  sku: string | null;
  regular_price_cents: number | null;
  sale_price_cents: number | null;
  attributes: { name: string; option: string }[];
  stock: string;
}

export async function selectStoreVariations(
  db: Database,
  locationId: number | null,
  productId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ known: boolean; rows: StoreVariationRow[] }> {
  const product = await db
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .where('status', '<>', 'trash')
    .executeTakeFirst();
  if (!product) return { known: false, rows: [] };
  const { rows } = await sql<StoreVariationRow>`
    SELECT v.id, v.name, v.sku, v.regular_price_cents, v.sale_price_cents,
           coalesce((SELECT jsonb_agg(jsonb_build_object('name', coalesce(a ->> 'name', ''), 'option', coalesce(a ->> 'option', '')) ORDER BY place)
                       FROM jsonb_array_elements(v.attributes) WITH ORDINALITY AS o(a, place)), '[]') AS attributes,
           coalesce(s.quantity, 0)::text AS stock
      FROM variations v
      LEFT JOIN stock_levels s ON s.location_id = ${locationId} AND s.product_id = v.product_id AND s.variation_id = v.id
     WHERE v.product_id = ${productId} AND v.status = 'publish'
     ORDER BY v.position, v.id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  return { known: true, rows };
}

/**
 * Sets and removes values in one statement. Returns the former values of those keys, and the number of keys now. The
 * row is locked without its key: FOR UPDATE would block every sale of the product, whose lines refer to it, while this
 * waits for an import.
 */
export async function mergeMeta(
  tx: Tx,
  productId: number,
  metaJson: string,
): Promise<{ before: Record<string, unknown>; keys: number; length: number } | undefined> {
  const { rows } = await sql<{ before: Record<string, unknown>; keys: number; length: number }>`
    WITH given AS (
      SELECT e ->> 'key' AS key, e -> 'value' AS value, place
        FROM jsonb_array_elements(${metaJson}::jsonb) WITH ORDINALITY AS m(e, place)
    ), settled AS (
      SELECT DISTINCT ON (key) key, value FROM given ORDER BY key, place DESC
    ), old AS (
      SELECT meta FROM products WHERE id = ${productId} AND status <> 'trash' FOR NO KEY UPDATE
    )
    UPDATE products p
       SET meta = (old.meta - ARRAY(SELECT key FROM settled))
                  || coalesce((SELECT jsonb_object_agg(key, value) FROM settled WHERE value <> 'null' AND value IS NOT NULL), '{}'),
           updated_at = now()
      FROM old
     WHERE p.id = ${productId}
    RETURNING coalesce((SELECT jsonb_object_agg(key, old.meta -> key) FROM settled WHERE old.meta ? key), '{}') AS before,
              (SELECT count(*)::integer FROM jsonb_object_keys(p.meta)) AS keys, length(p.meta::text) AS length`.execute(
    tx,
  );
  return rows[0];
}
