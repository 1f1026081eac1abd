import { sql } from 'kysely';
import type { changeProductRoute } from '#contract/managed-products.ts';
import type { BodyOf } from '#contract/route.ts';
import { fromQuantityNumber, type Milli, toNumericText } from '#domain/quantity.ts';
import { isStep, type Unit } from '#domain/unit.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { takeLock } from '#server/db/named-locks.ts';
import { Refusal } from '#server/refusal.ts';
import type { ProductRow } from './product-row.ts';

type Asked = Pick<BodyOf<typeof changeProductRoute>, 'unit' | 'step'>;

/** Unit and step as the body asks for them. Rule: catalogue/unit-and-step. @throws Refusal `not_valid` */
export function askedMeasure(row: ProductRow, body: Asked): { unit: Unit | null; step: Milli } {
  const unit = body.unit === undefined ? row.unit : body.unit;
  const step = body.step ?? fromQuantityNumber(row.quantity_step);
  if (isStep(unit, step)) return { unit, step };
  const sentence =
    unit === null ? 'Pieces are sold in whole steps, from 1 to 1000.' : 'The step is above 0, and at most 1000.';
  throw new Refusal('not_valid', sentence, { details: { field: 'step' } });
}

/**
 * Unit and step for the row that is written. Waits for everybody who counts in the former unit.
 * @throws Refusal `not_valid` for a step that the unit cannot have, `unit_in_use`
 */
export async function measureOf(
  tx: Tx,
  row: ProductRow,
  body: Asked,
): Promise<{ unit: Unit | null; quantity_step: string }> {
  const { unit, step } = askedMeasure(row, body);
  if (unit !== row.unit) {
    // Waits for long counts, whose lines hold the product's key before they lock its stock.
    await takeLock(tx, 'units');
    // Waits for stock that is being counted or sold, which gets the product's key only with its movement. Stock comes before the
    // key everywhere.
    await sql`SELECT FROM stock_levels WHERE product_id = ${row.id}
      ORDER BY location_id, product_id, variation_id NULLS FIRST FOR UPDATE`.execute(tx);
    // Waits for goods that are being received, ordered or sold, whose rows hold the product's key.
    await sql`SELECT FROM products WHERE id = ${row.id} FOR UPDATE`.execute(tx);
    await requireUnused(tx, row);
  }
  return { unit, quantity_step: toNumericText(step) };
}

/**
 * Figures in the former unit would be read in the new one.
 * @param cleared reorder levels that will be gone by then
 * @throws Refusal `unit_in_use`
 */
export async function requireUnused(
  db: Database,
  { id, name, unit }: ProductRow,
  cleared: readonly { locationId: number; variationId: number | null }[] = [],
): Promise<void> {
  const { rows } = await sql<Record<'stocked' | 'levelled' | 'costed' | 'ordered' | 'bought' | 'sold', boolean>>`
    SELECT EXISTS (SELECT FROM stock_levels WHERE product_id = ${id} AND quantity <> 0) AS stocked,
           EXISTS (SELECT FROM stock_levels s WHERE product_id = ${id} AND reorder_level IS NOT NULL
                      AND NOT EXISTS (SELECT FROM json_to_recordset(${JSON.stringify(cleared)}::json) AS c("locationId" integer, "variationId" integer)
                                       WHERE c."locationId" = s.location_id AND c."variationId" IS NOT DISTINCT FROM s.variation_id)) AS levelled,
           EXISTS (SELECT FROM item_costs WHERE product_id = ${id}) AS costed,
           coalesce(bool_or(o.status IN ('draft', 'ordered', 'partially_received')), false) AS ordered,
           coalesce(bool_or(o.status = 'received'), false) AS bought,
           EXISTS (SELECT FROM order_lines WHERE product_id = ${id}) AS sold
      FROM purchase_order_lines l JOIN purchase_orders o ON o.id = l.purchase_order_id AND o.deleted_at IS NULL
     WHERE l.product_id = ${id}`.execute(db);
  const [used] = rows;
  if (!used) return;
  const former = unit ?? 'piece';
  const reasons: readonly [boolean, string][] = [
    [used.sold, `It was sold by the ${former}. Duplicate it, and archive this one.`],
    [used.bought, `It was bought by the ${former}. Duplicate it, and archive this one.`],
    [used.stocked, `There is stock of it by the ${former}.`],
    [used.ordered, `There is an open purchase order for it by the ${former}.`],
    [used.costed, `It has a cost by the ${former}. Clear that first.`],
    [used.levelled, `It has a reorder level by the ${former}. Clear that first.`],
  ];
  const why = reasons.find(([is]) => is)?.[1];
  if (why === undefined) return;
  throw new Refusal('unit_in_use', `The unit of ${name} cannot change. ${why}`, { details: { field: 'unit' } });
}
