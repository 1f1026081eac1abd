import type { ScannedCard } from '#domain/identity/aamva.ts';
import { US_STATES } from '#domain/us-states.ts';
import type { NewCustomer } from '#web/entities/customer/customer-rules.ts';

/** Cards are printed in capitals; these words stay so. */
const KEPT = /^(?:[NSEW]|NE|NW|SE|SW|PO|II|III|IV|VI{0,3})$/;

/** "O'BRIEN-SMITH" is O'Brien-Smith, "ST MARY'S" is St Mary's. Texts with small letters are left as they are. */
function inWords(text: string): string {
  if (text !== text.toUpperCase()) return text;
  const word = (part: string) => (KEPT.test(part) ? part : part.charAt(0) + part.slice(1).toLowerCase());
  return text.replace(/\p{L}+/gu, word).replace(/['’]S\b/g, (end) => end.toLowerCase());
}

/**
 * The form's fields from a card. Cards have no e-mail and phone. The form takes only addresses in the United States, so
 * a Canadian card's address is left out.
 */
export function fieldsOfCard(card: ScannedCard): Partial<NewCustomer> {
  // A single name is stored as the first name, though cards have it as the last one.
  const firstName = inWords(card.firstName || card.lastName);
  const lastName = card.firstName === '' ? '' : inWords([card.lastName, card.suffix].filter(Boolean).join(' '));
  const isHere = card.country === 'US' && US_STATES.some(([code]) => code === card.state);
  const { street, city, state, postcode, licenseNumber, birthDay } = card;
  return {
    firstName,
    lastName,
    ...(isHere && { address: inWords(street), city: inWords(city), state, zipCode: postcode }),
    ...(birthDay !== null && { dateOfBirth: birthDay }),
    licenseNumber,
    idChecked: '1',
  };
}
