import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/**
 * Locks the terms before products, as everything does that writes to both, and begins the terms that are due. Prices
 * that are read afterwards hold now, so no former price is written over one that has just begun.
 */
export async function lockTerms(tx: Tx): Promise<void> {
  // One statement: sales wait for the lock, and each statement more is a round trip of theirs.
  await sql`SELECT begin_due_terms() FROM (SELECT FROM catalogue_version FOR NO KEY UPDATE) AS locked`.execute(tx);
}
