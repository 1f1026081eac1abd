/** The date at the shop at an instant, ISO ("2026-03-01"), whatever the time zone of the till. */
export function dayIn(timeZone: string, instant: Date): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(instant);
}
