import type { WireTvDevice } from '#contract/tv.ts';
import { dayIn } from '#domain/day.ts';
import { displayInstant } from '#web/ui/dates.ts';

/** The time, as "2:02 PM", with the day if that is not today. */
function moment(instant: string, timeZone: string): string {
  const whole = displayInstant(instant, timeZone);
  const isToday = dayIn(timeZone, new Date(instant)) === dayIn(timeZone, new Date());
  return isToday ? (whole.split(', ').at(-1) ?? whole) : whole;
}

/** "Online", or "offline since" with the time. */
export function presence({ online, last_seen: lastSeen }: WireTvDevice, timeZone: string): string {
  if (online) return 'Online';
  return lastSeen === null ? 'Never seen' : `offline since ${moment(lastSeen, timeZone)}`;
}

/** The screen's last report of its own content; null before the first report. */
export function showingLine({ showing }: WireTvDevice): string | null {
  if (!showing) return null;
  const { layout_name: layout, theme_name: theme, page, pages, item_count: items, width, height } = showing;
  const parts = [
    layout ?? 'Plain layout',
    ...(theme === null ? [] : [theme]),
    ...(pages > 1 ? [`page ${page} of ${pages}`] : []),
    `${items} ${items === 1 ? 'item' : 'items'}`,
    `${width} x ${height}`,
  ];
  return parts.join(' · ');
}

/** A sentence about a wrong display; null if it is right. */
export function wrongLine({ wrong }: WireTvDevice, timeZone: string): string | null {
  if (!wrong) return null;
  const { menu, schedule, shelf } = wrong;
  const what = menu
    ? 'a former menu'
    : schedule
      ? 'another menu than its schedule says'
      : shelf
        ? 'former prices or stock'
        : 'something else than it should';
  return `Shows ${what} since ${moment(wrong.since, timeZone)}`;
}
