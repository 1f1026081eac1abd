import { sql } from 'kysely';

import type { Tx } from '#server/db/pool.ts';

import { type DemoPurchaseOrder, SUPPLIERS } from '../stock/purchasing.ts';
import { localDayOf } from '../shop-time.ts';
import type { DemoMovement } from '../stock/stock-ledger.ts';
import { insertRows, quantity } from './insert.ts';

const MANAGER = 2;

/** The purchase order of a movement; undefined without one. `follows` is true for all but the first of a receipt. */
export type BroughtBy = (movement: DemoMovement) => { orderId: number; follows: boolean } | undefined;

/** Writes suppliers, purchase orders and receipts. A receipt has the number of its order: each came once. */
export async function insertPurchasing(
  tx: Tx,
  orders: readonly DemoPurchaseOrder[],
  openedAt: Date,
): Promise<BroughtBy> {
  await insertRows(
    tx,
    'suppliers',
    {
      id: 'integer',
      name: 'text',
      contact: 'text',
      email: 'text',
      phone: 'text',
      address: 'text',
      created_at: 'timestamptz',
    },
    SUPPLIERS.map((one) => ({ ...one, created_at: openedAt })),
  );
  await insertRows(
    tx,
    'purchase_orders',
    {
      id: 'bigint',
      po_number: 'text',
      supplier_id: 'integer',
      supplier_name: 'text',
      location_id: 'integer',
      status: 'text',
      subtotal_cents: 'bigint',
      total_cents: 'bigint',
      notes: 'text',
      created_by: 'integer',
      created_at: 'timestamptz',
      local_day: 'date',
      updated_at: 'timestamptz',
      ordered_at: 'timestamptz',
      received_at: 'timestamptz',
    },
    orders.map((order) => ({
      id: order.id,
      po_number: `PO-${order.id}`,
      supplier_id: order.supplier.id,
      supplier_name: order.supplier.name,
      location_id: order.locationId,
      status: order.status,
      subtotal_cents: order.totals.subtotalCents,
      total_cents: order.totals.totalCents,
      notes: order.notes,
      created_by: MANAGER,
      created_at: order.at,
      local_day: localDayOf(order.at),
      updated_at: order.receivedAt ?? order.at,
      ordered_at: order.status === 'draft' ? null : order.at,
      received_at: order.status === 'received' ? order.receivedAt : null,
    })),
  );
  const lines = orders.flatMap((order) => order.lines.map((line, position) => ({ order, line, position })));
  const numbered = lines.map((part, n) => ({ ...part, id: n + 1 }));
  await insertLines(tx, numbered);
  await insertReceipts(tx, orders, numbered);
  for (const table of ['suppliers', 'purchase_orders', 'purchase_order_lines', 'purchase_order_receipts'])
    await sql`SELECT setval(pg_get_serial_sequence(${table}, 'id'), max(id)) FROM ${sql.table(table)}`.execute(tx);

  const brought = new Map(
    orders.flatMap(({ id, movements }) =>
      movements.map((movement, at) => [movement, { orderId: id, follows: at > 0 }]),
    ),
  );
  return (movement) => brought.get(movement);
}

interface NumberedLine {
  readonly id: number;
  readonly order: DemoPurchaseOrder;
  readonly line: DemoPurchaseOrder['lines'][number];
  readonly position: number;
}

async function insertLines(tx: Tx, lines: readonly NumberedLine[]): Promise<void> {
  await insertRows(
    tx,
    'purchase_order_lines',
    {
      id: 'bigint',
      purchase_order_id: 'bigint',
      position: 'integer',
      product_id: 'integer',
      variation_id: 'integer',
      sku: 'text',
      product_name: 'text',
      quantity_ordered: 'numeric',
      quantity_received: 'numeric',
      unit_cost_cents: 'bigint',
      total_cents: 'bigint',
    },
    lines.map(({ id, order, line, position }) => ({
      id,
      purchase_order_id: order.id,
      position,
      product_id: line.product.id,
      variation_id: line.variationId,
      sku: line.sku,
      product_name: line.name,
      quantity_ordered: quantity(line.orderedMilli),
      quantity_received: quantity(line.receivedMilli),
      unit_cost_cents: line.unitCostCents,
      total_cents: order.totals.lineTotals[position],
    })),
  );
}

async function insertReceipts(
  tx: Tx,
  orders: readonly DemoPurchaseOrder[],
  lines: readonly NumberedLine[],
): Promise<void> {
  await insertRows(
    tx,
    'purchase_order_receipts',
    {
      id: 'bigint',
      purchase_order_id: 'bigint',
      location_id: 'integer',
      actor_id: 'integer',
      is_over_receipt: 'boolean',
      total_products: 'integer',
      net_change: 'numeric',
      created_at: 'timestamptz',
    },
    orders
      .filter(({ receivedAt }) => receivedAt !== null)
      .map((order) => ({
        id: order.id,
        purchase_order_id: order.id,
        location_id: order.locationId,
        actor_id: MANAGER,
        is_over_receipt: false,
        total_products: order.lines.filter(({ receivedMilli }) => receivedMilli > 0).length,
        net_change: quantity(order.lines.reduce((sum, { receivedMilli }) => sum + receivedMilli, 0)),
        created_at: order.receivedAt,
      })),
  );
  await insertRows(
    tx,
    'purchase_order_receipt_lines',
    { receipt_id: 'bigint', line_id: 'bigint', quantity: 'numeric' },
    lines
      .filter(({ line }) => line.receivedMilli > 0)
      .map(({ id, order, line }) => ({ receipt_id: order.id, line_id: id, quantity: quantity(line.receivedMilli) })),
  );
}
