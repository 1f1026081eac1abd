import { folded, foldedWords } from './fold.ts';
import { isPlaceholderEmail } from './new-customer.ts';
import { phoneSearched } from './phone.ts';

/** The fields by which a customer is found. */
export interface FindableCustomer {
  readonly id: number;
  readonly name: string;
  readonly display_name: string;
  readonly username: string;
  readonly email: string;
}

/** Display name, else name, else username. Rule: customers/name. */
export function customerName({ display_name, name, username }: FindableCustomer): string {
  return display_name.trim() || name.trim() || username;
}

/**
 * The words of a search, folded; each must be found. A whole telephone number is one word, however it is written. Rule:
 * customers/found-by.
 */
export function wordsOf(search: string): string[] {
  const phone = phoneSearched(search);
  if (phone !== null) return [phone];
  return foldedWords(search);
}

/** The address to show and to search, or '' for a customer who gave none. */
export function customerEmail({ email }: Pick<FindableCustomer, 'email'>): string {
  return isPlaceholderEmail(email) ? '' : email;
}

/** Shorter searches fit too many people to choose for the cashier. Rule: customers/auto-select. */
const AUTO_SELECT_MIN_LENGTH = 3;

/**
 * The customer to choose without another key: the only match of a search longer than two characters, if the name starts
 * with it; else null. `matches` are all that fit, not a first page. Rule: customers/auto-select.
 */
export function autoSelected<C extends FindableCustomer>(matches: readonly C[], search: string): C | null {
  const wanted = folded(search).trim();
  const [only] = matches;
  if (matches.length !== 1 || !only || wanted.length < AUTO_SELECT_MIN_LENGTH) return null;
  return folded(customerName(only)).startsWith(wanted) ? only : null;
}
