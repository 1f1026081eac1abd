import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { furnishShop, GRINDER, sell } from '#server/testing/trade/sold-shop.ts';
import { migrate } from '../migrate.ts';
import { migrationsFolder } from './migration-files.ts';

let shop: TestDatabase;
let folder: string;
const run = (): Promise<number> => migrate(shop.connection, createLog('error'), folder);
const write = (text: string): Promise<void> =>
  writeFile(join(folder, '9000_orders_by_total.sql'), `-- outside a transaction\n${text}`);
const sellOne = (): Promise<number> =>
  sell(shop.pool, { lines: [{ productId: GRINDER, pieces: 1, priceCents: 2390 }], allowOversell: true });

beforeEach(async () => {
  shop = await testDatabase();
  await furnishShop(shop.pool);
  folder = await mkdtemp(join(tmpdir(), 'tillwright-index-'));
  await cp(migrationsFolder, folder, { recursive: true });
});
afterEach(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});

/** One entry for each index of that name: true if queries may use it. */
async function indexes(): Promise<boolean[]> {
  const { rows } = await shop.pool.query<{ valid: boolean }>(
    `select indisvalid as valid from pg_index where indexrelid = to_regclass('orders_by_total')`,
  );
  return rows.map(({ valid }) => valid);
}

it('builds an index while tills sell, and an older transaction holds up nobody but the index', async () => {
  await write('create index concurrently orders_by_total on orders (total_cents);');
  const slow = await shop.pool.connect();
  await slow.query(`begin; update orders set customer_note = '' where id = ${await sellOne()}`);
  const building = run();
  await expect.poll(indexes).toEqual([false]);
  for (let sold = 0; sold < 5; sold += 1) await sellOne();
  expect(await indexes()).toEqual([false]);
  await slow.query('commit');
  slow.release();
  expect(await building).toBe(1);
  expect(await indexes()).toEqual([true]);
  expect(await run()).toBe(0);
});

it('drops what a crash left of an index and builds it again', async () => {
  const [first, second] = [await sellOne(), await sellOne()];
  // A unique index over doubles fails half way and leaves an index behind that no query may use, as a crash does.
  await expect(
    shop.pool.query('create unique index concurrently orders_by_total on orders (total_cents)'),
  ).rejects.toThrow(/could not create unique index/);
  expect(await indexes()).toEqual([false]);
  await write('create index concurrently orders_by_total on orders (total_cents);');
  expect(await run()).toBe(1);
  expect(await indexes()).toEqual([true]);
  expect(second).toBe(first + 1);
});

it('keeps an index that was built before the crash', async () => {
  await shop.pool.query('create index orders_by_total on orders (total_cents)');
  await write('create index concurrently orders_by_total on orders (total_cents);');
  expect(await run()).toBe(1);
  expect(await indexes()).toEqual([true]);
});

it('builds it with everything else in a new database', async () => {
  await write('create index concurrently orders_by_total on orders (total_cents);');
  await shop.pool.query('drop schema public cascade; create schema public');
  expect(await run()).toBeGreaterThan(1);
  expect(await indexes()).toEqual([true]);
});

it('takes nothing but indexes outside a transaction', async () => {
  await write('alter table orders add column colour text;');
  await expect(run()).rejects.toThrow(/may only hold CREATE INDEX CONCURRENTLY/);
});
