import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { clientConfig } from '#server/db/connection.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { CUSTOMER, furnishShop, sellSome } from '#server/testing/trade/sold-shop.ts';
import { POINTS_CHECKS } from './points-checks.ts';
import { runCheck } from './verify.ts';

let shop: TestDatabase;
/** As superuser, in a transaction that each test rolls back. It bypasses the triggers that protect rows. */
let forger: pg.Client;
let order: string;

beforeAll(async () => {
  shop = await testDatabase();
  await furnishShop(shop.pool);
  order = String((await sellSome(shop.pool))[0]);
  if (typeof shop.connection === 'string') throw new Error('a test database is reached by its parts');
  forger = new pg.Client(clientConfig({ ...inject('postgres'), user: 'postgres', database: shop.connection.database }));
  await forger.connect();
});
afterAll(async () => {
  await forger.end();
  await shop.close();
});

const [USED, STEPS, RETURNED, BY_LINE, TOLD, LAPSED] = POINTS_CHECKS.map(({ name }) => name);

/** The checks that these statements break; they are rolled back. */
async function brokenBy(...statements: string[]): Promise<string[]> {
  await forger.query('begin; set local session_replication_role = replica');
  try {
    for (const statement of statements) await forger.query(statement);
    const broken: string[] = [];
    for (const check of POINTS_CHECKS) if ((await runCheck(forger, check)).broken > 0) broken.push(check.name);
    return broken;
  } finally {
    await forger.query('rollback');
  }
}

it('finds the points of a shop right that has sold', async () => {
  expect(await brokenBy()).toEqual([]);
});

it('finds an order that says it used points nobody took, which no line and no audit row knows', async () => {
  const used = `update orders set points_redeemed = 100, redeemed_cents = 500 where id = ${order}`;
  expect(await brokenBy(used)).toEqual([USED, STEPS, TOLD]);
});

it('finds used points that no refund gave back', async () => {
  const returned = `update orders set points_redeemed = 100, redeemed_cents = 500, points_returned = 50 where id = ${order}`;
  expect(await brokenBy(returned)).toContain(RETURNED);
});

it('finds lines that earned more than their order', async () => {
  expect(await brokenBy(`update order_lines set points_awarded = 1000 where order_id = ${order}`)).toEqual([BY_LINE]);
});

it('finds points that lapsed though the customer had none', async () => {
  const lapsed = `insert into points_events (customer_id, type, points) values (${CUSTOMER}, 'expired', -1000000)`;
  expect(await brokenBy(lapsed)).toEqual([LAPSED]);
});
