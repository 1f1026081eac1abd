import type { z } from 'zod';
import type { batchInventoryRoute, inventoryRoute, setStockRoute, stockRow } from '#contract/inventory.ts';
import type { StockEvent } from '#contract/live.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import { toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { quantityWords } from '#domain/unit.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { requireLocationName } from '#server/stock/stock-items.ts';
import { lockStock, moveStock, toldMovements } from '#server/stock/stock-moves.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { markCounted } from './count/counted.ts';
import { findItem, selectLocationName, selectStock, selectStockOfMany, type StockPlace } from './queries.ts';

export { applyAudit } from './count/audit.ts';
export { getAttention, setReorderLevel } from './count/attention.ts';
export { listMovements } from './history/history.ts';
export { transferStock } from './transfer/transfer.ts';

type StockRow = z.output<typeof stockRow>;

/**
 * The reasons that the plus and minus buttons send; any other reason is a count. Rule: inventory/by-hand-or-counted.
 */
const BY_HAND = new Set(['Manual increase', 'Manual decrease']);

/**
 * The stock of a product, or of each of its variants, at one location.
 * @throws Refusal `not_found` for an unknown product, or another location's stock
 */
export async function getStock(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof inventoryRoute>,
): Promise<ReplyOf<typeof inventoryRoute>['data']> {
  const locationId = locationToRead(staff, query.location_id);
  const rows = await selectStock(db, locationId, query.product_id, query.variation_id || null);
  if (rows.length === 0) throw new Refusal('not_found', `There is no product ${query.product_id} to count here.`);
  return rows.map(({ productId, variationId, locationName, quantityMilli, reorderMilli, needsCountSince }) => ({
    product_id: productId,
    location_id: locationId,
    location_name: locationName,
    variation_id: variationId,
    quantity: toQuantity(quantityMilli),
    available_quantity: toQuantity(quantityMilli),
    reorder_level: reorderMilli === null ? null : toQuantity(reorderMilli),
    needs_count_since: needsCountSince?.toISOString() ?? null,
  }));
}

/** The stock of many items at one location; an unknown item has none. */
export async function getStockOfMany(
  db: Database,
  staff: Staff,
  body: BodyOf<typeof batchInventoryRoute>,
): Promise<ReplyOf<typeof batchInventoryRoute>['data']> {
  const locationId = locationToRead(staff, body.location_id);
  const items = body.items.map((item) => ({ productId: item.product_id, variationId: item.variation_id }));
  const [locationName, quantities] = await Promise.all([
    selectLocationName(db, locationId),
    selectStockOfMany(db, locationId, items),
  ]);
  if (locationName === undefined) throw new Refusal('not_found', `There is no location ${locationId}.`);
  return Object.fromEntries(
    items.map(({ productId, variationId }, index) => {
      const found = quantities[index] ?? null;
      const stock = toQuantity(found ?? ZERO_MILLI);
      const entry = {
        location_id: locationId,
        location_name: locationName,
        stock,
        quantity: stock,
        manage_stock: true,
      };
      const key = variationId === null ? `${productId}` : `${productId}_${variationId}`;
      return [key, { inventory: found === null ? [] : [entry], total_stock: stock }];
    }),
  );
}

export interface StockSet {
  readonly row: StockRow;
  /** The event for the tills; null when the stock did not change and the item did not need a count. */
  readonly event: StockEvent | null;
}

/**
 * Sets an item's stock to a counted figure if the stock is still what the person saw. Rule: stock/set-is-compared.
 * @throws Refusal 409 `stock_changed` with `current`; 403 `not_allowed` for another location; `not_found`; `not_valid`
 */
export async function setStock(tx: Tx, staff: Staff, body: BodyOf<typeof setStockRoute>): Promise<StockSet> {
  const locationId = locationToWrite(staff, body.location_id);
  const place: StockPlace = { locationId, productId: body.product_id, variationId: body.variation_id };
  const { quantity, expected_quantity: expected, reason = 'Stock set' } = body;
  if (quantity < 0) throw new Refusal('not_valid', 'Stock cannot be less than zero.');
  const locationName = await requireLocationName(tx, locationId);
  await requireItem(tx, place);

  const before = (await lockStock(tx, locationId, [place])).get(stockKey(place))?.quantityMilli;
  if (before === undefined) throw new Error('A stock row that was just locked is not there');
  if (expected !== undefined && expected !== before) {
    const units = await stockUnits(tx, [place.productId]);
    const now = quantityWords(before, units.get(place.productId));
    throw new Refusal('stock_changed', `The stock has changed since you looked: it is ${now} now. Nothing was set.`, {
      details: { current: toQuantity(before) },
    });
  }
  const deltaMilli = toMilli(quantity - before);
  const action = BY_HAND.has(reason) ? 'manual_adjustment' : 'inventory_update';
  const move = { ...place, deltaMilli, action, reason } as const;
  const moved = deltaMilli === 0 ? [] : await moveStock(tx, { locationId, actorId: staff.id }, [move], stockUnits);
  const event = await markCounted(tx, locationId, [place], moved);
  await recordChange(tx, staff, {
    action: 'stock_set',
    entity: 'stock',
    entityId: `${locationId}/${place.productId}${place.variationId === null ? '' : `/${place.variationId}`}`,
    details: { before: toQuantity(before), after: toQuantity(quantity), reason, movements: toldMovements(moved) },
  });

  const item = { product_id: place.productId, variation_id: place.variationId, quantity: toQuantity(quantity) };
  return {
    row: { ...item, location_id: locationId, location_name: locationName, available_quantity: item.quantity },
    event,
  };
}

async function requireItem(tx: Tx, { productId, variationId }: StockPlace): Promise<void> {
  const item = await findItem(tx, { productId, variationId });
  if (!item) throw new Refusal('not_found', `There is no product ${productId}.`);
  if (variationId !== null && !item.hasVariation) {
    throw new Refusal('not_found', `Product ${productId} has no variant ${variationId}.`);
  }
  if (variationId === null && item.type === 'variable') {
    throw new Refusal('not_valid', 'This product is counted by its variants; choose one.');
  }
}
