import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { closeAgreed, openTills, USERS } from '#server/testing/trade/customers.ts';
import { type Holder, holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, SHOP } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { expirePoints } from './expiry.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let customer: number;

const papers = { product_id: SHOP.papers, quantity: 5 };
const adjust = (points: number, key: string = randomUUID(), id = customer) =>
  manager.post(
    `/api/proxy/wc-points-rewards/user/${id}/adjust`,
    { points, description: 'Opening', confirm_below_zero: true },
    { 'idempotency-key': key },
  );
const redeem = (points: number, key: string = randomUUID(), id = customer) =>
  till.post('/api/orders', sale([papers], { customer_id: id, redeem_points: points }), { 'idempotency-key': key });
const merge = (kept: number, key: string = randomUUID()) =>
  manager.post(`/api/customers/${kept}/merge`, { merge_id: customer }, { 'idempotency-key': key });
const balance = async (id = customer) =>
  (
    await sql<{ balance: number }>`SELECT balance FROM points_balances WHERE customer_id = ${id}`.execute(
      shop.database.db,
    )
  ).rows[0]?.balance ?? 0;
const codes = (replies: readonly Awaited<ReturnType<typeof redeem>>[]) => replies.map((reply) => refusalOf(reply)[1]);

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
  const more = [SHOP.grinder, SHOP.papers].map((product_id) => ({ product_id, delta: 5000, action: 'opening_stock' }));
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(more)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
});
afterAll(() => closeAgreed(shop));
beforeEach(async () => {
  customer = await addCustomer(shop);
  await adjust(1000);
});

describe('what was done once and is asked for with another body, its answer being lost,', () => {
  it.each([
    ['a sale that uses points', () => redeem(100, 'lost-redeem'), () => redeem(200, 'lost-redeem'), 900 + 5],
    ['an adjustment', () => adjust(50, 'lost-adjust'), () => adjust(-50, 'lost-adjust'), 1050],
  ])('is refused and changes nothing more: %s', async (_what, first, changed, left) => {
    expect((await first()).statusCode).toBe(200);
    expect(refusalOf(await changed())).toEqual([422, 'idempotency_key_reused']);
    expect((await first()).statusCode).toBe(200);
    expect(await balance()).toBe(left);
  });

  it('is refused and changes nothing more: a merge', async () => {
    const [kept, other] = [await addCustomer(shop), await addCustomer(shop)];
    expect((await merge(kept, 'lost-merge')).statusCode).toBe(200);
    expect(refusalOf(await merge(other, 'lost-merge'))).toEqual([422, 'idempotency_key_reused']);
    expect([await balance(kept), await balance(other), await balance()]).toEqual([1000, 0, 0]);
  });
});

/** Ends the connections that wait for a lock, as a database does that is killed. */
async function killThoseWhoWait(): Promise<void> {
  await untilWaiting(shop);
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(shop.database.db);
}

describe('what is killed in the middle is done once when it is asked for again:', () => {
  const busyBalance = (): Promise<Holder> =>
    holding(shop, 'select from points_balances where customer_id = $1 for update', [customer]);

  it.each([
    ['a sale that uses points', (key: string) => redeem(100, key), 905],
    ['an adjustment', (key: string) => adjust(50, key), 1050],
  ])('%s', async (_what, send, left) => {
    const [key, other] = [randomUUID(), await busyBalance()];
    const sending = send(key);
    await killThoseWhoWait();
    await other.letGo();
    expect([200, 503]).toContain((await sending).statusCode);
    const again = await send(key);
    expect(again.statusCode, again.body).toBe(200);
    expect(await balance()).toBe(left);
  });

  it('a merge', async () => {
    const [key, kept, other] = [randomUUID(), await addCustomer(shop), await busyBalance()];
    const sending = merge(kept, key);
    await killThoseWhoWait();
    await other.letGo();
    expect([200, 503]).toContain((await sending).statusCode);
    expect((await merge(kept, key)).statusCode).toBe(200);
    expect([await balance(kept), await balance()]).toEqual([1000, 0]);
  });

  it('an expiry, by the job that asked for it', async () => {
    await sql`UPDATE loyalty_settings SET expire_after_days = 1`.execute(shop.database.db);
    const other = await busyBalance();
    const lapse = () => expirePoints(shop.database.db, shop.app.deps.secrets, { after: customer - 1 });
    const lapsing = lapse();
    await killThoseWhoWait();
    await expect(lapsing).rejects.toThrow(/terminat/);
    await other.letGo();
    await lapse();
    await sql`UPDATE loyalty_settings SET expire_after_days = NULL`.execute(shop.database.db);
    expect(await balance()).toBe(1000);
  });
});

it('spends points once while the account they belong to is merged away', async () => {
  const kept = await addCustomer(shop, 'Dana R. Reed');
  const [merged, ...replies] = await Promise.all([
    merge(kept),
    ...Array.from({ length: 12 }, () => redeem(200)),
    ...Array.from({ length: 4 }, () => redeem(200, randomUUID(), kept)),
  ]);
  expect(merged.statusCode, merged.body).toBe(200);
  const told = codes(replies).map((code) => code ?? 'sold');
  expect(told.toSorted()).toEqual([...Array<string>(11).fill('points_insufficient'), ...Array<string>(5).fill('sold')]);
  expect([await balance(kept), await balance()]).toEqual([0, 0]);
});

it('takes nothing of somebody who is forgotten at the same time, or takes it before', async () => {
  await redeem(100);
  const [gone, ...replies] = await Promise.all([
    manager.send('DELETE', `${USERS}/${customer}`),
    ...Array.from({ length: 4 }, () => redeem(100)),
    ...Array.from({ length: 4 }, () => adjust(10)),
  ]);
  expect(gone.json()).toMatchObject({ outcome: 'forgotten' });
  for (const reply of replies)
    expect([[200], [404, 'not_found'], [422, 'customer_unknown']]).toContainEqual(
      refusalOf(reply).filter((part) => part !== undefined),
    );
  expect(refusalOf(await redeem(100))).toEqual([422, 'customer_unknown']);
  expect(refusalOf(await adjust(1))).toEqual([404, 'not_found']);
});

it('gives used points back once, however many refund, cancel and delete the order at once', async () => {
  const order = answerOf(
    await till.post('/api/orders', sale([{ ...grinder, quantity: 4 }], { customer_id: customer, redeem_points: 400 })),
  ).data;
  const line_id = order.line_items[0]?.id;
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () =>
      manager.post(`/api/orders/${order.id}/refunds`, { lines: [{ line_id, quantity: 1, restock: true }] }),
    ),
    ...['refunded', 'cancelled', 'refunded', 'completed'].map((status) =>
      manager.send('PUT', `/api/orders/${order.id}`, { status }),
    ),
    manager.send('DELETE', `/api/orders?id=${order.id}`),
  ]);
  expect(replies.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
  expect(await balance()).toBe(1000);
});

it('lapses what nobody uses, and lets nobody use what lapsed', async () => {
  const id = await addCustomer(shop);
  await sql`
    WITH given AS (
      INSERT INTO points_events (customer_id, type, points, created_at) VALUES (${id}, 'opening-balance', 1000, now() - interval '400 days')
      RETURNING created_at), told AS (
      INSERT INTO audit_trail (at, action, entity, entity_id, details)
      SELECT created_at, 'points_opened', 'user', ${id}::text, '{"points": 1000}' FROM given)
    INSERT INTO points_balances (customer_id, balance) VALUES (${id}, 1000)`.execute(shop.database.db);
  await sql`SELECT seal_audit_trail()`.execute(shop.database.db);
  await sql`UPDATE loyalty_settings SET expire_after_days = 365`.execute(shop.database.db);
  const lapse = () => expirePoints(shop.database.db, shop.app.deps.secrets, { after: id - 1 }, 5);
  const [replies] = await Promise.all([
    Promise.all(Array.from({ length: 6 }, () => redeem(100, randomUUID(), id))),
    ...Array.from({ length: 3 }, lapse),
  ]);
  await sql`UPDATE loyalty_settings SET expire_after_days = NULL`.execute(shop.database.db);
  const sold = codes(replies).filter((code) => code === undefined).length;
  // Only the young points, which the sales earned, are left.
  expect(await balance(id)).toBe(5 * sold);
  expect(codes(replies).filter((code) => code !== undefined && code !== 'points_insufficient')).toEqual([]);
});
