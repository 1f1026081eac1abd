import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '#server/config.ts';
import { isPassword } from '#server/modules/auth/password.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { ensureDemoShop, ensureFirstData } from './first-start.ts';
import { IS_LONG } from '#testing/times.ts';

let shop: TestDatabase;
beforeEach(async () => {
  shop = await testDatabase();
});
afterEach(() => shop.close());

const start = (env: Record<string, string> = {}) => ensureFirstData(shop.db, parseConfig(env));
const count = async (table: string): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(table)}`.execute(shop.db)).rows[0]?.count ??
  0;

it('loads the demo shop into an empty database once, and names its sign-ins at every start', async () => {
  // On any host when it is asked for outright.
  const first = await start({ HOST: '0.0.0.0', DEMO: '1' });
  expect(first).toEqual({
    administrator: null,
    demoAccounts: ['admin', 'manager', 'staff', 'monroe', 'rowan', 'ellis'],
  });
  const orders = await count('orders');
  expect(orders).toBeGreaterThan(2700);
  expect(await start()).toEqual(first);
  expect(await ensureDemoShop(shop.db)).toBe(false);
  expect(await count('orders')).toBe(orders);
});

it.runIf(IS_LONG)('is loaded by one of two servers that start at once', async () => {
  const both = await Promise.all([start(), start()]);
  expect(both.map(({ administrator }) => administrator)).toEqual([null, null]);
  expect(await count('locations')).toBe(5);
});

it.each([
  ['the demo is not wanted', { DEMO: '0' }],
  ['others can reach the server, so that nobody could sign in with a demo account', { HOST: '0.0.0.0' }],
])('makes one administrator with a password of its own when %s', async (_why, env) => {
  const { administrator, demoAccounts } = await start(env);
  expect(demoAccounts).toEqual([]);
  expect(administrator?.username).toBe('admin');
  const { rows } = await sql<{ password_hash: string; demo: boolean; location_id: number }>`
    SELECT password_hash, demo, location_id FROM users`.execute(shop.db);
  expect(rows).toMatchObject([{ demo: false, location_id: 1 }]);
  expect(await isPassword(administrator?.password ?? '', rows[0]?.password_hash ?? null)).toBe(true);
  expect(await count('products')).toBe(0);
  expect((await start(env)).administrator).toBeNull();
});

it('leaves a catalogue alone that was imported before the first start', async () => {
  await sql`INSERT INTO locations (id, name) VALUES (20, 'Corner shop')`.execute(shop.db);
  expect((await start()).administrator?.username).toBe('admin');
  const { rows } = await sql<{ location_id: number }>`SELECT location_id FROM users`.execute(shop.db);
  expect(rows).toEqual([{ location_id: 20 }]);
  expect(await count('locations')).toBe(1);
});

it.runIf(IS_LONG)('adds demo data to the demo shop only, never to a shop of its own', async () => {
  expect(await ensureDemoShop(shop.db)).toBe(true);
  expect(await ensureDemoShop(shop.db)).toBe(false);
});

it.each([
  ['staff', () => start({ DEMO: '0' })],
  ['a location', () => sql`INSERT INTO locations (id, name) VALUES (20, 'Corner shop')`.execute(shop.db)],
])('refuses demo data where there is %s of a shop of its own', async (_what, open) => {
  await open();
  await expect(ensureDemoShop(shop.db)).rejects.toThrow('This database holds a shop of its own');
  expect(await count('products')).toBe(0);
});
