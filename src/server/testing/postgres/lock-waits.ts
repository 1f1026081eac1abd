import type { PoolClient, QueryResult } from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { TestApp } from '../app.ts';

type Shop = Pick<TestApp, 'database'>;

/** The number of connections to the test's database that wait for a lock now. */
export async function lockWaits({ database: { pool } }: Shop): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `select count(*)::integer as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

/** Returns once that many connections wait for a lock. */
export async function untilWaiting(shop: Shop, connections = 1): Promise<void> {
  await expect.poll(() => lockWaits(shop), { timeout: 20_000 }).toBe(connections);
}

export interface Holder {
  run(statement: string, values?: unknown[]): Promise<QueryResult>;
  /** Commits. */
  letGo(): Promise<void>;
}

/** Another client's transaction. It runs a statement and keeps its locks until it is told to let go. */
export async function holding(
  { database: { pool } }: Shop,
  statement: string,
  values: unknown[] = [],
): Promise<Holder> {
  const client: PoolClient = await pool.connect();
  let isHeld = true;
  onTestFinished(() => {
    if (isHeld) client.release(true);
  });
  await client.query('begin');
  await client.query(statement, values);
  return {
    run: (more, given = []) => client.query(more, given),
    letGo: async () => {
      await client.query('commit');
      isHeld = false;
      client.release();
    },
  };
}
