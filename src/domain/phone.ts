import { accept, refuse, type Result } from './result.ts';

/** An extension at the end: "x12", "ext. 12". */
const EXTENSION = /\s*(?:x|ext\.?)\s*(\d{1,6})$/i;
const PUNCTUATED = /^\+?[\d\s().\-/]+$/;

/** Telephone numbers have up to 15 digits (E.164), with the country's. */
const MOST_DIGITS = 15;
const LEAST_ABROAD = 8;
const LOCAL = 7;
const NATIONAL = 10;

export function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '');
}

function grouped(digits: string): string {
  const local = `${digits.slice(-LOCAL, -4)}-${digits.slice(-4)}`;
  return digits.length === NATIONAL ? `${digits.slice(0, 3)}-${local}` : local;
}

/**
 * Reads a telephone number into the form that is kept: 704-555-0101, 555-0101, +442079460958, each perhaps with " x12".
 * US numbers have ten digits, with or without the 1, or the seven of a local call; others begin with + and the country.
 * Refuses `phone_not_valid`.
 */
export function readPhone(text: string): Result<string, { code: 'phone_not_valid' }> {
  const typed = text.trim();
  const extension = EXTENSION.exec(typed)?.[1];
  const number = typed.replace(EXTENSION, '');
  if (!PUNCTUATED.test(number)) return refuse({ code: 'phone_not_valid' });
  const given = digitsOf(number);
  const tail = extension === undefined ? '' : ` x${extension}`;
  const national = given.length === NATIONAL + 1 && given.startsWith('1') ? given.slice(1) : given;
  const isAbroad = number.startsWith('+') && !given.startsWith('1');
  if (isAbroad) {
    const fits = given.length >= LEAST_ABROAD && given.length <= MOST_DIGITS;
    return fits ? accept(`+${given}${tail}`) : refuse({ code: 'phone_not_valid' });
  }
  const isLocal = national.length === LOCAL && !number.startsWith('+');
  if (national.length !== NATIONAL && !isLocal) return refuse({ code: 'phone_not_valid' });
  return accept(`${grouped(national)}${tail}`);
}

/** The digits of what is meant as a telephone number when it is searched for; null for anything else. */
export function phoneSearched(search: string): string | null {
  const typed = search.trim();
  const digits = digitsOf(typed);
  if (!PUNCTUATED.test(typed) || digits.length < LOCAL || digits.length > MOST_DIGITS) return null;
  return digits.length === NATIONAL + 1 && digits.startsWith('1') ? digits.slice(1) : digits;
}
