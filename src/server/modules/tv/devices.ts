import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import { type changeTvDeviceRoute, ONLINE_SECONDS, type tvHeartbeatRoute, type WireTvDevice } from '#contract/tv.ts';
import type { BodyOf } from '#contract/route.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { revokeMachine } from '#server/http/guard/machines.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, mayRead } from '#server/http/serve/location.ts';
import type { WireMenuProduct } from '#contract/menu-shelf.ts';
import type { LocationShelf } from '#server/modules/menus/service.ts';
import { holdMenus, lockMenus, requireSeen } from '#server/modules/menus/service.ts';
import { Refusal } from '#server/refusal.ts';

/** A screen's report of itself. */
export type Report = BodyOf<typeof tvHeartbeatRoute>;

/** A report as it is kept, with how it was judged when it came. */
export interface JudgedReport extends Report {
  /** It showed another layout or theme than its TV should have shown. Not known of older reports. */
  readonly is_off_schedule?: boolean;
  /** It showed something wrong that may have been about to change. */
  readonly is_doubtful?: boolean;
}

interface DeviceRow {
  id: number;
  location_id: number;
  tv_number: number;
  device_name: string;
  version: number;
  paired_at: Date;
  last_seen: Date | null;
  online: boolean;
  report: JudgedReport | null;
  layout_name: string | null;
  theme_name: string | null;
  wrong_since: Date | null;
  snapshot_at: Date | null;
}

const SELECT = sql`
  SELECT d.machine_id AS id, d.location_id, d.tv_number, d.device_name, d.version, d.paired_at, d.last_seen, d.report, d.wrong_since,
         coalesce(d.last_seen > now() - make_interval(secs => ${sql.lit(ONLINE_SECONDS)}), false) AS online,
         l.name AS layout_name, t.name AS theme_name, s.taken_at AS snapshot_at
    FROM tv_devices d LEFT JOIN tv_snapshots s ON s.machine_id = d.machine_id
         LEFT JOIN menu_configs l ON l.id = (d.report ->> 'layout_id')::integer AND l.location_id = d.location_id
         LEFT JOIN menu_configs t ON t.id = (d.report ->> 'theme_id')::integer AND t.location_id = d.location_id
   WHERE d.forgotten_at IS NULL`;

type Wrong = NonNullable<WireTvDevice['wrong']>;

type Present = WireMenuProduct | undefined;

/** The prices that a screen shows and those that it should show, where they first differ. */
function pricesOf({ price, prices }: Report['items'][number], present: Present): { shows: string; should: string } {
  const shown = prices ?? (price === null ? [] : [price]);
  // A screen of a former build reports only the first price.
  const due = (present?.prices ?? []).slice(0, prices ? undefined : 1);
  const differs = (_: unknown, at: number) => shown[at] !== due[at]?.price;
  const at = Math.max(0, Array.from({ length: Math.max(shown.length, due.length) }).findIndex(differs));
  const label = due[at]?.label ?? null;
  const say = (one: string | undefined) =>
    one === undefined ? 'No price' : `${label === null ? '' : `${label} `}${displayMoney(centsOf(one))}`;
  return { shows: say(shown[at]), should: say(due[at]?.price) };
}

/** Products of its page that a screen shows otherwise than they are. */
export function wrongItems(report: Report, shelf: LocationShelf): Wrong['items'] {
  const items = new Map(shelf.items.map((item) => [item.id, item]));
  return report.items.flatMap((told) => {
    const item = items.get(told.product_id);
    const present = item && shelf.product(item);
    const prices = pricesOf(told, present);
    const shows = told.sold_out ? 'Sold Out' : prices.shows;
    const should = !present ? 'Not for sale' : present.in_stock ? prices.should : 'Sold Out';
    return shows === should
      ? []
      : [{ product_id: told.product_id, name: item?.facts.name ?? '', shows, should_show: should }];
  });
}

/**
 * The differences between what a screen shows and what it should show, as they were judged when it reported itself. One that
 * is off is judged by its last report. Rule: menus/stale-screens.
 */
function wrongOf({ report, online, wrong_since, last_seen }: DeviceRow, shelf: LocationShelf): WireTvDevice['wrong'] {
  if (report === null || last_seen === null) return null;
  const menu = report.revision !== shelf.revision;
  const isShelfOld = report.shelf_version !== shelf.version;
  if (online ? wrong_since === null : !menu && !isShelfOld) return null;
  const since = (wrong_since ?? last_seen).toISOString();
  const items = wrongItems(report, shelf);
  return { since, menu, schedule: report.is_off_schedule ?? false, shelf: isShelfOld || items.length > 0, items };
}

function toDevice(row: DeviceRow, shelf: LocationShelf): WireTvDevice {
  const { report, layout_name, theme_name } = row;
  return {
    id: row.id,
    location_id: row.location_id,
    tv_number: row.tv_number,
    device_name: row.device_name,
    paired_at: row.paired_at.toISOString(),
    last_seen: row.last_seen?.toISOString() ?? null,
    online: row.online,
    showing: report && { ...report, layout_name, theme_name },
    wrong: wrongOf(row, shelf),
    snapshot_at: row.snapshot_at?.toISOString() ?? null,
    version: row.version,
  };
}

export type Screen = Pick<
  DeviceRow,
  'tv_number' | 'device_name' | 'online' | 'last_seen' | 'layout_name' | 'theme_name' | 'wrong_since'
>;

async function selectDevices(db: Database, locationId: number): Promise<DeviceRow[]> {
  const { rows } =
    await sql<DeviceRow>`${SELECT} AND d.location_id = ${locationId} ORDER BY d.tv_number LIMIT 1000`.execute(db);
  return rows;
}

/** The paired screens of a location, by number, without the products of their pages. Nobody's role is asked here. */
export async function listScreens(db: Database, locationId: number): Promise<Screen[]> {
  return selectDevices(db, locationId);
}

/** Returns the present offer of a location. */
export type Shelves = (locationId: number) => Promise<LocationShelf>;

/** Rule: menus/devices. @throws Refusal `not_found`, `location_required` */
export async function listDevices(
  db: Database,
  staff: Staff,
  asked: number | undefined,
  shelves: Shelves,
): Promise<WireTvDevice[]> {
  const locationId = locationToRead(staff, asked);
  const shelf = await shelves(locationId);
  return (await selectDevices(db, locationId)).map((row) => toDevice(row, shelf));
}

/** @throws Refusal `not_found` */
async function requireDevice(db: Database | Tx, staff: Staff, id: number): Promise<DeviceRow> {
  const { rows } = await sql<DeviceRow>`${SELECT} AND d.machine_id = ${id}`.execute(db);
  const [row] = rows;
  if (!row || !mayRead(staff, row.location_id)) throw new Refusal('not_found', 'There is no such screen.');
  return row;
}

/** The screen as lists have it. @throws Refusal `not_found` */
export async function getDevice(tx: Tx, staff: Staff, id: number, shelves: Shelves): Promise<WireTvDevice> {
  const row = await requireDevice(tx, staff, id);
  return toDevice(row, await shelves(row.location_id));
}

/** @throws Refusal `tv_number_taken` when another screen of the location has the number */
export async function requireFreeNumber(
  tx: Tx,
  locationId: number,
  tvNumber: number,
  exceptId: number | null,
): Promise<void> {
  const { rows } = await sql<{ id: number; device_name: string }>`
    SELECT machine_id AS id, device_name FROM tv_devices
     WHERE location_id = ${locationId} AND tv_number = ${tvNumber} AND forgotten_at IS NULL
       AND machine_id IS DISTINCT FROM ${exceptId}::integer`.execute(tx);
  const [other] = rows;
  if (other)
    throw new Refusal('tv_number_taken', `TV ${tvNumber} is another screen, ${other.device_name}.`, {
      details: { device_id: other.id, device_name: other.device_name },
    });
}

/** @throws Refusal as `changeTvDeviceRoute` lists */
export async function changeDevice(
  tx: Tx,
  staff: Staff,
  id: number,
  { device_name, tv_number, version }: BodyOf<typeof changeTvDeviceRoute>,
  shelves: Shelves,
): Promise<WireTvDevice> {
  const { location_id } = await requireDevice(tx, staff, id);
  await holdMenus(tx, location_id);
  const before = await getDevice(tx, staff, id, shelves);
  requireSeen(before, version, before.device_name);
  if (tv_number !== undefined) await requireFreeNumber(tx, location_id, tv_number, id);
  const written = { name: device_name?.trim() ?? before.device_name, tvNumber: tv_number ?? before.tv_number };
  await sql`
    UPDATE tv_devices SET device_name = ${written.name}, tv_number = ${written.tvNumber}
     WHERE machine_id = ${id} AND (device_name, tv_number) IS DISTINCT FROM (${written.name}, ${written.tvNumber}::integer)`.execute(
    tx,
  );
  await sql`UPDATE machines SET name = ${written.name} WHERE id = ${id}`.execute(tx);
  const after = await getDevice(tx, staff, id, shelves);
  const changed = differences(before, after, ['version', 'last_seen', 'online', 'showing', 'wrong', 'snapshot_at']);
  if (Object.keys(changed).length > 0)
    await recordChange(tx, staff, { action: 'tv_device_changed', entity: 'device', entityId: id, details: changed });
  return after;
}

/** Ends the token of a screen and takes it out of the list. Emit the event. @throws Refusal `not_found` */
export async function forgetDevice(tx: Tx, staff: Staff, id: number): Promise<[LiveEvent, LiveEvent]> {
  const { location_id } = await requireDevice(tx, staff, id);
  await lockMenus(tx, location_id);
  await sql`UPDATE tv_devices SET forgotten_at = now() WHERE machine_id = ${id}`.execute(tx);
  await sql`DELETE FROM tv_snapshots WHERE machine_id = ${id}`.execute(tx);
  return [await revokeMachine(tx, staff, id), { type: 'tvs', location_id }];
}

/** @throws Refusal `not_found` */
export async function getSnapshot(
  db: Database,
  staff: Staff,
  id: number,
): Promise<{ taken_at: string; image: string }> {
  const { device_name } = await requireDevice(db, staff, id);
  const { rows } = await sql<{ taken_at: Date; media: string; image: Buffer }>`
    SELECT taken_at, media, image FROM tv_snapshots WHERE machine_id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `${device_name} has sent no picture yet.`);
  return { taken_at: row.taken_at.toISOString(), image: `data:${row.media};base64,${row.image.toString('base64')}` };
}

const BEGINNINGS: Record<string, (image: Buffer) => boolean> = {
  'image/webp': (image) => image.toString('latin1', 0, 4) === 'RIFF' && image.toString('latin1', 8, 12) === 'WEBP',
  'image/png': (image) => image.toString('latin1', 1, 4) === 'PNG',
  'image/jpeg': (image) => image[0] === 0xff && image[1] === 0xd8,
};

/** Keeps the last picture of a screen. @throws Refusal `not_valid` for what is too large or no picture */
export async function keepSnapshot(tx: Tx, machineId: number, dataUrl: string, mostBytes: number): Promise<void> {
  const [, media = '', text = ''] = /^data:([\w/]+);base64,(.*)$/.exec(dataUrl) ?? [];
  const image = Buffer.from(text, 'base64');
  if (BEGINNINGS[media]?.(image) !== true) throw new Refusal('not_valid', 'This is not a picture.');
  if (image.length > mostBytes)
    throw new Refusal(
      'not_valid',
      `A picture has at most ${mostBytes / 1000} kB; this one has ${Math.ceil(image.length / 1000)}.`,
    );
  await sql`
    INSERT INTO tv_snapshots (machine_id, media, image)
    SELECT machine_id, ${media}, ${image} FROM tv_devices WHERE machine_id = ${machineId} AND forgotten_at IS NULL
    ON CONFLICT (machine_id) DO UPDATE SET taken_at = now(), media = excluded.media, image = excluded.image`.execute(
    tx,
  );
}
