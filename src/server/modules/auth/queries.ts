import { sql } from 'kysely';
import type { Role } from '#domain/permissions.ts';
import type { TaxRate } from '#domain/tax.ts';
import { type PresentRate, toTaxRate } from '#server/modules/taxes/service.ts';
import type { Database, Tx } from '#server/db/pool.ts';

export interface Account {
  id: number;
  role: Role;
  status: string;
  demo: boolean;
  password_hash: string | null;
}

/** @param name a user name or e-mail address, in the form of `signInName` */
export async function findAccount(db: Database, name: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT u.id, u.role, u.status, u.demo, u.password_hash
      FROM sign_in_names n JOIN users u ON u.id = n.user_id WHERE n.name = ${name}`.execute(db);
  return rows[0];
}

export async function findAccountById(db: Database, id: number): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT id, role, status, demo, password_hash FROM users WHERE id = ${id}`.execute(db);
  return rows[0];
}

/**
 * True if the account still has the password that was verified. The row stays locked: another change of the account
 * either came before and is seen here, or comes after this transaction and ends the session that it opens.
 */
export async function hasStill(tx: Tx, { id, password_hash }: Account): Promise<boolean> {
  const { rows } = await sql<{ password_hash: string | null }>`
    SELECT password_hash FROM users WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx);
  return rows[0]?.password_hash === password_hash;
}

export async function selectTaxRates(db: Database, locationId: number): Promise<TaxRate[]> {
  const { rows } = await sql<PresentRate>`
    SELECT * FROM present_tax_rates WHERE location_id = ${locationId} ORDER BY position, code COLLATE "C"`.execute(db);
  return rows.map(toTaxRate);
}

export async function selectLocations(db: Database): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('closed_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findLocation(
  tx: Tx,
  id: number,
): Promise<{ id: number; name: string; time_zone: string } | undefined> {
  return tx
    .selectFrom('locations')
    .select(['id', 'name', 'time_zone'])
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
}

export async function selectDemoAccounts(db: Database): Promise<{ username: string; role: string }[]> {
  const { rows } = await sql<{ username: string; role: string }>`
    SELECT username, role FROM users WHERE demo AND status = 'active' AND role <> 'customer' ORDER BY id LIMIT 10`.execute(
    db,
  );
  return rows;
}

interface AccountChange {
  passwordHash?: string | undefined;
  role?: Role | undefined;
  status?: 'active' | 'disabled' | undefined;
}

/** A PIN ends with the password (`updateAccount`), because anyone who knew that may have set it. Rule: sign-in/pins. */
export async function deletePin(tx: Tx, userId: number): Promise<boolean> {
  const { rows } = await sql`DELETE FROM staff_pins WHERE user_id = ${userId} RETURNING user_id`.execute(tx);
  return rows.length > 0;
}

/** Setting a password turns a demo account into an ordinary one, and ends its PIN. False when there is no such user. */
export async function updateAccount(tx: Tx, userId: number, change: AccountChange): Promise<boolean> {
  const { rows } = await sql`
    UPDATE users SET password_hash = coalesce(${change.passwordHash ?? null}, password_hash),
           demo = demo AND ${change.passwordHash === undefined}::boolean,
           role = coalesce(${change.role ?? null}, role), status = coalesce(${change.status ?? null}, status), updated_at = now()
     WHERE id = ${userId} RETURNING id`.execute(tx);
  if (change.passwordHash !== undefined) await deletePin(tx, userId);
  return rows.length > 0;
}

/** Deletes sessions of demo accounts, once these may no longer sign in. */
export async function deleteDemoSessions(db: Database): Promise<void> {
  await sql`DELETE FROM sessions s USING users u WHERE u.id = s.user_id AND u.demo`.execute(db);
}
