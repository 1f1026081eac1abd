import type { createProductRoute, ManagedProduct } from '#contract/managed-products.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import { toQuantity } from '#contract/wire.ts';
import { toMilli } from '#domain/quantity.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { locationToWrite } from '#server/http/serve/location.ts';
import { holdLocations, requireLocationName } from '#server/stock/stock-items.ts';
import { moveStock, stockEventOf, toldMovements } from '#server/stock/stock-moves.ts';
import { Refusal } from '#server/refusal.ts';

type Opening = NonNullable<BodyOf<typeof createProductRoute>['opening_stock']>;

/**
 * Puts the first stock of a new product on the shelves, as an import does. Rule: catalogue/opening-stock.
 * @throws Refusal `not_allowed` without the permission to count, or at a location of others; `not_valid`, `not_found`
 */
export async function openStock(
  tx: Tx,
  staff: Staff,
  { id, type }: Pick<ManagedProduct, 'id' | 'type'>,
  asked: Opening,
): Promise<LiveEvent[]> {
  const told: LiveEvent[] = [];
  const shelves = asked
    .map(({ location_id: locationId, quantity }) => ({ locationId: locationToWrite(staff, locationId), quantity }))
    .filter(({ quantity }) => quantity !== 0)
    .toSorted((one, other) => one.locationId - other.locationId);
  if (shelves.length === 0) return told;
  if (!may(staff, 'adjust-stock')) throw new Refusal('not_allowed', 'You may not count stock.');
  if (type === 'variable') throw new Refusal('not_valid', 'Each variation has stock of its own.');
  // All of them before any stock, in the one order of locks.
  await holdLocations(
    tx,
    shelves.map(({ locationId }) => locationId),
  );
  for (const { locationId, quantity } of shelves) {
    await requireLocationName(tx, locationId);
    const move = { productId: id, variationId: null, deltaMilli: toMilli(quantity) };
    const reason = 'Product added';
    const moved = await moveStock(tx, { locationId, actorId: staff.id }, [
      { ...move, action: 'opening_stock', reason },
    ]);
    await recordChange(tx, staff, {
      action: 'stock_set',
      entity: 'stock',
      entityId: `${locationId}/${id}`,
      details: { before: 0, after: toQuantity(quantity), reason, movements: toldMovements(moved) },
    });
    told.push(stockEventOf(locationId, moved));
  }
  return told;
}
