import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { updateAccount } from '#server/modules/auth/service.ts';

interface ResettableRow {
  email: string;
  name: string;
  username: string;
  has_password: boolean;
}

/** An account of the kind under lock, so that two links are not made at once. Undefined for accounts that are off. */
export async function lockAccount(tx: Tx, id: number, forStaff: boolean): Promise<ResettableRow | undefined> {
  const { rows } = await sql<ResettableRow>`
    SELECT email, coalesce(nullif(display_name, ''), nullif(name, ''), username) AS name, username,
           password_hash IS NOT NULL AS has_password
      FROM users WHERE id = ${id} AND (role <> 'customer') = ${forStaff} AND status = 'active' FOR NO KEY UPDATE`.execute(
    tx,
  );
  return rows[0];
}

/**
 * Seconds until another link may be made for the account; 0 when one may be made now. A link of the future was made before
 * the clock was set back, and does not count.
 */
export async function waitForLink(tx: Tx, userId: number, mostPerHour: number): Promise<number> {
  const { rows } = await sql<{ wait_s: number }>`
    SELECT ceil(extract(epoch FROM created_at + interval '1 hour' - now()))::integer AS wait_s
      FROM password_resets WHERE user_id = ${userId} AND created_at > now() - interval '1 hour' AND created_at <= clock_timestamp()
     ORDER BY created_at DESC LIMIT 1 OFFSET ${sql.lit(mostPerHour - 1)}`.execute(tx);
  return rows[0]?.wait_s ?? 0;
}

/**
 * Ends the links of these accounts; mails with one that have not gone out are not sent any more. The only mails to people are
 * these. The caller has locked the accounts.
 */
export async function endLinks(tx: Tx, userIds: readonly number[]): Promise<void> {
  const ids = [...userIds];
  await sql`
    UPDATE password_resets SET ended_at = now() WHERE user_id = ANY(${ids}::integer[]) AND ended_at IS NULL`.execute(
    tx,
  );
  await sql`
    DELETE FROM jobs WHERE user_id = ANY(${ids}::integer[]) AND kind = 'mail' AND state <> 'done'`.execute(tx);
}

/** Notes a new link, which ends the ones before. */
export async function insertReset(
  tx: Tx,
  reset: { tokenHash: Buffer; userId: number; requestedBy: number; forStaff: boolean; hours: number },
): Promise<Date> {
  await endLinks(tx, [reset.userId]);
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO password_resets (token_hash, user_id, requested_by, for_staff, expires_at)
    VALUES (${reset.tokenHash}, ${reset.userId}, ${reset.requestedBy}, ${reset.forStaff},
            now() + make_interval(hours => ${reset.hours})) RETURNING expires_at`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a reset link was not written');
  return row.expires_at;
}

/** A link that works: its account is active and of the kind that the link was made for. */
const WORKS = sql`r.ended_at IS NULL AND r.expires_at > now() AND u.status = 'active' AND r.for_staff = (u.role <> 'customer')`;

export async function findReset(db: Database, tokenHash: Buffer): Promise<Date | undefined> {
  const { rows } = await sql<{ expires_at: Date }>`
    SELECT r.expires_at FROM password_resets r JOIN users u ON u.id = r.user_id
     WHERE r.token_hash = ${tokenHash} AND ${WORKS}`.execute(db);
  return rows[0]?.expires_at;
}

/** Ends the link and sets the password; undefined when somebody was quicker, or the link does not work. */
export async function spendReset(tx: Tx, tokenHash: Buffer, passwordHash: string): Promise<number | undefined> {
  // Locks the account before its links, as every change of an account does.
  await sql`SELECT FROM users u WHERE u.id = (SELECT r.user_id FROM password_resets r WHERE r.token_hash = ${tokenHash})
    FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    UPDATE password_resets r SET ended_at = now() FROM users u
     WHERE r.token_hash = ${tokenHash} AND u.id = r.user_id AND ${WORKS} RETURNING u.id`.execute(tx);
  const id = rows[0]?.id;
  if (id !== undefined) await updateAccount(tx, id, { passwordHash });
  return id;
}
