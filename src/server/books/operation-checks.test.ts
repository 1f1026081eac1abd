import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';
import { type BooksReport, checkBooks, verifyBooks } from './verify.ts';

let shop: TestApp;
/**
 * As superuser, in a transaction that each test rolls back. It bypasses the triggers and foreign keys that protect
 * rows.
 */
let forger: pg.Client;

const ORDERS = '/api/proxy/flora-im/purchase-orders';

async function done(
  till: Till,
  method: 'POST' | 'PUT',
  url: string,
  body: object,
): Promise<{ id: number; items: { id: number }[] }> {
  const reply = await till.send(method, url, body);
  if (reply.statusCode >= 300) throw new Error(reply.body);
  return reply.json<{ data: { id: number; items: { id: number }[] } }>().data;
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const till = await shop.signIn('manager');
  const order = await done(till, 'POST', ORDERS, {
    supplier_name: 'Farm',
    tax_percent: 8.75,
    items: [
      { product_id: SHOP.grinder, quantity_ordered: 10, unit_cost: '9.99' },
      { product_id: SHOP.papers, quantity_ordered: 7 },
    ],
  });
  await done(till, 'PUT', `${ORDERS}/${order.id}`, { status: 'ordered' });
  const [first, second] = order.items;
  await done(till, 'POST', `${ORDERS}/${order.id}/receive`, { items: [{ item_id: first?.id, quantity_received: 4 }] });
  await done(till, 'POST', `${ORDERS}/${order.id}/receive`, {
    items: [
      { item_id: first?.id, quantity_received: 8 },
      { item_id: second?.id, quantity_received: 3 },
    ],
    confirm_over_receipt: true,
  });
  await done(till, 'POST', '/api/inventory/batch-adjust', {
    batch_name: 'May',
    adjustments: [
      { product_id: SHOP.papers, adjustment_quantity: -2 },
      { product_id: SHOP.grinder, adjustment_quantity: -500 },
      { product_id: SHOP.blueDream, adjustment_quantity: 0, counted_quantity: 100, system_quantity: 100 },
    ],
  });
  await done(till, 'POST', '/api/inventory/transfer', {
    to_location_id: 19,
    items: [
      { product_id: SHOP.papers, quantity: 5 },
      { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, quantity: 2 },
    ],
  });
  await done(till, 'POST', '/api/inventory/convert', {
    from: { product_id: SHOP.blueDream },
    to: { product_id: SHOP.papers },
    output_quantity: 10,
    conversion_ratio: { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pc' },
  });
  const { connection } = shop.database;
  if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: connection.database }));
  await forger.connect();
});

afterAll(async () => {
  await forger.end();
  await shop.close();
});

const brokenIn = (report: BooksReport): string[] =>
  report.checks.filter(({ broken }) => broken > 0).map(({ name }) => name);

async function found(statements: readonly string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    return brokenIn(await checkBooks(forger));
  } finally {
    await forger.query('rollback');
  }
}

it('finds the books of a shop right that bought, counted, sent and converted', async () => {
  const report = await verifyBooks(shop.database.connection);
  expect(brokenIn(report)).toEqual([]);
  const names = new Set(OPERATION_CHECKS.map(({ name }) => name));
  expect(report.checks.filter(({ name, looked }) => names.has(name) && looked > 0)).toHaveLength(
    OPERATION_CHECKS.length,
  );
});

const PO = 'a purchase order = its lines, its tax and its shipping, to the cent';
const OVER = 'received <= ordered, unless somebody confirmed more';
const LINE = 'received on a line = sum of its receipts';
const RECEIPT = 'each receipt = its restock movements, at its location, by its receiver';
const WHOLE = 'a purchase order movement belongs to a receipt, and a receipt says what came';
const STATUS = 'the status of a purchase order is what was received on it';
const AUDIT =
  'net change of an audit = sum of its lines = sum of its movements, none is without its audit; its number is its own';
const AUDIT_LINE = 'each line of an audit = its movement; what agreed has none';
const TRANSFER = 'a transfer sums to 0 for every item: what leaves one location arrives at the other';
const CONVERSION = 'a conversion takes and makes what it says';
const TALLIES = 'the tallies of the history count the movements that are there';
const TRAIL = 'every audit, transfer, conversion and receipt is in the audit trail once: by whom, when, how much';
const free = (table: string, constraint: string) => `alter table ${table} drop constraint ${constraint}`;
const line = (set: string) => `update purchase_order_lines set ${set} where product_id = ${SHOP.grinder}`;

describe('finds', () => {
  it.each<[string, string, string[]]>([
    [
      'a line that costs more than it says',
      PO,
      [free('purchase_order_lines', 'purchase_order_lines_total_adds_up'), line('total_cents = total_cents + 1')],
    ],
    ['an order line that is gone', PO, ['delete from purchase_order_lines where quantity_over > 0']],
    [
      'a tax that is a cent off',
      PO,
      [
        free('purchase_orders', 'purchase_orders_tax_adds_up'),
        free('purchase_orders', 'purchase_orders_total_adds_up'),
        'update purchase_orders set tax_cents = tax_cents + 1, total_cents = total_cents + 1',
      ],
    ],
    [
      'a total that leaves out the shipping',
      PO,
      [free('purchase_orders', 'purchase_orders_total_adds_up'), 'update purchase_orders set shipping_cents = 100'],
    ],
    [
      'more received than ordered that nobody confirmed',
      OVER,
      ['update purchase_order_receipts set is_over_receipt = false'],
    ],
    [
      'more received than ordered without a name',
      OVER,
      [
        free('purchase_order_receipts', 'purchase_order_receipts_over_by_somebody'),
        'update purchase_order_receipts set actor_id = null',
      ],
    ],
    [
      'more received than ordered that is not marked',
      OVER,
      [free('purchase_order_lines', 'purchase_order_lines_not_beyond'), line('quantity_over = 0')],
    ],
    [
      'goods received that no receipt has',
      LINE,
      [line('quantity_received = quantity_received + 1, quantity_over = quantity_over + 1')],
    ],
    ['a receipt of goods of another order', LINE, ['update purchase_order_receipts set purchase_order_id = 999']],
    ['a receipt of a line that is gone', LINE, ['delete from purchase_order_lines']],
    [
      'a receipt without its movement',
      RECEIPT,
      [`delete from stock_movements where receipt_id is not null and product_id = ${SHOP.papers}`],
    ],
    [
      'a movement of a receipt that says otherwise',
      RECEIPT,
      ['update purchase_order_receipt_lines set quantity = quantity + 1'],
    ],
    ['a receipt that came in elsewhere', RECEIPT, ['update purchase_order_receipts set location_id = 19']],
    ['a receipt put down to somebody else', RECEIPT, ['update purchase_order_receipts set actor_id = actor_id + 1']],
    [
      'a receipt that moved as something else',
      RECEIPT,
      [`update stock_movements set action = 'manual_adjustment' where receipt_id is not null`],
    ],
    [
      'a movement of a purchase order without a receipt',
      WHOLE,
      [`update stock_movements set receipt_id = null where receipt_id is not null`],
    ],
    ['a receipt whose sum is not its own', WHOLE, ['update purchase_order_receipts set net_change = net_change + 1']],
    ['a receipt without lines', WHOLE, ['delete from purchase_order_receipt_lines']],
    ['an order received that is not all in', STATUS, [`update purchase_orders set status = 'received'`]],
    [
      'an order deleted that goods came on',
      STATUS,
      [`update purchase_orders set deleted_at = now(), deletion_reason = 'x'`],
    ],
    ['an order that forgot what came', STATUS, [`update purchase_orders set status = 'ordered'`]],
    ['an audit of another sum', AUDIT, ['update stock_audits set net_change = net_change - 1']],
    ['an audit that is gone from under its lines and movements', AUDIT, ['delete from stock_audits']],
    ['an audit that counted more than it has', AUDIT, ['update stock_audits set total_products = 4']],
    [
      'two audits of one number',
      AUDIT,
      [
        free('stock_audits', 'stock_audits_number_once'),
        `insert into stock_audits (audit_number, name, location_id, total_products, net_change) select audit_number, name, location_id, 1, 0 from stock_audits`,
      ],
    ],
    [
      'an audit movement that went to another location',
      AUDIT,
      ['update stock_movements set location_id = 19 where batch_id is not null'],
    ],
    [
      'an audit line that changed afterwards',
      AUDIT_LINE,
      [free('stock_audit_lines', 'stock_audit_lines_count_agrees'), 'update stock_audit_lines set asked = asked - 1'],
    ],
    [
      'an audit movement that no line has',
      AUDIT_LINE,
      [`delete from stock_audit_lines where product_id = ${SHOP.papers}`],
    ],
    ['an audit line whose movement is gone', AUDIT_LINE, ['delete from stock_movements where batch_id is not null']],
    [
      'stock that stopped above 0',
      AUDIT_LINE,
      [
        free('stock_audit_lines', 'stock_audit_lines_add_up'),
        `update stock_audit_lines set quantity_after = 1, quantity_before = quantity_before + 1 where applied > asked`,
      ],
    ],
    [
      'a transfer that lost a gram on the way',
      TRANSFER,
      [
        free('stock_movements', 'stock_movements_add_up'),
        'update stock_movements set delta = delta - 1 where transfer_id is not null and delta > 0',
      ],
    ],
    [
      'a transfer that only left',
      TRANSFER,
      ['delete from stock_movements where transfer_id is not null and delta > 0'],
    ],
    ['a transfer that arrived elsewhere', TRANSFER, ['update stock_transfers set to_location_id = 21']],
    ['a transfer of nothing', TRANSFER, ['delete from stock_movements where transfer_id is not null']],
    [
      'a transfer movement without a transfer',
      TRANSFER,
      ['update stock_movements set transfer_id = null where transfer_id is not null'],
    ],
    ['a conversion that made more', CONVERSION, ['update stock_conversions set output_quantity = output_quantity + 1']],
    [
      'a conversion that took from another jar',
      CONVERSION,
      [`update stock_conversions set from_product_id = ${SHOP.grinder}`],
    ],
    [
      'a conversion movement without a conversion',
      CONVERSION,
      ['update stock_movements set conversion_id = null where conversion_id is not null'],
    ],
    [
      'a movement that no tally counts',
      TALLIES,
      ['delete from stock_tallies where ctid = (select min(ctid) from stock_tallies)'],
    ],
    ['a batch whose lines stand alone', TALLIES, ['update stock_movements set follows = false']],
    [
      'an audit that the trail does not know',
      TRAIL,
      [`update audit_trail set action = 'x' where action = 'stock_audit'`],
    ],
    [
      'a receipt that the trail knows twice',
      TRAIL,
      [
        `insert into audit_trail (action, entity, entity_id, actor_id, details) select action, entity, entity_id, actor_id, details from audit_trail where action = 'purchase_order_received'`,
      ],
    ],
    ['a transfer put down to somebody else', TRAIL, ['update stock_transfers set actor_id = 1']],
    ['a conversion in the trail that is nowhere else', TRAIL, ['delete from stock_conversions']],
  ])('%s', async (_what, check, statements) => {
    expect(await found(statements)).toContain(check);
  });
});
