import { sql } from 'kysely';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { variantLineName, variantName } from '#domain/variant-name.ts';
import { Refusal } from '#server/refusal.ts';
import type { Database, Tx } from '../db/pool.ts';

/** An item as it is called in lists: "parent - variant". */
export interface CountableItem extends StockItem {
  readonly name: string;
  readonly sku: string | null;
}

interface ItemRow {
  product_id: number;
  variation_id: number | null;
  name: string | null;
  type: string | null;
  sku: string | null;
  variation: number | null;
  variation_name: string | null;
  variation_sku: string | null;
  options: unknown[] | null;
}

async function selectItems(db: Database | Tx, items: readonly StockItem[]): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT i.product_id, i.variation_id, p.name, p.type, p.sku, v.id AS variation, v.name AS variation_name,
           v.sku AS variation_sku, jsonb_path_query_array(v.attributes, '$[*].option') AS options
      FROM unnest(${items.map(({ productId }) => productId)}::integer[], ${items.map(({ variationId }) => variationId)}::integer[])
             WITH ORDINALITY AS i(product_id, variation_id, place)
      LEFT JOIN products p ON p.id = i.product_id AND p.status <> 'trash'
      LEFT JOIN variations v ON v.product_id = i.product_id AND v.id = i.variation_id AND v.status <> 'trash'
     ORDER BY i.place`.execute(db);
  return rows;
}

function nameOf(row: ItemRow): string {
  const product = row.name ?? `Product #${row.product_id}`;
  if (row.variation_id === null) return product;
  return variantLineName(product, variantName((row.options ?? []).map(String), row.variation_name, row.variation_id));
}

function requireCountable(row: ItemRow): CountableItem {
  const item = { productId: row.product_id, variationId: row.variation_id };
  if (row.name === null) throw new Refusal('product_unknown', `There is no product ${row.product_id}.`);
  if (row.variation_id !== null && row.variation === null)
    throw new Refusal('product_unknown', `${row.name} has no variant ${row.variation_id}.`);
  if (row.variation_id === null && row.type === 'variable')
    throw new Refusal('not_valid', `${row.name} is counted by its variants; choose one.`);
  return { ...item, name: nameOf(row), sku: row.variation_id === null ? row.sku : (row.variation_sku ?? row.sku) };
}

/**
 * The items of a command, in its order, with their names.
 * @throws Refusal `product_unknown`, `not_valid` for a variable product without a variant, `item_twice`.
 */
export async function requireItems(
  tx: Tx,
  items: readonly StockItem[],
  { once = true }: { once?: boolean } = {},
): Promise<CountableItem[]> {
  const named = (await selectItems(tx, items)).map(requireCountable);
  if (once) {
    const seen = new Set<string>();
    for (const item of named) {
      const key = stockKey(item);
      if (seen.has(key)) throw new Refusal('item_twice', `${item.name} is in the list twice.`);
      seen.add(key);
    }
  }
  return named;
}

/** The names of items, deleted ones included. */
export async function itemNames(db: Database | Tx, items: readonly StockItem[]): Promise<string[]> {
  return (await selectItems(db, items)).map(nameOf);
}

/** Nobody closes these locations until the transaction ends. Held before any row of their stock is. */
export async function holdLocations(tx: Tx, locationIds: readonly number[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock_shared(hashtextextended('location stays', id))
      FROM (SELECT DISTINCT id FROM unnest(${[...locationIds]}::integer[]) AS id ORDER BY id) held`.execute(tx);
}

/** One location is closed at a time, and not while stock is put on its shelves. */
export async function lockForClosing(tx: Tx, locationId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('closing of locations', 0))`.execute(tx);
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('location stays', ${locationId}))`.execute(tx);
}

/** The name of a location that is open, and stays so until the transaction ends. @throws Refusal `not_found` */
export async function requireLocationName(tx: Tx, locationId: number): Promise<string> {
  await holdLocations(tx, [locationId]);
  const row = await tx
    .selectFrom('locations')
    .select('name')
    .where('id', '=', locationId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new Refusal('not_found', `There is no location ${locationId}.`);
  return row.name;
}

/**
 * For goods of an order or a purchase order whose location may have been closed since.
 * @throws Refusal 422 `not_valid`
 */
export async function requireStillOpen(tx: Tx, locationId: number): Promise<void> {
  await holdLocations(tx, [locationId]);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM locations WHERE id = ${locationId} AND closed_at IS NOT NULL`.execute(tx);
  const [closed] = rows;
  if (closed)
    throw new Refusal('not_valid', `${closed.name} is closed, and nothing is put on its shelves. Open it again first.`);
}
