import { folded, foldedWords } from './fold.ts';
import { isPlaceholderEmail } from './new-customer.ts';
import { phoneSearched } from './phone.ts';

/** What a customer may be found by. */
export interface FindableCustomer {
  readonly id: number;
  readonly name: string;
  readonly display_name: string;
  readonly username: string;
  readonly email: string;
  readonly phone?: string | undefined;
}

/** Display name, else name, else username. Source: spec §2, "Customers". */
export function customerName({ display_name, name, username }: FindableCustomer): string {
  return display_name.trim() || name.trim() || username;
}

/** The words of a search, folded: each has to be found; a whole telephone number is one, however it is written. Source: spec §2, "Customers". */
export function wordsOf(search: string): string[] {
  const phone = phoneSearched(search);
  if (phone !== null) return [phone];
  return foldedWords(search);
}

/** The address to show and to search, or '' for a customer who gave none. */
export function customerEmail({ email }: Pick<FindableCustomer, 'email'>): string {
  return isPlaceholderEmail(email) ? '' : email;
}

/**
 * Every word must stand in the name, the email, the username or the id; also in the phone number, with or without its
 * punctuation, as the server's search has it. An empty search matches everybody.
 * Source: spec §2, "Customers".
 */
export function matchesCustomer(customer: FindableCustomer, search: string): boolean {
  const phone = customer.phone ?? '';
  const fields = [
    customerName(customer),
    customerEmail(customer),
    customer.username,
    String(customer.id),
    phone,
    phone.replace(/\D/g, ''),
  ].map(folded);
  return wordsOf(search).every((word) => fields.some((field) => field.includes(word)));
}

/** Shorter searches fit too many people to choose for the cashier. */
const AUTO_SELECT_MIN_LENGTH = 3;

/**
 * The customer who is meant without another key: the only match of a search longer than two characters whose name
 * equals or starts with it; null when nobody is sure. `matches` are all that fit, not a first page.
 * Source: spec §4, "Customer auto-select".
 */
export function autoSelected<C extends FindableCustomer>(matches: readonly C[], search: string): C | null {
  const wanted = folded(search).trim();
  const [only] = matches;
  if (matches.length !== 1 || !only || wanted.length < AUTO_SELECT_MIN_LENGTH) return null;
  return folded(customerName(only)).startsWith(wanted) ? only : null;
}
