import { sql } from 'kysely';
import type { changeMenuSettingsRoute, WireMenuSettings } from '#contract/menus.ts';
import type { BodyOf } from '#contract/route.ts';
import type { ConfigType } from '#domain/menu/menu-config.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { selectConfigsById } from './config-queries.ts';
import { holdMenus, requireSeen } from './revision.ts';

/** The menu settings of a location; defaults if it never changed any. @throws Refusal `not_found` */
async function selectSettings(db: Database | Tx, locationId: number): Promise<WireMenuSettings> {
  const { rows } = await sql<WireMenuSettings>`
    SELECT l.id AS location_id, coalesce(s.public_enabled, true) AS public_enabled, s.fallback_layout_id, s.fallback_theme_id,
           coalesce(s.version, 1) AS version
      FROM locations l LEFT JOIN menu_settings s ON s.location_id = l.id WHERE l.id = ${locationId} AND l.closed_at IS NULL`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no location ${locationId}.`);
  return row;
}

/** @throws Refusal `not_found`, `location_required` */
export async function getSettings(db: Database, staff: Staff, asked: number | undefined): Promise<WireMenuSettings> {
  return selectSettings(db, locationToRead(staff, asked));
}

interface Named {
  readonly id: number | null;
  readonly type: ConfigType;
}

/** @throws Refusal `not_valid` for a configuration of another location or type, or one that is deleted */
export async function requireConfigsAt(tx: Tx, locationId: number, named: readonly Named[]): Promise<void> {
  const ids = named.flatMap(({ id }) => (id === null ? [] : [id]));
  const found = new Map((await selectConfigsById(tx, ids)).map((config) => [config.id, config]));
  for (const { id, type } of named) {
    if (id === null) continue;
    const config = found.get(id);
    if (config?.location_id !== locationId || config.config_type !== type)
      throw new Refusal('not_valid', `The location has no ${type} ${id}.`);
  }
}

/** @throws Refusal as `changeMenuSettingsRoute` lists */
export async function changeSettings(
  tx: Tx,
  staff: Staff,
  { location_id, version, ...body }: BodyOf<typeof changeMenuSettingsRoute>,
): Promise<WireMenuSettings> {
  const locationId = locationToWrite(staff, location_id);
  await holdMenus(tx, locationId);
  const before = await selectSettings(tx, locationId);
  requireSeen(before, version, 'these settings');
  const { public_enabled, fallback_layout_id, fallback_theme_id } = {
    public_enabled: body.public_enabled ?? before.public_enabled,
    fallback_layout_id: body.fallback_layout_id === undefined ? before.fallback_layout_id : body.fallback_layout_id,
    fallback_theme_id: body.fallback_theme_id === undefined ? before.fallback_theme_id : body.fallback_theme_id,
  };
  await requireConfigsAt(tx, locationId, [
    { id: fallback_layout_id, type: 'layout' },
    { id: fallback_theme_id, type: 'theme' },
  ]);
  await sql`
    UPDATE menu_settings SET public_enabled = ${public_enabled}, fallback_layout_id = ${fallback_layout_id},
           fallback_theme_id = ${fallback_theme_id}
     WHERE location_id = ${locationId} AND (public_enabled, fallback_layout_id, fallback_theme_id) IS DISTINCT FROM
           (${public_enabled}::boolean, ${fallback_layout_id}::integer, ${fallback_theme_id}::integer)`.execute(tx);
  const after = await selectSettings(tx, locationId);
  const changed = differences(before, after, ['version']);
  if (Object.keys(changed).length > 0)
    await recordChange(tx, staff, {
      action: 'menu_settings_changed',
      entity: 'menu_settings',
      entityId: locationId,
      details: changed,
    });
  return after;
}
