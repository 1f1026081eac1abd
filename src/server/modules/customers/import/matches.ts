import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import type { Problem } from '#server/modules/catalogue-import/service.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { hashedBirthDay, hashedLicense } from '../identity.ts';
import { SIMILAR } from '../duplicates.ts';
import { PRESENT_CUSTOMER } from '../present.ts';
import type { ReadCustomer } from './read.ts';

/** Somebody who looks like the person of a row: of the directory, or of an earlier row. */
export interface Match {
  readonly line: number;
  readonly reason: string;
  /** An address signs one person in, so it is nobody else's. */
  readonly isTaken: boolean;
  /** The customer with the same birth date and a similar name. */
  readonly bornLike?: number;
}

const BORN_LIKE = 'birth date and a similar name';

/** Rows that say the same of somebody as an earlier row. */
function matchesInFile(customers: readonly ReadCustomer[]): Match[] {
  const first = new Map<string, number>();
  return customers.flatMap(({ line, emailKey, phoneKey, licenceKey }): Match[] => {
    const keys = [
      ['e-mail address', emailKey],
      ['phone number', phoneKey],
      ['licence number', licenceKey],
    ] as const;
    const matches: Match[] = [];
    for (const [what, key] of keys) {
      if (key === '') continue;
      const earlier = first.get(`${what} ${key}`);
      if (earlier === undefined) first.set(`${what} ${key}`, line);
      else matches.push({ line, reason: `has the ${what} of line ${earlier}`, isTaken: key === emailKey });
    }
    return matches;
  });
}

/**
 * Customers who look like the person of a row, found as when one customer is created. Rule: customers/duplicates.
 * @param withBirthDates also by a similar name with the same birth date; see customers/birth-and-licence
 */
export async function findMatches(
  db: Database,
  secrets: Secrets,
  customers: readonly ReadCustomer[],
  { withBirthDates }: { withBirthDates: boolean },
): Promise<Match[]> {
  const asked = customers.map(({ line, name, emailKey, phoneKey, licence, born }) => ({
    line,
    name,
    email: emailKey,
    phone: phoneKey,
    licence: hashedLicense(secrets, licence)?.toString('hex') ?? null,
    born: (withBirthDates && hashedBirthDay(secrets, born)?.toString('hex')) || null,
  }));
  const { rows } = await sql<{ line: number; id: number; name: string; same: string }>`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
        AS a(line integer, name text, email text, phone text, licence text, born text)),
    found AS (
      -- Names of staff sign somebody in as well.
      SELECT a.line, n.user_id AS id, 'e-mail address' AS same FROM asked a JOIN sign_in_names n ON n.name = a.email WHERE a.email <> ''
      UNION ALL
      SELECT a.line, u.id, 'phone number' FROM asked a
        JOIN users u ON right(regexp_replace(u.phone, ' x.*|[^0-9]', '', 'g'), 10) = a.phone AND u.phone <> '' AND ${PRESENT_CUSTOMER}
       WHERE a.phone <> ''
      UNION ALL
      SELECT a.line, u.id, 'licence number' FROM asked a
        JOIN customer_identities i ON i.license_hash = decode(a.licence, 'hex')
        JOIN users u ON u.id = i.customer_id AND ${PRESENT_CUSTOMER}
      UNION ALL
      SELECT a.line, u.id, ${BORN_LIKE} FROM asked a
        JOIN customer_identities i ON i.birth_day_hash = decode(a.born, 'hex')
        JOIN users u ON u.id = i.customer_id AND ${PRESENT_CUSTOMER} AND similarity(folded_plain(u.display_name), folded_plain(a.name)) >= ${sql.lit(SIMILAR)})
    SELECT DISTINCT f.line, f.same, u.id, CASE WHEN u.role = 'customer' THEN u.display_name ELSE 'a member of staff' END AS name
      FROM found f JOIN users u ON u.id = f.id ORDER BY 1, 2, 3`.execute(db);
  return [
    ...matchesInFile(customers),
    ...rows.map(({ line, id, name, same }) => ({
      line,
      reason: `has the ${same} of ${name} (${id})`,
      isTaken: same === 'e-mail address',
      ...(same === BORN_LIKE && { bornLike: id }),
    })),
  ];
}

export function problemOf({ line, reason }: Match): Problem {
  return { line, column: null, reason };
}
