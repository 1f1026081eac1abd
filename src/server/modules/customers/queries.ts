import { sql } from 'kysely';
import type { CustomerFlag } from '#contract/customers.ts';
import type { Role } from '#domain/permissions.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { PRESENT_CUSTOMER } from './present.ts';

export interface PersonRow {
  id: number;
  name: string;
  display_name: string;
  first_name: string;
  last_name: string;
  username: string;
  email: string;
  phone: string;
  role: Role;
  points_balance: number;
  created_at: Date;
  id_checked_at: Date | null;
  version: number;
  flag: CustomerFlag | null;
  groups: string[];
}

const PERSON_COLUMNS = sql`
  u.id, u.name, u.display_name, u.first_name, u.last_name, u.username, u.email, u.phone, u.role, u.created_at, u.version,
  coalesce(b.balance, 0) AS points_balance, c.checked_at AS id_checked_at,
  CASE WHEN d.flag_kind IS NOT NULL THEN jsonb_build_object('kind', d.flag_kind, 'text', d.flag_text) END AS flag,
  ARRAY(SELECT g.name FROM customer_group_members m JOIN customer_groups g ON g.id = m.group_id
         WHERE m.customer_id = u.id ORDER BY folded_plain(g.name)) AS groups`;

/** In the order of `ids`. */
export async function selectPeople(db: Database, ids: readonly number[]): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT ${PERSON_COLUMNS}
      FROM unnest(${[...ids]}::integer[]) WITH ORDINALITY AS i(id, place)
      JOIN users u ON u.id = i.id
      LEFT JOIN points_balances b ON b.customer_id = u.id
      LEFT JOIN customer_details d ON d.user_id = u.id
      LEFT JOIN customer_identities c ON c.customer_id = u.id
     ORDER BY i.place`.execute(db);
  return rows;
}

export interface NewPerson {
  readonly username: string;
  readonly email: string;
  readonly name: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly role: Role;
  readonly passwordHash: string | null;
  /** The home location of a staff member. */
  readonly locationId?: number | null;
}

/** The new id, or null when the username or the e-mail is somebody's already. */
export async function insertPerson(tx: Tx, person: NewPerson): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, email, name, display_name, first_name, last_name, phone, role, password_hash, location_id)
    VALUES (${person.username}, ${person.email}, ${person.name}, ${person.displayName}, ${person.firstName}, ${person.lastName},
            ${person.phone}, ${person.role}, ${person.passwordHash}, ${person.locationId ?? null})
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return rows[0]?.id ?? null;
}

/**
 * The names, of those given, that sign somebody in already, as a user name or as an address. Whatever makes a person calls this
 * first and holds a lock until its transaction ends, so that the answer still holds when the person is written.
 */
export async function takenNames(
  tx: Tx,
  names: readonly string[],
  exceptId: number | null = null,
): Promise<ReadonlySet<string>> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('people', 21))`.execute(tx);
  const { rows } = await sql<{ name: string }>`
    SELECT name FROM sign_in_names
     WHERE name = ANY(${[...names]}::text[]) AND user_id IS DISTINCT FROM ${exceptId}::integer`.execute(tx);
  return new Set(rows.map(({ name }) => name));
}

export interface NewDetails {
  readonly billing: object;
  readonly shipping: object;
  readonly meta: Readonly<Record<string, unknown>>;
}

export async function insertDetails(tx: Tx, userId: number, details: NewDetails): Promise<void> {
  await sql`
    INSERT INTO customer_details (user_id, billing, shipping, meta)
    VALUES (${userId}, ${JSON.stringify(details.billing)}::jsonb, ${JSON.stringify(details.shipping)}::jsonb,
            ${JSON.stringify(details.meta)}::jsonb)`.execute(tx);
}

export interface CustomerRow extends PersonRow {
  billing: unknown;
  shipping: unknown;
  preferences: unknown;
  has_birth_date: boolean;
  has_licence: boolean;
}

/**
 * A customer of the directory. With `lock`, all of it stays as it is until the transaction ends. The lock is a separate
 * statement, because one that waits reads the joined rows as they were before the wait.
 */
export async function selectCustomer(
  db: Database,
  customerId: number,
  { lock = false } = {},
): Promise<CustomerRow | undefined> {
  if (lock) await sql`SELECT FROM users WHERE id = ${customerId} FOR NO KEY UPDATE`.execute(db);
  return (await selectCustomers(db, [customerId]))[0];
}

const CUSTOMERS = sql`
  SELECT ${PERSON_COLUMNS}, coalesce(d.billing, '{}') AS billing, coalesce(d.shipping, '{}') AS shipping,
         coalesce(d.preferences, '{}') AS preferences, c.birth_day_sealed IS NOT NULL AS has_birth_date,
         c.license_sealed IS NOT NULL AS has_licence
    FROM users u LEFT JOIN customer_details d ON d.user_id = u.id LEFT JOIN points_balances b ON b.customer_id = u.id
    LEFT JOIN customer_identities c ON c.customer_id = u.id`;

/** The accounts that were merged into a customer, as they were then. */
export async function selectMergedInto(db: Database, customerId: number): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    ${CUSTOMERS} WHERE u.merged_into = ${customerId} AND u.status = 'merged' ORDER BY u.id`.execute(db);
  return rows;
}

/** The customers of the directory with these ids, in the order of `ids`. */
export async function selectCustomers(db: Database, ids: readonly number[]): Promise<CustomerRow[]> {
  const { rows } = await sql<CustomerRow>`
    ${CUSTOMERS}
     WHERE u.id = ANY(${[...ids]}::integer[]) AND ${PRESENT_CUSTOMER}
     ORDER BY array_position(${[...ids]}::integer[], u.id)`.execute(db);
  return rows;
}

/** The account that a customer was merged into, by name. */
export async function selectKept(db: Database, customerId: number): Promise<{ id: number; name: string } | undefined> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT k.id, coalesce(nullif(k.display_name, ''), nullif(k.name, ''), k.username) AS name
      FROM users u JOIN users k ON k.id = u.merged_into WHERE u.id = ${customerId} AND u.role = 'customer'`.execute(db);
  return rows[0];
}
