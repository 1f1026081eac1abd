import { type RawBuilder, sql } from 'kysely';
import type { StockItem } from '#domain/stock.ts';
import type { Unit } from '#domain/unit.ts';
import type { Database } from '#server/db/pool.ts';
import { CATALOGUE_STAMP } from './price-book.ts';

export interface SellableRow {
  stamp: string;
  product_id: number;
  variation_id: number | null;
  name: string;
  sku: string | null;
  type: string;
  status: string;
  taxable: boolean;
  regular_price_cents: number | null;
  sale_price_cents: number | null;
  blueprint_id: number | null;
  price_class: string | null;
  category_ids: number[];
  bonus_points: number;
  unit: Unit | null;
  quantity_step: number;
  floor_price_cents: number | null;
  variation_name: string | null;
  variation_sku: string | null;
  variation_status: string | null;
  variation_regular_cents: number | null;
  variation_sale_cents: number | null;
  options: string[];
}

/** How the terms are read that are due and that nobody has begun yet. Decision 160. */
export interface ReadTerms {
  /** By the clock. Otherwise as they were begun last. */
  readonly asOfNow?: boolean;
}

/** Prices of products and variations by the clock, as `begin_due_terms` would take them. */
const PRICES_NOW = sql`
  LEFT JOIN LATERAL (SELECT * FROM item_prices WHERE product_id = p.id AND variation_id IS NULL AND valid_from <= statement_timestamp()
                      ORDER BY valid_from DESC LIMIT 1) pi ON true
  LEFT JOIN LATERAL (SELECT * FROM item_prices WHERE product_id = p.id AND variation_id = v.id AND valid_from <= statement_timestamp()
                      ORDER BY valid_from DESC LIMIT 1) vi ON true`;

/**
 * The rows of the items as one JSON value, so that another statement can include it. The plan of a value is kept; rows joined to a
 * list would be planned anew at each call.
 */
export function sellableJson(
  items: readonly StockItem[],
  { asOfNow = false }: ReadTerms = {},
): RawBuilder<SellableRow[]> {
  const productIds = items.map((item) => item.productId);
  const variationIds = items.map((item) => item.variationId);
  const priceOf = (row: 'p' | 'v', price: string): RawBuilder<unknown> =>
    sql.ref(`${asOfNow ? `${row}i` : row}.${price}`);
  return sql<SellableRow[]>`(SELECT coalesce(jsonb_agg(to_jsonb(item)), '[]') FROM (
    SELECT ${CATALOGUE_STAMP} AS stamp, p.id AS product_id, v.id AS variation_id, p.name, p.sku, p.type, p.status, p.taxable,
           ${priceOf('p', 'regular_price_cents')}, ${priceOf('p', 'sale_price_cents')}, p.blueprint_id, p.price_class, p.category_ids, p.bonus_points,
           p.unit, p.quantity_step, p.floor_price_cents,
           v.name AS variation_name, v.sku AS variation_sku, v.status AS variation_status,
           ${priceOf('v', 'regular_price_cents')} AS variation_regular_cents, ${priceOf('v', 'sale_price_cents')} AS variation_sale_cents,
           ARRAY(SELECT coalesce(a ->> 'option', '') FROM jsonb_array_elements(v.attributes) WITH ORDINALITY AS o(a, place) ORDER BY place) AS options
      FROM unnest(${productIds}::integer[], ${variationIds}::integer[]) AS i(product_id, variation_id)
      JOIN products p ON p.id = i.product_id
      LEFT JOIN variations v ON v.product_id = i.product_id AND v.id = i.variation_id
      ${asOfNow ? PRICES_NOW : sql``}
     WHERE i.variation_id IS NULL OR v.id IS NOT NULL
  ) item)`;
}

export async function selectSellable(db: Database, items: readonly StockItem[]): Promise<SellableRow[]> {
  if (items.length === 0) return [];
  const { rows } = await sql<{ found: SellableRow[] }>`SELECT ${sellableJson(items)} AS found`.execute(db);
  return rows[0]?.found ?? [];
}
