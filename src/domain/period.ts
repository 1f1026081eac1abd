/** Periods by name, as people and models ask for them. */
export const PERIODS = [
  'today',
  'yesterday',
  'this_week',
  'last_week',
  'this_month',
  'last_month',
  'this_year',
  'last_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_365_days',
] as const;
export type PeriodName = (typeof PERIODS)[number];

/** Days of a shop, inclusive, ISO. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 86_400_000;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const at = (day: string): Date => new Date(`${day}T00:00:00Z`);
const iso = (date: Date): string => date.toISOString().slice(0, 10);

/** The day this many days later. */
function plusDays(day: string, days: number): string {
  return iso(new Date(at(day).getTime() + days * DAY_MS));
}

/** A whole month: 2026-02 is 2026-02-01 to 2026-02-28. @param month from 1 */
function monthOf(year: number, month: number): Period {
  const first = new Date(Date.UTC(year, month - 1, 1));
  return { from: iso(first), to: iso(new Date(Date.UTC(year, month, 0))) };
}

/** The days of a period, seen from a day. Weeks begin on Monday (ISO 8601); those that go on end today. */
export function periodOf(name: PeriodName, today: string): Period {
  const date = at(today);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
  const monday = plusDays(today, -((date.getUTCDay() + 6) % 7));
  switch (name) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: plusDays(today, -1), to: plusDays(today, -1) };
    case 'this_week':
      return { from: monday, to: today };
    case 'last_week':
      return { from: plusDays(monday, -7), to: plusDays(monday, -1) };
    case 'this_month':
      return { from: monthOf(year, month).from, to: today };
    case 'last_month':
      return monthOf(year, month - 1);
    case 'this_year':
      return { from: `${year}-01-01`, to: today };
    case 'last_year':
      return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` };
    case 'last_7_days':
      return lastDays(7, today);
    case 'last_30_days':
      return lastDays(30, today);
    case 'last_90_days':
      return lastDays(90, today);
    case 'last_365_days':
      return lastDays(365, today);
  }
}

/** "16 to 22 Nov", "28 Oct to 3 Nov", "23 Nov"; with the year if it is not that of `today`. */
export function periodWords({ from, to }: Period, today: string): string {
  const [first, last] = [at(from), at(to)];
  const month = (date: Date): string => MONTHS[date.getUTCMonth()] ?? '';
  const year = (date: Date): string => (iso(date).slice(0, 4) === today.slice(0, 4) ? '' : ` ${date.getUTCFullYear()}`);
  const end = `${last.getUTCDate()} ${month(last)}${year(last)}`;
  if (from === to) return end;
  const sameYear = from.slice(0, 4) === to.slice(0, 4);
  const sameMonth = sameYear && from.slice(0, 7) === to.slice(0, 7);
  if (sameMonth) return `${first.getUTCDate()} to ${end}`;
  return `${first.getUTCDate()} ${month(first)}${sameYear ? '' : ` ${first.getUTCFullYear()}`} to ${end}`;
}

/** A period by its name or its length, which moves with the days, or by its days, which stay. */
export type TypedPeriod = { readonly period: PeriodName } | { readonly last_days: number } | Period;

/** The last days, this many, including today. */
export const lastDays = (days: number, today: string): Period => ({ from: plusDays(today, 1 - days), to: today });

/** The days that a typed period has, seen from a day. */
export function daysOfTyped(typed: TypedPeriod, today: string): Period {
  if ('period' in typed) return periodOf(typed.period, today);
  return 'last_days' in typed ? lastDays(typed.last_days, today) : typed;
}

const isPeriodName = (name: string): name is PeriodName => (PERIODS as readonly string[]).includes(name);

/**
 * A period as it is typed: "last week", "august", "aug 2025", "2026-08", "7 days", a day, or two with "to"; else null.
 * A period typed by its name stays a name, so that a saved "last week" is always the last week of its reader.
 */
export function typedPeriod(typed: string, today: string): TypedPeriod | null {
  const words = typed
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, ' ');
  const name = words.replaceAll(' ', '_');
  if (isPeriodName(name)) return { period: name };
  if (words === 'week' || words === 'month' || words === 'year') return { period: `this_${words}` };
  const span = /^(?:last )?(\d{1,3}) days?$/.exec(words);
  if (span && Number(span[1]) > 0) {
    const named = `last_${Number(span[1])}_days`;
    return isPeriodName(named) ? { period: named } : { last_days: Number(span[1]) };
  }
  const days = /^(\d{4}-\d{2}-\d{2})(?: (?:to|-) (\d{4}-\d{2}-\d{2}))?$/.exec(words);
  if (days?.[1] !== undefined) {
    const [from, to] = [days[1], days[2] ?? days[1]];
    return [from, to].every((day) => !Number.isNaN(at(day).getTime()) && iso(at(day)) === day) && from <= to
      ? { from, to }
      : null;
  }
  const numbered = /^(\d{4})-(\d{1,2})$/.exec(words);
  if (numbered && Number(numbered[2]) >= 1 && Number(numbered[2]) <= 12)
    return monthOf(Number(numbered[1]), Number(numbered[2]));
  const named = /^([a-z]{3,9})(?: (\d{4}))?$/.exec(words);
  const place = named?.[1] ? MONTH_NAMES.findIndex((month) => month.startsWith(named[1] ?? '-')) : -1;
  if (place < 0) return null;
  const thisYear = Number(today.slice(0, 4));
  // A month that is still to come means that of last year.
  const year = named?.[2] ? Number(named[2]) : place + 1 > Number(today.slice(5, 7)) ? thisYear - 1 : thisYear;
  const month = monthOf(year, place + 1);
  return { from: month.from, to: month.to > today && month.from <= today ? today : month.to };
}

/** The names of months as they are typed. */
export const MONTH_NAMES = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
