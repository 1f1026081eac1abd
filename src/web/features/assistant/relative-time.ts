import { displayDay } from '#web/ui/dates.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** "Just now", "5m ago", "3h ago", "2d ago", and the date where the person works after a week. Rule: ai-view/relative-time. */
export function relativeTime(instant: string, timeZone: string, now = Date.now()): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const passed = now - at;
  if (passed < MINUTE_MS) return 'Just now';
  if (passed < HOUR_MS) return `${Math.floor(passed / MINUTE_MS)}m ago`;
  if (passed < DAY_MS) return `${Math.floor(passed / HOUR_MS)}h ago`;
  if (passed < 7 * DAY_MS) return `${Math.floor(passed / DAY_MS)}d ago`;
  return displayDay(instant, timeZone);
}
