import { sql } from 'kysely';
import type { StockEvent } from '#contract/live.ts';
import { toQuantity } from '#contract/wire.ts';
import { type StockItem, stockKey } from '#domain/stock.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Tx } from '#server/db/pool.ts';
import { type Moved, stockEventOf } from '#server/stock/stock-moves.ts';
import { selectNewestMovementId } from '../history/history-queries.ts';

/**
 * Marks counted items, so that they leave the "needs a count" list. Their rows are locked already.
 * @param moved what the count changed
 * @returns the event for the tills: changed stock, and items whose awaited count matched; null when there is neither
 */
export async function markCounted(
  tx: Tx,
  locationId: number,
  items: readonly StockItem[],
  moved: readonly Moved[],
): Promise<StockEvent | null> {
  const { rows } = await sql<{ product_id: number; variation_id: number | null; quantity: string }>`
    UPDATE stock_levels s SET needs_count_since = NULL
      FROM unnest(${items.map(({ productId }) => productId)}::integer[], ${items.map(({ variationId }) => variationId)}::integer[])
             AS i(product_id, variation_id)
     WHERE s.location_id = ${locationId} AND s.product_id = i.product_id AND s.variation_id IS NOT DISTINCT FROM i.variation_id
       AND s.needs_count_since IS NOT NULL
    RETURNING s.product_id, s.variation_id, s.quantity::text AS quantity`.execute(tx);
  const event = stockEventOf(locationId, moved);
  const told = new Set(moved.map(stockKey));
  for (const { product_id: productId, variation_id: variationId, quantity } of rows) {
    if (told.has(stockKey({ productId, variationId }))) continue;
    event.items.push({
      product_id: productId,
      variation_id: variationId,
      quantity: toQuantity(milliFrom(quantity)),
      movement_id: await selectNewestMovementId(tx, { locationId, productId, variationId }),
    });
  }
  return event.items.length === 0 ? null : event;
}
