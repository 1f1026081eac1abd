import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { jobHandlers } from '#server/job-handlers.ts';
import { workOnce } from '#server/jobs/worker.ts';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { addCustomer } from '#server/testing/shop.ts';
import { writePastOrders } from '#server/testing/trade/past-orders.ts';
import { times } from '#testing/times.ts';
import { expirePoints, planExpiry } from './expiry.ts';

let shop: TestApp;
let customer: number;

beforeAll(async () => {
  shop = await testApp();
  await shop.signIn();
  const orders = Array.from({ length: 9 }, (_, index) => ({ id: index + 1, locationId: 20, status: 'failed' }));
  await writePastOrders(shop.database.db, orders);
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await addCustomer(shop);
  await sql`DELETE FROM jobs`.execute(shop.database.db);
  await sql`UPDATE loyalty_settings SET expire_after_days = 365`.execute(shop.database.db);
});

type Entry = [daysAgo: number, type: string, points: number, order?: number];
/** Entries of a customer, with their balance. */
async function hold(entries: readonly Entry[], id = customer): Promise<void> {
  const all = entries.map(([days, type, points, order]) => ({ days, type, points, order_id: order ?? null }));
  await sql`
    WITH given AS (
      INSERT INTO points_events (customer_id, type, points, order_id, created_at)
      SELECT ${id}, type, points, order_id, now() - make_interval(days => days)
        FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS e(days integer, type text, points bigint, order_id bigint)
      RETURNING points)
    INSERT INTO points_balances AS b (customer_id, balance) SELECT ${id}, coalesce(sum(points), 0) FROM given
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + excluded.balance`.execute(shop.database.db);
}
const balance = async (id = customer) =>
  (
    await sql<{ balance: number }>`SELECT balance FROM points_balances WHERE customer_id = ${id}`.execute(
      shop.database.db,
    )
  ).rows[0]?.balance;
const expire = () => expirePoints(shop.database.db, shop.app.deps.secrets, { after: customer - 1 });

it('sees what was spent while it waited for the balance', async () => {
  await hold([
    [400, 'order-placed', 500, 1],
    [10, 'order-placed', 300, 2],
  ]);
  const spending = await shop.database.pool.connect();
  await spending.query('begin');
  await spending.query('update points_balances set balance = balance - 500 where customer_id = $1', [customer]);
  await spending.query(
    `insert into points_events (customer_id, type, points, order_id) values ($1, 'redeemed', -500, 3)`,
    [customer],
  );
  const expired = expire();
  const isWaiting = () =>
    sql<{ n: number }>`SELECT count(*)::integer AS n FROM pg_locks WHERE NOT granted`.execute(shop.database.db);
  await expect.poll(async () => (await isWaiting()).rows[0]?.n).toBeGreaterThan(0);
  await spending.query('commit');
  spending.release();
  await expired;
  expect(await balance()).toBe(300);
});

it('takes points that a merge moved for as old as they were, and again when it was undone', async () => {
  const manager = await shop.signIn('manager');
  const other = await addCustomer(shop);
  const merge = async () => {
    const reply = await manager.post(`/api/customers/${customer}/merge`, { merge_id: other });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ data: { id: number } }>().data.id;
  };
  await hold([
    [10, 'order-placed', 30, 1],
    [400, 'order-placed', 7, 2],
  ]);
  await hold(
    [
      [400, 'order-placed', 100, 3],
      [20, 'order-placed', 5, 4],
    ],
    other,
  );
  // Merged, undone and merged again: four entries of the first merge, two of the second.
  const undone = await manager.post(`/api/customers/merges/${await merge()}/undo`);
  expect(undone.statusCode, undone.body).toBe(200);
  await merge();
  expect(await balance()).toBe(142);
  await expire();
  expect(await balance()).toBe(35);

  const apart = await addCustomer(shop);
  await hold([[400, 'order-placed', 50, 5]], apart);
  const reply = await manager.post(`/api/customers/${customer}/merge`, { merge_id: apart });
  await manager.post(`/api/customers/merges/${reply.json<{ data: { id: number } }>().data.id}/undo`);
  await expire();
  expect([await balance(), await balance(apart)]).toEqual([35, 0]);
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken, name }) => broken > 0 && name.includes('lapsed'))).toEqual([]);
});

/** Merges two accounts of these entries, lets points lapse, and undoes it. */
async function mergedMeanwhile(kept: readonly Entry[], merged: readonly Entry[], meanwhile: () => Promise<unknown>) {
  const manager = await shop.signIn('manager');
  const other = await addCustomer(shop);
  await hold(kept);
  await hold(merged, other);
  const reply = await manager.post(`/api/customers/${customer}/merge`, { merge_id: other });
  await meanwhile();
  const undone = await manager.post(`/api/customers/merges/${reply.json<{ data: { id: number } }>().data.id}/undo`);
  expect(undone.statusCode, undone.body).toBe(200);
  return { other, balances: [await balance(), await balance(other)] };
}

it('does not give back points that lapsed while their customer was merged', async () => {
  const { balances } = await mergedMeanwhile([], [[400, 'order-placed', 100, 1]], expire);
  expect(balances).toEqual([0, 0]);
  // Points that the kept account earns afterwards lapse at their age, and no earlier for those that lapsed before.
  await sql`UPDATE loyalty_settings SET expire_after_days = 5`.execute(shop.database.db);
  await hold([[6, 'order-placed', 30, 2]]);
  await expire();
  expect(await balance()).toBe(0);
});

it('takes an award back from the merged customer whose points lapsed before', async () => {
  const { balances } = await mergedMeanwhile([[9, 'order-placed', 3, 2]], [[400, 'order-placed', 100, 1]], async () => {
    await expire();
    await hold([[0, 'order-cancelled', -100, 1]]);
    await sql`UPDATE customer_merges SET order_ids = '{1}' WHERE kept_id = ${customer}`.execute(shop.database.db);
  });
  expect(balances).toEqual([3, -100]);
});

it('takes lapsed points from the account that had them, out of two merges one into the other', async () => {
  const manager = await shop.signIn('manager');
  const [first, second, last] = [await addCustomer(shop), await addCustomer(shop), await addCustomer(shop)];
  await hold([[400, 'order-placed', 100, 1]], first);
  await hold(
    [
      [400, 'order-placed', 20, 2],
      [9, 'order-placed', 10, 3],
    ],
    second,
  );
  await hold([[9, 'order-placed', 5, 4]], last);
  const merged = async (kept: number, other: number) => {
    const reply = await manager.post(`/api/customers/${kept}/merge`, { merge_id: other });
    return reply.json<{ data: { id: number } }>().data.id;
  };
  const merges = [await merged(second, first), await merged(last, second)];
  await expire();
  for (const id of merges.toReversed()) await manager.post(`/api/customers/merges/${id}/undo`);
  expect([await balance(first), await balance(second), await balance(last)]).toEqual([0, 10, 5]);
});

it('leaves two accounts that were merged for some time with the points they would have had apart', async () => {
  const entry = fc.tuple(
    fc.constantFrom(900, 400, 364, 20),
    fc.constantFrom('opening-balance', 'manual-adjust'),
    fc.integer({ min: -60, max: 100 }),
  );
  const entries = fc.array(entry, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(entries, entries, async (kept, merged) => {
      customer = await addCustomer(shop);
      const { other } = await mergedMeanwhile(kept, merged, expire);
      const [alone, otherAlone] = [await addCustomer(shop), await addCustomer(shop)];
      await hold(kept, alone);
      await hold(merged, otherAlone);
      await expire();
      expect([await balance(), await balance(other)]).toEqual([await balance(alone), await balance(otherAlone)]);
    }),
    { numRuns: times(15) },
  );
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken, name }) => broken > 0 && /lapsed|merge/.test(name))).toEqual([]);
});

it.each<[string, Entry[], number]>([
  [
    'what is older than the setting lapses, what is younger stays',
    [
      [400, 'order-placed', 100, 1],
      [10, 'order-placed', 30, 2],
    ],
    30,
  ],
  [
    'what was spent was spent of the oldest',
    [
      [400, 'order-placed', 100, 1],
      [380, 'manual-adjust', 50],
      [10, 'redeemed', -120, 2],
      [5, 'order-placed', 7, 3],
    ],
    7,
  ],
  [
    'nothing lapses where all that is old was spent',
    [
      [400, 'order-placed', 100, 1],
      [300, 'order-placed', 40, 2],
      [200, 'redeemed', -100, 3],
    ],
    40,
  ],
  [
    'what was used and given back is as old as it was',
    [
      [400, 'order-placed', 100, 1],
      [10, 'redeemed', -100, 2],
      [9, 'redemption-returned', 100, 2],
    ],
    0,
  ],
  [
    'a status that flips makes no points young',
    [
      [400, 'order-placed', 100, 1],
      [3, 'order-cancelled', -100, 1],
      [2, 'order-restored', 100, 1],
    ],
    0,
  ],
  [
    'points taken back with their order lapse no second time',
    [
      [400, 'order-placed', 100, 1],
      [399, 'order-refunded', -60, 1],
      [10, 'order-placed', 5, 2],
    ],
    5,
  ],
  [
    'what lapsed before counts as spent',
    [
      [800, 'order-placed', 100, 1],
      [400, 'expired', -100],
      [390, 'order-placed', 20, 2],
      [1, 'order-placed', 1, 3],
    ],
    1,
  ],
  [
    'a balance below zero stays as it is',
    [
      [400, 'order-placed', 10, 1],
      [10, 'manual-adjust', -50],
    ],
    -40,
  ],
])('%s', async (_what, entries, left) => {
  await hold(entries);
  await expire();
  expect(await balance()).toBe(left);
  await expire();
  expect(await balance()).toBe(left);
});

it('takes nothing while the setting is off, as it is in a new shop', async () => {
  await hold([[4000, 'order-placed', 100, 1]]);
  await sql`UPDATE loyalty_settings SET expire_after_days = NULL`.execute(shop.database.db);
  await expire();
  expect(await balance()).toBe(100);
});

it('is an entry of its own, with an audit row of the server', async () => {
  await hold([[400, 'manual-adjust', 10]]);
  await expire();
  const { rows } = await sql`
    SELECT e.type, e.points, e.description, e.actor_id, a.details FROM points_events e
      JOIN audit_trail a ON a.action = 'points_expired' AND a.entity_id = ${String(customer)} AND a.at = e.created_at
     WHERE e.customer_id = ${customer} AND e.type = 'expired'`.execute(shop.database.db);
  expect(rows).toEqual([
    {
      type: 'expired',
      points: -10,
      description: 'Older than 365 days',
      actor_id: null,
      details: { points: -10, after_days: 365 },
    },
  ]);
});

it('goes through all customers, some at a time, and is asked for once a day', async () => {
  const many = [customer];
  for (let more = 0; more < 6; more += 1) many.push(await addCustomer(shop));
  for (const id of many) await hold([[400, 'order-placed', 50, 1]], id);
  const now = new Date('2026-11-22T23:00:00Z');
  const { secrets, db } = shop.app.deps;
  await inTransaction(db, (tx) => planExpiry(tx, secrets, now));
  await inTransaction(db, (tx) => planExpiry(tx, secrets, now));
  const heard: unknown[] = [];
  const stop = shop.app.deps.live.subscribe((event) => void heard.push(event));
  const handlers = jobHandlers(shop.app.deps, { customersPerStep: 2 });
  let steps = 0;
  while (await workOnce({ db, secrets, handlers, onFailure: ({ reason }) => expect(reason).toBe('') })) steps += 1;
  expect(steps).toBeGreaterThan(3);
  for (const id of many) expect(await balance(id)).toBe(0);
  await expect.poll(() => heard).toContainEqual({ type: 'customers', customer_id: 0, parts: ['points'] });
  stop();
});

it('begins a day after the setting was changed: who mistyped has time to notice', async () => {
  const admin = await shop.signIn('administrator');
  await sql`UPDATE loyalty_settings SET expire_after_days = NULL`.execute(shop.database.db);
  await hold([[400, 'manual-adjust', 10]]);
  const set = await admin.send('PUT', '/api/proxy/wc-points-rewards/settings', { expire_after_days: 30 });
  expect(set.statusCode, set.body).toBe(200);
  const plan = async () => {
    await inTransaction(shop.database.db, (tx) => planExpiry(tx, shop.app.deps.secrets, new Date()));
    return (await sql`SELECT FROM jobs`.execute(shop.database.db)).rows.length;
  };
  expect(await plan()).toBe(0);
  await expire();
  expect(await balance()).toBe(10);
  await sql`UPDATE loyalty_settings SET expires_from = now() - interval '1 minute'`.execute(shop.database.db);
  // Other settings make no difference to it.
  await admin.send('PUT', '/api/proxy/wc-points-rewards/settings', { earn_points: 3 });
  expect(await plan()).toBe(1);
  await expire();
  expect(await balance()).toBe(0);
});

it('leaves balances that are the sums of their entries', async () => {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.find(({ name }) => name === 'points balance = sum of its events')?.broken).toBe(0);
});
