import { sql } from 'kysely';
import { expect } from 'vitest';
import { importProductsRoute } from '#contract/catalogue-files.ts';
import { PURCHASE_ORDERS_PATH as PURCHASE_ORDERS } from '#contract/purchasing.ts';
import type { TestApp, Till } from '../app.ts';
import { answerOf } from '../wire/order-answer.ts';
import { eighth, grinder, meta, sale } from '../sales.ts';
import { addCustomer, openShop, SHOP } from '../shop.ts';

/** Ids of the orders. */
export interface Sold {
  /** A cash sale at a discount and an override, refunded in part. */
  readonly cash: number;
  readonly card: number;
  /** Paid in cash and by card, refunded in part. */
  readonly split: number;
  readonly voided: number;
  /** Placed unpaid and paid later. */
  readonly paidLater: number;
  /** Placed unpaid, and still so. */
  readonly unpaid: number;
}

async function done(reply: Promise<{ statusCode: number; body: string; json: <T>() => T }>): Promise<{ id: number }> {
  const { statusCode, body, json } = await reply;
  expect(statusCode, body).toBeLessThan(300);
  const answer = json<{ id?: number; data?: { id?: number } }>();
  return { id: answer.id ?? answer.data?.id ?? 0 };
}

async function sellAll(till: Till, customer: number): Promise<Sold> {
  const priced = {
    ...grinder,
    quantity: 4,
    meta_data: meta({ _override_price: 20, _override_reason: 'Scratched', _discount_percentage: 10 }),
  };
  const first = await till.post(
    '/api/orders',
    sale([priced, eighth], { customer_id: customer, payment_method: 'cash', meta_data: meta({ _cash_received: 200 }) }),
  );
  expect(first.statusCode, first.body).toBe(200);
  const { data } = answerOf(first);
  const cash = data.id;
  const card = (
    await done(
      till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 5 }, grinder], { customer_id: customer })),
    )
  ).id;
  const voided = (await done(till.post('/api/orders', sale([grinder])))).id;
  const flipped = (await done(till.post('/api/orders', sale([grinder], { customer_id: customer })))).id;
  const paidLater = (await done(till.post('/api/orders', sale([grinder], { customer_id: customer, set_paid: false }))))
    .id;
  await done(till.send('PUT', '/api/orders', { orderId: paidLater, status: 'completed' }));
  const unpaid = (await done(till.post('/api/orders', sale([grinder], { set_paid: false })))).id;
  const shared = await till.post(
    '/api/orders',
    sale([{ ...grinder, quantity: 2 }], {
      payment_method: 'split',
      meta_data: meta({
        _split_payments: [
          { method: 'cash', amount: '20.00' },
          { method: 'card', amount: '31.98' },
        ],
      }),
    }),
  );
  expect(shared.statusCode, shared.body).toBe(200);
  const split = answerOf(shared).data.id;
  const half = { line_id: answerOf(shared).data.line_items[0]?.id, quantity: 1, restock: true };
  await done(till.post(`/api/orders/${split}/refunds`, { lines: [half], reason: 'Broken' }));
  // Used points are a separate kind of tender.
  await done(
    till.post(
      '/api/orders',
      sale([{ product_id: SHOP.papers, quantity: 5 }], { customer_id: customer, redeem_points: 100 }),
    ),
  );
  const line = data.line_items[0]?.id;
  for (const restock of [true, false])
    await done(
      till.post(`/api/orders/${cash}/refunds`, { lines: [{ line_id: line, quantity: 1, restock }], reason: 'Broken' }),
    );
  for (const status of ['refunded', 'completed', 'cancelled'])
    await done(till.send('PUT', '/api/orders', { orderId: flipped, status }));
  await done(till.send('DELETE', `/api/orders?id=${voided}`));
  await done(till.post(`/api/orders/${card}/notes`, { text: 'Asked for a bag' }));
  return { cash, card, split, voided, paidLater, unpaid };
}

async function workTheStock(till: Till): Promise<void> {
  const papers = { product_id: SHOP.papers, variation_id: 0 };
  await done(
    till.post('/api/proxy/flora-im/inventory', {
      product_id: SHOP.grinder,
      location_id: 20,
      quantity: 30,
      reason: 'Count',
    }),
  );
  await done(
    till.post('/api/inventory/adjust', {
      location_id: 20,
      adjustments: [{ ...papers, adjustment_quantity: -2, reason: 'Wet' }],
    }),
  );
  await done(till.send('PUT', '/api/inventory/reorder-level', { ...papers, location_id: 20, reorder_level: 5 }));
  const counted = { ...papers, adjustment_quantity: 3, counted_quantity: 996, system_quantity: 993, reason: 'Found' };
  await done(till.post('/api/inventory/batch-adjust', { batch_name: 'May', location_id: 20, adjustments: [counted] }));
  await done(
    till.post('/api/inventory/transfer', {
      from_location_id: 20,
      to_location_id: 19,
      items: [{ ...papers, quantity: 4 }],
    }),
  );
  const ratio = { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pc', description: 'Rolled' };
  await done(
    till.post('/api/inventory/convert', {
      ...{ location_id: 20, from: { product_id: SHOP.blueDream, variation_id: 0 }, to: papers },
      ...{ output_quantity: 2, conversion_ratio: ratio },
    }),
  );
  const grinders = { product_id: SHOP.grinder, variation_id: 0 };
  const ground = { ...grinders, quantity_ordered: 5, unit_cost: '9.00' };
  const items = [{ ...papers, quantity_ordered: 5, unit_cost: '1.00' }, ground];
  const order = { supplier_id: 1, location_id: 20, tax_percent: '10', shipping_cost: '1.00', items };
  const made = await done(till.post(PURCHASE_ORDERS, order));
  await done(
    till.send('PUT', `${PURCHASE_ORDERS}/${made.id}`, { items: [items[0], { ...ground, unit_cost: '9.50' }] }),
  );
  await done(till.send('PUT', `${PURCHASE_ORDERS}/${made.id}`, { status: 'ordered' }));
  await done(
    till.post(`${PURCHASE_ORDERS}/${made.id}/receive`, {
      items: [
        { ...papers, quantity_received: 2 },
        { ...grinders, quantity_received: 1 },
      ],
      confirm_over_receipt: false,
    }),
  );
  const dropped = await done(till.post(PURCHASE_ORDERS, order));
  await done(till.send('DELETE', `${PURCHASE_ORDERS}/${dropped.id}`, { reason: 'Too dear' }));
  const rows = ['ID,Type,SKU,Name,Stock,Regular price', '1,simple,MUG-1,Mug,5,12', '2,simple,CAP-1,Cap,7,9'];
  await done(till.post(importProductsRoute.path, { file: Buffer.from(rows.join('\r\n')).toString('base64') }));
}

/** Opens the small shop and does everything once that writes to its ledgers. */
export async function tradeInEverything(shop: TestApp): Promise<Sold> {
  await openShop(shop);
  const till = await shop.signIn('manager');
  const customer = await addCustomer(shop);
  const { db } = shop.database;
  // Written as the demo shop writes a gift.
  await sql`WITH given AS (INSERT INTO points_events (customer_id, type, points, actor_id) VALUES (${customer}, 'manual-adjust', 500, ${till.userId})),
      told AS (INSERT INTO audit_trail (action, entity, entity_id, actor_id, details)
        VALUES ('points_adjusted', 'customer', ${String(customer)}, ${till.userId}, '{"points": 500}'))
    INSERT INTO points_balances (customer_id, balance) VALUES (${customer}, 500)`.execute(db);
  const sold = await sellAll(till, customer);
  await workTheStock(till);
  const other = await addCustomer(shop);
  await done(till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 10 }], { customer_id: other })));
  await done(till.post(`/api/customers/${customer}/merge`, { merge_id: other }));
  await sql`SELECT sum_sales_days()`.execute(db);
  return sold;
}
