import { sql } from 'kysely';
import type { StaffRole } from '#domain/staff-account.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { isOpenSession } from '#server/http/guard/session.ts';

export interface StaffRow {
  id: number;
  username: string;
  name: string;
  email: string;
  role: StaffRole;
  status: 'active' | 'disabled';
  location_id: number | null;
  location: string | null;
  has_password: boolean;
  has_pin: boolean;
  invited_until: Date | null;
  last_sign_in_at: Date | null;
  sessions: number;
  created_at: Date;
  version: number;
}

// The last sign-in is the newest of the account's own rows in the audit trail: nothing is written twice.
const SELECT = sql`
  SELECT u.id, u.username, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name, u.email, u.role, u.status,
         u.location_id, l.name AS location, u.password_hash IS NOT NULL AS has_password,
         EXISTS (SELECT FROM staff_pins n WHERE n.user_id = u.id) AS has_pin, u.created_at, u.version,
         (SELECT max(r.expires_at) FROM password_resets r
           WHERE r.user_id = u.id AND r.for_staff AND r.ended_at IS NULL AND r.expires_at > now()) AS invited_until,
         (SELECT a.at FROM audit_trail a WHERE a.entity = 'user' AND a.entity_id = u.id::text AND a.action = 'sign_in'
           ORDER BY a.id DESC LIMIT 1) AS last_sign_in_at,
         (SELECT count(*) FROM sessions s WHERE s.user_id = u.id AND ${isOpenSession('s')})::integer AS sessions
    FROM users u LEFT JOIN locations l ON l.id = u.location_id
   WHERE u.role <> 'customer'`;

export async function selectStaff(db: Database): Promise<StaffRow[]> {
  const { rows } = await sql<StaffRow>`
    ${SELECT} ORDER BY u.status, folded_plain(coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username)), u.id`.execute(
    db,
  );
  return rows;
}

export async function selectStaffMember(db: Database, id: number): Promise<StaffRow | undefined> {
  const { rows } = await sql<StaffRow>`${SELECT} AND u.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the accounts, lowest id first; answers which of them are administrators who may sign in. */
export async function lockAccounts(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number; administers: boolean }>`
    SELECT id, role = 'administrator' AND status = 'active' AS administers
      FROM users WHERE id = ANY(${[...ids]}::integer[]) ORDER BY id FOR NO KEY UPDATE`.execute(tx);
  return new Set(rows.filter(({ administers }) => administers).map(({ id }) => id));
}

/** Administrators who can sign in, beside this one. */
export async function countOtherAdministrators(tx: Tx, exceptId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::integer AS count FROM users
     WHERE role = 'administrator' AND status = 'active' AND password_hash IS NOT NULL AND id <> ${exceptId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

export async function locationExists(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM locations WHERE id = ${id} AND closed_at IS NULL FOR KEY SHARE`.execute(tx);
  return rows.length > 0;
}

export interface WrittenStaff {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  readonly role: StaffRole;
  readonly status: 'active' | 'disabled';
  readonly locationId: number | null;
}

/** A disabled demo account that is changed stays one: only a new password makes it somebody's own. */
export async function updateStaff(tx: Tx, id: number, written: WrittenStaff): Promise<void> {
  await sql`
    UPDATE users SET username = ${written.username}, display_name = ${written.name}, email = ${written.email}, role = ${written.role},
           status = ${written.status}, location_id = ${written.locationId}, updated_at = now() WHERE id = ${id}`.execute(
    tx,
  );
}

export interface SessionRow {
  id: string;
  user_agent: string;
  location: string | null;
  created_at: Date;
  last_seen_at: Date;
  current: boolean;
}

/** Names a session in answers. It is a hash of the stored value, which is a hash of the token. */
const SESSION_ID = sql`encode(sha256(s.token_hash), 'hex')`;

export async function selectSessions(db: Database, userId: number, own: Buffer): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    SELECT ${SESSION_ID} AS id, s.user_agent, l.name AS location, s.created_at, s.last_seen_at, s.token_hash = ${own} AS current
      FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN locations l ON l.id = coalesce(s.location_id, u.location_id)
     WHERE s.user_id = ${userId} AND ${isOpenSession('s')} ORDER BY s.last_seen_at DESC, id`.execute(db);
  return rows;
}

/** Ends the session of the id, or all, but never `own`; answers how many. */
export async function deleteSessions(tx: Tx, userId: number, own: Buffer, sessionId: string | null): Promise<number> {
  const { rows } = await sql`
    DELETE FROM sessions s WHERE s.user_id = ${userId} AND s.token_hash <> ${own}
       AND (${sessionId}::text IS NULL OR ${SESSION_ID} = ${sessionId}) RETURNING user_id`.execute(tx);
  return rows.length;
}
