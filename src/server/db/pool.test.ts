import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { testDatabase } from '#server/testing/database.ts';
import { sqlStateOf } from './errors.ts';
import { openDatabase } from './pool.ts';

it('is closed though a query takes longer than the process may take to stop', async () => {
  const database = await testDatabase();
  const { pool, close } = openDatabase(database.connection, createLog('silent'));
  const query = pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(1);
  await close();
  // Cut off by us, not ended by the database's own limit for a statement.
  const error = await query;
  expect(String(error)).toContain('Connection terminated');
  expect(sqlStateOf(error)).toBeUndefined();
  await database.close();
});
