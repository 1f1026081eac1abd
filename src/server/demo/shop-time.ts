import { TZDate } from '@date-fns/tz';

/** Every location of the demo shop keeps New York time. */
export const SHOP_TIME_ZONE = 'America/New_York';

const DAY_MS = 86_400_000;

/** The calendar day an instant falls on in the shop, as 'YYYY-MM-DD'. */
export function localDayOf(instant: Date): string {
  const there = new TZDate(instant.getTime(), SHOP_TIME_ZONE);
  const [month, day] = [there.getMonth() + 1, there.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${there.getFullYear()}-${month}-${day}`;
}

/** A day some days later (or earlier) in the calendar. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay();
}

export function monthOf(day: string): number {
  return Number(day.slice(5, 7));
}

/** The instant at which the shop's clock shows this many seconds after midnight of a day. */
export function instantAt(day: string, secondOfDay: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const hour = Math.floor(secondOfDay / 3600);
  const minute = Math.floor((secondOfDay % 3600) / 60);
  return new Date(new TZDate(year, month - 1, date, hour, minute, secondOfDay % 60, SHOP_TIME_ZONE).getTime());
}
