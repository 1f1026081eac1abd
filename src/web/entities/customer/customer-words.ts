import type { CustomerFlag, CustomerMatch, DirectoryEntry } from '#contract/customers.ts';
import { autoSelected, customerEmail, customerName } from '#domain/customer-search.ts';
import { foldedWords } from '#domain/fold.ts';
import type { NewCustomer } from './customer-rules.ts';

/** The customer of a sale; a guest is null, never id 0. */
export interface CartCustomer {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly points: number;
  /** ISO instant of the last scan of a card. */
  readonly idCheckedAt?: string;
  /** Their card, or the form that added them, has just said that they are under the legal age. Rule: customers/age. */
  readonly isUnderage?: true;
  /** The flag that a till shows with the customer. */
  readonly flag?: CustomerFlag;
}

export function toCartCustomer(entry: Omit<DirectoryEntry, 'role' | 'roles'>): CartCustomer {
  const { id, phone, points_balance: points, id_checked_at: idCheckedAt, flag } = entry;
  const customer = { id, name: customerName(entry), email: customerEmail(entry), phone, points };
  return { ...customer, ...(idCheckedAt && { idCheckedAt }), ...(flag && { flag }) };
}

const GUEST_WORDS = ['guest', 'customer'];

/** True if the list offers the walk-in guest, that is, unless the search is for another person. */
export function offersGuest(search: string): boolean {
  const words = foldedWords(search);
  return words.every((word) => GUEST_WORDS.some((known) => known.startsWith(word)));
}

/** 'No customers found matching your search' or 'No customers available'. Rule: customers/search-popup. */
export function emptyMessage(search: string): string {
  return search.trim() === '' ? 'No customers available' : 'No customers found matching your search';
}

/** Phone and email address, or the id of a customer who gave neither; never a placeholder address. */
export function contactOf(entry: DirectoryEntry): string {
  return [entry.phone, customerEmail(entry)].filter(Boolean).join(' · ') || `#${entry.id}`;
}

/**
 * The customer who is chosen without a key. Only a complete list proves that there is a single match.
 * Rule: customers/auto-select.
 */
export function certain(
  { customers, total }: { customers: readonly DirectoryEntry[]; total: number },
  search: string,
): DirectoryEntry | null {
  return total === customers.length ? autoSelected(customers, search) : null;
}

/** The form begins with the text that was searched for in vain. */
export function startingWith(text: string): Partial<NewCustomer> {
  const typed = text.trim();
  if (typed === '') return {};
  if (typed.includes('@')) return { email: typed };
  if (/^[\d\s()+.-]+$/.test(typed)) return { phone: typed };
  const [firstName = '', ...others] = typed.split(/\s+/);
  return { firstName, lastName: others.join(' ') };
}

/** Kinds of flags, in words. */
export const FLAG_LABEL: Record<CustomerFlag['kind'], string> = {
  banned: 'Banned',
  check_id: 'Check ID',
  note: 'Note',
};

/** "Banned: threw a bottle", "Check ID". Rule: customers/flag. */
export function flagWords({ kind, text }: CustomerFlag): string {
  return text === '' ? FLAG_LABEL[kind] : `${FLAG_LABEL[kind]}: ${text}`;
}

/** The reason why a customer looks like the same person, in words. Rule: customers/duplicates. */
export const MATCH_WORDS: Record<CustomerMatch['because'][number], string> = {
  phone: 'same phone number',
  email: 'same email',
  licence: 'same licence number',
  name_and_birth_date: 'similar name, same birth date',
};

/** A customer as somebody else tells of them, who does not tell ages: still under age if this sale knew it of the same person. */
export function withAgeOf(before: CartCustomer | null, customer: CartCustomer): CartCustomer {
  return before?.id === customer.id && before.isUnderage ? { ...customer, isUnderage: true } : customer;
}
