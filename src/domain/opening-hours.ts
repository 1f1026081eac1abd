import { accept, refuse, type Result } from './result.ts';

/**
 * A time in which a location is open. Times are HH:MM, local. If `closes` is not after `opens`, it is on the next day.
 */
export interface OpenTime {
  /** As ISO counts: 1 is Monday, 7 is Sunday. The day on which it opens. */
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
}

export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** Open times of one day. */
const MOST_TIMES_A_DAY = 4;

const DAY_MINUTES = 24 * 60;
const TIME = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm)?$/i;

export type HoursRefused = { readonly code: 'hours_not_read' | 'hours_empty' | 'hours_overlap' | 'hours_too_many' };

export const HOURS_SENTENCES: Record<HoursRefused['code'], string> = {
  hours_not_read: 'Write hours like 9:00-21:00, or 9 am-1 pm, 2 pm-6 pm. Leave it empty when closed.',
  hours_empty: 'It opens and closes at the same time.',
  hours_overlap: 'Two of these times overlap.',
  hours_too_many: `A day has at most ${MOST_TIMES_A_DAY} times.`,
};

/** Minutes after midnight, up to 24:00; null for a text that is no time. */
function minutesOf(text: string): number | null {
  const [, hours = '', minutes = '0', half] = TIME.exec(text.trim()) ?? [];
  if (hours === '' || Number(minutes) > 59) return null;
  const hour = Number(hours);
  if (half === undefined)
    return hour < 24 || (hour === 24 && Number(minutes) === 0) ? hour * 60 + Number(minutes) : null;
  if (hour < 1 || hour > 12) return null;
  return ((hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minutes);
}

function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** In minutes, with an end after the beginning. */
function spanOf({ opens, closes }: Pick<OpenTime, 'opens' | 'closes'>): [number, number] | null {
  const [from, to] = [minutesOf(opens), minutesOf(closes)];
  if (from === null || to === null || from === DAY_MINUTES) return null;
  return [from, to > from ? to : to + DAY_MINUTES];
}

/** The times of one day, in order. Refuses as its codes say. */
export function checkDay<T extends Pick<OpenTime, 'opens' | 'closes'>>(times: readonly T[]): Result<T[], HoursRefused> {
  if (times.length > MOST_TIMES_A_DAY) return refuse({ code: 'hours_too_many' });
  const spans = times.map((time) => ({ time, span: spanOf(time) }));
  if (spans.some(({ span }) => span === null)) return refuse({ code: 'hours_not_read' });
  if (times.some(({ opens, closes }) => minutesOf(opens) === minutesOf(closes))) return refuse({ code: 'hours_empty' });
  const ordered = spans.toSorted((a, b) => (a.span?.[0] ?? 0) - (b.span?.[0] ?? 0));
  const overlaps = ordered.some(({ span }, at) => (ordered[at + 1]?.span?.[0] ?? Infinity) < (span?.[1] ?? 0));
  return overlaps ? refuse({ code: 'hours_overlap' }) : accept(ordered.map(({ time }) => time));
}

/** The hours of a day as somebody types them: "9-13, 14:00-18:00". An empty text means closed. */
export function readHours(weekday: number, text: string): Result<OpenTime[], HoursRefused> {
  const times: OpenTime[] = [];
  for (const part of text.split(/[,;]/).filter((one) => one.trim() !== '')) {
    const [opens, closes, ...more] = part.split(/[-–—]|\bto\b/i).map((one) => minutesOf(one));
    if (opens === undefined || closes === undefined || opens === null || closes === null || more.length > 0)
      return refuse({ code: 'hours_not_read' });
    times.push({ weekday, opens: timeOf(opens), closes: timeOf(closes) });
  }
  return checkDay(times);
}

/** "09:00-13:00, 14:00-18:00", as `readHours` reads it. */
export function hoursText(times: readonly OpenTime[], weekday: number): string {
  return times
    .filter((time) => time.weekday === weekday)
    .toSorted((a, b) => a.opens.localeCompare(b.opens))
    .map(({ opens, closes }) => `${opens}-${closes}`)
    .join(', ');
}

function wallOf(timeZone: string, instant: Date): { day: string; minutes: number } {
  // Swedish writes "2026-11-20 16:00".
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  const [day = '', time = ''] = clock.format(instant).split(' ');
  return { day, minutes: minutesOf(time) ?? 0 };
}

/**
 * True if a location is open by its local time. A location without opening hours is always open.
 * @param closedDays ISO days on which it does not open
 */
export function isOpenAt(
  { hours, closedDays, timeZone }: { hours: readonly OpenTime[]; closedDays: readonly string[]; timeZone: string },
  instant: Date,
): boolean {
  if (hours.length === 0) return true;
  const { day, minutes } = wallOf(timeZone, instant);
  const before = new Date(Date.parse(`${day}T12:00:00Z`) - DAY_MINUTES * 60_000).toISOString().slice(0, 10);
  const holds = (opened: string, at: number): boolean => {
    const weekday = new Date(`${opened}T12:00:00Z`).getUTCDay() || WEEKDAYS.length;
    if (closedDays.includes(opened)) return false;
    return hours.some((time) => {
      const span = time.weekday === weekday ? spanOf(time) : null;
      return span !== null && span[0] <= at && at < span[1];
    });
  };
  return holds(day, minutes) || holds(before, minutes + DAY_MINUTES);
}
