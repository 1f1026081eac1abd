const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.dateStyle ?? ''} ${options.timeStyle ?? ''}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, format);
  return format;
}

function written(instant: string, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(instant);
  if (Number.isNaN(at.getTime())) return 'Invalid Date';
  try {
    return formatOf(timeZone, options).format(at).replaceAll('\u202f', ' ');
  } catch {
    return 'Error formatting date';
  }
}

/** "Mar 1, 2026, 1:29 PM" in the time zone of the shop. Rule: display/dates. */
export function displayInstant(instant: string, timeZone: string): string {
  return written(instant, timeZone, { dateStyle: 'medium', timeStyle: 'short' });
}

/** "Mar 1, 2026" in the time zone of the shop. Rule: display/dates. */
export function displayDay(instant: string, timeZone: string): string {
  return written(instant, timeZone, { dateStyle: 'medium' });
}

/** "Mar 1, 1:29 PM" in the time zone of the shop: what happened within a year. */
export function displayMoment(instant: string, timeZone: string): string {
  return displayInstant(instant, timeZone).replace(/, \d{4},/, ',');
}

/** "1:29 PM" in the time zone of the shop. */
export function displayTime(instant: string, timeZone: string): string {
  return written(instant, timeZone, { timeStyle: 'short' });
}
