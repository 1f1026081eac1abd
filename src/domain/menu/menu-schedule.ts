/** A layout and theme that are shown for a while instead of the usual ones. Null keeps the usual one. */
export interface ScheduleSlot {
  readonly name: string;
  /** HH:MM on the clock of the location. */
  readonly starts: string;
  /** HH:MM, up to 24:00. If it is not after `starts`, it is on the next day. */
  readonly ends: string;
  readonly layout_id: number | null;
  readonly theme_id: number | null;
}

export interface MenuSchedule {
  /** `weekday`: the day on which it starts, as ISO counts: 1 is Monday. */
  readonly weekly: readonly (ScheduleSlot & { readonly weekday: number })[];
  /** Days (ISO) with their own times instead of those of the week. */
  readonly days: readonly { readonly day: string; readonly slots: readonly ScheduleSlot[] }[];
}

export interface Shown {
  readonly layout_id: number | null;
  readonly theme_id: number | null;
}

export interface ShownNow extends Shown {
  /** The name of the schedule's current slot; empty for the usual menu. */
  readonly name: string;
}

export const NO_SCHEDULE: MenuSchedule = { weekly: [], days: [] };

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60_000;

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** In minutes from midnight of the day on which it starts. It may end on the next day. */
function spanOf({ starts, ends }: ScheduleSlot): [from: number, to: number] {
  const [from, to] = [minutesOf(starts), minutesOf(ends)];
  return [from, to > from ? to : to + DAY_MINUTES];
}

function dayBefore(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() - 1);
  return date.toISOString().slice(0, 10);
}

function slotsOf({ weekly, days }: MenuSchedule, day: string): readonly ScheduleSlot[] {
  const own = days.find((one) => one.day === day);
  if (own) return own.slots;
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7;
  return weekly.filter((slot) => slot.weekday === weekday);
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Day and minutes after midnight on the clock of a time zone. Swedish writes "2026-11-20 16:00". */
function wallOf(timeZone: string, instant: Date): { day: string; minutes: number } {
  const known = clocks.get(timeZone);
  const clock =
    known ??
    new Intl.DateTimeFormat('sv-SE', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  if (!known) clocks.set(timeZone, clock);
  const [day = '', time = ''] = clock.format(instant).split(' ');
  return { day, minutes: minutesOf(time) };
}

/**
 * The menu of a TV at an instant: that of the schedule's current slot, or the usual one. If several slots are current,
 * the one that began last counts. The location's local time decides, even if its clock is put forward or back.
 * Rule: menus/schedule.
 */
export function shownAt(usual: Shown, schedule: MenuSchedule, timeZone: string, instant: Date): ShownNow {
  const { day: today, minutes: now } = wallOf(timeZone, instant);
  const holding = [
    ...slotsOf(schedule, today).map((slot) => ({ slot, span: spanOf(slot) })),
    ...slotsOf(schedule, dayBefore(today)).map((slot) => {
      const [from, to] = spanOf(slot);
      return { slot, span: [from - DAY_MINUTES, to - DAY_MINUTES] as const };
    }),
  ].filter(({ span: [from, to] }) => from <= now && now < to);
  const last = holding.reduce<(typeof holding)[number] | null>(
    (best, one) => (best === null || one.span[0] > best.span[0] ? one : best),
    null,
  );
  if (last === null) return { ...usual, name: '' };
  const { layout_id, theme_id, name } = last.slot;
  return { layout_id: layout_id ?? usual.layout_id, theme_id: theme_id ?? usual.theme_id, name };
}

const sameShown = (one: ShownNow, other: ShownNow): boolean =>
  one.layout_id === other.layout_id && one.theme_id === other.theme_id && one.name === other.name;

/**
 * Minutes after midnight at which a slot may begin or end. Midnight is one, because a day with its own times begins
 * there.
 */
function turnsOf({ weekly, days }: MenuSchedule): number[] {
  const slots = [...weekly, ...days.flatMap((day) => day.slots)];
  return [...new Set([0, ...slots.flatMap((slot) => spanOf(slot).map((at) => at % DAY_MINUTES))])].toSorted(
    (a, b) => a - b,
  );
}

const LOOK_AHEAD_DAYS = 8;
/** Offsets of time zones from UTC are multiples of this, and clocks are put forward and back at such instants. */
const QUARTER_MINUTES = 15;

/**
 * The next instant, to the minute, at which another menu is shown; null if nothing changes for a week.
 * Rule: menus/schedule.
 */
export function changesAt(usual: Shown, schedule: MenuSchedule, timeZone: string, instant: Date): Date | null {
  if (schedule.weekly.length === 0 && schedule.days.every(({ slots }) => slots.length === 0)) return null;
  const shown = shownAt(usual, schedule, timeZone, instant);
  const turns = turnsOf(schedule);
  const now = instant.getTime() / MINUTE_MS;
  let expected: number | null = null;
  for (
    let quarter = Math.floor(now / QUARTER_MINUTES) * QUARTER_MINUTES;
    quarter < now + LOOK_AHEAD_DAYS * DAY_MINUTES;
    quarter += QUARTER_MINUTES
  ) {
    const { minutes: wall } = wallOf(timeZone, new Date(quarter * MINUTE_MS));
    const within = turns.map((turn) => turn - wall).filter((later) => later >= 0 && later < QUARTER_MINUTES);
    // The clock was put forward or back.
    if (expected !== null && wall !== expected && !within.includes(0)) within.unshift(0);
    expected = (wall + QUARTER_MINUTES) % DAY_MINUTES;
    for (const later of within) {
      const at = new Date((quarter + later) * MINUTE_MS);
      if (at > instant && !sameShown(shownAt(usual, schedule, timeZone, at), shown)) return at;
    }
  }
  return null;
}
