import type { Customer } from '#contract/customers.ts';
import type { Filled } from './merge-queries.ts';

/** The parts of an address that only make sense together. */
export const PLACE = ['address_1', 'address_2', 'city', 'state', 'postcode', 'country', 'company'] as const;

/** The place of one address or of the other, never parts of both; and names where they are blank. */
function address<A extends Customer['shipping']>(kept: A, merged: A): A {
  const place = kept.address_1.trim() === '' && merged.address_1.trim() !== '' ? merged : kept;
  const parts = Object.fromEntries(PLACE.map((part) => [part, place[part]]));
  return {
    ...kept,
    ...parts,
    first_name: kept.first_name || merged.first_name,
    last_name: kept.last_name || merged.last_name,
  };
}

/** The later of two instants in ISO form. */
const later = (one: string | null | undefined, other: string | null | undefined): string | null =>
  (one ?? '') > (other ?? '') ? (one ?? null) : (other ?? null);

/**
 * The kept account after a merge: values that it lacks come from the other. A ban of either stays.
 * Rule: customers/merged.
 * @param notReadable values of the merged account under another data key, which cannot be brought over
 */
export function combined(kept: Customer, merged: Customer, notReadable: readonly Filled[] = []): Customer {
  const email = kept.email || merged.email;
  const phone = kept.phone || merged.phone;
  return {
    ...kept,
    email,
    phone,
    name: kept.name || merged.name,
    first_name: kept.first_name || merged.first_name,
    last_name: kept.last_name || merged.last_name,
    billing: { ...address(kept.billing, merged.billing), email: kept.billing.email || email, phone },
    shipping: address(kept.shipping, merged.shipping),
    flag: merged.flag?.kind === 'banned' && kept.flag?.kind !== 'banned' ? merged.flag : (kept.flag ?? merged.flag),
    groups: [...new Set([...kept.groups, ...merged.groups])].sort((a, b) => a.localeCompare(b, 'en')),
    points_balance: kept.points_balance + merged.points_balance,
    id_checked_at: [kept.id_checked_at, merged.id_checked_at].reduce(later, null),
    has_birth_date: kept.has_birth_date || (merged.has_birth_date && !notReadable.includes('date_of_birth')),
    has_licence: kept.has_licence || (merged.has_licence && !notReadable.includes('license_number')),
  };
}
