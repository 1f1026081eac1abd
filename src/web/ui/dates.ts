const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.timeStyle ?? ''}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, format);
  return format;
}

/** "Mar 1, 2026, 1:29 PM" in the time zone of the shop. Rule: display/dates. */
export function displayInstant(instant: string, timeZone: string): string {
  const format = formatOf(timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(instant)).replaceAll('\u202f', ' ');
}

/** "Mar 1, 2026" in the time zone of the shop. */
export function displayDay(instant: string, timeZone: string): string {
  return formatOf(timeZone, { dateStyle: 'medium' }).format(new Date(instant));
}
