import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { bulkStatusRoute } from '#contract/order-changes.ts';
import type { ReplyOf } from '#contract/route.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { answerOf } from '#server/testing/order-answer.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP, stockOf } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let customer: number;

const papers = { product_id: SHOP.papers, quantity: 1 };
const BULK = '/api/orders/bulk-status';

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
  customer = await addCustomer(shop);
});
afterAll(() => shop.close());

const sold = async (line: object, more: object = {}) =>
  answerOf(await till.post('/api/orders', sale([line], { ...more }))).id;

async function waiting(): Promise<number[]> {
  const { rows } = await shop.database.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.map(({ pid }) => pid);
}

/** Runs `work` while the change waits for the points of the customer's order, the last of them. */
async function whileItWaits(change: () => Promise<unknown>, work: () => Promise<void>): Promise<void> {
  let running: Promise<unknown> | undefined;
  await inTransaction(shop.database.db, async (tx) => {
    await sql`SELECT FROM points_balances WHERE customer_id = ${customer} FOR UPDATE`.execute(tx);
    running = change();
    await expect.poll(waiting).toHaveLength(1);
    await work();
  });
  await running;
}

it('holds the items of one order at a time, so that others can be sold meanwhile', async () => {
  const ids = [await sold(papers), await sold(papers), await sold(grinder, { customer_id: customer })];
  await whileItWaits(
    async () => {
      const reply = await till.send('PUT', BULK, { order_ids: ids, status: 'cancelled' });
      expect(reply.json()).toMatchObject({ changed: 3, refused: 0 });
    },
    async () => {
      const reply = await till.post('/api/orders', sale([papers]));
      expect(reply.statusCode, reply.body).toBe(200);
    },
  );
  // A thousand, and one sold meanwhile.
  expect(await stockOf(shop, SHOP.papers)).toBe(999);
});

it('goes on where it was cut short when it is sent again, and changes nothing a second time', async () => {
  const first = await sold(papers);
  const second = await sold(grinder, { customer_id: customer });
  const before = await stockOf(shop, SHOP.papers);
  const key = randomUUID();
  const change = () =>
    till.send('PUT', BULK, { order_ids: [first, second], status: 'cancelled' }, { 'idempotency-key': key });
  await whileItWaits(
    async () => expect((await change()).statusCode).toBe(503),
    async () => {
      const [stuck] = await waiting();
      await shop.database.pool.query('select pg_terminate_backend($1)', [stuck]);
    },
  );
  expect(await stockOf(shop, SHOP.papers)).toBe(before + 1);
  // Somebody sells the first one again before the change is sent again.
  await till.send('PUT', `/api/orders/${first}`, { status: 'completed' });
  const again = await change();
  const { results } = again.json<ReplyOf<typeof bulkStatusRoute>>();
  expect(results.map(({ order_id, success, status }) => [order_id, success, status])).toEqual([
    [first, true, 'cancelled'],
    [second, true, 'cancelled'],
  ]);
  expect(await stockOf(shop, SHOP.papers)).toBe(before);
  const replayed = await change();
  expect([replayed.headers['idempotent-replay'], replayed.json()]).toEqual(['true', again.json()]);
  expect(await stockOf(shop, SHOP.papers)).toBe(before);
});
