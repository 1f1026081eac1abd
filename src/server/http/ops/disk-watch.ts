import type pg from 'pg';
import { isDiskFull } from '#server/db/errors.ts';

/** Some hundred kilobytes, so that a table has to grow for them. */
const ROWS = 2000;

/** Remembers that the database's disk was full, until there is room again: a full disk can still be read from. */
export class DiskWatch {
  private readonly pool: pg.Pool;
  private wasFull = false;

  constructor(pool: pg.Pool) {
    this.pool = pool;
  }

  noteFull(): void {
    this.wasFull = true;
  }

  /** Tries with rows that are taken back, while the disk was full when last heard of. */
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
