const DAY_MS = 86_400_000;

/** "2:02 PM" on the wall of the shop; with its day when that is not today. Rule: display/dates. */
export function asOf(ms: number, nowMs: number, timeZone: string): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(ms).replaceAll('\u202f', ' ');
  const dayOf = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at);
  const isToday = nowMs - ms < DAY_MS && dayOf(ms) === dayOf(nowMs);
  return isToday
    ? write({ timeStyle: 'short' })
    : write({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' });
}
