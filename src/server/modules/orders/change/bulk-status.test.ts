import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { bulkEffectsRoute, bulkStatusRoute } from '#contract/order-changes.ts';
import type { orderRoute } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP, stockOf } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let customer: number;
/** Happens before the next claim of this key reaches the database. */
let meanwhile: { readonly key: string; readonly happens: () => Promise<void> } | null = null;

function letHappenMeanwhile(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const waitingQuery = (...args: unknown[]): unknown => {
    const [text, values] = args;
    const isClaim = typeof text === 'string' && text.includes('as used');
    if (!meanwhile || !isClaim || !Array.isArray(values) || !values.includes(meanwhile.key)) return query(...args);
    const { happens } = meanwhile;
    meanwhile = null;
    return happens().then(() => query(...args));
  };
  Object.defineProperty(client, 'query', { value: waitingQuery });
}

const papers = { product_id: SHOP.papers, quantity: 1 };
const BULK = '/api/orders/bulk-status';

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
  customer = await addCustomer(shop);
  const { pool } = shop.database;
  pool.on('connect', letHappenMeanwhile);
  // Those that were open before are given up.
  while (pool.idleCount > 0) (await pool.connect()).release(true);
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

it('sent again, answers as the first run does that it catches up with', async () => {
  const ids = [await sold(papers), await sold(papers), await sold(papers)];
  const before = await stockOf(shop, SHOP.papers);
  const key = randomUUID();
  const change = () => till.send('PUT', BULK, { order_ids: ids, status: 'cancelled' }, { 'idempotency-key': key });
  let first: unknown;
  meanwhile = {
    key: `${key}#${ids[1]}`,
    happens: async () => {
      first = (await change()).json();
    },
  };
  const again = await change();
  expect(meanwhile).toBeNull();
  expect(first).toMatchObject({ changed: 3, refused: 0 });
  expect([again.statusCode, again.json()]).toEqual([200, first]);
  expect(await stockOf(shop, SHOP.papers)).toBe(before + 3);
});

it('goes on when the first run ended behind the order where it was caught up with', async () => {
  const ids = [await sold(papers), await sold(papers)];
  const before = await stockOf(shop, SHOP.papers);
  const key = randomUUID();
  const change = () => till.send('PUT', BULK, { order_ids: ids, status: 'cancelled' }, { 'idempotency-key': key });
  meanwhile = {
    key: `${key}#${ids[0]}`,
    happens: async () => {
      // The first run changes the first order, and its server dies before the second one.
      await change();
      await sql`DELETE FROM idempotency_keys WHERE key IN (${key}, ${`${key}#${ids[1]}`})`.execute(shop.database.db);
      await till.send('PUT', `/api/orders/${ids[1]}`, { status: 'completed' });
    },
  };
  const again = await change();
  expect([again.statusCode, again.json()]).toMatchObject([200, { changed: 2, refused: 0 }]);
  expect(await stockOf(shop, SHOP.papers)).toBe(before + 2);
});

it('changes nothing when it is sent again with other details after it was cut short', async () => {
  const orders = [await sold(papers), await sold(papers), await sold(grinder, { customer_id: customer })];
  const [untouched = 0, ...asked] = orders;
  const before = await stockOf(shop, SHOP.papers);
  const headers = { 'idempotency-key': randomUUID() };
  await whileItWaits(
    async () => void (await till.send('PUT', BULK, { order_ids: asked, status: 'cancelled' }, headers)),
    async () => {
      const [stuck] = await waiting();
      await shop.database.pool.query('select pg_terminate_backend($1)', [stuck]);
    },
  );
  for (const body of [
    { order_ids: asked, status: 'on-hold' },
    { order_ids: [untouched, ...asked], status: 'cancelled' },
    { order_ids: [untouched], status: 'cancelled' },
  ]) {
    expect([body, ...refusalOf(await till.send('PUT', BULK, body, headers))]).toEqual([
      body,
      422,
      'idempotency_key_reused',
    ]);
  }
  expect(await stockOf(shop, SHOP.papers)).toBe(before + 1);
});

it('gives back what was shown of each order, or leaves the order as it is', async () => {
  const ids = [await sold(papers), await sold({ ...papers, quantity: 2 }), await sold(papers)];
  const [plain = 0, partly = 0, whole = 0] = ids;
  const preview = await till.post(`${BULK}/preview`, { order_ids: ids, status: 'refunded' });
  const { refunds } = preview.json<ReplyOf<typeof bulkEffectsRoute>>().data;
  expect(refunds.map(({ order_id }) => order_id)).toEqual(ids);
  // Others give money back before it is confirmed: of one order all, of another a half.
  await till.send('PUT', `/api/orders/${whole}`, { status: 'refunded' });
  const { line_items: lines } = (await till.get(`/api/orders/${partly}`)).json<ReplyOf<typeof orderRoute>>().data;
  const line = { line_id: lines[0]?.id, quantity: 1, restock: true };
  const given = await till.post(`/api/orders/${partly}/refunds`, { lines: [line] });
  expect(given.statusCode, given.body).toBe(201);

  const reply = await till.send('PUT', BULK, { order_ids: ids, status: 'refunded', refunds });
  const { results } = reply.json<ReplyOf<typeof bulkStatusRoute>>();
  expect(results.map(({ order_id, success, code }) => [order_id, success, code])).toEqual([
    [plain, true, null],
    [partly, false, 'refund_changed'],
    [whole, false, 'refund_changed'],
  ]);
  // An order that is not named gives nothing back.
  const more = await sold(papers);
  const unnamed = await till.send('PUT', BULK, { order_ids: [more], status: 'refunded', refunds: [] });
  expect(unnamed.json()).toMatchObject({ changed: 0, results: [{ code: 'refund_changed' }] });
});
