import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/**
 * Locks the terms before products, as everybody does who writes to both, and begins what is due: what is read afterwards are
 * the prices that hold, so that nothing which has come is written over by what was.
 */
export async function lockTerms(tx: Tx): Promise<void> {
  await sql`SELECT FROM catalogue_version FOR NO KEY UPDATE`.execute(tx);
  await sql`SELECT begin_due_terms()`.execute(tx);
}
