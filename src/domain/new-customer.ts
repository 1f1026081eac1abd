import { digitsOf, readPhone } from './phone.ts';
import { accept, refuse, type Result } from './result.ts';

/** Fills the column of a customer who gave no address; `.invalid` never receives mail. Rule: customers/no-email. */
const PLACEHOLDER_DOMAIN = '@customers.invalid';

const EMAIL = /^[^\s@<>"',;:()[\]\\]+@[^\s@<>"',;:()[\]\\]+\.[^\s@<>"',;:()[\]\\.]+$/;
const USERNAME_MAX = 150;

/** True for the placeholder address of a customer who gave none. It is never shown, searched or written to. */
export function isPlaceholderEmail(email: string): boolean {
  return email.toLowerCase().endsWith(PLACEHOLDER_DOMAIN);
}

/** The placeholder address of a customer without one. */
export function placeholderEmail(username: string): string {
  return `${username}${PLACEHOLDER_DOMAIN}`;
}

/** Loose on purpose: whether mail arrives is known only by sending some. */
export function isEmail(text: string): boolean {
  return text.length <= 320 && EMAIL.test(text);
}

export interface Reachable {
  /** As given, '' for none; a placeholder counts as none. */
  readonly email: string;
  readonly phone: string;
}

export type ReachRefused = { code: 'email_or_phone_required' | 'email_not_valid' | 'phone_not_valid' };

/** The sentence staff read. */
export const REACH_SENTENCES: Record<ReachRefused['code'], string> = {
  email_or_phone_required: 'Either email or phone number is required',
  email_not_valid: 'This does not look like an email address.',
  phone_not_valid: 'Enter the whole number, with area code; from abroad with + and the country.',
};

/**
 * The email address and phone number of a customer, the number as `readPhone` keeps it. Refuses as its codes say.
 * Rule: customers/reachable.
 */
export function reachableBy({ email, phone: number }: Reachable): Result<Reachable, ReachRefused> {
  const given = { email: isPlaceholderEmail(email) ? '' : email.trim(), phone: number.trim() };
  if (given.email === '' && given.phone === '') return refuse({ code: 'email_or_phone_required' });
  if (given.email !== '' && !isEmail(given.email)) return refuse({ code: 'email_not_valid' });
  if (given.phone === '') return accept(given);
  const phone = readPhone(given.phone);
  return phone.ok ? accept({ ...given, phone: phone.value }) : phone;
}

/** From the e-mail's local part, else the phone's digits, else the time. Rule: customers/derived-username. */
export function derivedUsername({ email, phone }: Reachable, nowMs: number): string {
  const local = email.split('@')[0]?.toLowerCase() ?? '';
  // No half of a character at the end: it could not be stored.
  return (local || digitsOf(phone) || String(nowMs)).slice(0, USERNAME_MAX).replace(/\p{Surrogate}$/u, '');
}

/** A day somebody living may have been born on: a real day, in the last 130 years, not after today. */
export function isBirthDay(text: string, today: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && text <= today && year >= Number(today.slice(0, 4)) - 130;
}
