import { NO_ADDRESS, NO_BILLING_ADDRESS } from '#contract/wire.ts';
import { PAYMENT_TITLES, type Settlement, type TenderMethod } from '#domain/tender.ts';
import { sql } from 'kysely';

import { listPriceOf, quantityOf } from '#domain/line-price.ts';
import type { Tx } from '#server/db/pool.ts';
import { thingsIn } from '#server/modules/orders/change/plan.ts';
import { WALK_IN } from '#server/modules/orders/sale/sale-draft.ts';
import { soldTier } from '#server/modules/orders/sale/sold-tier.ts';

import type { DemoLine } from '../sales/carts.ts';
import type { DemoOrder } from '../sales/orders.ts';
import { insertRows, quantity } from './insert.ts';
import { addressOf, billingOf } from './people-rows.ts';

/** Ids of the lines, by order and place in it: stock movements refer to them. */
export type LineIds = (orderId: number, position: number) => number;

/**
 * Writes the orders with every row that the register writes (like-the-register.test.ts holds that). Selling them one by
 * one through `record_priced_sale` would take three times as long as the whole demo shop does.
 */
export async function insertOrders(tx: Tx, orders: readonly DemoOrder[]): Promise<LineIds> {
  const firstLineId = new Map<number, number>();
  let lines = 0;
  for (const order of orders) {
    firstLineId.set(order.id, lines + 1);
    lines += order.lines.length;
  }
  const lineIdOf: LineIds = (orderId, position) => (firstLineId.get(orderId) ?? 0) + position;
  await insertHeads(tx, orders);
  await insertLines(tx, orders, lineIdOf);
  await insertPriceChanges(tx, orders, lineIdOf);
  await insertTaxesAndTenders(tx, orders);
  await insertTimeline(tx, orders);
  await sql`SELECT note_status_refunds()`.execute(tx);
  await insertTallies(tx, orders);
  await sql`SELECT setval(pg_get_serial_sequence('orders', 'id'), max(id)) FROM orders`.execute(tx);
  await sql`SELECT setval(pg_get_serial_sequence('order_lines', 'id'), max(id)) FROM order_lines`.execute(tx);
  return lineIdOf;
}

async function insertHeads(tx: Tx, orders: readonly DemoOrder[]): Promise<void> {
  await insertRows(
    tx,
    'orders',
    {
      id: 'bigint',
      number: 'text',
      location_id: 'integer',
      employee_id: 'integer',
      customer_id: 'integer',
      status: 'text',
      subtotal_cents: 'bigint',
      taxable_cents: 'bigint',
      tax_cents: 'bigint',
      total_cents: 'bigint',
      change_cents: 'bigint',
      rounding_cents: 'integer',
      item_count: 'numeric',
      payment_method: 'text',
      payment_method_title: 'text',
      billing: 'jsonb',
      shipping: 'jsonb',
      points_awarded: 'integer',
      stock_deducted: 'boolean',
      paid_at: 'timestamptz',
      completed_at: 'timestamptz',
      created_at: 'timestamptz',
      local_day: 'date',
      updated_at: 'timestamptz',
    },
    orders.map((order) => ({
      id: order.id,
      number: numberOf(order),
      location_id: order.locationId,
      employee_id: order.employeeId,
      customer_id: order.customer?.id ?? null,
      status: order.status,
      subtotal_cents: order.totals.subtotalCents,
      taxable_cents: order.totals.taxableCents,
      tax_cents: order.totals.taxCents,
      total_cents: order.totals.totalCents,
      change_cents: order.settlement.changeCents,
      rounding_cents: order.settlement.roundingCents,
      item_count: quantity(order.lines.reduce((count, line) => count + quantityOf(line.sold), 0)),
      payment_method: order.method,
      payment_method_title: PAYMENT_TITLES[order.method],
      billing: order.customer ? billingOf(order.customer) : { ...NO_BILLING_ADDRESS, ...WALK_IN },
      shipping: order.customer ? addressOf(order.customer) : NO_ADDRESS,
      points_awarded: order.points,
      stock_deducted: order.reversedAt === null,
      paid_at: order.at,
      completed_at: isDone(order) ? order.at : null,
      created_at: order.at,
      local_day: order.localDay,
      updated_at: order.reversedAt ?? order.at,
    })),
  );
}

function numberOf({ id }: DemoOrder): string {
  return `POS-${id}`;
}

/** True if it was completed at its sale, even if its status changed later. */
function isDone({ status }: DemoOrder): boolean {
  return status !== 'processing' && status !== 'on-hold';
}

async function insertLines(tx: Tx, orders: readonly DemoOrder[], lineIdOf: LineIds): Promise<void> {
  await insertRows(
    tx,
    'order_lines',
    {
      id: 'bigint',
      order_id: 'bigint',
      position: 'smallint',
      product_id: 'integer',
      variation_id: 'integer',
      name: 'text',
      sku: 'text',
      category: 'text',
      quantity: 'numeric',
      unit_price_cents: 'bigint',
      original_cents: 'bigint',
      total_cents: 'bigint',
      taxable: 'boolean',
      tier: 'jsonb',
      stock_quantity: 'numeric',
      deducted: 'numeric',
    },
    orders.flatMap((order) =>
      order.lines.map((line, position) => ({
        id: lineIdOf(order.id, position),
        order_id: order.id,
        position,
        product_id: line.product.id,
        variation_id: line.variant?.id ?? null,
        name: line.name,
        sku: line.sku,
        category: line.category,
        quantity: quantity(quantityOf(line.sold)),
        unit_price_cents: line.price.unitPriceCents,
        original_cents: line.price.originalCents,
        total_cents: line.price.totalCents,
        taxable: true,
        tier: soldTier(line.sold),
        stock_quantity: quantity(line.stockMilli),
        deducted: quantity(line.stockMilli),
      })),
    ),
  );
}

async function insertPriceChanges(tx: Tx, orders: readonly DemoOrder[], lineIdOf: LineIds): Promise<void> {
  await insertRows(
    tx,
    'order_line_price_changes',
    {
      order_line_id: 'bigint',
      position: 'smallint',
      kind: 'text',
      amount_cents: 'bigint',
      original_price_cents: 'bigint',
      value: 'bigint',
      reason: 'text',
      staff_id: 'integer',
    },
    orders.flatMap((order) =>
      order.lines.flatMap((line, position) =>
        changesOf(line).map((change, step) => ({
          ...change,
          position: step,
          order_line_id: lineIdOf(order.id, position),
          original_price_cents: listPriceOf(line.sold),
          reason: line.reason,
          staff_id: order.employeeId,
        })),
      ),
    ),
  );
}

function changesOf({ price, changes }: DemoLine): { kind: string; amount_cents: number; value: number }[] {
  const made = [
    { kind: 'override', amount_cents: price.overrideCents, value: changes.overrideCents },
    { kind: 'discount', amount_cents: price.discountCents, value: changes.discount },
    { kind: 'adjustment', amount_cents: price.adjustmentCents, value: changes.adjustmentCents },
  ];
  return made.flatMap(({ value, ...change }) => (value === undefined ? [] : [{ ...change, value }]));
}

async function insertTaxesAndTenders(tx: Tx, orders: readonly DemoOrder[]): Promise<void> {
  await insertRows(
    tx,
    'order_taxes',
    {
      order_id: 'bigint',
      position: 'smallint',
      rate_id: 'integer',
      rate_code: 'text',
      label: 'text',
      rate_ppm: 'integer',
      taxable_cents: 'bigint',
      tax_cents: 'bigint',
    },
    orders.flatMap((order) =>
      order.totals.taxes.map((tax, position) => ({
        order_id: order.id,
        position,
        rate_id: tax.id,
        rate_code: tax.code,
        label: tax.name,
        rate_ppm: tax.ratePpm,
        taxable_cents: tax.taxableCents,
        tax_cents: tax.taxCents,
      })),
    ),
  );
  await insertRows(
    tx,
    'order_tenders',
    { order_id: 'bigint', position: 'smallint', method: 'text', amount_cents: 'bigint' },
    orders.flatMap((order) =>
      order.settlement.tenders.map(({ method, amountCents }, position) => ({
        order_id: order.id,
        position,
        method,
        amount_cents: amountCents,
      })),
    ),
  );
}

async function insertTimeline(tx: Tx, orders: readonly DemoOrder[]): Promise<void> {
  await insertRows(
    tx,
    'order_events',
    { order_id: 'bigint', kind: 'text', actor_id: 'integer', details: 'jsonb', created_at: 'timestamptz' },
    orders.flatMap((order) =>
      timelineOf(order).map(([kind, details]) => ({
        order_id: order.id,
        kind,
        actor_id: kind === 'status' && order.reversedAt !== null ? MANAGER : order.employeeId,
        details,
        created_at: kind === 'status' ? (order.reversedAt ?? order.at) : order.at,
      })),
    ),
  );
}

/** The person who takes goods back in the demo shop. */
const MANAGER = 2;

function timelineOf(order: DemoOrder): (readonly [kind: string, details: Record<string, unknown>])[] {
  const status = statusDetailsOf(order);
  const { method, points, lines } = order;
  const sold: (readonly [string, Record<string, unknown>])[] = isDone(order)
    ? [['sold', { payment_method: method, points, lines: lines.length, shortfall: false }]]
    : [
        ['created', { status: 'processing' }],
        ['paid', { payment_method: method }],
        ...(points > 0 ? [['points_awarded', { points }] as const] : []),
        ['stock_deducted', { lines: lines.length, shortfall: false }],
      ];
  return [...sold, ...(status ? [['status', status] as const] : [])];
}

/** The details of a status set by hand, for timeline and audit trail; null when none was set. */
export function statusDetailsOf({ status, reversedAt, lines, points, totals, settlement }: DemoOrder) {
  if (status !== 'on-hold' && reversedAt === null) return null;
  const isBack = reversedAt !== null;
  return {
    from: isBack ? 'completed' : 'processing',
    to: status,
    stock: isBack ? 'returned' : 'unchanged',
    items: isBack ? thingsIn(lines.map(({ stockMilli }) => stockMilli)) : 0,
    points: isBack ? -points : 0,
    refund_cents: status === 'refunded' ? totals.totalCents : 0,
    ...(status === 'refunded' && { tenders: givenBack(settlement) }),
  };
}

/** All that was taken, as `note_status_refunds` gives it back: cash first, without its change. */
function givenBack({ tenders, changeCents }: Settlement): { method: TenderMethod; amount_cents: number }[] {
  return (['cash', 'card'] as const)
    .map((method) => ({
      method,
      amount_cents:
        tenders.filter((tender) => tender.method === method).reduce((sum, { amountCents }) => sum + amountCents, 0) -
        (method === 'cash' ? changeCents : 0),
    }))
    .filter((tender) => tender.amount_cents > 0);
}

async function insertTallies(tx: Tx, orders: readonly DemoOrder[]): Promise<void> {
  const counts = new Map<string, { location_id: number; local_day: string; status: string; orders: number }>();
  for (const { locationId, localDay, status } of orders) {
    const key = `${locationId} ${localDay} ${status}`;
    const tally = counts.get(key) ?? { location_id: locationId, local_day: localDay, status, orders: 0 };
    counts.set(key, { ...tally, orders: tally.orders + 1 });
  }
  await insertRows(
    tx,
    'order_tallies',
    { location_id: 'integer', local_day: 'date', status: 'text', orders: 'bigint' },
    [...counts.values()],
  );
}
