import { TZDate } from '@date-fns/tz';

const WALL_TIME = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})$/;

/** An instant as a date-and-time field has it, "2026-11-27T09:00", on the wall of the shop. */
export function toWallTime(instant: string, timeZone: string): string {
  const at = new TZDate(instant, timeZone);
  const two = (n: number) => String(n).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The instant of a wall time of the shop; null for what is none. An hour that a clock skips is the one after it. */
export function fromWallTime(typed: string, timeZone: string): string | null {
  const [, year, month, day, hour, minute] = (WALL_TIME.exec(typed) ?? []).map(Number);
  if (year === undefined || month === undefined) return null;
  const at = new TZDate(year, month - 1, day ?? 1, hour ?? 0, minute ?? 0, timeZone);
  return Number.isNaN(at.getTime()) ? null : new Date(at.getTime()).toISOString();
}
