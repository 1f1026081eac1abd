import { sql } from 'kysely';
import type { CustomerMatch, customerDuplicatesRoute } from '#contract/customers.ts';
import type { BodyOf } from '#contract/route.ts';
import { customerName } from '#domain/customer-search.ts';
import { isPlaceholderEmail } from '#domain/new-customer.ts';
import { readPhone } from '#domain/phone.ts';
import { signInName } from '#domain/sign-in-name.ts';
import type { Database } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { hashedBirthDay, hashedLicense } from './identity.ts';
import { PRESENT_CUSTOMER } from './present.ts';
import { selectPeople } from './queries.ts';
import { toEntry } from './customer.ts';

/** The known values of a person who may be in the directory already; '' or null for unknown ones. */
export interface Sought {
  readonly email: string;
  readonly phone: string;
  readonly name: string;
  readonly dateOfBirth: string | null;
  readonly licenseNumber: string | null;
  readonly exceptId?: number | undefined;
}

/** A person of whom nothing is known. */
export const NOBODY: Sought = { email: '', phone: '', name: '', dateOfBirth: null, licenseNumber: null };

/** Share of three-letter pieces that two names have in common: "Jon Smith" and "John Smith" have more. */
export const SIMILAR = 0.4;
const MOST_MATCHES = 20;
const NATIONAL_DIGITS = 10;

/** The digits that the index of numbers holds: without the country and the extension. */
export function phoneKey(phone: string): string {
  const read = readPhone(phone);
  return (read.ok ? read.value : phone).replaceAll(/ x.*|\D/g, '').slice(-NATIONAL_DIGITS);
}

export function licenceKey(licence: string): string {
  return licence.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();
}

interface MatchRow {
  id: number;
  because: CustomerMatch['because'];
}

/**
 * Customers who look like the same person: the same phone number, e-mail address or licence number, or a similar name with
 * the same birth date. The surest come first. Rule: customers/duplicates.
 */
export async function findDuplicates(db: Database, secrets: Secrets, sought: Sought): Promise<CustomerMatch[]> {
  const phone = phoneKey(sought.phone);
  const email = isPlaceholderEmail(sought.email) ? '' : signInName(sought.email);
  const licence = hashedLicense(secrets, sought.licenseNumber);
  const born = hashedBirthDay(secrets, sought.dateOfBirth);
  const { rows } = await sql<MatchRow>`
    WITH found AS (
      SELECT u.id, 1 AS place, 'licence' AS because FROM customer_identities i JOIN users u ON u.id = i.customer_id
       WHERE i.license_hash = ${licence}::bytea AND ${PRESENT_CUSTOMER}
      UNION ALL
      SELECT u.id, 2, 'email' FROM sign_in_names n JOIN users u ON u.id = n.user_id
       WHERE ${email} <> '' AND n.name = ${email} AND ${PRESENT_CUSTOMER}
      UNION ALL
      SELECT u.id, 3, 'phone' FROM users u
       WHERE ${phone} <> '' AND u.phone <> '' AND right(regexp_replace(u.phone, ' x.*|[^0-9]', '', 'g'), 10) = ${phone} AND ${PRESENT_CUSTOMER}
      UNION ALL
      SELECT u.id, 4, 'name_and_birth_date' FROM customer_identities i JOIN users u ON u.id = i.customer_id
       WHERE i.birth_day_hash = ${born}::bytea AND ${PRESENT_CUSTOMER}
         AND similarity(folded_plain(u.display_name), folded_plain(${sought.name})) >= ${sql.lit(SIMILAR)})
    SELECT id, array_agg(because ORDER BY place) AS because
      FROM found WHERE id IS DISTINCT FROM ${sought.exceptId ?? null}::integer
     GROUP BY id ORDER BY count(*) DESC, min(place), id LIMIT ${sql.lit(MOST_MATCHES)}`.execute(db);
  const people = await selectPeople(
    db,
    rows.map(({ id }) => id),
  );
  return people.map((person, at) => ({ ...toEntry(person), because: rows[at]?.because ?? [] }));
}

export function soughtBy(body: BodyOf<typeof customerDuplicatesRoute>): Sought {
  return {
    email: body.email?.trim() ?? '',
    phone: body.phone?.trim() ?? '',
    name: body.name?.trim() ?? '',
    dateOfBirth: body.date_of_birth?.trim() || null,
    licenseNumber: body.license_number?.trim() || null,
    exceptId: body.except_id,
  };
}

const SAME: Record<CustomerMatch['because'][number], string> = {
  phone: 'this phone number',
  email: 'this e-mail address',
  licence: 'this licence number',
  name_and_birth_date: 'a similar name and the same birth date',
};

/** @throws Refusal `customer_exists` with those who look like the same person. */
export async function refuseDuplicates(db: Database, secrets: Secrets, sought: Sought): Promise<void> {
  const matches = await findDuplicates(db, secrets, sought);
  const [first] = matches;
  if (!first) return;
  const same = first.because.map((because) => SAME[because]).join(' and ');
  const others = matches.length > 1 ? `, and ${matches.length - 1} more` : '';
  const isSameEmail = matches.some(({ because }) => because.includes('email'));
  const otherwise = isSameEmail ? 'give another e-mail address' : 'create this one anyway';
  throw new Refusal(
    'customer_exists',
    `${customerName(first)} (${first.id})${others} already has ${same}. Nobody was added: use that customer, or ${otherwise}.`,
    { details: { matches } },
  );
}
