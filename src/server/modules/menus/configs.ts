import type {
  createMenuConfigRoute,
  menuConfigsRoute,
  updateMenuConfigRoute,
  WireMenuConfig,
  WireMenuConfigVersion,
} from '#contract/menus.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import { inferredType } from '#domain/menu/menu-config.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite, mayRead } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import {
  countConfigs,
  insertConfig,
  removeConfig,
  selectConfig,
  selectConfigs,
  selectUses,
  selectVersion,
  selectVersions,
  writeConfig,
  type WrittenConfig,
} from './config-queries.ts';
import { holdMenus, requireSeen } from './revision.ts';

/** A limit against misuse. */
const MOST_CONFIGS = 500;
const NAME_LENGTH = 100;

/** @throws Refusal `not_found`, `location_required` */
export async function listConfigs(
  db: Database,
  staff: Staff,
  { location_id, is_active, config_type }: QueryOf<typeof menuConfigsRoute>,
): Promise<WireMenuConfig[]> {
  return selectConfigs(db, {
    locationId: locationToRead(staff, location_id),
    isActive: is_active,
    type: config_type,
  });
}

/** The configuration, of a location that the person may see. @throws Refusal `not_found` */
export async function requireConfig(db: Database | Tx, staff: Staff, id: number): Promise<WireMenuConfig> {
  const config = await selectConfig(db, id);
  if (!config || !mayRead(staff, config.location_id)) throw new Refusal('not_found', 'There is no such menu config.');
  return config;
}

/** @throws Refusal `not_found` when no layout is active */
export async function getActive(db: Database, staff: Staff, asked: number | undefined): Promise<WireMenuConfig> {
  const [active] = await selectConfigs(db, {
    locationId: locationToRead(staff, asked),
    isActive: true,
    type: 'layout',
  });
  if (!active) throw new Refusal('not_found', 'No active menu config found');
  return active;
}

/** The configuration under the lock of its location's menus. @throws Refusal `not_found`, `changed_meanwhile` */
async function holdConfig(tx: Tx, staff: Staff, id: number, seen: number | undefined): Promise<WireMenuConfig> {
  const { location_id } = await requireConfig(tx, staff, id);
  await holdMenus(tx, location_id);
  const config = await requireConfig(tx, staff, id);
  requireSeen(config, seen, `"${config.name}"`);
  return config;
}

const record = (tx: Tx, staff: Staff, action: string, { id }: WireMenuConfig, details: object) =>
  recordChange(tx, staff, { action, entity: 'menu_config', entityId: id, details: { ...details } });

async function add(tx: Tx, staff: Staff, config: WrittenConfig): Promise<WireMenuConfig> {
  if ((await countConfigs(tx, config.location_id)) >= MOST_CONFIGS)
    throw new Refusal('not_valid', `A location has at most ${MOST_CONFIGS} menu configs. Delete some first.`);
  const made = await requireConfig(tx, staff, await insertConfig(tx, staff.id, config));
  const { name, config_type, location_id, config_data } = made;
  await record(tx, staff, 'menu_config_created', made, { name, config_type, location_id, config_data });
  return made;
}

/** Rule: menus/config-type. @throws Refusal as `createMenuConfigRoute` lists */
export async function createConfig(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof createMenuConfigRoute>,
): Promise<WireMenuConfig> {
  const location_id = locationToWrite(staff, body.location_id);
  await holdMenus(tx, location_id);
  const config_type = body.config_type ?? inferredType(body.config_data);
  return add(tx, staff, { ...body, name: body.name.trim(), location_id, config_type });
}

async function change(
  tx: Tx,
  staff: Staff,
  before: WireMenuConfig,
  given: Partial<WrittenConfig>,
): Promise<WireMenuConfig> {
  await writeConfig(tx, staff.id, before.id, { ...before, ...given });
  const after = await requireConfig(tx, staff, before.id);
  const changed = differences(before, after, ['version', 'updated_at', 'updated_by']);
  if (Object.keys(changed).length > 0) await record(tx, staff, 'menu_config_changed', after, changed);
  return after;
}

/** Rule: menus/versions. @throws Refusal as `updateMenuConfigRoute` lists */
export async function updateConfig(
  tx: Tx,
  staff: Staff,
  id: number,
  body: BodyOf<typeof updateMenuConfigRoute>,
): Promise<WireMenuConfig> {
  const before = await holdConfig(tx, staff, id, body.version);
  return change(tx, staff, before, {
    name: body.name?.trim() ?? before.name,
    is_active: body.is_active ?? before.is_active,
    display_order: body.display_order ?? before.display_order,
    config_data: body.config_data ?? before.config_data,
  });
}

/** Rule: menus/deleting. @throws Refusal as `deleteMenuConfigRoute` lists */
export async function deleteConfig(tx: Tx, staff: Staff, id: number, anyway: boolean): Promise<WireMenuConfig> {
  const config = await holdConfig(tx, staff, id, undefined);
  const uses = await selectUses(tx, id);
  if (uses.length > 0 && !anyway) {
    throw new Refusal('menu_in_use', `"${config.name}" is used by ${uses.join(', ')}.`, { details: { used_by: uses } });
  }
  await removeConfig(tx, staff.id, id);
  await record(tx, staff, 'menu_config_deleted', config, { name: config.name, used_by: uses });
  return config;
}

/** @throws Refusal as `duplicateMenuConfigRoute` lists */
export async function duplicateConfig(
  tx: Tx,
  staff: Staff,
  id: number,
  name: string | undefined,
): Promise<WireMenuConfig> {
  const config = await holdConfig(tx, staff, id, undefined);
  const suffix = ' (copy)';
  const copied = name?.trim() ?? `${config.name.slice(0, NAME_LENGTH - suffix.length)}${suffix}`;
  return add(tx, staff, { ...config, name: copied, is_active: false });
}

/** @throws Refusal `not_found` */
export async function listVersions(db: Database, staff: Staff, id: number): Promise<WireMenuConfigVersion[]> {
  await requireConfig(db, staff, id);
  return selectVersions(db, id);
}

interface Restored {
  readonly id: number;
  readonly restored: number;
  readonly seen: number | undefined;
}

/** Rule: menus/versions. @throws Refusal as `restoreMenuConfigRoute` lists */
export async function restoreConfig(tx: Tx, staff: Staff, { id, restored, seen }: Restored): Promise<WireMenuConfig> {
  const before = await holdConfig(tx, staff, id, seen);
  const former = await selectVersion(tx, id, restored);
  if (!former) throw new Refusal('not_found', `"${before.name}" has no version ${restored}.`);
  return change(tx, staff, before, former);
}
