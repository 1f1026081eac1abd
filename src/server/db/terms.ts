import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/**
 * Locks the terms before products, as everything does that writes to both, and begins the terms that are due. Prices
 * that are read afterwards hold now, so no former price is written over one that has just begun.
 */
export async function lockTerms(tx: Tx): Promise<void> {
  await sql`SELECT FROM catalogue_version FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT begin_due_terms()`.execute(tx);
}
