// Their place in the order of locks is in docs/architecture.md.
import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/** `forgetting`: who has it alone deletes a customer. `units`: who has it alone changes the unit in which a product is counted. */
type NamedLock = 'forgetting' | 'units';

/** Waits for whoever has the lock alone, and keeps it from them until the transaction ends. */
export async function shareLock(tx: Tx, name: NamedLock): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx);
}

/** Waits for those who share the lock, and has it alone until the transaction ends. */
export async function takeLock(tx: Tx, name: NamedLock): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}
