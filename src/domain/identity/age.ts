import { isBirthDay } from '../new-customer.ts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;

/** A day of the calendar, ISO; null if there is no such day, as February 30. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

/**
 * Age in whole years. People born on February 29 have their birthday on March 1 in other years. Both are ISO days.
 * Rule: customers/age.
 */
export function ageOn(birthDay: string, today: string): number {
  if (!DAY.test(birthDay) || !DAY.test(today)) throw new RangeError(`not ISO days: ${birthDay}, ${today}`);
  const years = Number(today.slice(0, 4)) - Number(birthDay.slice(0, 4));
  return today.slice(5) < birthDay.slice(5) ? years - 1 : years;
}

/** The shop sells to people of this age and above. Rule: customers/age. */
export const LEGAL_AGE = 21;

export interface Judgement {
  /** Null if the card has no possible date of birth. */
  readonly age: number | null;
  readonly underage: boolean;
  /** A card is valid through the day that it names. */
  readonly expired: boolean;
}

/** True for somebody below the legal age. A date that is not whole says nothing. Rule: customers/age. */
export function isUnderLegalAge(birthDay: string, today: string): boolean {
  return isBirthDay(birthDay, today) && ageOn(birthDay, today) < LEGAL_AGE;
}

/** Judges the holder's age and the card's expiry. Days are ISO, `today` is the shop's. Rule: customers/age. */
export function judgeCard(
  card: { readonly birthDay: string | null; readonly expiresOn: string | null },
  today: string,
): Judgement {
  const age = card.birthDay === null || card.birthDay > today ? null : ageOn(card.birthDay, today);
  return {
    age,
    underage: age !== null && age < LEGAL_AGE,
    expired: card.expiresOn !== null && card.expiresOn < today,
  };
}
