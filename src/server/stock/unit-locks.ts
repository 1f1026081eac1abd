import { sql } from 'kysely';
import type { Tx } from '../db/pool.ts';

/** Keeps the units in which goods are counted as they are until the transaction ends. Taken before any product or stock. */
export async function holdUnits(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('units', 0))`.execute(tx);
}

/** Waits for those who hold the units. Taken before stock. */
export async function changeUnits(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('units', 0))`.execute(tx);
}
