import { sql } from 'kysely';
import type { BodyOf } from '#contract/route.ts';
import type { changeTvScheduleRoute, WireTvSchedule } from '#contract/store-configs.ts';
import { differences, recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';
import { holdMenus, requireSeen } from './revision.ts';
import { requireConfigsAt } from './settings.ts';

const SLOT = sql`jsonb_build_object('weekday', s.weekday, 'name', s.name, 'starts', to_char(s.starts, 'HH24:MI'),
  'ends', CASE s.ends WHEN '24:00' THEN '24:00' ELSE to_char(s.ends, 'HH24:MI') END, 'layout_id', s.layout_id, 'theme_id', s.theme_id)`;

export async function selectSchedule(
  db: Database | Tx,
  locationId: number,
  tvNumber: number,
): Promise<WireTvSchedule | undefined> {
  const { rows } = await sql<WireTvSchedule>`
    SELECT t.location_id, t.tv_number, t.schedule_version AS version,
           coalesce((SELECT jsonb_agg(${SLOT} ORDER BY s.weekday, s.starts) FROM menu_slots s
                      WHERE (s.location_id, s.tv_number) = (t.location_id, t.tv_number) AND s.weekday IS NOT NULL), '[]') AS weekly,
           coalesce((SELECT jsonb_agg(jsonb_build_object('day', d.day, 'slots',
                       coalesce((SELECT jsonb_agg(${SLOT} - 'weekday' ORDER BY s.starts) FROM menu_slots s
                                  WHERE (s.location_id, s.tv_number, s.day) = (d.location_id, d.tv_number, d.day)), '[]')) ORDER BY d.day)
                       FROM menu_days d WHERE (d.location_id, d.tv_number) = (t.location_id, t.tv_number)), '[]') AS days
      FROM store_tvs t WHERE t.location_id = ${locationId} AND t.tv_number = ${tvNumber}`.execute(db);
  return rows[0];
}

async function requireSchedule(db: Database | Tx, locationId: number, tvNumber: number): Promise<WireTvSchedule> {
  const schedule = await selectSchedule(db, locationId, tvNumber);
  if (!schedule) throw new Refusal('not_found', `There is no TV ${tvNumber} at this location.`);
  return schedule;
}

/** @throws Refusal `not_found`, `location_required` */
export async function getSchedule(
  db: Database,
  staff: Staff,
  asked: number | undefined,
  tvNumber: number,
): Promise<WireTvSchedule> {
  return requireSchedule(db, locationToRead(staff, asked), tvNumber);
}

type Body = BodyOf<typeof changeTvScheduleRoute>;

/** @throws Refusal `not_valid` with a sentence */
function requireOrder({ weekly, days }: Body): void {
  const refuse = (sentence: string): never => {
    throw new Refusal('not_valid', sentence);
  };
  if (new Set(days.map(({ day }) => day)).size < days.length) refuse('A day stands in the schedule twice.');
  const all = [
    ...weekly.map((slot) => ({ ...slot, of: String(slot.weekday) })),
    ...days.flatMap(({ day, slots }) => slots.map((slot) => ({ ...slot, of: day }))),
  ];
  const begun = new Set<string>();
  for (const { of, starts, ends, layout_id, theme_id } of all) {
    if (starts === ends) refuse(`A time of the schedule starts and ends at ${starts}.`);
    if (layout_id === null && theme_id === null) refuse('Choose a layout or a theme for each time of the schedule.');
    if (begun.has(`${of} ${starts}`)) refuse(`Two times of one day start at ${starts}.`);
    begun.add(`${of} ${starts}`);
  }
}

/**
 * Replaces the schedule of a TV. Rule: menus/schedule.
 * @throws Refusal as `changeTvScheduleRoute` lists
 */
export async function changeSchedule(tx: Tx, staff: Staff, tvNumber: number, body: Body): Promise<WireTvSchedule> {
  requireOrder(body);
  const locationId = locationToWrite(staff, body.location_id);
  await holdMenus(tx, locationId);
  const before = await requireSchedule(tx, locationId, tvNumber);
  requireSeen(before, body.version, 'the schedule');
  const slots = [
    ...body.weekly.map((slot) => ({ ...slot, day: null })),
    ...body.days.flatMap(({ day, slots: own }) => own.map((slot) => ({ ...slot, weekday: null, day }))),
  ];
  await requireConfigsAt(
    tx,
    locationId,
    slots.flatMap(({ layout_id, theme_id }) => [
      { id: layout_id, type: 'layout' as const },
      { id: theme_id, type: 'theme' as const },
    ]),
  );
  await sql`DELETE FROM menu_slots WHERE location_id = ${locationId} AND tv_number = ${tvNumber}`.execute(tx);
  await sql`DELETE FROM menu_days WHERE location_id = ${locationId} AND tv_number = ${tvNumber}`.execute(tx);
  await sql`
    INSERT INTO menu_days (location_id, tv_number, day)
    SELECT ${locationId}, ${tvNumber}, d FROM unnest(${body.days.map(({ day }) => day)}::date[]) AS d`.execute(tx);
  await sql`
    INSERT INTO menu_slots (location_id, tv_number, weekday, day, name, starts, ends, layout_id, theme_id)
    SELECT ${locationId}, ${tvNumber}, s.* FROM jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) AS s(weekday smallint, day date,
             name text, starts time, ends time, layout_id integer, theme_id integer)`.execute(tx);
  await sql`
    UPDATE store_tvs SET schedule_version = schedule_version + 1 WHERE location_id = ${locationId} AND tv_number = ${tvNumber}`.execute(
    tx,
  );
  const after = await requireSchedule(tx, locationId, tvNumber);
  await recordChange(tx, staff, {
    action: 'menu_schedule_changed',
    entity: 'tv',
    entityId: `${locationId}/${tvNumber}`,
    details: differences(before, after, ['version']),
  });
  return after;
}
