import { sql } from 'kysely';
import type { BodyOf } from '#contract/route.ts';
import type { updateStoreConfigRoute, WireStoreConfig } from '#contract/store-configs.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { holdMenus, requireSeen } from './revision.ts';
import { requireConfigsAt } from './settings.ts';

export async function selectStore(db: Database | Tx, locationId: number): Promise<WireStoreConfig | undefined> {
  const { rows } = await sql<WireStoreConfig>`
    SELECT c.location_id, c.store_name, c.version,
           coalesce((SELECT jsonb_agg(jsonb_build_object('tv_number', t.tv_number, 'display_name', t.display_name,
                       'orientation', t.orientation, 'layout_id', t.layout_id, 'theme_id', t.theme_id, 'layout_name', l.name,
                       'theme_name', h.name, 'auto_launch', t.auto_launch, 'enabled', t.enabled) ORDER BY t.tv_number)
                       FROM store_tvs t LEFT JOIN menu_configs l ON l.id = t.layout_id LEFT JOIN menu_configs h ON h.id = t.theme_id
                      WHERE t.location_id = c.location_id), '[]') AS tvs
      FROM store_configs c JOIN locations p ON p.id = c.location_id AND p.closed_at IS NULL
     WHERE c.location_id = ${locationId}`.execute(db);
  return rows[0];
}

/** @throws Refusal `not_found` */
export async function getStore(db: Database, staff: Staff, locationId: number): Promise<WireStoreConfig> {
  const store = await selectStore(db, locationToRead(staff, locationId));
  if (!store) throw new Refusal('not_found', 'No TVs were set up at this location.');
  return store;
}

/**
 * Sets up the TVs of a location. Those that stay keep their schedules. Rule: menus/tvs.
 * @throws Refusal as `updateStoreConfigRoute` lists; `not_found` for the location
 */
export async function keepStore(
  tx: Tx,
  staff: Staff,
  asked: number | undefined,
  { store_name, tvs, version }: BodyOf<typeof updateStoreConfigRoute>,
): Promise<WireStoreConfig> {
  const locationId = locationToWrite(staff, asked);
  await holdMenus(tx, locationId);
  const before = await selectStore(tx, locationId);
  if (before) requireSeen(before, version, 'the TVs');
  await requireConfigsAt(
    tx,
    locationId,
    tvs.flatMap(({ layout_id, theme_id }) => [
      { id: layout_id, type: 'layout' as const },
      { id: theme_id, type: 'theme' as const },
    ]),
  );
  await sql`
    INSERT INTO store_configs (location_id, store_name) VALUES (${locationId}, ${store_name.trim()})
    ON CONFLICT (location_id) DO UPDATE SET store_name = excluded.store_name`.execute(tx);
  const written = tvs.map((tv) => ({ ...tv, display_name: tv.display_name?.trim() || `TV ${tv.tv_number}` }));
  await sql`
    DELETE FROM store_tvs WHERE location_id = ${locationId} AND tv_number <> ALL (${written.map(({ tv_number }) => tv_number)}::integer[])`.execute(
    tx,
  );
  await sql`
    INSERT INTO store_tvs (location_id, tv_number, display_name, orientation, layout_id, theme_id, auto_launch, enabled)
    SELECT ${locationId}, t.* FROM jsonb_to_recordset(${JSON.stringify(written)}::jsonb) AS t(tv_number integer, display_name text,
             orientation text, layout_id integer, theme_id integer, auto_launch boolean, enabled boolean)
    ON CONFLICT (location_id, tv_number) DO UPDATE SET display_name = excluded.display_name, orientation = excluded.orientation,
       layout_id = excluded.layout_id, theme_id = excluded.theme_id, auto_launch = excluded.auto_launch, enabled = excluded.enabled`.execute(
    tx,
  );
  const after = await selectStore(tx, locationId);
  if (!after) throw new Error('the TVs were not written');
  const changed = before ? differences(before, after, ['version']) : { ...after };
  await recordChange(tx, staff, {
    action: 'store_config_saved',
    entity: 'store_config',
    entityId: locationId,
    details: changed,
  });
  return after;
}

/** Sets layout and theme of one TV, as `update_theme` does. @throws Refusal `not_valid` */
export async function setShown(
  tx: Tx,
  staff: Staff,
  locationId: number,
  {
    tvNumbers,
    layoutId,
    themeId,
  }: { tvNumbers: readonly number[]; layoutId?: number | null | undefined; themeId?: number | null | undefined },
): Promise<void> {
  await holdMenus(tx, locationId);
  await requireConfigsAt(tx, locationId, [
    { id: layoutId ?? null, type: 'layout' },
    { id: themeId ?? null, type: 'theme' },
  ]);
  await sql`
    INSERT INTO store_configs (location_id, store_name) SELECT id, name FROM locations WHERE id = ${locationId}
    ON CONFLICT (location_id) DO UPDATE SET store_name = store_configs.store_name`.execute(tx);
  const [keepsLayout, keepsTheme] = [layoutId === undefined, themeId === undefined];
  await sql`
    INSERT INTO store_tvs AS t (location_id, tv_number, display_name, layout_id, theme_id)
    SELECT ${locationId}, n, 'TV ' || n, ${layoutId ?? null}, ${themeId ?? null} FROM unnest(${tvNumbers}::integer[]) AS n
    ON CONFLICT (location_id, tv_number) DO UPDATE SET
       layout_id = CASE WHEN ${keepsLayout} THEN t.layout_id ELSE excluded.layout_id END,
       theme_id = CASE WHEN ${keepsTheme} THEN t.theme_id ELSE excluded.theme_id END`.execute(tx);
  await recordChange(tx, staff, {
    action: 'store_config_saved',
    entity: 'store_config',
    entityId: locationId,
    details: { tvs: tvNumbers, layout_id: layoutId, theme_id: themeId },
  });
}
