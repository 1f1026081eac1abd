import type { Tx } from '#server/db/pool.ts';

import type { DemoHistory } from '../demo-shop.ts';
import { insertRows } from './insert.ts';
import { statusDetailsOf } from './order-rows.ts';

interface AuditRow {
  readonly at: Date;
  readonly action: string;
  readonly entity: string;
  readonly entity_id: string;
  readonly actor_id: number;
  readonly location_id: number | null;
  readonly details: Record<string, unknown>;
}

const ADMINISTRATOR = 1;
const MANAGER = 2;

/**
 * One row for every change of the history, oldest first, so that the chain follows time. Rule: books/10-audit-trail.
 */
export async function insertAuditTrail(tx: Tx, history: DemoHistory, loadedAt: Date): Promise<void> {
  const rows: AuditRow[] = [
    ...salesOf(history),
    ...stockChangesOf(history),
    ...purchasesOf(history),
    ...transfersOf(history),
    ...countsOf(history),
    ...giftsOf(history),
  ];
  rows.sort((a, b) => a.at.getTime() - b.at.getTime());
  rows.push({
    at: loadedAt,
    action: 'demo_loaded',
    entity: 'shop',
    entity_id: 'demo',
    actor_id: ADMINISTRATOR,
    location_id: null,
    details: { orders: history.orders.length, customers: history.customers.length },
  });
  await insertRows(
    tx,
    'audit_trail',
    {
      at: 'timestamptz',
      action: 'text',
      entity: 'text',
      entity_id: 'text',
      actor_id: 'integer',
      location_id: 'integer',
      details: 'jsonb',
    },
    rows,
  );
}

function salesOf({ orders }: DemoHistory): AuditRow[] {
  return orders.flatMap((order): AuditRow[] => {
    const shared = { entity: 'order', entity_id: String(order.id), location_id: order.locationId };
    const sold: AuditRow = {
      ...shared,
      at: order.at,
      action: 'sale',
      actor_id: order.employeeId,
      details: {
        total_cents: order.totals.totalCents,
        payment_method: order.method,
        lines: order.lines.length,
        subtotal_cents: order.totals.subtotalCents,
        tax_cents: order.totals.taxCents,
        change_cents: order.settlement.changeCents,
        rounding_cents: order.settlement.roundingCents,
        customer_id: order.customer?.id ?? null,
        tenders: order.settlement.tenders.map(({ method, amountCents }) => ({ method, amount_cents: amountCents })),
        points: order.points,
      },
    };
    const details = statusDetailsOf(order);
    if (details === null) return [sold];
    const [at, actorId] = order.reversedAt ? [order.reversedAt, MANAGER] : [order.at, order.employeeId];
    return [sold, { ...shared, at, action: 'order_status', actor_id: actorId, details }];
  });
}

function purchasesOf({ purchaseOrders }: DemoHistory): AuditRow[] {
  return purchaseOrders.flatMap((order): AuditRow[] => {
    const shared = {
      entity: 'purchase_order',
      entity_id: String(order.id),
      actor_id: MANAGER,
      location_id: order.locationId,
    };
    const details = { supplier: order.supplier.name, lines: order.lines.length };
    const created: AuditRow = { ...shared, at: order.at, action: 'purchase_order_created', details };
    if (order.receivedAt === null) return [created];
    const received = { receipt_id: order.id, status: order.status };
    return [created, { ...shared, at: order.receivedAt, action: 'purchase_order_received', details: received }];
  });
}

function stockChangesOf({ movements, purchaseOrders }: DemoHistory): AuditRow[] {
  const brought = new Set(purchaseOrders.flatMap((order) => order.movements));
  return movements
    .filter((movement) => movement.orderId === null && movement.planned === null && !brought.has(movement))
    .map((movement) => ({
      at: movement.at,
      action: movement.action,
      entity: 'stock',
      entity_id:
        movement.variationId === null ? `${movement.productId}` : `${movement.productId}-${movement.variationId}`,
      actor_id: movement.actorId,
      location_id: movement.locationId,
      details: { delta: movement.deltaMilli / 1000, after: movement.afterMilli / 1000, reason: movement.reason },
    }));
}

function transfersOf({ transfers }: DemoHistory): AuditRow[] {
  return transfers.map(({ at, number, fromId, toId, lines, quantityMilli, byUnit }) => ({
    at,
    action: 'stock_transferred',
    entity: 'stock_transfer',
    entity_id: number,
    actor_id: MANAGER,
    location_id: fromId,
    details: { from_location_id: fromId, to_location_id: toId, lines, quantity: quantityMilli / 1000, by_unit: byUnit },
  }));
}

function countsOf({ audits }: DemoHistory): AuditRow[] {
  return audits.map(({ at, number, name, locationId, actorId, lines, netMilli, byUnit }) => ({
    at,
    action: 'stock_audit',
    entity: 'stock_audit',
    entity_id: number,
    actor_id: actorId,
    location_id: locationId,
    details: { location_id: locationId, name, lines: lines.length, net_change: netMilli / 1000, by_unit: byUnit },
  }));
}

function giftsOf({ pointsEvents }: DemoHistory): AuditRow[] {
  return pointsEvents
    .filter(({ orderId }) => orderId === null)
    .map(({ at, type, customerId, actorId, points, description }) => ({
      at,
      action: type === 'opening-balance' ? 'points_opened' : 'points_adjusted',
      entity: 'customer',
      entity_id: String(customerId),
      actor_id: actorId,
      location_id: null,
      details: { points, description },
    }));
}
