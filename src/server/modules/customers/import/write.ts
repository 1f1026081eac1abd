import { sql } from 'kysely';
import { NO_ADDRESS, NO_BILLING_ADDRESS } from '#contract/wire.ts';
import { placeholderEmail } from '#domain/new-customer.ts';
import { signInName } from '#domain/sign-in-name.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { holdGroups } from '../groups.ts';
import { keepIdentity } from '../identity.ts';
import { takenNames } from '../queries.ts';
import type { ReadCustomer } from './read.ts';

/** Few enough that no statement takes seconds. */
const PART = 500;
const MOST_TRIES = 50;

/** A free username for each, made from what the row has; a taken one gets a number. Rule: customers/derived-username. */
async function usernamesFor(tx: Tx, customers: readonly ReadCustomer[]): Promise<string[]> {
  const names = new Map<number, string>();
  const used = new Set<string>();
  const tries = new Map<string, number>();
  let open = customers.map((_customer, at) => at);
  for (let round = 0; open.length > 0 && round < MOST_TRIES; round += 1) {
    const wanted = open.map((at) => {
      const base = customers[at]?.baseUsername ?? '';
      const number = (tries.get(base) ?? 0) + 1;
      tries.set(base, number);
      return { at, name: number === 1 ? base : `${base}-${number}` };
    });
    const keys = wanted.flatMap(({ name }) => [signInName(name), signInName(placeholderEmail(name))]);
    const taken = await takenNames(tx, keys);
    open = wanted.flatMap(({ at, name }) => {
      const own = [signInName(name), signInName(placeholderEmail(name))];
      if (own.some((key) => taken.has(key) || used.has(key))) return [at];
      for (const key of own) used.add(key);
      names.set(at, name);
      return [];
    });
  }
  const stamp = Date.now().toString(36);
  return customers.map((_customer, at) => names.get(at) ?? `customer-${stamp}-${at}`);
}

/** Writes the customers with addresses, labels, notes and a row of the audit trail each. */
export async function insertCustomers(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  customers: readonly ReadCustomer[],
): Promise<void> {
  const usernames = await usernamesFor(tx, customers);
  const groups = [...new Set(customers.flatMap((customer) => customer.groups))];
  await holdGroups(tx, groups);
  for (let start = 0; start < customers.length; start += PART) {
    const part = customers.slice(start, start + PART).map((customer, at) => {
      const username = usernames[start + at] ?? '';
      const named = { first_name: customer.firstName, last_name: customer.lastName, ...customer.address };
      return {
        username,
        email: customer.email || placeholderEmail(username),
        name: customer.name,
        first_name: customer.firstName,
        last_name: customer.lastName,
        phone: customer.phone,
        billing: { ...NO_BILLING_ADDRESS, ...named, email: customer.email, phone: customer.phone },
        shipping: { ...NO_ADDRESS, ...named },
        groups: customer.groups,
        note: customer.note,
      };
    });
    await insertPart(tx, staff, part);
    const known = part.map(({ username }, at) => ({ username, customer: customers[start + at] }));
    await keepIdentities(tx, secrets, known);
  }
}

/** A value is sealed for its row, whose number is known only now. */
async function keepIdentities(
  tx: Tx,
  secrets: Secrets,
  made: readonly { readonly username: string; readonly customer: ReadCustomer | undefined }[],
): Promise<void> {
  const told = made.filter(({ customer }) => Boolean(customer?.born) || Boolean(customer?.licence));
  const { rows } = await sql<{ id: number; username: string }>`
    SELECT id, username FROM users WHERE username = ANY(${told.map(({ username }) => username)}::text[])`.execute(tx);
  const ids = new Map(rows.map(({ id, username }) => [username, id]));
  for (const { username, customer } of told) {
    const id = ids.get(username);
    if (id === undefined) throw new Error('A customer who was just written is not there');
    await keepIdentity(tx, secrets, id, {
      birthDay: customer?.born ?? undefined,
      licenseNumber: customer?.licence ?? undefined,
    });
  }
}

async function insertPart(tx: Tx, staff: Staff, part: readonly object[]): Promise<void> {
  await sql`
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(part)}::jsonb)
        AS a(username text, email text, name text, first_name text, last_name text, phone text, billing jsonb, shipping jsonb,
             groups text[], note text)),
    made AS (
      INSERT INTO users (username, email, name, display_name, first_name, last_name, phone, role)
      SELECT username, email, name, name, first_name, last_name, phone, 'customer' FROM asked
      RETURNING id, username),
    known AS MATERIALIZED (
      SELECT made.id, uuid_send(gen_random_uuid()) AS salt, asked.* FROM made JOIN asked USING (username)),
    detailed AS (
      INSERT INTO customer_details (user_id, billing, shipping)
      SELECT id, billing, shipping FROM known),
    labelled AS (
      INSERT INTO customer_group_members (group_id, customer_id)
      SELECT DISTINCT g.id, k.id FROM known k CROSS JOIN unnest(k.groups) n JOIN customer_groups g ON folded(g.name) = folded(n)),
    noted AS (
      INSERT INTO customer_notes (customer_id, body, author_id) SELECT id, note, ${staff.id}::integer FROM known WHERE note <> ''),
    personal AS MATERIALIZED (
      SELECT id, salt, jsonb_build_object('username', username, 'email', email, 'phone', phone, 'name', name) AS said FROM known),
    told AS (
      INSERT INTO audit_trail (action, entity, entity_id, actor_id, location_id, details)
      SELECT 'customer_created', 'user', id::text, ${staff.id}::integer, ${staff.locationId}::integer,
             jsonb_build_object('role', 'customer', 'imported', true, 'personal_sha256', personal_hash(salt, said))
        FROM personal
      RETURNING id, entity_id)
    INSERT INTO audit_personal (audit_id, customer_id, salt, details)
    SELECT told.id, personal.id, personal.salt, personal.said FROM told JOIN personal ON personal.id::text = told.entity_id`.execute(
    tx,
  );
}
