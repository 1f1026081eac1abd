/** Days of the shop, inclusive; an empty day is open. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

export type Period =
  | 'any'
  | 'today'
  | 'yesterday'
  | 'last-7-days'
  | 'last-30-days'
  | 'this-month'
  | 'last-month'
  | 'chosen';

const DAY_MS = 86_400_000;

export const PERIOD_LABEL: Record<Period, string> = {
  any: 'Any day',
  today: 'Today',
  yesterday: 'Yesterday',
  'last-7-days': 'Last 7 days',
  'last-30-days': 'Last 30 days',
  'this-month': 'This month',
  'last-month': 'Last month',
  chosen: 'Chosen days',
};

/** Calendar days have no hours, so daylight saving does not matter. */
function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(day) + count * DAY_MS).toISOString().slice(0, 10);
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 7)}-01`;
}

/**
 * The first and last day of each period, inclusive.
 * @param today of the shop
 */
export function periodsOn(today: string): ReadonlyMap<Exclude<Period, 'chosen'>, Days> {
  const lastOfLastMonth = daysAfter(firstOfMonth(today), -1);
  return new Map([
    ['any', { from: '', to: '' }],
    ['today', { from: today, to: today }],
    ['yesterday', { from: daysAfter(today, -1), to: daysAfter(today, -1) }],
    ['last-7-days', { from: daysAfter(today, -6), to: today }],
    ['last-30-days', { from: daysAfter(today, -29), to: today }],
    ['this-month', { from: firstOfMonth(today), to: today }],
    ['last-month', { from: firstOfMonth(lastOfLastMonth), to: lastOfLastMonth }],
  ]);
}

/** The named period that the days make up, if any. */
export function periodOf({ from, to }: Days, today: string): Period {
  for (const [period, days] of periodsOn(today)) if (days.from === from && days.to === to) return period;
  return 'chosen';
}

const inEnglish = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' });

/** "Last 7 days"; days without a name as "Nov 3 – Nov 9, 2026", "From Nov 3, 2026" or "Until Nov 9, 2026". */
export function periodWords({ from, to }: Days, today: string): string {
  const period = periodOf({ from, to }, today);
  if (period !== 'chosen') return PERIOD_LABEL[period];
  const [first, last] = [from, to].map((day) => (day === '' ? '' : inEnglish.format(Date.parse(day))));
  if (from === to) return first ?? '';
  if (from === '') return `Until ${last}`;
  if (to === '') return `From ${first}`;
  return `${from.slice(0, 4) === to.slice(0, 4) ? first?.split(',')[0] : first} – ${last}`;
}
