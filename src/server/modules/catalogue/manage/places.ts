import { sql } from 'kysely';
import type { PlacedItem } from '#contract/managed-products.ts';
import { moneyOrNull, toQuantity } from '#contract/wire.ts';
import { variantName } from '#domain/variant-name.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { BOUGHT } from './costs.ts';

interface Row {
  location_id: number;
  location_name: string;
  variation_id: number | null;
  variation_name: string | null;
  attributes: { name?: string; option?: string }[] | null;
  quantity: string;
  reorder_level: string | null;
  own_cost_cents: number | null;
  cost_cents: number | null;
  cost_day: string | null;
}

/**
 * A product, or each of its variations, at each open location. Rule: catalogue/placed-products, catalogue/costs.
 * @throws Refusal `not_found`
 */
export async function placesOf(db: Database, staff: Staff, productId: number): Promise<PlacedItem[]> {
  const seesCosts = may(staff, 'see-costs');
  const { rows: known } = await sql`SELECT FROM products WHERE id = ${productId}`.execute(db);
  if (known.length === 0) throw new Refusal('not_found', `There is no product ${productId}.`);
  const { rows } = await sql<Row>`
    SELECT l.id AS location_id, l.name AS location_name, v.id AS variation_id, v.name AS variation_name, v.attributes,
           coalesce(s.quantity, 0)::text AS quantity, s.reorder_level::text AS reorder_level,
           t.unit_cost_cents AS own_cost_cents, c.unit_cost_cents AS cost_cents, c.local_day::text AS cost_day
      FROM products p
      CROSS JOIN locations l
      LEFT JOIN variations v ON v.product_id = p.id AND p.type = 'variable' AND v.status <> 'trash'
      LEFT JOIN stock_levels s ON s.location_id = l.id AND s.product_id = p.id AND s.variation_id IS NOT DISTINCT FROM v.id
      LEFT JOIN item_costs t ON ${seesCosts}::boolean AND t.location_id = l.id AND t.product_id = p.id AND t.variation_id IS NOT DISTINCT FROM v.id
      LEFT JOIN LATERAL (
        SELECT i.unit_cost_cents, o.local_day
          FROM purchase_order_lines i JOIN purchase_orders o ON o.id = i.purchase_order_id
         WHERE ${seesCosts}::boolean AND i.product_id = p.id AND i.variation_id IS NOT DISTINCT FROM v.id
           AND o.location_id = l.id AND ${BOUGHT}
         ORDER BY i.id DESC LIMIT 1) c ON true
     WHERE p.id = ${productId} AND l.closed_at IS NULL AND (p.type <> 'variable' OR v.id IS NOT NULL)
     ORDER BY lower(l.name), l.id, v.position, v.id`.execute(db);
  return rows.map((row) => ({
    location_id: row.location_id,
    location_name: row.location_name,
    variation_id: row.variation_id,
    variation_name:
      row.variation_id === null
        ? null
        : variantName(
            (row.attributes ?? []).map(({ option = '' }) => option),
            row.variation_name,
            row.variation_id,
          ),
    quantity: toQuantity(milliFrom(row.quantity)),
    reorder_level: row.reorder_level === null ? null : toQuantity(milliFrom(row.reorder_level)),
    ...(seesCosts && {
      cost: moneyOrNull(row.own_cost_cents),
      last_cost: moneyOrNull(row.cost_cents),
      last_cost_day: row.cost_day,
    }),
  }));
}
