import { sql } from 'kysely';
import type { WireMenuConfig, WireMenuConfigVersion } from '#contract/menus.ts';
import type { Database, Tx } from '#server/db/pool.ts';

interface ConfigRow extends Omit<WireMenuConfig, 'created_at' | 'updated_at'> {
  created_at: Date;
  updated_at: Date;
}

const BY = sql`coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username)`;
const SELECT = sql`
  SELECT c.id, c.name, c.location_id, c.config_type, c.is_active, c.display_order, c.config_data, c.version, c.created_at,
         c.updated_at, ${BY} AS updated_by
    FROM menu_configs c LEFT JOIN users u ON u.id = c.updated_by
   WHERE c.deleted_at IS NULL`;
const MOST_LISTED = 500;

function toConfig(row: ConfigRow): WireMenuConfig {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

interface ConfigFilter {
  readonly locationId: number;
  readonly isActive?: boolean | undefined;
  readonly type?: string | undefined;
}

export async function selectConfigs(
  db: Database | Tx,
  { locationId, isActive, type }: ConfigFilter,
): Promise<WireMenuConfig[]> {
  const { rows } = await sql<ConfigRow>`
    ${SELECT} AND c.location_id = ${locationId} AND (${isActive ?? null}::boolean IS NULL OR c.is_active = ${isActive ?? null})
       AND (${type ?? null}::text IS NULL OR c.config_type = ${type ?? null})
     ORDER BY c.display_order, c.id LIMIT ${sql.lit(MOST_LISTED)}`.execute(db);
  return rows.map(toConfig);
}

export async function selectConfig(db: Database | Tx, id: number): Promise<WireMenuConfig | undefined> {
  const { rows } = await sql<ConfigRow>`${SELECT} AND c.id = ${id}`.execute(db);
  return rows[0] && toConfig(rows[0]);
}

/** Some configurations by id, deleted ones left out. */
export async function selectConfigsById(db: Database | Tx, ids: readonly number[]): Promise<WireMenuConfig[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ConfigRow>`${SELECT} AND c.id = ANY (${ids}::integer[]) ORDER BY c.id`.execute(db);
  return rows.map(toConfig);
}

export async function countConfigs(tx: Tx, locationId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM menu_configs WHERE location_id = ${locationId} AND deleted_at IS NULL`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export type WrittenConfig = Pick<
  WireMenuConfig,
  'name' | 'location_id' | 'config_type' | 'is_active' | 'display_order' | 'config_data'
>;

export async function insertConfig(tx: Tx, by: number, config: WrittenConfig): Promise<number> {
  await makeRoom(tx, config);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO menu_configs (name, location_id, config_type, is_active, display_order, config_data, updated_by)
    VALUES (${config.name}, ${config.location_id}, ${config.config_type}, ${config.is_active}, ${config.display_order},
            ${JSON.stringify(config.config_data)}::jsonb, ${by}) RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a menu configuration was not written');
  await keepVersion(tx, row.id, by);
  return row.id;
}

export async function writeConfig(tx: Tx, by: number, id: number, config: WrittenConfig): Promise<void> {
  await makeRoom(tx, config, id);
  await sql`
    UPDATE menu_configs SET is_active = ${config.is_active}, updated_at = now(), updated_by = ${by} WHERE id = ${id}`.execute(
    tx,
  );
  const { rows } = await sql`
    UPDATE menu_configs SET name = ${config.name}, config_data = ${JSON.stringify(config.config_data)}::jsonb,
           display_order = ${config.display_order}
     WHERE id = ${id} AND (name, config_data, display_order) IS DISTINCT FROM
           (${config.name}, ${JSON.stringify(config.config_data)}::jsonb, ${config.display_order}::integer)
    RETURNING id`.execute(tx);
  if (rows.length > 0) await keepVersion(tx, id, by);
}

/** Ends the active one, because one of each type is active at a location. */
async function makeRoom(tx: Tx, config: WrittenConfig, id = 0): Promise<void> {
  if (!config.is_active) return;
  await sql`
    UPDATE menu_configs SET is_active = false
     WHERE location_id = ${config.location_id} AND config_type = ${config.config_type} AND is_active AND id <> ${id}`.execute(
    tx,
  );
}

async function keepVersion(tx: Tx, id: number, by: number): Promise<void> {
  await sql`
    INSERT INTO menu_config_versions (config_id, version, name, config_data, saved_by)
    SELECT id, version, name, config_data, ${by} FROM menu_configs WHERE id = ${id}`.execute(tx);
}

interface VersionRow extends Omit<WireMenuConfigVersion, 'saved_at'> {
  saved_at: Date;
}

const MOST_VERSIONS = 100;

export async function selectVersions(db: Database, id: number): Promise<WireMenuConfigVersion[]> {
  const { rows } = await sql<VersionRow>`
    SELECT v.version, v.name, v.config_data, v.saved_at, ${BY} AS saved_by
      FROM menu_config_versions v LEFT JOIN users u ON u.id = v.saved_by
     WHERE v.config_id = ${id} ORDER BY v.version DESC LIMIT ${sql.lit(MOST_VERSIONS)}`.execute(db);
  return rows.map((row) => ({ ...row, saved_at: row.saved_at.toISOString() }));
}

export async function selectVersion(
  tx: Tx,
  id: number,
  version: number,
): Promise<Pick<WireMenuConfigVersion, 'name' | 'config_data'> | undefined> {
  const { rows } = await sql<Pick<WireMenuConfigVersion, 'name' | 'config_data'>>`
    SELECT name, config_data FROM menu_config_versions WHERE config_id = ${id} AND version = ${version}`.execute(tx);
  return rows[0];
}

/** The uses of a configuration: "TV 1", "the schedule of TV 1", "the fallback". */
export async function selectUses(tx: Tx, id: number): Promise<string[]> {
  const { rows } = await sql<{ use: string }>`
    SELECT 'the fallback' AS use, 0 AS place FROM menu_settings WHERE ${id} IN (fallback_layout_id, fallback_theme_id)
    UNION SELECT display_name, tv_number FROM store_tvs WHERE ${id} IN (layout_id, theme_id)
    UNION SELECT 'the schedule of ' || t.display_name, t.tv_number FROM menu_slots s JOIN store_tvs t USING (location_id, tv_number)
           WHERE ${id} IN (s.layout_id, s.theme_id)
     ORDER BY place, use`.execute(tx);
  return rows.map(({ use }) => use);
}

/** Takes a configuration off every screen and deletes it. */
export async function removeConfig(tx: Tx, by: number, id: number): Promise<void> {
  const without = (column: string) => sql`nullif(${sql.ref(column)}, ${id})`;
  await sql`
    UPDATE menu_settings SET fallback_layout_id = ${without('fallback_layout_id')}, fallback_theme_id = ${without('fallback_theme_id')}
     WHERE ${id} IN (fallback_layout_id, fallback_theme_id)`.execute(tx);
  for (const table of ['store_tvs', 'menu_slots'] as const) {
    await sql`
      UPDATE ${sql.table(table)} SET layout_id = ${without('layout_id')}, theme_id = ${without('theme_id')}
       WHERE ${id} IN (layout_id, theme_id)`.execute(tx);
  }
  await sql`DELETE FROM menu_slots WHERE layout_id IS NULL AND theme_id IS NULL`.execute(tx);
  await sql`
    UPDATE menu_configs SET deleted_at = now(), is_active = false, updated_by = ${by} WHERE id = ${id}`.execute(tx);
}
