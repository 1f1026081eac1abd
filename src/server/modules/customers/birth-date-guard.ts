import { sql } from 'kysely';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type Author, may } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { findDuplicates, type Sought } from './duplicates.ts';

/**
 * Refused creations with a birth date, by one person in an hour, whose birth date is still compared. A register that reads cards
 * has few; guessing the birth date of a customer takes thousands. Rule: customers/birth-and-licence.
 */
const MOST_COMPARED = 20;
/** The action of a search by birth date in the audit trail. */
export const BIRTH_DATE_SEARCH = 'customers_found_by_birth_date';

/** @throws Refusal `not_allowed`, with what the caller asked for */
export function requireIdentityReader(by: Author, asked = 'Finding a customer by date of birth'): void {
  if (!may(by, 'see-identity')) throw new Refusal('not_allowed', `${asked} needs a manager.`);
}

/** Writes that somebody looked for customers by a birth date, and whom they found. */
export async function recordBirthDateSearch(tx: Tx, by: Author, found: readonly number[]): Promise<void> {
  await recordChange(tx, by, {
    action: BIRTH_DATE_SEARCH,
    entity: 'customers',
    entityId: 'identity',
    details: { found },
  });
}

/** True if a request was carried out under this `Idempotency-Key`. */
export async function isUsed(tx: Tx, key: unknown): Promise<boolean> {
  if (typeof key !== 'string') return false;
  const { rows } = await sql`SELECT FROM idempotency_keys WHERE key = ${key}`.execute(tx);
  return rows.length > 0;
}

async function searchesOfThisHour(tx: Tx, by: Author): Promise<number> {
  const who = by.kind === 'staff' ? sql`actor_id = ${by.id}` : sql`machine_kind = ${by.kind} AND machine_id = ${by.id}`;
  const { rows } = await sql<{ searches: number }>`
    SELECT count(*)::integer AS searches FROM audit_trail
     WHERE action = ${BIRTH_DATE_SEARCH} AND ${who} AND at > now() - interval '1 hour'`.execute(tx);
  return rows[0]?.searches ?? 0;
}

/**
 * Decides whether the birth date of a new person is compared with those of the directory, and records it. That takes its
 * own transaction, because a refused creation leaves nothing. Rule: customers/birth-and-licence.
 * @param key the `Idempotency-Key` of the creation, if it has one
 */
export async function comparesBirthDate(
  { db, secrets }: { db: Database; secrets: Secrets },
  by: Author,
  sought: Sought,
  key: unknown,
): Promise<boolean> {
  if (sought.dateOfBirth === null) return false;
  const compare = async (tx: Tx): Promise<boolean> => {
    // A repeated request would find the customer that it made itself. It gets its first answer.
    if (await isUsed(tx, key)) return false;
    if (!may(by, 'see-identity')) {
      // One after the other, so that none is left out of the count.
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${BIRTH_DATE_SEARCH} ${by.kind} ${by.id}`}, 13))`.execute(
        tx,
      );
      if ((await searchesOfThisHour(tx, by)) >= MOST_COMPARED) return false;
    }
    const matches = await findDuplicates(tx, secrets, sought);
    // Any match refuses the creation. One that is not by the birth date shows that the birth date differs.
    if (matches.length > 0) {
      const born = matches.filter(({ because }) => because.includes('name_and_birth_date'));
      await recordBirthDateSearch(
        tx,
        by,
        born.map(({ id }) => id),
      );
    }
    return true;
  };
  return writtenInLine(db, compare, { name: `${by.kind} ${by.id}` });
}
