import type { OrderFilter } from './order-filter.ts';

export type Period =
  | 'any'
  | 'today'
  | 'yesterday'
  | 'last-7-days'
  | 'last-30-days'
  | 'this-month'
  | 'last-month'
  | 'chosen';

type Days = Pick<OrderFilter, 'from' | 'to'>;

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

/** The named period that the filter's days make up, if any. The saved filter Today counts as a day. */
export function periodOf({ from, to, quick }: OrderFilter, today: string): Period {
  if (quick === 'today') return 'today';
  for (const [period, days] of periodsOn(today)) if (days.from === from && days.to === to) return period;
  return 'chosen';
}
