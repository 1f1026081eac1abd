import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { PRESENT_CUSTOMER } from './present.ts';

/** A value as it is stored. */
export interface Sealed {
  readonly sealed: string;
  readonly hash: Buffer;
}

export interface IdentityChange {
  /** Null takes the value away, undefined leaves it. */
  readonly birthDay?: Sealed | null | undefined;
  readonly license?: Sealed | null | undefined;
  /** The person who has scanned a card just now. */
  readonly checkedBy?: number | undefined;
}

/**
 * Writes the values that are given; with `onlyMissing`, only those that are not stored yet. Returns the time of the last
 * scan of a card.
 */
export async function upsertIdentity(
  tx: Tx,
  customerId: number,
  { birthDay, license, checkedBy }: IdentityChange,
  { onlyMissing } = { onlyMissing: false },
): Promise<Date | null> {
  const stays = (value: Sealed | null | undefined, sealed: string) =>
    sql`(${value === undefined} OR ${onlyMissing} AND ${sql.ref(sealed)} IS NOT NULL)`;
  const [born, licence] = [stays(birthDay, 'i.birth_day_sealed'), stays(license, 'i.license_sealed')];
  const { rows } = await sql<{ checked_at: Date | null }>`
    INSERT INTO customer_identities AS i (customer_id, birth_day_sealed, birth_day_hash, license_sealed, license_hash, checked_at, checked_by)
    VALUES (${customerId}, ${birthDay?.sealed ?? null}, ${birthDay?.hash ?? null}, ${license?.sealed ?? null}, ${license?.hash ?? null},
            CASE WHEN ${checkedBy ?? null}::integer IS NULL THEN NULL ELSE now() END, ${checkedBy ?? null})
    ON CONFLICT (customer_id) DO UPDATE SET
      birth_day_sealed = CASE WHEN ${born} THEN i.birth_day_sealed ELSE excluded.birth_day_sealed END,
      birth_day_hash = CASE WHEN ${born} THEN i.birth_day_hash ELSE excluded.birth_day_hash END,
      license_sealed = CASE WHEN ${licence} THEN i.license_sealed ELSE excluded.license_sealed END,
      license_hash = CASE WHEN ${licence} THEN i.license_hash ELSE excluded.license_hash END,
      checked_at = coalesce(excluded.checked_at, i.checked_at),
      checked_by = CASE WHEN excluded.checked_at IS NULL THEN i.checked_by ELSE excluded.checked_by END
    RETURNING checked_at`.execute(tx);
  return rows[0]?.checked_at ?? null;
}

export interface IdentityRow {
  birth_day_sealed: string | null;
  license_sealed: string | null;
  checked_at: Date | null;
  checked_by: string | null;
}

const NOTHING: IdentityRow = { birth_day_sealed: null, license_sealed: null, checked_at: null, checked_by: null };

/** The stored identity of a customer. */
export async function selectIdentity(tx: Database, customerId: number): Promise<IdentityRow> {
  const { rows } = await sql<IdentityRow>`
    SELECT i.birth_day_sealed, i.license_sealed, i.checked_at, b.display_name AS checked_by
      FROM customer_identities i LEFT JOIN users b ON b.id = i.checked_by
     WHERE i.customer_id = ${customerId}`.execute(tx);
  return rows[0] ?? NOTHING;
}

/** Customers with all of the given hashes, by name. */
export async function selectByHashes(
  db: Database,
  { birthDay, license }: { birthDay: Buffer | null; license: Buffer | null },
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM customer_identities i JOIN users u ON u.id = i.customer_id
     WHERE ${PRESENT_CUSTOMER} AND ${license === null ? sql`true` : sql`i.license_hash = ${license}`}
       AND ${birthDay === null ? sql`true` : sql`i.birth_day_hash = ${birthDay}`}
     ORDER BY folded_plain(u.display_name), u.id LIMIT ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** When an ID was checked, to the microsecond, and by whom. */
interface IdCheck {
  readonly at: string | null;
  readonly by: number | null;
}

/** A check that moved with a merge: how it was, and how it is. */
export interface CheckMoved {
  readonly from: IdCheck;
  readonly to: IdCheck;
}

async function putCheck(tx: Tx, customerId: number, { at, by }: IdCheck): Promise<void> {
  await sql`
    INSERT INTO customer_identities AS i (customer_id, checked_at, checked_by) VALUES (${customerId}, ${at}::timestamptz, ${by})
    ON CONFLICT (customer_id) DO UPDATE SET checked_at = excluded.checked_at, checked_by = excluded.checked_by`.execute(
    tx,
  );
}

/** Gives the kept account the check of the merged one, when that is the later. Null when it is not. */
export async function carryCheck(tx: Tx, keptId: number, mergedId: number): Promise<CheckMoved | null> {
  const { rows } = await sql<CheckMoved>`
    SELECT jsonb_build_object('at', k.checked_at::text, 'by', k.checked_by) AS from,
           jsonb_build_object('at', m.checked_at::text, 'by', m.checked_by) AS to
      FROM customer_identities m LEFT JOIN customer_identities k ON k.customer_id = ${keptId}
     WHERE m.customer_id = ${mergedId} AND m.checked_at > coalesce(k.checked_at, '-infinity')`.execute(tx);
  const [moved] = rows;
  if (!moved) return null;
  await putCheck(tx, keptId, moved.to);
  return moved;
}

/** Puts the check back, unless there was another one since. */
export async function returnCheck(tx: Tx, keptId: number, { from, to }: CheckMoved): Promise<void> {
  const { rows } = await sql`
    SELECT FROM customer_identities WHERE customer_id = ${keptId} AND checked_at = ${to.at}::timestamptz`.execute(tx);
  if (rows.length > 0) await putCheck(tx, keptId, from);
}

/** Takes away what is kept of their identities, for people who are forgotten. */
export async function deleteIdentities(tx: Tx, customerIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM customer_identities WHERE customer_id = ANY(${[...customerIds]}::integer[])`.execute(tx);
}

export interface PlainRow {
  user_id: number;
  date_of_birth: string | null;
  license_number: string | null;
}

/** Some that a former build, or the demo shop, wrote as they are. Locked, so that each server takes others. */
export async function takePlain(tx: Tx, limit: number): Promise<PlainRow[]> {
  const { rows } = await sql<PlainRow>`
    WITH taken AS MATERIALIZED (
      SELECT user_id, date_of_birth::text AS date_of_birth, license_number FROM customer_details
       WHERE date_of_birth IS NOT NULL OR license_number IS NOT NULL
       LIMIT ${limit} FOR UPDATE SKIP LOCKED),
    cleared AS (
      UPDATE customer_details d SET date_of_birth = NULL, license_number = NULL FROM taken t WHERE d.user_id = t.user_id)
    SELECT * FROM taken`.execute(tx);
  return rows;
}
