import { type RawBuilder, sql } from 'kysely';
import { Refusal } from '#server/refusal.ts';
import { isLockTaken } from './errors.ts';
import type { Tx } from './pool.ts';

/**
 * Locks the terms before products, as everything does that writes to both, and begins the terms that are due. Prices
 * that are read afterwards hold now, so no former price is written over one that has just begun. Rule: wire/writes-take-turns.
 * @throws Refusal `request_in_progress` when somebody, such as an import, holds them for longer than two seconds
 */
export async function lockTerms(tx: Tx): Promise<void> {
  // One statement: others wait for the lock, and each statement more is a round trip of theirs.
  await briefly(tx, sql`SELECT lock_terms()`);
}

/**
 * `lockTerms` for an import, which waits as long as a statement may: it is not sent again by itself.
 */
export async function lockTermsPatiently(tx: Tx): Promise<void> {
  await sql`SELECT begin_due_terms() FROM (SELECT FROM catalogue_version FOR NO KEY UPDATE) AS locked`.execute(tx);
}

/**
 * Keeps the terms as they are until the transaction ends.
 * @throws Refusal `request_in_progress` when somebody holds them for longer than two seconds
 */
export async function shareTerms(tx: Tx): Promise<void> {
  await briefly(tx, sql`SELECT share_terms()`);
}

async function briefly(tx: Tx, statement: RawBuilder<unknown>): Promise<void> {
  try {
    await statement.execute(tx);
  } catch (error) {
    if (!isLockTaken(error)) throw error;
    throw new Refusal('request_in_progress', 'Prices are being changed at this moment.', {
      retryAfterS: 1,
      cause: error,
    });
  }
}
