import { sql } from 'kysely';
import { isDatabaseBusy, isDiskFull } from '#server/db/errors.ts';
import type { Database } from '#server/db/pool.ts';

/** A few hundred kilobytes, so that the table has to grow. */
const ROWS = 2000;

/** Remembers that the database's disk was full, until there is room again. Reads alone would not show it. */
export class DiskWatch {
  private readonly db: Database;
  private wasFull = false;

  constructor(db: Database) {
    this.db = db;
  }

  noteFull(): void {
    this.wasFull = true;
  }

  /**
   * After a full disk, writes rows in a transaction that is rolled back, to see whether there is room again. While no
   * connection is free, the disk counts as full still.
   */
  async hasRoom(): Promise<boolean> {
    if (!this.wasFull) return true;
    try {
      const trial = await this.db.startTransaction().execute();
      try {
        await sql`insert into rate_counters (subject, window_start, hits)
          select 'disk ' || n, now(), 0 from generate_series(1, ${ROWS}::integer) n`.execute(trial);
      } finally {
        await trial.rollback().execute();
      }
      this.wasFull = false;
    } catch (error) {
      if (!isDiskFull(error) && !isDatabaseBusy(error)) throw error;
    }
    return !this.wasFull;
  }
}
