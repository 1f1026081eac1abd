import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { GONE_SILENT, isDatabaseAway, sqlStateOf } from './errors.ts';
import { openDatabase } from './pool.ts';
import { inTransaction } from './transaction.ts';

let shop: TestDatabase;
beforeEach(async () => {
  shop = await testDatabase({ maxConnections: 1 });
});
afterEach(() => shop.close());

const pidOf = async (): Promise<number> => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(shop.db);
  return rows[0]?.pid ?? 0;
};

it('tells the request whose connection was lost between two queries, and nobody after it', async () => {
  const work = inTransaction(shop.db, async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    const other = await testDatabase();
    await other.pool.query('select pg_terminate_backend($1, 5000)', [rows[0]?.pid]);
    await other.close();
    await sql`select 1`.execute(tx);
  });
  await expect(work).rejects.toSatisfy(isDatabaseAway);
  expect(await pidOf()).toBeGreaterThan(0);
});

it('does not lend a connection again whose server has become a standby', async () => {
  const before = await pidOf();
  const refused = inTransaction(shop.db, async (tx) => {
    await sql`set transaction read only`.execute(tx);
    await sql`create table shelf (id int)`.execute(tx);
  });
  await expect(refused).rejects.toMatchObject({ code: '25006' });
  expect(await pidOf()).not.toBe(before);
});

it('lends a connection again that only had a wrong request', async () => {
  const before = await pidOf();
  await expect(sql`select 1 / 0`.execute(shop.db)).rejects.toThrow('division by zero');
  expect(await pidOf()).toBe(before);
});

it('is closed though a query takes longer than the process may take to stop', async () => {
  const database = await testDatabase();
  const { pool, close } = openDatabase(database.connection, createLog('silent'));
  const query = pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
  await close();
  // We ended it, not the database's own time limit for a statement.
  const error = await query;
  expect(String(error)).toContain(GONE_SILENT);
  expect(sqlStateOf(error)).toBeUndefined();
  await database.close();
});
