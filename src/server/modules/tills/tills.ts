import { sql } from 'kysely';
import type { WireTill } from '#contract/tills.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

interface TillRow extends Omit<WireTill, 'first_seen_at' | 'last_seen_at'> {
  first_seen_at: Date;
  last_seen_at: Date;
}

const COLUMNS = sql`id, location_id, name, first_seen_at, last_seen_at, retired_at IS NOT NULL AS retired, version`;
const MOST_TILLS = 200;

function toTill(row: TillRow): WireTill {
  return { ...row, first_seen_at: row.first_seen_at.toISOString(), last_seen_at: row.last_seen_at.toISOString() };
}

/** Rule: workspace/tills. */
export async function listTills(db: Database, staff: Staff): Promise<WireTill[]> {
  const { rows } = await sql<TillRow>`
    SELECT ${COLUMNS} FROM tills
     WHERE location_id = ${locationToRead(staff, undefined)} AND (retired_at IS NULL OR last_seen_at > retired_at)
       AND (name IS NOT NULL OR last_seen_at > now() - interval '30 days')
     ORDER BY name IS NULL, lower(name), last_seen_at DESC, id LIMIT ${sql.lit(MOST_TILLS)}`.execute(db);
  return rows.map(toTill);
}

interface Asked {
  readonly id: string;
  readonly version: number | undefined;
}

/**
 * Locks the till; null when it is unknown.
 * @throws Refusal `till_changed`
 */
async function lockTill(tx: Tx, { id, version }: Asked): Promise<TillRow | null> {
  const { rows } = await sql<TillRow>`SELECT ${COLUMNS} FROM tills WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  const row = rows[0] ?? null;
  if (row && version !== undefined && version !== row.version) {
    throw new Refusal('till_changed', 'Somebody changed this till meanwhile. Nothing was saved; look at it again.', {
      details: { current: toTill(row) },
    });
  }
  return row;
}

const notThere = (): Refusal => new Refusal('not_found', 'There is no such till at your location.');

/**
 * Names a till of the location, or the till that asks (`own`), wherever it was before.
 * @throws Refusal as `nameTillRoute` lists
 */
export async function nameTill(
  tx: Tx,
  staff: Staff,
  { name: typed, own, ...asked }: Asked & { readonly name: string; readonly own: string | null },
): Promise<WireTill> {
  const locationId = locationToWrite(staff, undefined);
  const name = typed.trim();
  const before = await lockTill(tx, asked);
  if (before && before.location_id !== locationId && own !== asked.id) throw notThere();
  const { rows } = await sql<TillRow>`
    INSERT INTO tills (id, location_id, name) VALUES (${asked.id}, ${locationId}, ${name})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, location_id = excluded.location_id, retired_at = NULL, retired_by = NULL
    RETURNING ${COLUMNS}`
    .execute(tx)
    .catch((error: unknown) => {
      if (constraintOf(error) !== 'tills_name_once') throw error;
      throw new Refusal('till_name_taken', `Another till of this location is called ${name}.`);
    });
  const [row] = rows;
  if (!row) throw new Error('a till was not written');
  const from = before && { name: before.name, location_id: before.location_id, retired: before.retired };
  const details = { from, to: { name, location_id: locationId } };
  await recordChange(tx, staff, { action: 'till_named', entity: 'till', entityId: row.id, details });
  return toTill(row);
}

/** @throws Refusal as `retireTillRoute` lists. */
export async function retireTill(tx: Tx, staff: Staff, asked: Asked): Promise<WireTill> {
  const before = await lockTill(tx, asked);
  if (before?.location_id !== locationToWrite(staff, undefined)) throw notThere();
  const { rows } = await sql<TillRow>`
    UPDATE tills SET retired_at = now(), retired_by = ${staff.id} WHERE id = ${before.id} RETURNING ${COLUMNS}`.execute(
    tx,
  );
  const [row] = rows;
  if (!row) throw new Error('a till went missing under its lock');
  const details = { name: before.name };
  await recordChange(tx, staff, { action: 'till_retired', entity: 'till', entityId: row.id, details });
  return toTill(row);
}
