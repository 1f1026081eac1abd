import { randomBytes } from 'node:crypto';
import type {
  createUserRoute,
  customerDuplicatesRoute,
  CustomerMatch,
  DirectoryEntry,
  usersRoute,
} from '#contract/customers.ts';
import type { BodyOf, QueryOf } from '#contract/route.ts';
import { type Address, address, billingAddress, type MetaData, type PageMeta } from '#contract/wire.ts';
import { derivedUsername, isBirthDay, placeholderEmail, REACH_SENTENCES, reachableBy } from '#domain/new-customer.ts';
import type { Reachable } from '#domain/new-customer.ts';
import { type Role, ROLES } from '#domain/permissions.ts';
import { isVisibleName, MIN_PASSWORD_LENGTH, signInName } from '#domain/sign-in-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type Author, may, personIdOf, type Staff } from '#server/http/guard/session.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { comparesBirthDate, recordBirthDateSearch, requireIdentityReader } from './birth-date-guard.ts';
import { toEntry } from './customer.ts';
import { findDuplicates, NOBODY, refuseDuplicates, type Sought, soughtBy } from './duplicates.ts';
import { findByIdentity, keepIdentity } from './identity.ts';
import { insertDetails, insertPerson, type NewDetails, selectPeople, takenNames } from './queries.ts';

export { insertPerson, takenNames };
export { noSuchCustomer } from './customer.ts';
export { customerStatistics, customerTotals } from './figures.ts';
import { findPeople } from './search-queries.ts';

type NewUser = BodyOf<typeof createUserRoute>;

/** After this many taken names random ones are tried. */
const NUMBERED_NAMES = 20;
const RANDOM_NAMES = 5;
/** Length of the column. First and last name of the longest kind and a blank are one more. */
const NAME_MAX = 200;

/**
 * People of the directory, by name; when asked, those who bought last at the location first. Only those who manage staff
 * see anybody but customers. Rule: customers/directory.
 * @throws Refusal `not_allowed` when another role is asked for.
 */
export async function listPeople(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof usersRoute>,
  only: { readonly id?: number; readonly inNamesAlone?: boolean } = {},
): Promise<{ data: DirectoryEntry[]; meta: PageMeta & { is_exact: boolean } }> {
  const seesStaff = may(staff, 'manage-staff');
  if (query.role !== undefined && query.role !== 'customer' && !seesStaff) {
    throw new Refusal('not_allowed', 'Your role does not allow you to see staff accounts.');
  }
  const { page, per_page } = query;
  const role = query.role ?? (seesStaff ? null : 'customer');
  const found = await findPeople(db, {
    search: query.search ?? '',
    role: query.group !== undefined || query.flagged === true ? 'customer' : role,
    group: query.group,
    flagged: query.flagged,
    ...only,
    recentAt: query.recent_first ? staff.locationId : null,
    limit: per_page,
    offset: (page - 1) * per_page,
  });
  const people = await selectPeople(db, found.ids);
  return {
    data: people.map(toEntry),
    meta: { total: found.total, is_exact: found.isExact, pages: Math.ceil(found.total / per_page), page, per_page },
  };
}

/**
 * Customers with exactly this licence number, date of birth, or both. A search by date of birth tells whose it is, so it
 * counts as a reading. Rule: customers/birth-and-licence.
 * @throws Refusal `not_allowed`.
 */
export async function findPeopleByIdentity(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  identity: { readonly birthDay: string | undefined; readonly licenseNumber: string | undefined },
): Promise<DirectoryEntry[]> {
  const isReading = identity.birthDay !== undefined;
  if (isReading) requireIdentityReader(staff);
  const found = await findByIdentity(tx, secrets, identity);
  if (isReading) await recordBirthDateSearch(tx, staff, found);
  return (await selectPeople(tx, found)).map(toEntry);
}

/**
 * Customers who look like the person whose values are given.
 * @throws Refusal `not_allowed` when a birth date is given by somebody who may not read it.
 */
export async function searchDuplicates(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  body: BodyOf<typeof customerDuplicatesRoute>,
): Promise<CustomerMatch[]> {
  const sought = soughtBy(body);
  if (sought.dateOfBirth !== null) requireIdentityReader(staff);
  const found = await findDuplicates(tx, secrets, sought);
  if (sought.dateOfBirth !== null)
    await recordBirthDateSearch(
      tx,
      staff,
      found.flatMap(({ id, because }) => (because.includes('name_and_birth_date') ? id : [])),
    );
  return found;
}

interface Account {
  readonly role: Role;
  /** True if somebody with a similar name and the same birth date counts as the same person. */
  readonly comparesBirthDate: boolean;
  /** Null: an account without a password. */
  readonly passwordHash: string | null;
}

/**
 * The role and hashed password of somebody new, and whether their birth date may be compared with others. Hashing waits its turn, so it comes before the transaction: ten of them
 * waiting with a connection each would leave none for the sign-in whose turn it is.
 * @throws Refusal `not_allowed` for another role than customer, unless one manages staff; 422 `not_valid`; 429.
 */
export async function prepareAccount(
  deps: { db: Database; secrets: Secrets },
  by: Author,
  body: NewUser,
  key: unknown,
): Promise<Account> {
  const role = roleOf(body.roles);
  if (role !== 'customer' && !may(by, 'manage-staff')) {
    throw new Refusal('not_allowed', 'Your role does not allow you to create staff accounts.');
  }
  const { password = '' } = body;
  if (role !== 'customer' && password === '') {
    throw new Refusal('not_valid', `A staff account needs a password of at least ${MIN_PASSWORD_LENGTH} characters.`);
  }
  const isCompared = role === 'customer' && body.create_anyway !== true;
  return {
    role,
    comparesBirthDate: isCompared && (await comparesBirthDate(deps, by, readPerson(body, new Date()).sought, key)),
    passwordHash: password === '' ? null : await hashPassword(password),
  };
}

/**
 * Creates a customer, or staff. One transaction with addresses and the audit row.
 * Rules: customers/reachable, customers/no-email, customers/derived-username, customers/duplicates.
 * @throws Refusal 409 `customer_exists`, `email_taken`, `username_taken`; 422 `not_valid`.
 */
export async function createPerson(
  tx: Tx,
  by: Author,
  body: NewUser,
  { role, passwordHash, comparesBirthDate: isCompared }: Account,
  secrets: Secrets,
  now: Date,
): Promise<DirectoryEntry> {
  const { reach, asked, names, identity, details, sought } = readPerson(body, now);
  if ([asked, reach.email].some((name) => name !== '' && !isVisibleName(name))) {
    throw new Refusal('not_valid', 'The username or the e-mail has characters that cannot be seen. Type it again.');
  }
  const candidates = asked === '' ? [...usernamesFrom(derivedUsername(reach, now.getTime()))] : [asked];
  const addresses = reach.email === '' ? candidates.map(placeholderEmail) : [reach.email];
  const taken = await takenNames(tx, [...candidates, ...addresses].map(signInName));
  // First, because it names the customer who has the address.
  if (role === 'customer' && body.create_anyway !== true)
    await refuseDuplicates(tx, secrets, { ...sought, dateOfBirth: isCompared ? sought.dateOfBirth : null });
  if (reach.email !== '' && taken.has(signInName(reach.email)))
    throw emailTaken(reach.email, await findDuplicates(tx, secrets, { ...NOBODY, email: reach.email }));

  const person = { ...names, phone: reach.phone, role, passwordHash };
  for (const username of candidates) {
    const email = reach.email || placeholderEmail(username);
    if ([username, email].some((name) => taken.has(signInName(name)) || !isVisibleName(name))) continue;
    const id = await insertPerson(tx, { ...person, displayName: person.displayName || username, username, email });
    // A name of before that only the column keeps.
    if (id === null) continue;
    await insertDetails(tx, id, details);
    if (identity)
      await keepIdentity(tx, secrets, id, {
        ...identity,
        checkedBy: (identity.checked && personIdOf(by)) || undefined,
      });
    const action = role === 'customer' ? 'customer_created' : 'account_created';
    const written = { username, email: reach.email, phone: reach.phone, ...names };
    await recordChange(tx, by, {
      action,
      entity: 'user',
      entityId: id,
      // Names of staff are those of the shop's own books.
      ...(role === 'customer'
        ? { details: { role }, personal: { customerId: id, details: written } }
        : { details: { username, role } }),
    });
    const [row] = await selectPeople(tx, [id]);
    if (!row) throw new Error('A person who was just written is not there');
    return toEntry(row);
  }
  const sentence =
    asked === '' ? 'No free username was found; give one.' : `The username ${asked} is taken. Choose another one.`;
  throw new Refusal('username_taken', sentence);
}

/**
 * Reads the values of a new person from a request, and those by which people who may be the same are found.
 * @throws Refusal 422 `not_valid`
 */
function readPerson(body: NewUser, now: Date) {
  const reach = reachOf(body);
  const asked = body.username?.trim() ?? '';
  const names = namesOf(body, asked);
  const { identity, ...details } = detailsOf(body, names, reach, now);
  const sought: Sought = {
    email: reach.email,
    phone: reach.phone,
    name: names.displayName,
    dateOfBirth: identity?.birthDay ?? null,
    licenseNumber: identity?.licenseNumber ?? null,
  };
  return { reach, asked, names, identity, details, sought };
}

/** @param matches the customer who has it; nobody when it is one of staff */
export function emailTaken(email: string, matches: readonly CustomerMatch[] = []): Refusal {
  const sentence = `There is already an account with the e-mail ${email}.`;
  return new Refusal('email_taken', sentence, matches.length > 0 ? { details: { matches } } : {});
}

function roleOf(roles: readonly Role[] | undefined): Role {
  return ROLES.findLast((role) => roles?.includes(role) === true) ?? 'customer';
}

function reachOf(body: NewUser): Reachable {
  const reach = reachableBy({ email: body.email || body.billing?.email || '', phone: body.billing?.phone ?? '' });
  if (reach.ok) return reach.value;
  throw new Refusal('not_valid', REACH_SENTENCES[reach.refused.code]);
}

interface Names {
  readonly name: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
}

function namesOf(body: NewUser, username: string): Names {
  const firstName = (body.first_name || body.billing?.first_name || '').trim();
  const lastName = (body.last_name || body.billing?.last_name || '').trim();
  const name =
    body.name?.trim() ||
    `${firstName} ${lastName}`
      .trim()
      .slice(0, NAME_MAX)
      .replace(/\p{Surrogate}$/u, '');
  const displayName = body.display_name?.trim() || name;
  if (displayName === '' && username === '') throw new Refusal('not_valid', 'A first name is required.');
  return { name, displayName, firstName, lastName };
}

/** Names to try, one after the other, until one is free. */
export function* usernamesFrom(base: string): Generator<string> {
  yield base;
  for (let number = 2; number <= NUMBERED_NAMES; number += 1) yield `${base}-${number}`;
  for (let more = 0; more < RANDOM_NAMES; more += 1) yield `${base}-${randomBytes(4).toString('hex')}`;
}

interface GivenIdentity {
  readonly birthDay: string | undefined;
  readonly licenseNumber: string | undefined;
  /** A card was scanned just now. */
  readonly checked: boolean;
}

/**
 * `_date_of_birth`, `_license_number` and `_id_checked` are kept in a table of their own, sealed; null when none is given.
 * Rule: customers/birth-and-licence.
 */
function detailsOf(
  body: NewUser,
  { firstName, lastName }: Names,
  reach: Reachable,
  now: Date,
): NewDetails & { identity: GivenIdentity | null } {
  const {
    _date_of_birth: born,
    _license_number: license,
    _id_checked: checked,
    ...meta
  } = Object.fromEntries((body.meta_data ?? []).map(({ key, value }: MetaData[number]) => [key, value]));
  const named = { first_name: firstName, last_name: lastName };
  const billing = billingAddress.parse({
    ...named,
    ...withoutBlanks(body.billing),
    email: reach.email,
    phone: reach.phone,
  });
  const shipping: Address = address.parse(withoutBlanks(body.shipping));
  const given = {
    birthDay: birthDayOf(born, now),
    licenseNumber: licenseOf(license),
    checked: checked === '1' || checked === true,
  };
  return { billing, shipping, meta, identity: Object.values(given).some(Boolean) ? given : null };
}

function withoutBlanks(fields: object | undefined): object {
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined && value !== ''));
}

function birthDayOf(value: unknown, now: Date): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  // East of the server it may be tomorrow already.
  const today = new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10);
  if (typeof value === 'string' && isBirthDay(value, today)) return value;
  throw new Refusal('not_valid', 'The date of birth must be a day in the past, written like 1990-12-31.');
}

function licenseOf(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value === 'string' && value.length <= 100) return value.trim();
  throw new Refusal('not_valid', 'The license number must be a text of at most 100 characters.');
}
