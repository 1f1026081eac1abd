import { sql } from 'kysely';
import type { z } from 'zod';
import type { LiveEvent } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import {
  COMMAND_EXPIRES_SECONDS,
  type sendTvCommandRoute,
  type settleTvCommandRoute,
  type tvCommandLogRoute,
  type tvCommandsRoute,
  type WireTvCommand,
} from '#contract/tv.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite, mayRead } from '#server/http/serve/location.ts';
import { menusChanged, setShown } from '#server/modules/menus/service.ts';
import { Refusal } from '#server/refusal.ts';

const TOO_LATE = 'The screen did not answer within 2 minutes.';

interface CommandRow extends Omit<WireTvCommand, 'created_at' | 'completed_at'> {
  created_at: Date;
  completed_at: Date | null;
  latency_ms: number | null;
}

// One that ran out of time has failed, whether or not that was noted yet.
const IS_LATE = sql`(c.status = 'pending' AND c.expires_at <= now())`;
const COLUMNS = sql`
  c.id, c.machine_id AS tv_id, d.tv_number, d.device_name, c.command_type, c.payload, c.created_at,
  CASE WHEN ${IS_LATE} THEN 'failed' ELSE c.status END AS status,
  CASE WHEN ${IS_LATE} THEN c.expires_at ELSE c.completed_at END AS completed_at,
  CASE WHEN ${IS_LATE} THEN ${TOO_LATE} ELSE c.error_message END AS error_message,
  CASE WHEN ${IS_LATE} OR c.completed_at IS NOT NULL
    THEN round(extract(epoch FROM coalesce(c.completed_at, c.expires_at) - c.created_at) * 1000)::integer END AS latency_ms`;

function toCommand(row: CommandRow): WireTvCommand {
  const { id, tv_id, tv_number, device_name, command_type, payload, status, error_message } = row;
  return {
    id,
    tv_id,
    tv_number,
    device_name,
    command_type,
    payload,
    status,
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
    error_message,
  };
}

interface Target {
  id: number;
  tv_number: number;
}

async function targetsOf(
  tx: Tx,
  staff: Staff,
  { tv_id, location_id }: { tv_id?: number | undefined; location_id?: number | undefined },
): Promise<{ locationId: number; screens: readonly Target[] }> {
  if (tv_id === undefined) {
    const locationId = locationToWrite(staff, location_id);
    const { rows } = await sql<Target>`
      SELECT machine_id AS id, tv_number FROM tv_devices WHERE location_id = ${locationId} AND forgotten_at IS NULL
       ORDER BY tv_number`.execute(tx);
    if (rows.length === 0) throw new Refusal('no_screens', 'No screen is paired at this location yet.');
    return { locationId, screens: rows };
  }
  const { rows } = await sql<Target & { location_id: number }>`
    SELECT machine_id AS id, tv_number, location_id FROM tv_devices WHERE machine_id = ${tv_id} AND forgotten_at IS NULL`.execute(
    tx,
  );
  const [row] = rows;
  if (!row || !mayRead(staff, row.location_id)) throw new Refusal('not_found', 'There is no such screen.');
  return { locationId: row.location_id, screens: [row] };
}

interface Sent {
  readonly commands: readonly WireTvCommand[];
  readonly events: readonly LiveEvent[];
}

/** Rule: menus/commands. @throws Refusal as `sendTvCommandRoute` lists; `not_allowed` */
export async function sendCommand(tx: Tx, staff: Staff, body: BodyOf<typeof sendTvCommandRoute>): Promise<Sent> {
  const { command_type, payload } = body;
  const { locationId, screens } = await targetsOf(tx, staff, body);
  const { layout_id: layoutId, theme_id: themeId } = payload;
  const changes = command_type === 'update_theme' && (layoutId !== undefined || themeId !== undefined);
  if (changes) {
    if (!may(staff, 'edit-menus')) throw new Refusal('not_allowed', 'Your role does not allow this.');
    const tvNumbers = screens.map(({ tv_number }) => tv_number);
    await setShown(tx, staff, locationId, { tvNumbers, layoutId, themeId });
  }
  const kept = command_type === 'update_theme' ? payload : {};
  const { rows } = await sql<CommandRow & { expires_at: Date }>`
    WITH sent AS (
      INSERT INTO tv_commands (machine_id, location_id, command_type, payload, created_by, expires_at)
      SELECT id, ${locationId}, ${command_type}, ${JSON.stringify(kept)}::jsonb, ${staff.id},
             now() + make_interval(secs => ${sql.lit(COMMAND_EXPIRES_SECONDS)})
        FROM unnest(${screens.map(({ id }) => id)}::integer[]) AS id
      RETURNING *)
    SELECT ${COLUMNS}, c.expires_at FROM sent c JOIN tv_devices d USING (machine_id) ORDER BY d.tv_number`.execute(tx);
  await recordChange(tx, staff, {
    action: 'tv_command_sent',
    entity: 'location',
    entityId: locationId,
    details: { command_type, payload: kept, devices: screens.map(({ id }) => id) },
  });
  const toScreens = rows.map(({ tv_id, id, payload: asked, expires_at }): LiveEvent => ({
    type: 'tv_command',
    machine_id: tv_id,
    command_id: id,
    command_type,
    payload: asked,
    expires_at: expires_at.toISOString(),
  }));
  const told: LiveEvent = { type: 'tvs', location_id: locationId };
  return {
    commands: rows.map(toCommand),
    events: [...(changes ? [menusChanged(locationId)] : []), ...toScreens, told],
  };
}

type Waiting = z.output<typeof tvCommandsRoute.reply>['data'][number];

/** The commands that a screen has not carried out yet, oldest first. */
export async function waitingCommands(db: Database, machineId: number): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT id, command_type, payload, round(extract(epoch FROM expires_at - now()) * 1000)::integer AS expires_in_ms
      FROM tv_commands WHERE machine_id = ${machineId} AND status = 'pending' AND expires_at > now() ORDER BY id LIMIT 100`.execute(
    db,
  );
  return rows;
}

/**
 * Records the result of a command, once. A report that is late, or comes again, changes nothing.
 * @returns the location, when something was noted
 * @throws Refusal `not_found` for a command of another screen
 */
export async function settleCommand(
  tx: Tx,
  machineId: number,
  id: number,
  { status, error_message }: BodyOf<typeof settleTvCommandRoute>,
): Promise<number | null> {
  const { rows: known } = await sql<{ location_id: number }>`
    SELECT location_id FROM tv_commands WHERE id = ${id} AND machine_id = ${machineId}`.execute(tx);
  const [command] = known;
  if (!command) throw new Refusal('not_found', 'There is no such command.');
  const { rows } = await sql`
    UPDATE tv_commands SET status = ${status}, completed_at = now(), error_message = ${status === 'failed' ? error_message : null}
     WHERE id = ${id} AND status = 'pending' AND expires_at > now() RETURNING id`.execute(tx);
  return rows.length > 0 ? command.location_id : null;
}

type Logged = z.output<typeof tvCommandLogRoute.reply>['data'][number];

/** @throws Refusal `not_found`, `location_required` */
export async function commandLog(
  db: Database,
  staff: Staff,
  { location_id, limit }: { location_id?: number | undefined; limit: number },
): Promise<Logged[]> {
  const { rows } = await sql<CommandRow>`
    SELECT ${COLUMNS} FROM tv_commands c JOIN tv_devices d USING (machine_id)
     WHERE c.location_id = ${locationToRead(staff, location_id)} ORDER BY c.id DESC LIMIT ${limit}`.execute(db);
  return rows.map((row) => {
    const command = toCommand(row);
    const success = command.status === 'pending' ? null : command.status === 'completed';
    return { ...command, success, latency_ms: row.latency_ms, executed_at: command.completed_at };
  });
}
