import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';

/** A change of the menus of a location, as its screens count it. */
export function menusChanged(locationId: number): LiveEvent {
  return { type: 'menus', location_id: locationId };
}

/**
 * Holds the menus of a location until the transaction ends, so that managers change them one after the other.
 * @throws Refusal `not_found` for a location that does not exist or is closed
 */
export async function lockMenus(tx: Tx, locationId: number, changes = 0): Promise<void> {
  const { rows } = await sql`
    INSERT INTO menu_settings AS s (location_id, revision)
    SELECT id, ${changes}::integer FROM locations WHERE id = ${locationId} AND closed_at IS NULL
    ON CONFLICT (location_id) DO UPDATE SET revision = s.revision + ${changes}::integer RETURNING revision`.execute(tx);
  if (rows.length === 0) throw new Refusal('not_found', `There is no location ${locationId}.`);
}

/**
 * `lockMenus` for a change that its screens show, which is counted. Emit `menusChanged`.
 * @throws Refusal `not_found`
 */
export function holdMenus(tx: Tx, locationId: number): Promise<void> {
  return lockMenus(tx, locationId, 1);
}

/** @throws Refusal `changed_meanwhile` with the present row when somebody saw another version */
export function requireSeen<Row extends { readonly version: number }>(
  current: Row,
  seen: number | undefined,
  what: string,
): void {
  if (seen === undefined || seen === current.version) return;
  throw new Refusal('changed_meanwhile', `Somebody else changed ${what} meanwhile. Nothing was saved.`, {
    details: { current },
  });
}
