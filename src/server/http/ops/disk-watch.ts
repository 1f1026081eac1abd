import type pg from 'pg';
import { isDiskFull } from '#server/db/errors.ts';

/** A few hundred kilobytes, so that the table has to grow. */
const ROWS = 2000;

/** Remembers that the database's disk was full, until there is room again. Reads alone would not show it. */
export class DiskWatch {
  private readonly pool: pg.Pool;
  private wasFull = false;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  noteFull(): void {
    this.wasFull = true;
  }

  /** After a full disk, writes rows in a transaction that is rolled back, to see whether there is room again. */
  async hasRoom(): Promise<boolean> {
    if (!this.wasFull) return true;
    const client = await this.pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into rate_counters (subject, window_start, hits) select 'disk ' || n, now(), 0 from generate_series(1, ${ROWS}) n`,
      );
      this.wasFull = false;
    } catch (error) {
      if (!isDiskFull(error)) throw error;
    } finally {
      await client.query('rollback').catch(() => undefined);
      client.release();
    }
    return !this.wasFull;
  }
}
