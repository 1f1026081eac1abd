import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { clientConfig } from '#server/db/connection.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { loadDemoShop } from '../load/load.ts';
import { scaleDemo } from './scale.ts';
import { IS_LONG } from '#testing/times.ts';

const AS_OF = new Date('2026-11-20T23:00:00Z');

let shop: TestDatabase;
beforeAll(async () => {
  shop = await testDatabase();
  await inTransaction(shop.db, (tx) => loadDemoShop(tx, { asOf: AS_OF }));
});
afterAll(() => shop.close());

async function countOf(from: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.raw(from)}`.execute(shop.db);
  return rows[0]?.count ?? 0;
}

async function brokenRules(): Promise<unknown[]> {
  const report = await verifyBooks(shop.connection);
  return report.checks.filter(({ broken }) => broken > 0).map(({ name, rows }) => ({ name, rows: rows.slice(0, 3) }));
}

it.runIf(IS_LONG)(
  'adds as many products, customers and orders as it is asked for, and the books stay right',
  async () => {
    const before = await countOf('orders');
    const keys = await countOf(`pg_constraint WHERE contype = 'f' AND convalidated`);
    await scaleDemo(shop.db, shop.connection, { products: 300, customers: 500, orders: 2000, asOf: AS_OF });
    expect(await countOf('products WHERE id >= 1000000')).toBe(300);
    expect(await countOf(`users WHERE role = 'customer'`)).toBe(580);
    expect((await countOf('orders')) - before).toBe(2000);
    expect(await brokenRules()).toEqual([]);
    expect(await countOf(`pg_constraint WHERE contype = 'f' AND convalidated`)).toBe(keys);
  },
);

it.runIf(IS_LONG)(
  'makes orders like those of a shop: all payments, price changes, pre-rolls, guests, some undone',
  async () => {
    const generated = `orders WHERE id > 5000 AND number LIKE 'POS-%'`;
    expect(await countOf(`(SELECT DISTINCT payment_method FROM ${generated}) AS methods`)).toBe(3);
    expect(await countOf(`(SELECT DISTINCT location_id FROM ${generated}) AS places`)).toBe(4);
    for (const some of [
      `status = 'refunded'`,
      `status = 'cancelled'`,
      'customer_id IS NULL',
      'customer_id IS NOT NULL',
    ]) {
      expect(await countOf(`${generated} AND ${some}`), some).toBeGreaterThan(5);
    }
    expect(await countOf(`order_lines WHERE tier ->> 'product_type' = 'preroll' AND order_id > 5000`)).toBeGreaterThan(
      20,
    );
    expect(await countOf('order_line_price_changes')).toBeGreaterThan(400);
    expect(await countOf(`orders WHERE local_day > '2026-11-20'`)).toBe(0);
  },
);

it.runIf(IS_LONG)('can be run again, and without products of its own sells what is there', async () => {
  await scaleDemo(shop.db, shop.connection, { products: 0, customers: 0, orders: 500, asOf: AS_OF });
  await scaleDemo(shop.db, shop.connection, { products: 20, customers: 20, orders: 500, asOf: AS_OF });
  expect(await brokenRules()).toEqual([]);
});

it.runIf(IS_LONG)('keeps the books right when an open transaction holds up the seals of two runs', async () => {
  const open = new pg.Client(clientConfig(shop.connection));
  await open.connect();
  try {
    await open.query('BEGIN; SELECT pg_current_xact_id()');
    for (let run = 0; run < 2; run++) {
      await scaleDemo(shop.db, shop.connection, { products: 0, customers: 0, orders: 50, asOf: AS_OF });
    }
    await open.query('COMMIT');
  } finally {
    await open.end();
  }
  expect(await brokenRules()).toEqual([]);
  // The first one sealed what had been looked at before the second run; this one seals the rest.
  expect(await brokenRules()).toEqual([]);
});

it.runIf(IS_LONG)('leaves every row of the audit trail in its chain', async () => {
  expect(await countOf('audit_trail WHERE hash IS NULL')).toBe(0);
});
