import { sql } from 'kysely';
import type { StockEvent } from '#contract/live.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import type { transferStockRoute, transferTargetsRoute } from '#contract/transfers.ts';
import { toQuantity } from '#contract/wire.ts';
import { toMilli } from '#domain/quantity.ts';
import { inLockOrder } from '#domain/stock.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { type Moved, moveStock, stockEventOf } from '#server/stock/stock-moves.ts';
import { locationToWrite, mayRead } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { stockUnits } from '#server/modules/catalogue/service.ts';
import { Refusal } from '#server/refusal.ts';
import { toMovedStock } from '../count/adjust.ts';
import { toldByUnit } from '../told-by-unit.ts';

type Transfer = ReplyOf<typeof transferStockRoute>['data'];

/** The locations that stock can be sent to: all that are open, for everybody. Rule: stock/transfer. */
export function listTransferTargets(db: Database): Promise<ReplyOf<typeof transferTargetsRoute>['data']> {
  return db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('closed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/**
 * Sends stock from one location to another in one step: two movements for each item, which sum to 0.
 * @throws Refusal `out_of_stock` with `lines`; `same_location`; `quantity_not_valid`; `nothing_to_do`; `item_twice`;
 * `product_unknown`; `not_allowed` from another location than one's own; `not_found`
 */
export async function transferStock(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof transferStockRoute>,
): Promise<{ transfer: Transfer; events: StockEvent[] }> {
  const from = locationToWrite(staff, body.from_location_id);
  const to = body.to_location_id;
  if (from === to) throw new Refusal('same_location', 'Stock is sent to another location than it comes from.');
  if (body.items.length === 0) throw new Refusal('nothing_to_do', 'There is nothing to send: the list is empty.');
  const [fromName, toName] = [await requireLocationName(tx, from), await requireLocationName(tx, to)];
  const items = await requireItems(
    tx,
    body.items.map((item) => ({ productId: item.product_id, variationId: item.variation_id })),
  );
  const sent = items.map((item, at) => ({ ...item, quantityMilli: toMilli(body.items[at]?.quantity ?? 0) }));
  const none = sent.find(({ quantityMilli }) => quantityMilli <= 0);
  if (none) throw new Refusal('quantity_not_valid', `The quantity of ${none.name} must be above zero.`);

  // Before any stock is locked.
  const units = await stockUnits(
    tx,
    sent.map(({ productId }) => productId),
  );
  const reason = body.reason?.trim() ?? '';
  const { id, number, createdAt } = await insertTransfer(tx, { from, to, actorId: staff.id, reason });
  const shared = {
    transfer_number: number,
    from_location: fromName,
    from_location_id: from,
    to_location: toName,
    to_location_id: to,
  };
  const legs = [
    { locationId: from, sign: -1, direction: 'out', reason: reason || `Transfer to ${toName}` },
    { locationId: to, sign: 1, direction: 'in', reason: reason || `Transfer from ${fromName}` },
  ].sort((a, b) => a.locationId - b.locationId);
  const moved = new Map<number, Moved[]>();
  for (const leg of legs) {
    const moves = inLockOrder(sent).map((item) => ({
      productId: item.productId,
      variationId: item.variationId,
      deltaMilli: toMilli(item.quantityMilli * leg.sign),
      action: 'stock_transfer' as const,
      reason: leg.reason,
      transferId: id,
      details: { direction: leg.direction, ...shared },
    }));
    moved.set(
      leg.locationId,
      await moveStock(tx, { locationId: leg.locationId, actorId: staff.id }, moves, stockUnits),
    );
  }
  await recordChange(tx, staff, {
    action: 'stock_transferred',
    entity: 'stock_transfer',
    entityId: number,
    details: {
      from_location_id: from,
      to_location_id: to,
      lines: sent.length,
      quantity: toQuantity(toMilli(sent.reduce((sum, { quantityMilli }) => sum + quantityMilli, 0))),
      by_unit: toldByUnit(
        sent.map(({ productId, quantityMilli: milli }) => ({ productId, milli })),
        units,
      ),
    },
  });
  const told = (locationId: number) => (moved.get(locationId) ?? []).map((move) => toMovedStock(move, move.deltaMilli));
  return {
    transfer: {
      id,
      transfer_number: number,
      from_location_id: from,
      to_location_id: to,
      reason,
      user_name: staff.name,
      created_at: createdAt.toISOString(),
      sent: told(from),
      received: mayRead(staff, to)
        ? told(to)
        : told(to).map((moved) => ({ ...moved, old_stock: null, new_stock: null })),
    },
    events: [from, to].map((locationId) => stockEventOf(locationId, moved.get(locationId) ?? [])),
  };
}

interface NewTransfer {
  readonly from: number;
  readonly to: number;
  readonly actorId: number;
  readonly reason: string;
}

async function insertTransfer(
  tx: Tx,
  { from, to, actorId, reason }: NewTransfer,
): Promise<{ id: number; number: string; createdAt: Date }> {
  const { rows } = await sql<{ id: number; number: string; createdAt: Date }>`
    INSERT INTO stock_transfers (id, transfer_number, from_location_id, to_location_id, actor_id, reason)
      SELECT n, 'TR-' || n, ${from}, ${to}, ${actorId}, ${reason} FROM nextval(pg_get_serial_sequence('stock_transfers', 'id')) AS n
    RETURNING id, transfer_number AS number, created_at AS "createdAt"`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a transfer was not written');
  return row;
}
