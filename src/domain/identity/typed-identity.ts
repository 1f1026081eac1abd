import { isBirthDay } from '../new-customer.ts';
import { ISO_DAY, US_DAY } from './typed-day.ts';

/** A birth date (ISO) or the number of a licence, by which a customer may be found. */
export type TypedIdentity =
  | { readonly kind: 'birth_date'; readonly birthDay: string }
  | { readonly kind: 'licence'; readonly licenseNumber: string };

/** Numbers of licences: letters, digits, blanks and dashes, with more digits than an id of a customer. */
const LICENCE = /^[A-Z0-9][A-Z0-9 -]{3,24}$/i;
const FEWEST_DIGITS = 5;

function birthDayIn(text: string, today: string): string | null {
  const [, isoYear, isoMonth = '', isoDay = ''] = ISO_DAY.exec(text) ?? [];
  const [, month = isoMonth, day = isoDay, year = isoYear] = US_DAY.exec(text) ?? [];
  const born = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isBirthDay(born, today) ? born : null;
}

/**
 * The identity that somebody typed into a search; null if it is none. @param today ISO, in the shop's time zone
 * Rule: customers/birth-and-licence.
 */
export function typedIdentity(typed: string, today: string): TypedIdentity | null {
  const text = typed.trim();
  const birthDay = birthDayIn(text, today);
  if (birthDay !== null) return { kind: 'birth_date', birthDay };
  const isLicence = LICENCE.test(text) && text.replaceAll(/\D/g, '').length >= FEWEST_DIGITS;
  return isLicence ? { kind: 'licence', licenseNumber: text } : null;
}
