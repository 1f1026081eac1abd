import { sql } from 'kysely';
import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface ItemStock extends StockItem {
  readonly locationName: string;
  readonly quantityMilli: Milli;
  readonly reorderMilli: Milli | null;
  readonly needsCountSince: Date | null;
}

interface StockRow {
  product_id: number;
  variation_id: number | null;
  location_name: string;
  quantity: string;
  reorder_level: string | null;
  needs_count_since: Date | null;
}

/** The stock of a product: its own row, one for each variant, or only the requested variant. Empty when unknown. */
export async function selectStock(
  db: Database,
  locationId: number,
  productId: number,
  variationId: number | null,
): Promise<ItemStock[]> {
  const { rows } = await sql<StockRow>`
    SELECT p.id AS product_id, v.id AS variation_id, l.name AS location_name, coalesce(s.quantity, 0)::text AS quantity,
           s.reorder_level::text AS reorder_level, s.needs_count_since
      FROM products p
      JOIN locations l ON l.id = ${locationId}
      LEFT JOIN variations v ON v.product_id = p.id AND p.type = 'variable' AND v.status <> 'trash'
      LEFT JOIN stock_levels s ON s.location_id = l.id AND s.product_id = p.id AND s.variation_id IS NOT DISTINCT FROM v.id
     WHERE p.id = ${productId} AND p.status <> 'trash' AND (${variationId}::integer IS NULL OR v.id = ${variationId})
     ORDER BY v.position, v.id`.execute(db);
  return rows.map((row) => ({
    productId: row.product_id,
    variationId: row.variation_id,
    locationName: row.location_name,
    quantityMilli: milliFrom(row.quantity),
    reorderMilli: row.reorder_level === null ? null : milliFrom(row.reorder_level),
    needsCountSince: row.needs_count_since,
  }));
}

/**
 * The stock of each item, in the requested order. A variable product has the sum of its variants. Null when unknown.
 */
export async function selectStockOfMany(
  db: Database,
  locationId: number,
  items: readonly StockItem[],
): Promise<(Milli | null)[]> {
  const { rows } = await sql<{ quantity: string | null }>`
    SELECT CASE WHEN p.id IS NULL OR (i.variation_id IS NOT NULL AND v.id IS NULL) THEN NULL ELSE
             (SELECT coalesce(sum(s.quantity), 0)::text FROM stock_levels s
               WHERE s.location_id = ${locationId} AND s.product_id = p.id
                 AND CASE WHEN v.id IS NOT NULL THEN s.variation_id = v.id
                          WHEN p.type = 'variable' THEN s.variation_id IN (SELECT id FROM variations WHERE product_id = p.id AND status = 'publish')
                          ELSE s.variation_id IS NULL END) END AS quantity
      FROM unnest(${items.map(({ productId }) => productId)}::integer[], ${items.map(({ variationId }) => variationId)}::integer[])
             WITH ORDINALITY AS i(product_id, variation_id, place)
      LEFT JOIN products p ON p.id = i.product_id AND p.status <> 'trash'
      LEFT JOIN variations v ON v.product_id = i.product_id AND v.id = i.variation_id
     ORDER BY i.place`.execute(db);
  return rows.map(({ quantity }) => (quantity === null ? null : milliFrom(quantity)));
}

export async function selectLocationName(db: Database, locationId: number): Promise<string | undefined> {
  const row = await db.selectFrom('locations').select('name').where('id', '=', locationId).executeTakeFirst();
  return row?.name;
}

export interface StockPlace extends StockItem {
  readonly locationId: number;
}

/** The product's type, and whether the variation belongs to it; undefined for an unknown product. */
export async function findItem(
  tx: Tx,
  { productId, variationId }: StockItem,
): Promise<{ type: string; hasVariation: boolean } | undefined> {
  const { rows } = await sql<{ type: string; hasVariation: boolean }>`
    SELECT p.type, EXISTS (SELECT 1 FROM variations v WHERE v.product_id = p.id AND v.id = ${variationId} AND v.status <> 'trash') AS "hasVariation"
      FROM products p WHERE p.id = ${productId} AND p.status <> 'trash'`.execute(tx);
  return rows[0];
}
