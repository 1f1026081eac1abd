import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

/** Makes `conflict_once()`, which is undone as a deadlock the first time that it is called. */
export async function conflictOnce(db: Database): Promise<void> {
  // Sequences are not rolled back, so the second call knows of the first.
  await sql`create sequence conflicts`.execute(db);
  await sql`create function conflict_once() returns void language plpgsql as $$
    begin if nextval('conflicts') = 1 then raise 'deadlock detected' using errcode = 'deadlock_detected'; end if; end $$`.execute(
    db,
  );
}
