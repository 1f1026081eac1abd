import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';
import { lockTermsPatiently } from '#server/db/terms.ts';
import { selectAllFields, selectHolders } from '../catalogue/service.ts';
import { skuKey } from './read/items.ts';
import type { Snapshot } from './plan/import-plan.ts';
import type { CatalogueFile } from './read/read-file.ts';

const MAX_INTEGER = 2_147_483_647;
/** The lock that is held while a catalogue is imported: "catalogu" in ASCII. Decimal, because PostgreSQL 15 reads no other literals. */
export const IMPORT_LOCK = String(0x636174616c6f6775n);

/** False when another import is running. Given back at the end of the transaction. */
export async function takeImportLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`SELECT pg_try_advisory_xact_lock(${sql.raw(IMPORT_LOCK)}) AS taken`.execute(tx);
  return rows[0]?.taken === true;
}

/** Makes the rest of the transaction read-only. */
export async function setReadOnly(tx: Tx): Promise<void> {
  await sql`SET TRANSACTION READ ONLY`.execute(tx);
}

export interface Location {
  readonly id: number;
  readonly name: string;
  readonly time_zone: string;
}

/** The open locations. */
export async function selectLocations(tx: Tx): Promise<Location[]> {
  return tx
    .selectFrom('locations')
    .select(['id', 'name', 'time_zone'])
    .where('closed_at', 'is', null)
    .orderBy('id')
    .execute();
}

interface SnapshotOptions {
  /** The file's numbers are those of this shop. */
  readonly isOwn: boolean;
  readonly source: string;
  readonly locationId: number;
  readonly timeZone: string;
  /** Keeps others from changing the items until the transaction ends. Stock stays free, so that sales go on. */
  readonly lock: boolean;
}

/** Everything the plan must know: the items the file may mean, their links and stock, and all categories. */
export async function selectSnapshot(tx: Tx, file: CatalogueFile, options: SnapshotOptions): Promise<Snapshot> {
  const { sourceIds, ids, skus } = namesIn(file);
  const lock = options.lock ? sql`FOR NO KEY UPDATE` : sql``;
  if (options.lock) await lockTermsPatiently(tx);
  const links = await (
    options.isOwn
      ? sql<Snapshot['links'][number]>`
          SELECT id AS source_id, id AS product_id, NULL::integer AS variation_id FROM products WHERE id = ANY(${ids}::integer[])
          UNION ALL SELECT id, product_id, id FROM variations WHERE id = ANY(${ids}::integer[])`
      : sql<Snapshot['links'][number]>`
          SELECT source_id, product_id, variation_id FROM import_sources
           WHERE source = ${options.source} AND source_id = ANY(${sourceIds}::bigint[])`
  ).execute(tx);
  const productIds = [...ids, ...links.rows.map((link) => link.product_id)];
  const variationIds = [...ids, ...links.rows.flatMap((link) => link.variation_id ?? [])];
  const products = await sql<Snapshot['products'][number]>`
    SELECT p.id, p.name, p.sku, p.barcode, p.type, p.status, p.description, p.regular_price_cents, p.sale_price_cents,
           p.taxable, p.unit, p.quantity_step::float8 AS quantity_step, p.floor_price_cents, p.image, p.category_ids, p.blueprint_id, p.meta,
           EXISTS (SELECT FROM variations v WHERE v.product_id = p.id) AS has_variations,
           EXISTS (SELECT FROM stock_levels s
                    WHERE s.product_id = p.id AND s.variation_id IS NULL AND s.quantity > 0) AS has_own_stock
      FROM products p
     WHERE p.id = ANY(${productIds}::integer[]) OR lower(p.sku) = ANY(${skus}::text[])
     ORDER BY p.id ${lock}`.execute(tx);
  const variations = await sql<Snapshot['variations'][number]>`
    SELECT v.id, v.product_id, v.name, v.sku, v.barcode, v.status, v.regular_price_cents, v.sale_price_cents, v.image,
           v.attributes, v.position, v.meta
      FROM variations v
     WHERE v.id = ANY(${variationIds}::integer[]) OR lower(v.sku) = ANY(${skus}::text[])
     ORDER BY v.id ${lock}`.execute(tx);
  const stockedIds = [...products.rows.map(({ id }) => id), ...variations.rows.map((row) => row.product_id)];
  const quantitiesIn = (table: 'stock_levels' | 'imported_stock') =>
    sql<Snapshot['stock'][number]>`
      SELECT product_id, variation_id, quantity FROM ${sql.table(table)}
       WHERE location_id = ${options.locationId} AND product_id = ANY(${stockedIds}::integer[])`.execute(tx);
  const stock = await quantitiesIn('stock_levels');
  const importedStock = await quantitiesIn('imported_stock');
  const toCome = await sql<Snapshot['toCome'][number]>`
    SELECT product_id, variation_id, (extract(epoch FROM valid_from) * 1000)::float8 AS from_ms, regular_price_cents, sale_price_cents
      FROM item_prices WHERE product_id = ANY(${stockedIds}::integer[]) AND valid_from > clock_timestamp()`.execute(tx);
  const clock = await sql<{ now_ms: number }>`
    SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now_ms`.execute(tx);
  const categories = await sql<Snapshot['categories'][number]>`
    SELECT id, name, slug, parent_id, blueprint_id FROM categories ORDER BY id`.execute(tx);
  const holders = await selectHolders(
    tx,
    file.items.flatMap(({ sku, barcode }) => [sku ?? [], barcode ?? []].flat()),
  );
  return {
    links: links.rows,
    products: products.rows,
    variations: variations.rows,
    stock: stock.rows,
    importedStock: importedStock.rows,
    categories: categories.rows,
    fields: await selectAllFields(tx),
    toCome: toCome.rows,
    holders,
    clock: { nowMs: clock.rows[0]?.now_ms ?? Date.now(), timeZone: options.timeZone },
  };
}

function namesIn(file: CatalogueFile): { sourceIds: number[]; ids: number[]; skus: string[] } {
  const sourceIds = new Set<number>();
  const skus = new Set<string>();
  for (const item of file.items) {
    if (item.sourceId !== null) sourceIds.add(item.sourceId);
    if (item.sku !== undefined) skus.add(skuKey(item.sku));
    if (item.kind !== 'variation') continue;
    if ('sku' in item.parent) skus.add(skuKey(item.parent.sku));
    else sourceIds.add(item.parent.sourceId);
  }
  return { sourceIds: [...sourceIds], ids: [...sourceIds].filter((id) => id <= MAX_INTEGER), skus: [...skus] };
}
