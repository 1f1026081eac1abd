import { isRetryable } from './errors.ts';
import type { Database, Tx } from './pool.ts';

const MAX_RUNS = 3;

/**
 * Runs `work` in one read-committed transaction; whatever it throws rolls back. A transaction the database undid for
 * a deadlock or a serialization conflict runs again (at most 3 runs in all), so `work` must have no other effects.
 * A COMMIT whose answer was lost is never run again: the caller cannot know, only its idempotency key can tell.
 */
export async function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (run === MAX_RUNS || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, run * (5 + Math.random() * 20)));
    }
  }
}
