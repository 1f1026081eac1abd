import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
/** The next statement that matches is carried out, but its connection is lost before the answer. */
let losing: Pick<RegExp, 'test'> | null = null;

/** The events that the tills heard. */
const told: string[] = [];

/** Loses the answer on the way, as a network would after the database has done its work. */
function loseAnswers(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const losingQuery = (...args: unknown[]): unknown => {
    const [text] = args;
    if (typeof text !== 'string' || losing?.test(text) !== true) return query(...args);
    losing = null;
    return query(...args).then(() => {
      client.connection.stream.destroy();
      return query('select 1');
    });
  };
  Object.defineProperty(client, 'query', { value: losingQuery });
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
  shop.app.deps.live.subscribe((event) => told.push(event.type));
  const { pool } = shop.database;
  pool.on('connect', loseAnswers);
  // Drops the idle connections that were opened before.
  while (pool.idleCount > 0) (await pool.connect()).release(true);
});
afterEach(() => {
  expect(losing).toBeNull();
  told.length = 0;
});
afterAll(() => shop.close());

const count = async (table: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.table(table)}`.execute(shop.database.db);
  return rows[0]?.n ?? -1;
};

it('answers a sale whose answer was lost on the way from the database, sold once', async () => {
  const before = await count('orders');
  const key = { 'idempotency-key': randomUUID() };
  losing = /record_priced_sale/;
  const first = await till.post('/api/orders', sale([grinder]), key);
  expect(first.statusCode, first.body).toBe(200);
  expect(await count('orders')).toBe(before + 1);
  await expect.poll(() => told).toEqual(['stock', 'orders']);
  const again = await till.post('/api/orders', sale([grinder]), key);
  expect(answerOf(again)).toEqual(answerOf(first));
  expect(told).toEqual(['stock', 'orders']);
});

it('answers a write whose COMMIT was not heard of, done once', async () => {
  const before = await count('stock_movements');
  losing = /^commit$/i;
  const adjustment = { product_id: SHOP.papers, adjustment_quantity: 5, reason: 'Found' };
  const reply = await till.post('/api/inventory/adjust', { location_id: 20, adjustments: [adjustment] });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  expect(await count('stock_movements')).toBe(before + 1);
  await expect.poll(() => told).toContain('stock');
});

it('tells the tills of a change of several orders whose COMMIT was not heard of, done once', async () => {
  const sold = answerOf(await till.post('/api/orders', sale([grinder])));
  await expect.poll(() => told).toContain('orders');
  told.length = 0;
  const before = await count('order_events');
  let isChanging = false;
  losing = { test: (text) => (isChanging ||= /order_events/i.test(text)) && /^commit$/i.test(text) };
  const reply = await till.send('PUT', '/api/orders/bulk-status', { order_ids: [sold.id], status: 'cancelled' });
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await count('order_events')).toBe(before + 1);
  await expect.poll(() => told).toContain('orders');
});
