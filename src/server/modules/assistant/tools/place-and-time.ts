import { sql } from 'kysely';
import { z } from 'zod';
import { dayIn } from '#domain/day.ts';
import { lastDays, type Period, type PeriodName, PERIODS, periodOf, periodWords } from '#domain/period.ts';
import { locationToRead } from '#server/http/serve/location.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { Asked } from './tool.ts';

const isoDay = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a day like 2026-11-20');

/** Days, by name or by date. */
export const PERIOD = {
  period: z.enum(PERIODS).optional().describe('Days by name. Left out with `from` and `to`.'),
  from: isoDay.optional().describe('First day, inclusive, YYYY-MM-DD.'),
  to: isoDay.optional().describe('Last day, inclusive, YYYY-MM-DD.'),
  last_days: z.int().min(1).max(999).optional().describe('Number of the last days, today included.'),
};

export const LOCATION = {
  location_id: z
    .int()
    .min(1)
    .max(2_147_483_647)
    .optional()
    .describe('Id of a location; the one where the person works when left out.'),
};

/** Orders are read for all locations together unless one is named. */
export const LOCATION_OF_ORDERS = {
  location_id: LOCATION.location_id.describe(
    'Id of a location. Left out only for all locations together: name the one where the person works unless they ask for others.',
  ),
};

const isDay = (day: string): boolean => !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/**
 * The days asked for, today's included, and how they are written.
 * @throws Refusal `not_valid`
 */
export function periodAsked(
  { timeZone }: Staff,
  asked: {
    period?: PeriodName | undefined;
    from?: string | undefined;
    to?: string | undefined;
    last_days?: number | undefined;
  },
  otherwise: PeriodName,
): Period & { readonly words: string } {
  const today = dayIn(timeZone, new Date());
  const named =
    asked.last_days !== undefined && asked.period === undefined
      ? lastDays(asked.last_days, today)
      : periodOf(asked.period ?? otherwise, today);
  const hasDays = asked.from !== undefined || asked.to !== undefined;
  const from = hasDays ? (asked.from ?? asked.to ?? today) : named.from;
  const to = hasDays ? (asked.to ?? (from > today ? from : today)) : named.to;
  if (![from, to].every(isDay) || from < '0001') throw new Refusal('not_valid', 'That is not a day of the calendar.');
  if (from > to) throw new Refusal('not_valid', 'The last day is before the first one.');
  return { from, to, words: periodWords({ from, to }, today) };
}

/** The location that is read, and its name. @throws Refusal `not_found`, `location_required` */
export async function placeAsked(
  { db, staff }: Asked,
  asked: number | undefined,
): Promise<{ id: number; name: string }> {
  const id = locationToRead(staff, asked);
  const { rows } = await sql<{ name: string }>`SELECT name FROM locations WHERE id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', `There is no location ${id}.`);
  return { id, name: row.name };
}

/** The location of the orders that are read. Staff see their own; others see all unless they ask for one. */
export async function placeOfOrders(asked: Asked, locationId: number | undefined): Promise<string> {
  if (locationId === undefined && may(asked.staff, 'switch-location')) return 'All locations';
  return (await placeAsked(asked, locationId)).name;
}
