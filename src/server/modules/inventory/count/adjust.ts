import type { StockEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import type { adjustStockRoute, MovedStock } from '#contract/stock-adjustments.ts';
import { toQuantity } from '#contract/wire.ts';
import type { Milli } from '#domain/quantity.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { type Moved, moveStock, stockEventOf, toldMovements } from '#server/stock/stock-moves.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { oneLocation } from '../transfer/one-location.ts';

/** A change of stock in the form of replies. */
export function toMovedStock(moved: Moved, askedMilli: Milli): MovedStock {
  return {
    product_id: moved.productId,
    variation_id: moved.variationId,
    quantity_asked: toQuantity(askedMilli),
    quantity_change: toQuantity(moved.deltaMilli),
    old_stock: toQuantity(moved.beforeMilli),
    new_stock: toQuantity(moved.afterMilli),
    movement_id: moved.movementId,
  };
}

/**
 * Changes stock by signed amounts, all or none, and never below zero.
 * @throws Refusal `out_of_stock` with `lines`; `nothing_to_do`; `product_unknown`; `not_allowed` for another location
 */
export async function adjustStock(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof adjustStockRoute>,
): Promise<{ moved: MovedStock[]; event: StockEvent }> {
  const locationId = oneLocation(staff, body.location_id, body.adjustments);
  const changes = body.adjustments.filter((line) => line.adjustment_quantity !== 0);
  if (changes.length === 0) throw new Refusal('nothing_to_do', 'There is nothing to change: every change is 0.');
  await requireLocationName(tx, locationId);
  const items = changes.map((line) => ({ productId: line.product_id, variationId: line.variation_id }));
  await requireItems(tx, items, { once: false });
  const moved = await moveStock(
    tx,
    { locationId, actorId: staff.id },
    changes.map((line) => ({
      productId: line.product_id,
      variationId: line.variation_id,
      deltaMilli: line.adjustment_quantity,
      action: 'manual_adjustment',
      reason: line.reason?.trim() || 'Manual adjustment',
    })),
    stockUnits,
  );
  await recordChange(tx, staff, {
    action: 'stock_adjusted',
    entity: 'location',
    entityId: locationId,
    details: { movements: toldMovements(moved), lines: moved.length },
  });
  return {
    moved: moved.map((move) => toMovedStock(move, move.deltaMilli)),
    event: stockEventOf(locationId, moved),
  };
}
