import { isRetryable } from './errors.ts';
import type { Database, Tx } from './pool.ts';

const MAX_RUNS = 3;

/**
 * Runs `work` again when the database undid it for a deadlock, a serialization conflict or a stale plan; 3 runs at most.
 * `work` is one statement or transaction, or only reads, and has no other effects. A COMMIT whose answer was lost is never
 * run again: the caller cannot know, only its idempotency key can tell.
 */
export async function againAfterConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let run = 1; ; run += 1) {
    try {
      return await work();
    } catch (error) {
      if (run === MAX_RUNS || !isRetryable(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, run * (5 + Math.random() * 20)));
    }
  }
}

/** By transaction, the work that is done once it is committed. */
const afterwards = new WeakMap<Tx, (() => void)[]>();

/** Has `work` done when `inTransaction` has committed `tx`. It is left out when the answer of the COMMIT was lost. */
export function onceCommitted(tx: Tx, work: () => void): void {
  afterwards.get(tx)?.push(work);
}

/** Runs `work` in one read-committed transaction; whatever it throws rolls back. Conflicts run it again. */
export function inTransaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return againAfterConflict(async () => {
    const later: (() => void)[] = [];
    const answer = await db.transaction().execute((tx) => {
      afterwards.set(tx, later);
      return work(tx);
    });
    for (const one of later) one();
    return answer;
  });
}
