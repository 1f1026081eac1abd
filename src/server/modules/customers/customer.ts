import { type Customer, type DirectoryEntry, preferences } from '#contract/customers.ts';
import { address, billingAddress } from '#contract/wire.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { type CustomerRow, type PersonRow, selectCustomer, selectKept } from './queries.ts';

/** The refusal for a customer who is not there. For a merged account it names the one that was kept. */
export async function noSuchCustomer(db: Database, id: number): Promise<Refusal> {
  const kept = await selectKept(db, id);
  if (!kept) return new Refusal('not_found', `There is no customer ${id}.`);
  return new Refusal('not_found', `Customer ${id} was merged into ${kept.name} (${kept.id}).`, {
    details: { merged_into: kept.id },
  });
}

/** @throws Refusal `not_found`; of a merged account it names the one that was kept. Rule: customers/only-customers. */
export async function requireCustomer(db: Database, id: number, options?: { lock?: boolean }): Promise<CustomerRow> {
  const row = await selectCustomer(db, id, options);
  if (row) return row;
  throw await noSuchCustomer(db, id);
}

export function toCustomer(row: CustomerRow): Customer {
  const { role: _role, roles: _roles, ...entry } = toEntry(row);
  const named = { first_name: row.first_name, last_name: row.last_name };
  const email = isPlaceholderEmail(row.email) ? '' : row.email;
  return {
    ...entry,
    email,
    version: row.version,
    flag: row.flag,
    groups: row.groups,
    billing: billingAddress
      .catch(billingAddress.parse({}))
      .parse({ ...named, email, phone: row.phone, ...asObject(row.billing) }),
    shipping: address.catch(address.parse({})).parse({ ...named, ...asObject(row.shipping) }),
    preferences: preferences.catch(preferences.parse({})).parse(asObject(row.preferences)),
    has_birth_date: row.has_birth_date,
    has_licence: row.has_licence,
  };
}

/** @throws Refusal `not_found`. */
export async function getCustomer(db: Database, id: number): Promise<Customer> {
  return toCustomer(await requireCustomer(db, id));
}

function asObject(stored: unknown): object {
  return typeof stored === 'object' && stored !== null ? stored : {};
}

export function toEntry(row: PersonRow): DirectoryEntry {
  return {
    id: row.id,
    name: row.name,
    display_name: row.display_name,
    first_name: row.first_name,
    last_name: row.last_name,
    username: row.username,
    email: row.email,
    phone: row.phone,
    role: row.role,
    roles: [row.role],
    points_balance: row.points_balance,
    created_at: row.created_at.toISOString(),
    id_checked_at: row.id_checked_at?.toISOString() ?? null,
    version: row.version,
    flag: row.flag,
    groups: row.groups,
  };
}
