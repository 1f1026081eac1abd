import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/order-answer.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { AUDIT_CHECKS } from './audit-checks.ts';
import { CHECKS, runCheck, verifyBooks } from './verify.ts';

const PURCHASE_ORDERS = '/api/proxy/flora-im/purchase-orders';

/**
 * Columns that may change without falsifying the books, each with the reason. A change of any other ledger column must
 * be named by verify:books.
 */
const WITHOUT_VALUE: Readonly<Record<string, readonly string[]>> = {
  orders: [
    // May hold a person's own data and must stay erasable: no money, goods or points depend on them.
    ...['billing', 'shipping', 'customer_note', 'meta'],
    // The time of the last write; every change has a time of its own in the timeline.
    'updated_at',
  ],
  stock_levels: [
    // Counts writes, for ETags.
    'version',
    // Reminds staff to count; a count clears it. The shortfall itself is on the order's line.
    'needs_count_since',
  ],
  // A purchase order is a plan that may be edited. What was received is in its receipts, which are sealed.
  purchase_orders: [
    ...['po_number', 'supplier_id', 'supplier_name', 'notes', 'version', 'local_day', 'updated_at'],
    ...['ordered_at', 'received_at', 'cancelled_at'],
  ],
  purchase_order_lines: ['position', 'sku', 'product_name', 'notes'],
};

const LEDGERS = [
  ...[
    'orders',
    'order_lines',
    'order_line_price_changes',
    'order_taxes',
    'order_tenders',
    'order_payments',
    'order_events',
    'order_notes',
  ],
  ...['order_refunds', 'order_refund_lines', 'order_refund_tenders', 'points_events', 'points_balances'],
  ...['stock_movements', 'stock_levels', 'stock_audits', 'stock_audit_lines', 'stock_transfers', 'stock_conversions'],
  ...['purchase_orders', 'purchase_order_lines', 'purchase_order_receipts', 'purchase_order_receipt_lines'],
  'audit_trail',
];

/** A different value for the column. */
function forged(column: string, type: string): string {
  const other: Readonly<Record<string, string>> = {
    boolean: `not coalesce(${column}, false)`,
    text: `coalesce(${column}, '') || 'x'`,
    jsonb: `'{"forged": 1}'`,
    bytea: `'\\x00'`,
    uuid: 'gen_random_uuid()',
    date: `coalesce(${column}, current_date) + 1`,
    ARRAY: `coalesce(${column}, '{}') || 1::bigint`,
    'timestamp with time zone': `coalesce(${column}, now()) + interval '1 hour'`,
  };
  return other[type] ?? `coalesce(${column}, 0) + 100`;
}

let shop: TestApp;
/** As superuser, which bypasses triggers, foreign keys and constraints. */
let forger: pg.Client;
/** A cash sale at a discount and an override, refunded in part; a card sale; a voided one. */
let cash: number;
let card: number;
let voided: number;
/** One order placed unpaid and paid later; another one still unpaid. */
let paidLater: number;
let unpaid: number;

async function done(reply: Promise<{ statusCode: number; body: string; json: <T>() => T }>): Promise<{ id: number }> {
  const { statusCode, body, json } = await reply;
  expect(statusCode, body).toBeLessThan(300);
  const answer = json<{ id?: number; data?: { id?: number } }>();
  return { id: answer.id ?? answer.data?.id ?? 0 };
}

async function sellAll(till: Till, customer: number): Promise<void> {
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
  cash = data.id;
  card = (
    await done(
      till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 5 }, grinder], { customer_id: customer })),
    )
  ).id;
  voided = (await done(till.post('/api/orders', sale([grinder])))).id;
  const flipped = (await done(till.post('/api/orders', sale([grinder], { customer_id: customer })))).id;
  paidLater = (await done(till.post('/api/orders', sale([grinder], { customer_id: customer, set_paid: false })))).id;
  await done(till.send('PUT', '/api/orders', { orderId: paidLater, status: 'completed' }));
  unpaid = (await done(till.post('/api/orders', sale([grinder], { set_paid: false })))).id;
  const line = data.line_items[0]?.id;
  for (const restock of [true, false])
    await done(
      till.post(`/api/orders/${cash}/refunds`, { lines: [{ line_id: line, quantity: 1, restock }], reason: 'Broken' }),
    );
  for (const status of ['refunded', 'completed', 'cancelled'])
    await done(till.send('PUT', '/api/orders', { orderId: flipped, status }));
  await done(till.send('DELETE', `/api/orders?id=${voided}`));
  await done(till.post(`/api/orders/${card}/notes`, { text: 'Asked for a bag' }));
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
  const items = [{ ...papers, quantity_ordered: 5, unit_cost: '1.00' }];
  const order = { supplier_id: 1, location_id: 20, tax_percent: '10', shipping_cost: '1.00', items };
  const made = await done(till.post(PURCHASE_ORDERS, order));
  await done(till.send('PUT', `${PURCHASE_ORDERS}/${made.id}`, { status: 'ordered' }));
  await done(
    till.post(`${PURCHASE_ORDERS}/${made.id}/receive`, {
      items: [{ ...papers, quantity_received: 2 }],
      confirm_over_receipt: false,
    }),
  );
  const dropped = await done(till.post(PURCHASE_ORDERS, order));
  await done(till.send('DELETE', `${PURCHASE_ORDERS}/${dropped.id}`, { reason: 'Too dear' }));
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const till = await shop.signIn('manager');
  const customer = await addCustomer(shop);
  const { db, connection } = shop.database;
  // Written as the demo shop writes a gift.
  await sql`WITH given AS (INSERT INTO points_events (customer_id, type, points, actor_id) VALUES (${customer}, 'manual-adjust', 50, ${till.userId})),
      told AS (INSERT INTO audit_trail (action, entity, entity_id, actor_id, details)
        VALUES ('points_adjusted', 'customer', ${String(customer)}, ${till.userId}, '{"points": 50}'))
    INSERT INTO points_balances (customer_id, balance) VALUES (${customer}, 50)`.execute(db);
  await sellAll(till, customer);
  await workTheStock(till);
  if (typeof connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: connection.database }));
  await forger.connect();
});
afterAll(async () => {
  await forger.end();
  await shop.close();
});

/** The names of the rules that these statements break; they are rolled back. */
async function found(...statements: string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    const broken: string[] = [];
    for (const check of CHECKS) if ((await runCheck(forger, check)).broken > 0) broken.push(check.name);
    return broken;
  } finally {
    await forger.query('rollback');
  }
}

const without = (table: string, ...names: string[]) =>
  names.map((name) => `alter table ${table} drop constraint ${name}`).join('; ');
const [SALE, CHANGE, STATUS, VOID, , REFUND, NOTE, BY_HAND, POINTS, REORDER, PURCHASE, PAYMENT] = AUDIT_CHECKS.map(
  ({ name }) => name,
);

it('finds the books of this shop right, before anything is sealed', async () => {
  expect(await found()).toEqual([]);
});

it.each<[string, string | undefined, () => string[]]>([
  [
    'a cash sale that is rewritten as card',
    SALE,
    () => [
      `update orders set payment_method = 'card', change_cents = 0 where id = ${cash}`,
      `update order_tenders set method = 'card', amount_cents = (select total_cents from orders where id = ${cash}) where order_id = ${cash}`,
    ],
  ],
  [
    'a sale whose lines, tax and tender are all scaled down',
    SALE,
    () => [
      without('order_taxes', 'order_taxes_add_up'),
      `update order_lines set total_cents = round(total_cents * 0.6), original_cents = round(total_cents * 0.6) where order_id = ${card}`,
      `update orders o set subtotal_cents = l.s, taxable_cents = l.t, tax_cents = (l.t * 87500 * 2 + 1000000) / 2000000,
              total_cents = l.s + (l.t * 87500 * 2 + 1000000) / 2000000
         from (select sum(total_cents) as s, sum(total_cents) filter (where taxable) as t from order_lines where order_id = ${card}) l where o.id = ${card}`,
      `update order_taxes t set taxable_cents = o.taxable_cents, tax_cents = o.tax_cents from orders o where o.id = t.order_id and o.id = ${card}`,
      `update order_tenders t set amount_cents = o.total_cents from orders o where o.id = t.order_id and o.id = ${card}`,
    ],
  ],
  [
    'a sale at another time',
    SALE,
    () => [
      `update orders set created_at = created_at + interval '1 minute', completed_at = completed_at + interval '1 minute' where id = ${card}`,
    ],
  ],
  [
    'a refund to another amount',
    REFUND,
    () => [
      `update order_refunds set amount_cents = amount_cents - 1, goods_cents = goods_cents - 1 where kind = 'lines'`,
    ],
  ],
  [
    'a refund by somebody else',
    REFUND,
    () => [`update order_refunds set actor_id = actor_id + 1 where kind = 'lines'`],
  ],
  [
    'a refund that nobody made',
    REFUND,
    () => [
      `insert into order_refunds (order_id, kind, amount_cents, goods_cents, tax_cents) values (${card}, 'lines', 100, 100, 0)`,
    ],
  ],
  [
    'a refund by status of another amount',
    REFUND,
    () => [
      `update order_refunds set amount_cents = amount_cents - 1, goods_cents = goods_cents - 1 where kind = 'status'`,
    ],
  ],
  ['a status that nobody set', STATUS, () => [`update orders set status = 'on-hold' where id = ${card}`]],
  [
    'a status change that the trail does not know',
    CHANGE,
    () => [
      `insert into order_events (order_id, kind, actor_id, details) values (${card}, 'status', 1, '{"from": "completed", "to": "completed"}')`,
    ],
  ],
  [
    'an order that was voided by somebody else',
    VOID,
    () => [`update orders set voided_by = voided_by + 1 where id = ${voided}`],
  ],
  [
    'a void that is taken back',
    VOID,
    () => [`update orders set voided_at = null, voided_by = null, stock_deducted = true where id = ${voided}`],
  ],
  ['a note put into other hands', NOTE, () => [`update order_notes set author_id = author_id + 1`]],
  [
    'a movement by hand that nobody made',
    BY_HAND,
    () => [
      `insert into stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action)
       select location_id, product_id, -1, quantity, quantity - 1, 'manual_adjustment' from stock_levels where location_id = 20 and product_id = ${SHOP.grinder}`,
      `update stock_levels set quantity = quantity - 1 where location_id = 20 and product_id = ${SHOP.grinder}`,
    ],
  ],
  [
    'a movement by hand of another quantity',
    BY_HAND,
    () => [
      `update stock_movements set delta = delta - 1, quantity_after = quantity_after - 1 where action = 'manual_adjustment'`,
    ],
  ],
  [
    'a movement by hand put down to somebody else',
    BY_HAND,
    () => [`update stock_movements set actor_id = actor_id + 1 where action = 'manual_adjustment'`],
  ],
  [
    'points from nobody',
    POINTS,
    () => [
      `insert into points_events (customer_id, type, points) select customer_id, 'manual-adjust', 7 from points_balances limit 1`,
    ],
  ],
  ['another reorder level', REORDER, () => ['update stock_levels set reorder_level = 6 where reorder_level = 5']],
  [
    'a purchase order of another total',
    PURCHASE,
    () => ['update purchase_orders set shipping_cents = shipping_cents + 1, total_cents = total_cents + 1'],
  ],
  [
    'a payment that nobody made',
    PAYMENT,
    () => [
      `update orders set paid_at = now(), status = 'completed', stock_deducted = true where id = ${unpaid}`,
      `insert into order_payments (order_id, method, amount_cents, points) select id, 'card', total_cents, 0 from orders where id = ${unpaid}`,
    ],
  ],
  [
    'a payment that is taken away',
    PAYMENT,
    () => [
      `delete from order_payments where order_id = ${paidLater}`,
      `update orders set paid_at = null, points_awarded = 0, stock_deducted = false, status = 'pending' where id = ${paidLater}`,
    ],
  ],
  [
    'a payment of another way and at another time',
    PAYMENT,
    () => [
      `update order_payments set method = 'cash', created_at = created_at + interval '1 minute'`,
      `update orders set payment_method = 'cash', paid_at = paid_at + interval '1 minute' where id = ${paidLater}`,
    ],
  ],
  [
    'a sale that is said to have been placed unpaid',
    SALE,
    () => [
      `update orders set placed_unpaid = true where id = ${card}`,
      `insert into order_payments (order_id, method, amount_cents, points, actor_id, created_at)
       select id, 'card', total_cents, points_awarded, employee_id, paid_at from orders where id = ${card}`,
      `delete from order_tenders where order_id = ${card}`,
    ],
  ],
])('names %s, though nothing is sealed yet', async (_what, check, forge) => {
  expect(await found(...forge())).toContain(check);
});

it('names whatever column of whatever ledger is changed once it is sealed', async () => {
  const sealedCheck = AUDIT_CHECKS.at(-1)?.name;
  let report = await verifyBooks(shop.database.connection);
  // A row is sealed once no older transaction of the whole database server is open, and other tests have transactions
  // too.
  await expect
    .poll(
      async () => {
        report = await verifyBooks(shop.database.connection);
        return report.checks.find(({ name }) => name === sealedCheck)?.looked;
      },
      { timeout: 120_000, interval: 500 },
    )
    .toBeGreaterThan(0);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
  const looked = new Map(report.checks.map((check) => [check.name, check.looked]));
  expect(AUDIT_CHECKS.filter(({ name }) => looked.get(name) === 0).map(({ name }) => name)).toEqual([]);

  const { rows: columns } = await forger.query<{ ledger: string; name: string; type: string; identity: string }>(
    `select table_name as ledger, column_name as name, data_type as type, is_identity as identity from information_schema.columns
      where table_name = any($1) and table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position`,
    [LEDGERS],
  );
  const { rows: rules } = await forger.query<{ ledger: string; name: string }>(
    `select conrelid::regclass::text as ledger, conname as name from pg_constraint
      where contype = 'c' and conrelid::regclass::text = any($1)`,
    [LEDGERS],
  );
  await forger.query('begin; set local session_replication_role = replica');
  for (const { ledger, name } of rules) await forger.query(without(ledger, name));
  for (const { ledger, name } of columns.filter(({ identity }) => identity === 'YES'))
    await forger.query(`alter table ${ledger} alter ${name} set generated by default`);
  // The rules that find most come first, because naming each column once is enough.
  const checks = CHECKS.toSorted(
    (a, b) => Number(b.name === AUDIT_CHECKS.at(-1)?.name) - Number(a.name === AUDIT_CHECKS.at(-1)?.name),
  );
  const unnoticed: string[] = [];
  for (const { ledger, name, type } of columns) {
    await forger.query('savepoint one_column');
    const { rowCount } = await forger.query(
      `update ${ledger} set ${name} = ${forged(name, type)} where ctid = (select ctid from ${ledger} order by ${name} is null limit 1)`,
    );
    expect(rowCount, ledger).toBe(1);
    let isNamed = false;
    for (const check of checks) if (!isNamed) isNamed = (await runCheck(forger, check)).broken > 0;
    if (!isNamed) unnoticed.push(`${ledger}.${name}`);
    await forger.query('rollback to savepoint one_column');
  }
  await forger.query('rollback');
  const listed = Object.entries(WITHOUT_VALUE).flatMap(([ledger, names]) => names.map((name) => `${ledger}.${name}`));
  expect(unnoticed.toSorted()).toEqual(listed.toSorted());
}, 600_000);
