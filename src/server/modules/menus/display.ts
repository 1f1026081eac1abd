import { sql } from 'kysely';
import type { WireMenuDisplay } from '#contract/menu-shelf.ts';
import { changesAt, NO_SCHEDULE, type Shown, shownAt } from '#domain/menu/menu-schedule.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { selectConfigsById } from './config-queries.ts';
import { selectSchedule } from './schedule.ts';
import { selectStore } from './store-config.ts';

/** A screen that asks for its menu. */
export interface Asking {
  readonly locationId: number;
  readonly tvNumber: number | null;
  readonly device: WireMenuDisplay['device'];
  readonly asOf: Date;
}

/** The paired screen of a token. Null for a device that was paired as something else. */
export async function selectDevice(
  db: Database,
  id: number,
): Promise<{ id: number; tv_number: number; device_name: string } | null> {
  const { rows } = await sql<{ id: number; tv_number: number; device_name: string }>`
    SELECT machine_id AS id, tv_number, device_name FROM tv_devices WHERE machine_id = ${id} AND forgotten_at IS NULL`.execute(
    db,
  );
  return rows[0] ?? null;
}

interface PlaceRow {
  name: string;
  time_zone: string;
  revision: number;
  opening_hours: WireMenuDisplay['location']['opening_hours'];
  closed_days: string[];
  fallback: Shown;
  active: Shown;
}

async function selectPlace(db: Database, locationId: number): Promise<PlaceRow> {
  const active = (type: string) => sql`
    (SELECT c.id FROM menu_configs c WHERE c.location_id = l.id AND c.config_type = ${type} AND c.is_active)`;
  const { rows } = await sql<PlaceRow>`
    SELECT l.name, l.time_zone, coalesce(s.revision, 0) AS revision,
           coalesce((SELECT jsonb_agg(jsonb_build_object('weekday', h.weekday, 'opens', to_char(h.opens, 'HH24:MI'),
                       'closes', CASE h.closes WHEN '24:00' THEN '24:00' ELSE to_char(h.closes, 'HH24:MI') END)
                       ORDER BY h.weekday, h.opens) FROM opening_hours h WHERE h.location_id = l.id), '[]') AS opening_hours,
           ARRAY(SELECT to_char(c.day, 'YYYY-MM-DD') FROM closed_days c WHERE c.location_id = l.id
                    AND c.day BETWEEN current_date - 1 AND current_date + 31 ORDER BY c.day) AS closed_days,
           jsonb_build_object('layout_id', s.fallback_layout_id, 'theme_id', s.fallback_theme_id) AS fallback,
           jsonb_build_object('layout_id', ${active('layout')}, 'theme_id', ${active('theme')}) AS active
      FROM locations l LEFT JOIN menu_settings s ON s.location_id = l.id WHERE l.id = ${locationId} AND l.closed_at IS NULL`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no location ${locationId}.`);
  return row;
}

/** The first of each that is there. */
function firstOf(...choices: readonly Shown[]): Shown {
  const pick = (name: keyof Shown) => choices.find((choice) => choice[name] !== null)?.[name] ?? null;
  return { layout_id: pick('layout_id'), theme_id: pick('theme_id') };
}

/**
 * All that a screen needs to show its menu by itself until something changes. A TV shows what was chosen for it, else the
 * fallback, else what is active; the customers' menu what is active, else the fallback. Rules: menus/fallback,
 * menus/schedule.
 * @throws Refusal `not_found` for the location
 */
export async function displayOf(
  db: Database,
  { locationId, tvNumber, device, asOf }: Asking,
): Promise<WireMenuDisplay> {
  const place = await selectPlace(db, locationId);
  const store = tvNumber === null ? undefined : await selectStore(db, locationId);
  const tv = store?.tvs.find(({ tv_number }) => tv_number === tvNumber) ?? null;
  const usual = tv ? firstOf(tv, place.fallback, place.active) : firstOf(place.active, place.fallback);
  const schedule = (tv && (await selectSchedule(db, locationId, tv.tv_number))) ?? NO_SCHEDULE;
  const named = [usual, ...schedule.weekly, ...schedule.days.flatMap(({ slots }) => slots)];
  const ids = new Set(named.flatMap(({ layout_id, theme_id }) => [layout_id ?? [], theme_id ?? []].flat()));
  const showing = shownAt(usual, schedule, place.time_zone, asOf);
  return {
    revision: place.revision,
    location: {
      id: locationId,
      name: place.name,
      time_zone: place.time_zone,
      opening_hours: place.opening_hours,
      closed_days: place.closed_days,
    },
    device,
    tv,
    usual,
    schedule: {
      weekly: [...schedule.weekly],
      days: schedule.days.map(({ day, slots }) => ({ day, slots: [...slots] })),
    },
    showing: { ...showing, until: changesAt(usual, schedule, place.time_zone, asOf)?.toISOString() ?? null },
    configs: await selectConfigsById(db, [...ids]),
    now: new Date().toISOString(),
  };
}
