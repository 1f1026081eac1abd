import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

export interface Unsettled {
  readonly key: string;
  readonly title: string;
  readonly owner_id: number;
  readonly location_id: number | null;
  readonly sent_at: string;
}

/** More than anybody leaves behind; it keeps the table small. */
const MOST_OF_ONE_REPORTER = 200;

/** Stores reported commands. Unknown owners and locations are left out, and so are commands that were answered. */
export async function upsertUnsettled(db: Database, reporter: number, reported: readonly Unsettled[]): Promise<void> {
  if (reported.length === 0) return;
  await sql`
    insert into unsettled_commands (key, title, owner_id, location_id, sent_at, reported_by)
    select r.key, r.title, r.owner_id, r.location_id, r.sent_at, ${reporter}
      from jsonb_to_recordset(${JSON.stringify(reported)}::jsonb)
             as r(key text, title text, owner_id integer, location_id integer, sent_at timestamptz)
      join users on users.id = r.owner_id
     where (r.location_id is null or exists (select from locations where locations.id = r.location_id))
       and not exists (select from idempotency_keys k where k.key = r.key)
       and (exists (select from unsettled_commands known where known.key = r.key)
            or (select count(*) from unsettled_commands where reported_by = ${reporter}) < ${MOST_OF_ONE_REPORTER})
    on conflict (key) do update set reported_at = now()`.execute(db);
}

export async function deleteSettled(db: Database, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`delete from unsettled_commands where key = any(${keys})`.execute(db);
}

/** The commands still open, oldest first. A command that was carried out meanwhile is settled. */
export async function selectUnsettled(
  db: Database,
): Promise<(Unsettled & { owner_name: string; location_name: string | null })[]> {
  const { rows } = await sql<Unsettled & { owner_name: string; location_name: string | null }>`
    select u.key, u.title, u.owner_id, u.location_id, u.sent_at, coalesce(nullif(users.display_name, ''), nullif(users.name, ''), users.username) as owner_name,
           locations.name as location_name
      from unsettled_commands u
      join users on users.id = u.owner_id
      left join locations on locations.id = u.location_id
     where not exists (select from idempotency_keys k where k.key = u.key)
     order by u.sent_at, u.key
     limit 200`.execute(db);
  return rows.map((row) => ({ ...row, sent_at: new Date(row.sent_at).toISOString() }));
}
