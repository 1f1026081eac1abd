import { sql } from 'kysely';

import type { Tx } from '#server/db/pool.ts';

import type { StockPlan } from '../model.ts';
import type { DemoMovement } from '../stock/stock-ledger.ts';
import type { DemoTransfer } from '../stock/transfers.ts';
import { insertRows, quantity } from './insert.ts';
import type { LineIds } from './order-rows.ts';
import type { BroughtBy } from './purchasing-rows.ts';

const MANAGER = 2;

/** Writes the transfers between locations. Their movements follow with all others. */
export async function insertTransfers(tx: Tx, transfers: readonly DemoTransfer[]): Promise<void> {
  await insertRows(
    tx,
    'stock_transfers',
    {
      id: 'bigint',
      transfer_number: 'text',
      from_location_id: 'integer',
      to_location_id: 'integer',
      actor_id: 'integer',
      reason: 'text',
      created_at: 'timestamptz',
    },
    transfers.map(({ id, number, fromId, toId, reason, at }) => ({
      id,
      transfer_number: number,
      from_location_id: fromId,
      to_location_id: toId,
      actor_id: MANAGER,
      reason,
      created_at: at,
    })),
  );
  await sql`SELECT setval(pg_get_serial_sequence('stock_transfers', 'id'), max(id)) FROM stock_transfers`.execute(tx);
}

/** Writes every jar with its stock, and the movements that it comes from. */
export async function insertStock(
  tx: Tx,
  jars: readonly StockPlan[],
  movements: readonly DemoMovement[],
  { lineIdOf, broughtBy }: { lineIdOf: LineIds; broughtBy: BroughtBy },
): Promise<void> {
  const moved = new Map<string, number>();
  for (const { locationId, productId, variationId } of movements) {
    const key = jarKey(locationId, productId, variationId);
    moved.set(key, (moved.get(key) ?? 0) + 1);
  }
  await insertRows(
    tx,
    'stock_levels',
    {
      location_id: 'integer',
      product_id: 'integer',
      variation_id: 'integer',
      quantity: 'numeric',
      version: 'integer',
      reorder_level: 'numeric',
    },
    jars.map(({ locationId, product, variant, endMilli, reorderMilli }) => ({
      location_id: locationId,
      product_id: product.id,
      variation_id: variant?.id ?? null,
      quantity: quantity(endMilli),
      version: 1 + (moved.get(jarKey(locationId, product.id, variant?.id ?? null)) ?? 0),
      reorder_level: quantity(reorderMilli),
    })),
  );
  const begun = new Set<number>();
  const followsInAudit = ({ planned }: DemoMovement): boolean => {
    const auditId = planned?.auditId;
    if (auditId === undefined) return false;
    const follows = begun.has(auditId);
    begun.add(auditId);
    return follows;
  };
  await insertRows(
    tx,
    'stock_movements',
    {
      location_id: 'integer',
      product_id: 'integer',
      variation_id: 'integer',
      delta: 'numeric',
      quantity_before: 'numeric',
      quantity_after: 'numeric',
      action: 'text',
      reason: 'text',
      actor_id: 'integer',
      order_id: 'bigint',
      order_line_id: 'bigint',
      purchase_order_id: 'bigint',
      receipt_id: 'bigint',
      transfer_id: 'bigint',
      batch_id: 'bigint',
      details: 'jsonb',
      follows: 'boolean',
      created_at: 'timestamptz',
    },
    movements.map((movement) => ({
      location_id: movement.locationId,
      product_id: movement.productId,
      variation_id: movement.variationId,
      delta: quantity(movement.deltaMilli),
      quantity_before: quantity(movement.beforeMilli),
      quantity_after: quantity(movement.afterMilli),
      action: movement.action,
      reason: movement.reason,
      actor_id: movement.actorId,
      order_id: movement.orderId,
      order_line_id:
        movement.orderId === null || movement.linePosition === null
          ? null
          : lineIdOf(movement.orderId, movement.linePosition),
      purchase_order_id: broughtBy(movement)?.orderId ?? null,
      receipt_id: broughtBy(movement)?.orderId ?? null,
      transfer_id: movement.planned?.transfer?.id ?? null,
      batch_id: movement.planned?.auditId ?? null,
      details: movement.planned?.transfer?.details ?? null,
      follows: followsInAudit(movement) || (broughtBy(movement)?.follows ?? false),
      created_at: movement.at,
    })),
  );
}

function jarKey(locationId: number, productId: number, variationId: number | null): string {
  return `${locationId}/${productId}/${variationId ?? 0}`;
}
