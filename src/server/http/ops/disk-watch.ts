import { sql } from 'kysely';
import { isDatabaseBusy, isDiskFull } from '#server/db/errors.ts';
import type { Database } from '#server/db/pool.ts';

/** A few hundred kilobytes, so that the table has to grow. */
const ROWS = 2000;

/**
 * Knows whether the database's disk is full, which reads alone would not show. A new server tries to write once; later a write that
 * was refused tells.
 */
export class DiskWatch {
  private readonly db: Database;
  private state: 'unseen' | 'room' | 'full' = 'unseen';

  constructor(db: Database) {
    this.db = db;
  }

  noteFull(): void {
    this.state = 'full';
  }

  /**
   * At first and after a full disk, writes rows in a transaction that is rolled back, to see whether there is room. While
   * no connection is free, nothing new is known.
   */
  async hasRoom(): Promise<boolean> {
    if (this.state === 'room') return true;
    try {
      const trial = await this.db.startTransaction().execute();
      try {
        await sql`insert into rate_counters (subject, window_start, hits)
          select 'disk ' || n, now(), 0 from generate_series(1, ${ROWS}::integer) n`.execute(trial);
      } finally {
        await trial.rollback().execute();
      }
      this.state = 'room';
    } catch (error) {
      if (isDiskFull(error)) this.noteFull();
      else if (!isDatabaseBusy(error)) throw error;
    }
    return this.state !== 'full';
  }
}
