import { availableParallelism, loadavg } from 'node:os';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { loadSellable } from '#server/modules/catalogue/service.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { isPassword } from '#server/modules/auth/password.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { IS_LONG } from '#testing/times.ts';
import { makeDemoHistory } from '../demo-shop.ts';
import { loadDemoShop } from './load.ts';

const AS_OF = new Date('2026-11-20T23:00:00Z');
const LONGEST_LOAD_MS = 20_000;

let shop: TestDatabase;
let tookMs: number;

beforeAll(async () => {
  shop = await testDatabase();
  const start = performance.now();
  await inTransaction(shop.db, (tx) => loadDemoShop(tx, { asOf: AS_OF }));
  tookMs = performance.now() - start;
});
afterAll(() => shop.close());

async function countOf(from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.raw(from)}`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

it('loads in less than twenty seconds, or its share of a machine that is busy with other things', () => {
  const busy = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
  expect(tookMs).toBeLessThan(LONGEST_LOAD_MS * busy);
});

it.runIf(IS_LONG)(
  'leaves books that are right when it is loaded after midnight, with orders of the day that wait',
  async () => {
    const night = await testDatabase();
    await inTransaction(night.db, (tx) => loadDemoShop(tx, { asOf: new Date('2026-11-23T05:40:00Z') }));
    const { checks } = await verifyBooks(night.connection);
    expect(checks.filter(({ broken }) => broken > 0).map(({ name }) => name)).toEqual([]);
    await night.close();
  },
);

it('leaves books that are right by every rule', async () => {
  const report = await verifyBooks(shop.connection);
  const broken = report.checks
    .filter((check) => check.broken > 0)
    .map(({ name, rows }) => ({ name, rows: rows.slice(0, 3) }));
  expect(broken).toEqual([]);
});

it('writes everything there is', async () => {
  const history = makeDemoHistory(AS_OF);
  expect(await countOf('orders')).toBe(history.orders.length);
  expect(await countOf('order_lines')).toBe(history.orders.flatMap(({ lines }) => lines).length);
  expect(await countOf('stock_movements')).toBe(history.movements.length);
  expect(await countOf('stock_levels')).toBe(history.jars.length);
  expect(await countOf('purchase_orders')).toBe(history.purchaseOrders.length);
  expect(await countOf(`purchase_orders WHERE status = 'received'`)).toBeGreaterThan(20);
  expect(await countOf(`purchase_orders WHERE status IN ('draft', 'ordered')`)).toBe(4);
  expect(await countOf(`purchase_orders WHERE status = 'partially_received'`)).toBe(3);
  expect(await countOf('stock_audits')).toBe(history.audits.length);
  expect(await countOf('stock_audit_lines')).toBe(history.audits.flatMap(({ lines }) => lines).length);
  expect(await countOf('stock_transfers')).toBe(history.transfers.length);
  expect(await countOf(`stock_movements WHERE transfer_id IS NOT NULL`)).toBe(
    2 * history.transfers.reduce((sum, { lines }) => sum + lines, 0),
  );
  expect(await countOf(`users WHERE role = 'customer'`)).toBe(80);
  expect(await countOf('products')).toBeGreaterThanOrEqual(160);
});

it('has the demo sign-ins, with their password and their location', async () => {
  const { rows } = await sql<{
    username: string;
    role: string;
    location_id: number;
    password_hash: string;
    demo: boolean;
  }>`
    SELECT username, role, location_id, password_hash, demo FROM users WHERE role <> 'customer' ORDER BY id`.execute(
    shop.db,
  );
  expect(rows.slice(0, 4).map(({ username, role, location_id }) => [username, role, location_id])).toEqual([
    ['admin', 'administrator', 20],
    ['manager', 'manager', 20],
    ['staff', 'staff', 20],
    ['monroe', 'staff', 19],
  ]);
  expect(rows.every(({ demo }) => demo)).toBe(true);
  expect(await isPassword('tillwright', rows[2]?.password_hash ?? null)).toBe(true);
});

it('sells what it loaded at the price it shows', async () => {
  const { rows } = await sql<{ id: number; variation_id: number | null }>`
    SELECT p.id, v.id AS variation_id FROM products p LEFT JOIN variations v ON v.product_id = p.id`.execute(shop.db);
  const sellables = await loadSellable(
    shop.db,
    rows.map(({ id, variation_id }) => ({ productId: id, variationId: variation_id })),
  );
  expect(sellables.size).toBe(rows.length);
  for (const { name, priceCents, pricing } of sellables.values()) {
    expect(pricing !== null || (priceCents ?? 0) > 0, name).toBe(true);
  }
  expect([...sellables.values()].filter(({ pricing }) => pricing === null).length).toBeGreaterThan(50);
});

it('lets the next order and the next product have numbers of their own', async () => {
  const { rows } = await sql<{
    order: number;
    line: number;
    purchase: number;
    transfer: number;
    product: number;
    person: number;
  }>`
    SELECT nextval(pg_get_serial_sequence('orders', 'id')) > (SELECT max(id) FROM orders) AS order,
           nextval(pg_get_serial_sequence('order_lines', 'id')) > (SELECT max(id) FROM order_lines) AS line,
           nextval(pg_get_serial_sequence('purchase_orders', 'id')) > (SELECT max(id) FROM purchase_orders) AS purchase,
           nextval(pg_get_serial_sequence('stock_transfers', 'id')) > (SELECT max(id) FROM stock_transfers) AS transfer,
           nextval('catalogue_ids') > (SELECT max(id) FROM products) AS product,
           nextval(pg_get_serial_sequence('users', 'id')) > (SELECT max(id) FROM users) AS person`.execute(shop.db);
  expect(rows).toEqual([{ order: true, line: true, purchase: true, transfer: true, product: true, person: true }]);
});
