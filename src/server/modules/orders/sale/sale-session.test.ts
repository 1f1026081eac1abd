import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';

let shop: TestApp;
let till: Till;
/** The statements since the last look. */
let asked: string[] = [];

function overhear(client: pg.Client): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const heard = (...args: unknown[]): unknown => {
    if (typeof args[0] === 'string') asked.push(args[0]);
    return query(...args);
  };
  Object.defineProperty(client, 'query', { value: heard });
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const { pool } = shop.database;
  pool.on('connect', overhear);
  // Those that were open before are given up.
  while (pool.idleCount > 0) (await pool.connect()).release(true);
});
afterAll(() => shop.close());
beforeEach(async () => {
  till = await shop.signIn();
  expect((await sell()).statusCode).toBe(200);
});

const papers = { product_id: SHOP.papers, quantity: 1 };
const sell = (more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  till.post('/api/orders', sale([papers], more), headers);
const run = (statement: ReturnType<typeof sql>) => statement.execute(shop.database.db);
const sales = async () => (await run(sql`SELECT FROM orders`)).rows.length;

it('is looked up by the sale itself where it was looked up a moment ago', async () => {
  asked = [];
  expect((await sell()).statusCode).toBe(200);
  const lookups = asked.filter((text) => text.includes('sessions s'));
  expect(lookups).toEqual([expect.stringContaining('record_priced_sale')]);
});

it('that has ended sells nothing, and is told nothing else', async () => {
  await run(sql`DELETE FROM sessions WHERE user_id = ${till.userId}`);
  const before = await sales();
  expect(refusalOf(await sell())).toEqual([401, 'login_required']);
  expect(await sales()).toBe(before);
  const other = await shop.signIn();
  till = other;
  expect((await sell()).statusCode).toBe(200);
  await run(sql`DELETE FROM sessions WHERE user_id = ${till.userId}`);
  // Neither that the body is not valid, nor that a price has changed.
  expect(refusalOf(await sell({ line_items: [] }))).toEqual([401, 'login_required']);
  expect(refusalOf(await sell({ line_items: [{ ...papers, price: '0.01' }] }))).toEqual([401, 'login_required']);
});

it('of somebody who was disabled since sells nothing', async () => {
  await run(sql`UPDATE users SET status = 'disabled' WHERE id = ${till.userId}`);
  expect(refusalOf(await sell())).toEqual([401, 'login_required']);
  await run(sql`UPDATE users SET status = 'active' WHERE id = ${till.userId}`);
  expect((await sell()).statusCode).toBe(200);
});

it('whose role may do less since is refused what it needs an approval for', async () => {
  till = await shop.signIn('manager');
  expect((await sell()).statusCode).toBe(200);
  const cheaper = { line_items: [{ ...grinder, meta_data: [{ key: '_override_price', value: '20.00' }] }] };
  expect((await sell(cheaper)).statusCode).toBe(200);
  await run(sql`INSERT INTO role_settings (role, withheld) VALUES ('manager', '{override-prices}')
    ON CONFLICT (role) DO UPDATE SET withheld = excluded.withheld`);
  expect(refusalOf(await sell(cheaper))).toEqual([403, 'approval_needed']);
  await run(sql`UPDATE role_settings SET withheld = '{}' WHERE role = 'manager'`);
  // A new permission counts at once, too.
  expect((await sell(cheaper)).statusCode).toBe(200);
});

it('that moved to another location since sells there, and not what was begun before', async () => {
  const [other] = (
    await run(sql<{ id: number }>`SELECT id FROM locations WHERE id <> 20 AND closed_at IS NULL LIMIT 1`)
  ).rows as { id: number }[];
  const there = other?.id ?? 0;
  await run(sql`INSERT INTO stock_levels (location_id, product_id, quantity) VALUES (${there}, ${SHOP.papers}, 0)
    ON CONFLICT DO NOTHING`);
  const moved = () => run(sql`UPDATE sessions SET location_id = ${there} WHERE user_id = ${till.userId}`);
  await moved();
  const begunHere = { 'x-sent-by': `${till.userId}@20` };
  expect(refusalOf(await sell({}, begunHere))).toEqual([409, 'sent_by_another']);
  // It is known by its new location now; it moves back, and what is begun here is sold here.
  await run(sql`UPDATE sessions SET location_id = NULL WHERE user_id = ${till.userId}`);
  expect(answerOf(await sell({}, begunHere)).data.location_id).toBe(20);
  await moved();
  const begunThere = { 'x-sent-by': `${till.userId}@${there}` };
  expect(refusalOf(await sell({}, begunThere))).toEqual([409, 'out_of_stock']);
});

/** Sells while each try to record a sale fails with this error of the database. Returns the answer and the number of tries. */
async function sellFailing(state: string): Promise<{ reply: Awaited<ReturnType<typeof sell>>; tries: number }> {
  // Sequences are not rolled back, so they count tries.
  await run(sql`CREATE SEQUENCE tries`);
  await run(sql`CREATE FUNCTION fail_sale() RETURNS trigger LANGUAGE plpgsql AS
    ${sql.lit(`BEGIN PERFORM nextval('tries'); RAISE 'failed' USING errcode = '${state}'; END`)}`);
  await run(sql`CREATE TRIGGER fail_sale BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION fail_sale()`);
  try {
    const reply = await sell();
    const [counted] = (
      await run(sql<{ n: number }>`SELECT (CASE WHEN is_called THEN last_value ELSE 0 END)::integer AS n FROM tries`)
    ).rows as { n: number }[];
    return { reply, tries: counted?.n ?? 0 };
  } finally {
    await run(sql`DROP TRIGGER fail_sale ON orders`);
    await run(sql`DROP FUNCTION fail_sale`);
    await run(sql`DROP SEQUENCE tries`);
  }
}

it('is not blamed for a statement that took too long: the sale is not tried again at once', async () => {
  asked = [];
  const { reply, tries } = await sellFailing('57014');
  expect(refusalOf(reply)).toEqual([503, 'took_too_long']);
  expect(tries).toBe(1);
  expect(asked.filter((text) => text.includes('sessions s'))).toEqual([expect.stringContaining('record_priced_sale')]);
});

it('is not blamed for deadlocks, which are tried three times', async () => {
  const { reply, tries } = await sellFailing('40P01');
  expect(reply.statusCode).toBe(500);
  expect(tries).toBe(3);
});

it('that stands is not looked up for a sale beyond the stock', async () => {
  asked = [];
  const beyond = { line_items: [{ ...papers, quantity: 100_000 }] };
  expect(refusalOf(await sell(beyond))).toEqual([409, 'out_of_stock']);
  expect(asked.filter((text) => text.includes('record_priced_sale'))).toHaveLength(1);
});
