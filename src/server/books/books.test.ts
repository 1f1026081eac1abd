import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { CUSTOMER, FLOWER, furnishShop, GRINDER, LOCATION, sellSome } from '#server/testing/trade/sold-shop.ts';
import { AUDIT_CHECKS } from './audit-checks.ts';
import { CUSTOMER_CHECKS } from './customer-checks.ts';
import { OPERATION_CHECKS } from './operation-checks.ts';
import { reportLines } from './report.ts';
import { SEAL_CHECKS } from './seal-checks.ts';
import { TAX_CHECKS } from './tax-checks.ts';
import { type BooksReport, CHECKS, checkBooks, verifyBooks } from './verify.ts';

let shop: TestDatabase;
/**
 * As superuser, in a transaction that each test rolls back. It bypasses the triggers and foreign keys that protect
 * rows.
 */
let forger: pg.Client;
let orders: number[];

beforeAll(async () => {
  shop = await testDatabase();
  await furnishShop(shop.pool);
  orders = await sellSome(shop.pool);
  await shop.pool.query('select sum_sales_days()');
  if (typeof shop.connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: shop.connection.database }));
  await forger.connect();
});

afterAll(async () => {
  await forger.end();
  await shop.close();
});

const brokenIn = (report: BooksReport): string[] =>
  report.checks.filter(({ broken }) => broken > 0).map(({ name }) => name);

/** The rules that these statements break; they are rolled back. */
async function found(...statements: string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    return brokenIn(await checkBooks(forger));
  } finally {
    await forger.query('rollback');
  }
}

it('finds the books of a shop right that has sold', async () => {
  const report = await verifyBooks(shop.connection);
  expect(brokenIn(report)).toEqual([]);
  expect(report.ok).toBe(true);
  const looked = new Map(report.checks.map((check) => [check.name, check.looked]));
  expect(looked.get('subtotal and taxable amount = sum of the lines')).toBe(5);
  expect(looked.get("each movement begins where the item's last one ended")).toBe(10);
  // Purchase orders, audits and transfers have a shop of their own in operation-checks.test.ts, changes in forger.test.ts,
  // customers in customer-checks.test.ts, taxes that are not plain in sale-taxes.test.ts.
  const operations = new Set(
    [...OPERATION_CHECKS, ...AUDIT_CHECKS, ...SEAL_CHECKS, ...CUSTOMER_CHECKS, ...TAX_CHECKS].map(({ name }) => name),
  );
  const notLooked = [...looked].filter(([name, rows]) => rows === 0 && !operations.has(name));
  expect(notLooked).toEqual([]);
});

it('finds the books of an empty shop right', async () => {
  const empty = await testDatabase();
  const report = await verifyBooks(empty.connection);
  await empty.close();
  expect(report.ok).toBe(true);
});

it('has a name of its own for every check', () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
});

describe('finds', () => {
  const first = () => String(orders[0]);
  const guest = () => String(orders[1]);
  const short = () => String(orders[3]);
  const without = (table: string, constraint: string) => `alter table ${table} drop constraint ${constraint}`;

  it.each<[string, string, () => string[]]>([
    [
      'a line total that was changed afterwards',
      'line total = original + its price changes, never below 0',
      () => [`update order_lines set total_cents = total_cents + 1 where order_id = ${first()} and position = 0`],
    ],
    [
      'a discount that was taken out of the ledger',
      'line total = original + its price changes, never below 0',
      () => ['delete from order_line_price_changes'],
    ],
    [
      'a tier that was sold three times for the price of two',
      'a tier line is n times its tier, in money and in quantity',
      () => [`update order_lines set tier = tier || '{"count": 3}' where order_id = ${first()} and position = 0`],
    ],
    [
      'a tier that lost its price',
      'a tier line is n times its tier, in money and in quantity',
      () => [`update order_lines set tier = tier - 'price_cents' where order_id = ${first()} and position = 0`],
    ],
    [
      'a discount of another percent than was given',
      'an override and a discount take what they say',
      () => ['update order_line_price_changes set value = 2600'],
    ],
    [
      'an override that took more than it says',
      'an override and a discount take what they say',
      () => [`update order_line_price_changes set kind = 'override', value = 2000`],
    ],
    [
      'an order whose line is gone',
      'subtotal and taxable amount = sum of the lines',
      () => [`delete from order_lines where order_id = ${guest()}`],
    ],
    [
      'a tax that is a cent off',
      'every tax = taxable amount x its rate, to the cent',
      () => [
        without('order_taxes', 'order_taxes_add_up'),
        `update order_taxes set tax_cents = tax_cents + 1 where order_id = ${first()}`,
      ],
    ],
    [
      'a tax on another amount than the order has',
      'every tax = taxable amount x its rate, to the cent',
      () => [
        without('order_taxes', 'order_taxes_add_up'),
        `update order_taxes set taxable_cents = taxable_cents - 100 where order_id = ${first()}`,
      ],
    ],
    [
      'a tax without a line of its own',
      'tax = sum of the taxes; total = subtotal + tax + shipping',
      () => [`delete from order_taxes where order_id = ${first()}`],
    ],
    [
      'a total that is not the sum of its parts',
      'tax = sum of the taxes; total = subtotal + tax + shipping',
      () => [
        without('orders', 'orders_total_adds_up'),
        `update orders set total_cents = total_cents - 1 where id = ${first()}`,
      ],
    ],
    [
      'a cent missing from the till',
      'tenders + rounding = total + change; rounding at most 2 cents',
      () => [`update order_tenders set amount_cents = amount_cents - 1 where order_id = ${first()}`],
    ],
    [
      'a paid order without a payment',
      'tenders + rounding = total + change; rounding at most 2 cents',
      () => [`delete from order_tenders where order_id = ${first()}`],
    ],
    [
      'three cents called rounding',
      'tenders + rounding = total + change; rounding at most 2 cents',
      () => [
        without('orders', 'orders_rounding_small'),
        `update orders set payment_method = 'split', rounding_cents = 3, change_cents = change_cents + 3 where id = ${first()}`,
      ],
    ],
    [
      'a card that gave change',
      'tenders + rounding = total + change; rounding at most 2 cents',
      () => [
        `update orders set payment_method = 'card' where id = ${first()}`,
        `update order_tenders set method = 'card' where order_id = ${first()}`,
      ],
    ],
    [
      'a jar that says more than its movements',
      'stock = sum of its movements',
      () => [`update stock_levels set quantity = quantity + 0.001 where product_id = ${FLOWER}`],
    ],
    [
      'movements of a jar that is not there',
      'stock = sum of its movements',
      () => [`delete from stock_levels where product_id = ${GRINDER} and location_id = ${LOCATION}`],
    ],
    [
      'a movement that was taken out of the middle',
      "each movement begins where the item's last one ended",
      () => [
        `delete from stock_movements where id = (select min(id) from stock_movements where product_id = ${FLOWER} and delta < 0)`,
      ],
    ],
    [
      'a first movement that begins with stock from nowhere',
      "each movement begins where the item's last one ended",
      () => [
        `update stock_movements set quantity_before = 1, quantity_after = quantity_after + 1
          where id = (select min(id) from stock_movements where product_id = ${GRINDER})`,
      ],
    ],
    [
      'a jar that holds less than nothing',
      'stock is a number, and never negative',
      () => [
        without('stock_levels', 'stock_levels_in_bounds'),
        `update stock_levels set quantity = -1 where product_id = ${FLOWER}`,
      ],
    ],
    [
      'a jar that holds no number',
      'stock is a number, and never negative',
      () => [
        without('stock_levels', 'stock_levels_in_bounds'),
        `update stock_levels set quantity = 'NaN' where product_id = ${FLOWER}`,
      ],
    ],
    [
      'a line that asked for more than was deducted and fell short of',
      'requested = deducted + shortfall, all of them amounts',
      () => [
        without('order_lines', 'order_lines_stock_adds_up'),
        `update order_lines set stock_quantity = stock_quantity + 1 where order_id = ${first()} and position = 0`,
      ],
    ],
    [
      'a shortfall that its order does not admit',
      'an order says so when a line fell short',
      () => [`update orders set has_shortfall = false where id = ${short()}`],
    ],
    [
      'a line that was never deducted',
      'each sold line has one deduction, and none once it is taken back',
      () => [`delete from stock_movements where order_id = ${first()}`],
    ],
    [
      'a line that was deducted twice',
      'each sold line has one deduction, and none once it is taken back',
      () => [
        `insert into stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, order_id, order_line_id)
          select location_id, product_id, variation_id, delta, quantity_after, quantity_after + delta, action, order_id, order_line_id
            from stock_movements where order_id = ${first()} and product_id = ${FLOWER}`,
      ],
    ],
    [
      'a line deducted at another shop',
      'each sold line has one deduction, and none once it is taken back',
      () => [`update stock_movements set location_id = 19 where order_id = ${first()}`],
    ],
    [
      'a cancelled order whose stock never came back',
      'each sold line has one deduction, and none once it is taken back',
      () => [`update orders set stock_deducted = false, status = 'cancelled' where id = ${guest()}`],
    ],
    [
      'a deduction for no order',
      'a deduction belongs to a line of an order',
      () => [`update stock_movements set order_id = null, order_line_id = null where order_id = ${guest()}`],
    ],
    [
      'a refunded order that still holds stock',
      'stock is out for what is sold, and back for what is cancelled, refunded or voided',
      () => [`update orders set status = 'refunded' where id = ${guest()}`],
    ],
    [
      'a balance of points from nowhere',
      'points balance = sum of its events',
      () => [`update points_balances set balance = balance + 100 where customer_id = ${CUSTOMER}`],
    ],
    [
      'points awarded twice',
      'an order earns its award once, or nothing; a guest earns none',
      () => [
        `insert into points_events (customer_id, type, points, order_id)
          select customer_id, type, points, order_id from points_events where order_id = ${first()}`,
      ],
    ],
    [
      'points given to a guest',
      'an order earns its award once, or nothing; a guest earns none',
      () => [`update orders set points_awarded = 25 where id = ${guest()}`],
    ],
    [
      "points given to somebody else's account",
      'an order earns its award once, or nothing; a guest earns none',
      () => [`update points_events set customer_id = 1 where order_id = ${first()}`],
    ],
    [
      'a key whose order is gone',
      "a sale's key has one order, and an order one key",
      () => [`delete from orders where id = ${guest()}`],
    ],
    [
      'two keys for one order',
      "a sale's key has one order, and an order one key",
      () => [
        `insert into idempotency_keys (key, user_id, route, request_hash, status_code, response)
          select 'again-' || key, user_id, route, request_hash, status_code, response from idempotency_keys limit 1`,
      ],
    ],
    [
      'a tender of no order',
      'every row of an order belongs to an order, an item and a person that are there',
      () => [`update order_tenders set order_id = 1 where order_id = ${guest()}`],
    ],
    [
      'a movement by nobody who ever worked here',
      'every row of an order belongs to an order, an item and a person that are there',
      () => ['update stock_movements set actor_id = 77 where order_id is not null'],
    ],
    [
      'a word changed in the audit trail',
      'the audit trail is an unbroken chain of hashes',
      () => [`update audit_trail set details = details || '{"total_cents": 1}' where position = 2`],
    ],
    [
      'a row taken out of the audit trail',
      'the audit trail is an unbroken chain of hashes',
      () => ['delete from audit_trail where position = 2'],
    ],
    [
      'a sale that the audit trail does not know',
      'every order has one sale or placing in the audit trail: by whom, where, when, how much, paid how',
      () => [`delete from audit_trail where action = 'sale' and entity_id = '${guest()}'`],
    ],
    [
      'a sale put down to somebody else',
      'every order has one sale or placing in the audit trail: by whom, where, when, how much, paid how',
      () => [`update orders set employee_id = ${CUSTOMER} where id = ${first()}`],
    ],
    [
      'an order in the audit trail that is nowhere else',
      'every order has one sale or placing in the audit trail: by whom, where, when, how much, paid how',
      () => [`update audit_trail set entity_id = '999999' where action = 'sale' and entity_id = '${guest()}'`],
    ],
    [
      'an order that no tally counts',
      'the tallies count the orders that are there',
      () => [`update orders set status = 'on-hold' where id = ${first()}`],
    ],
    [
      'a tally of orders that are not there',
      'the tallies count the orders that are there',
      () => [`insert into order_tallies values (${LOCATION}, '2020-01-01', 'completed', 1)`],
    ],
    [
      'an order under the wrong day',
      'an order stands under the day it was sold on',
      () => [`update orders set local_day = local_day - 1 where id = ${first()}`],
    ],
  ])('%s', async (_what, check, forge) => {
    const statements = forge();
    expect(await found(...statements)).toContain(check);
  });
});

describe('keeps the books right', () => {
  beforeEach(() => forger.query('begin'));

  it('when an order is cancelled and its stock, points and tally come back', async () => {
    const order = orders[0];
    await forger.query(`
      select move_stock(${LOCATION}, 1, (
        select jsonb_agg(jsonb_build_object('product_id', product_id, 'variation_id', variation_id, 'delta', deducted,
          'action', 'order_reversal', 'order_id', order_id, 'order_line_id', id)) from order_lines where order_id = ${order}));
      insert into points_events (customer_id, type, points, order_id)
        select customer_id, 'order-cancelled', -points_awarded, id from orders where id = ${order};
      update points_balances set balance = balance - (select points_awarded from orders where id = ${order});
      insert into order_tallies select location_id, local_day, status, -1 from orders where id = ${order};
      update orders set status = 'cancelled', stock_deducted = false where id = ${order};
      insert into order_tallies select location_id, local_day, status, 1 from orders where id = ${order};
      insert into order_events (order_id, kind, actor_id, details) values (${order}, 'status', 1, '{"from": "completed", "to": "cancelled"}');
      insert into audit_trail (action, entity, entity_id, actor_id, location_id, details)
        values ('order_status', 'order', '${order}', 1, ${LOCATION}, '{"from": "completed", "to": "cancelled"}');
      select fold_order_tallies();
      select seal_audit_trail();`);
    const report = await checkBooks(forger);
    await forger.query('rollback');
    expect(brokenIn(report)).toEqual([]);
  });
});

describe('the report', () => {
  it('is a table of every check, and a verdict', async () => {
    const lines = reportLines(await verifyBooks(shop.connection));
    expect(lines[0]).toMatch(/^check +rows looked at +broken$/);
    expect(lines[2]).toMatch(/^line total = original .* 7 +0$/);
    expect(lines.at(-1)).toBe(`The books are right: ${CHECKS.length + 2} checks, nothing broken.`);
    expect(new Set(lines.slice(0, CHECKS.length + 3).map(({ length }) => length)).size).toBe(1);
  });

  it('shows the rows that are broken, and how many it does not show', () => {
    const rows = Array.from({ length: 20 }, (_, at) => ({ order_id: 1001 + at }));
    const lines = reportLines({
      ok: false,
      checks: [{ name: 'stock = sum of its movements', rule: 4, looked: 1_000_000, broken: 1234, rows }],
    });
    expect(lines).toContain('Broken: stock = sum of its movements (rule 4)');
    expect(lines).toContain('  {"order_id":1001}');
    expect(lines).toContain('  and 1,214 more');
    expect(lines.at(-1)).toBe('The books are NOT right: 1 of 1 checks are broken.');
  });
});
