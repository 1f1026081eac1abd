import { sql } from 'kysely';
import type { z } from 'zod';
import { type logDisplayRoute, type menuAnalyticsRoute, PLAYS_KEPT_DAYS } from '#contract/menu-reports.ts';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/route.ts';
import { dayIn } from '#domain/day.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Principal, Staff } from '#server/http/guard/session.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { Refusal } from '#server/refusal.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The principals that may log: a screen for itself, and staff for a local window at their location. */
type Logging = Extract<Principal, { kind: 'staff' | 'device' }>;

/**
 * Keeps what a screen has shown. Its clock may be wrong, so instants are taken as ages. Rule: menus/proof-of-play.
 * @returns how many entries were new
 * @throws Refusal as `locationToRead`
 */
export async function logDisplays(tx: Tx, principal: Logging, body: BodyOf<typeof logDisplayRoute>): Promise<number> {
  const locationId = principal.kind === 'staff' ? locationToRead(principal, body.location_id) : principal.locationId;
  const sentMs = Date.parse(body.sent_at);
  const now = Date.now();
  const all = body.entries.map(({ id, config_id, theme_id, started_at, seconds }) => ({
    id,
    config_id,
    theme_id,
    seconds,
    started_at: new Date(Math.min(now, now - (sentMs - Date.parse(started_at)))).toISOString(),
  }));
  // Entries that are too old are left out, not refused: a screen would send refused ones again for ever.
  const entries = all.filter(({ started_at }) => now - Date.parse(started_at) < PLAYS_KEPT_DAYS * DAY_MS);
  const isDevice = principal.kind === 'device';
  const { rows } = await sql<{ id: string }>`
    INSERT INTO menu_plays (id, location_id, machine_id, tv_number, config_id, theme_id, started_at, seconds)
    SELECT e.id, ${locationId}, ${isDevice ? principal.id : null}::integer,
           ${isDevice ? sql`(SELECT tv_number FROM tv_devices WHERE machine_id = ${principal.id})` : sql`${body.tv_number ?? null}::integer`},
           c.id, t.id, e.started_at, e.seconds
      FROM jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) AS e(id uuid, config_id integer, theme_id integer,
             started_at timestamptz, seconds real)
      JOIN menu_configs c ON c.id = e.config_id AND c.location_id = ${locationId}
      LEFT JOIN menu_configs t ON t.id = e.theme_id AND t.location_id = ${locationId}
    ON CONFLICT (id) DO NOTHING RETURNING id`.execute(tx);
  const kept = new Set(rows.map(({ id }) => id));
  const startedAt = new Map(entries.map(({ id, started_at }) => [id, started_at]));
  const seen = body.entries
    .filter(({ id }) => kept.has(id.toLowerCase()))
    .flatMap(({ id, products }) =>
      products.map((product) => ({
        ...product,
        day: dayIn(principal.timeZone, new Date(startedAt.get(id) ?? now)),
      })),
    );
  // In one order everywhere, so that two screens never wait for each other in a circle.
  await sql`
    INSERT INTO menu_product_days AS d (location_id, day, product_id, seconds, sold_out_seconds)
    SELECT ${locationId}, s.day, p.id, sum(s.seconds), sum(least(s.sold_out_seconds, s.seconds))
      FROM jsonb_to_recordset(${JSON.stringify(seen)}::jsonb) AS s(day date, product_id integer, seconds float8, sold_out_seconds float8)
      JOIN products p ON p.id = s.product_id GROUP BY s.day, p.id ORDER BY s.day, p.id
    ON CONFLICT (location_id, day, product_id) DO UPDATE SET seconds = d.seconds + excluded.seconds,
       sold_out_seconds = d.sold_out_seconds + excluded.sold_out_seconds`.execute(tx);
  return kept.size;
}

type Analysis = z.output<typeof menuAnalyticsRoute.reply>['data'];

const hoursOf = (seconds: number): number => Math.round(seconds / 36) / 100;
const MOST_PRODUCTS = 200;
const USUAL_DAYS = 30;

/** Sums of what screens have shown. Rule: menus/proof-of-play. @throws Refusal `location_required`, `not_found` */
export async function analyse(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof menuAnalyticsRoute>,
): Promise<ReplyOf<typeof menuAnalyticsRoute>['data']> {
  const locationId = locationToRead(staff, query.location_id);
  const { rows: places } = await sql<{ time_zone: string }>`
    SELECT time_zone FROM locations WHERE id = ${locationId}`.execute(db);
  const zone = places[0]?.time_zone;
  if (zone === undefined) throw new Refusal('not_found', `There is no location ${locationId}.`);
  const end = query.end_date ?? dayIn(zone, new Date());
  const start =
    query.start_date ?? new Date(Date.parse(`${end}T12:00:00Z`) - (USUAL_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  const played = sql`
    FROM menu_plays p JOIN menu_configs c ON c.location_id = ${locationId} AND c.id IN (p.config_id, p.theme_id)
   WHERE p.location_id = ${locationId} AND p.started_at >= (${start}::date::timestamp AT TIME ZONE ${zone})
     AND p.started_at < ((${end}::date + 1)::timestamp AT TIME ZONE ${zone})
     AND (${query.config_id ?? null}::integer IS NULL OR c.id = ${query.config_id ?? null})`;
  const configs = await sql<{
    config_id: number;
    name: string;
    config_type: 'layout' | 'theme';
    seconds: number;
    last: Date;
  }>`
    SELECT c.id AS config_id, c.name, c.config_type, sum(p.seconds)::float8 AS seconds, max(p.started_at) AS last ${played}
     GROUP BY c.id ORDER BY seconds DESC, c.id LIMIT 500`.execute(db);
  const tvs = await sql<{ tv_number: number | null; seconds: number }>`
    SELECT s.tv_number, sum(s.seconds)::float8 AS seconds
      FROM (SELECT DISTINCT ON (p.id) p.id, p.tv_number, p.seconds ${played} ORDER BY p.id) s
     GROUP BY s.tv_number ORDER BY s.tv_number`.execute(db);
  const products = await sql<{ product_id: number; name: string; seconds: number; sold_out: number }>`
    SELECT d.product_id, p.name, sum(d.seconds) AS seconds, sum(d.sold_out_seconds) AS sold_out
      FROM menu_product_days d JOIN products p ON p.id = d.product_id
     WHERE d.location_id = ${locationId} AND d.day BETWEEN ${start}::date AND ${end}::date
     GROUP BY d.product_id, p.name ORDER BY seconds DESC, d.product_id LIMIT ${sql.lit(MOST_PRODUCTS)}`.execute(db);
  const analysis: Analysis = {
    location_id: locationId,
    start_date: start,
    end_date: end,
    configs: configs.rows.map(({ seconds, last, ...row }) => ({
      ...row,
      hours: hoursOf(seconds),
      last_shown: last.toISOString(),
    })),
    tvs: tvs.rows.map(({ tv_number, seconds }) => ({ tv_number, hours: hoursOf(seconds) })),
    products: products.rows.map(({ product_id, name, seconds, sold_out }) => ({
      product_id,
      name,
      hours: hoursOf(seconds),
      sold_out_minutes: Math.round(sold_out / 60),
    })),
  };
  return analysis;
}
