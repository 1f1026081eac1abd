import { type Customer, customer as customerSchema, type DirectoryEntry, directoryEntry } from '#contract/customers.ts';
import { NO_ADDRESS, NO_BILLING_ADDRESS } from '#contract/wire.ts';

/** Ann Lee of Monroe, in the group VIP. */
export const ANN: Customer = customerSchema.parse({
  id: 7,
  name: 'Ann Lee',
  display_name: 'Ann',
  first_name: 'Ann',
  last_name: 'Lee',
  username: 'ann',
  email: 'ann@example.com',
  phone: '704-555-0101',
  points_balance: 5,
  created_at: '2026-01-01T00:00:00.000Z',
  id_checked_at: null,
  version: 3,
  billing: { ...NO_BILLING_ADDRESS, phone: '704-555-0101', city: 'Monroe', state: 'NC' },
  shipping: NO_ADDRESS,
  preferences: {},
  flag: null,
  groups: ['VIP'],
  has_birth_date: false,
  has_licence: false,
});

/** A customer in the form that the list has. */
export function entryOf(customer: Customer): DirectoryEntry {
  return directoryEntry.parse({ ...customer, role: 'customer', roles: ['customer'] });
}
