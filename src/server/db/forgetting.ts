import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/** Waits until nobody is being forgotten, and keeps anybody from being forgotten until the transaction ends. */
export async function holdOffForgetting(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('forgetting', 0))`.execute(tx);
}

/** Waits for those who hold it off, and keeps others waiting until the transaction ends. */
export async function beginForgetting(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('forgetting', 0))`.execute(tx);
}
