import { centsOf, displayMoney } from '#domain/money.ts';
import { displayQuantity, type Milli, toMilli } from '#domain/quantity.ts';

/** Quantity of the wire, a number with at most three decimals. */
export function milliOf(quantity: number): Milli {
  return toMilli(Math.round(quantity * 1000));
}

/** A figure that is kept from the person is none: '–'. */
export function displayAmount(amount: string | undefined): string {
  return amount === undefined ? '–' : displayMoney(centsOf(amount));
}

/** "1,250.5": no trailing zeros, thousands told apart. */
export function displayMilli(quantity: Milli): string {
  const [whole = '0', fraction] = displayQuantity(quantity).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

export function displayCount(quantity: number): string {
  return displayMilli(milliOf(quantity));
}

/** "1 item", "12 items". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${options.timeStyle ?? ''}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options });
  formats.set(key, format);
  return format;
}

/** "Mar 1, 2026, 1:29 PM" in the time of the shop. Rule: display/dates. */
export function displayInstant(instant: string, timeZone: string): string {
  const format = formatOf(timeZone, { dateStyle: 'medium', timeStyle: 'short' });
  return format.format(new Date(instant)).replaceAll('\u202f', ' ');
}

/** "Mar 1, 2026" on the wall of the shop. */
export function displayDay(instant: string, timeZone: string): string {
  return formatOf(timeZone, { dateStyle: 'medium' }).format(new Date(instant));
}
