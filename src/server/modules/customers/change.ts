import { sql } from 'kysely';
import type { updateUserRoute } from '#contract/customer-changes.ts';
import type { Customer } from '#contract/customers.ts';
import type { CustomerPart } from '#contract/live.ts';
import type { BodyOf } from '#contract/route.ts';
import { isPlaceholderEmail, placeholderEmail, REACH_SENTENCES, reachableBy } from '#domain/new-customer.ts';
import { isVisibleName, signInName } from '#domain/sign-in-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { hashPassword } from '#server/modules/auth/service.ts';
import { endLinks } from '#server/modules/password-reset/service.ts';
import { Refusal } from '#server/refusal.ts';
import { requireCustomer, toCustomer } from './customer.ts';
import { setGroups } from './groups.ts';
import { type CustomerRow, takenNames } from './queries.ts';
import { emailTaken } from './service.ts';

type Body = BodyOf<typeof updateUserRoute>;

/** The hash of the new password, or null to keep the present one. It waits its turn, so it is made before the transaction. */
export async function prepareChange({ roles, password = '' }: Body): Promise<string | null> {
  if (roles?.some((role) => role !== 'customer') === true)
    throw new Refusal('not_allowed', 'A customer cannot be made a member of staff here.');
  return password === '' ? null : hashPassword(password);
}

/** @throws Refusal `customer_changed` with the customer as it is now. */
export function requireVersion(row: CustomerRow, expected: number | undefined): void {
  if (expected === undefined || expected === row.version) return;
  throw new Refusal(
    'customer_changed',
    'Somebody else changed this customer meanwhile. Nothing was saved: look at it again.',
    { details: { customer: toCustomer(row) } },
  );
}

/** The columns that a body changes. */
interface Written {
  readonly email: string;
  readonly phone: string;
  readonly name: string;
  readonly displayName: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly billing: Customer['billing'];
  readonly shipping: Customer['shipping'];
  readonly preferences: Customer['preferences'];
  readonly flag: Customer['flag'];
}

/** @throws Refusal 422 `not_valid` when neither address nor phone number is left. */
function reachOf(present: Customer, body: Body): { email: string; phone: string } {
  const asked = { email: body.email ?? present.email, phone: body.billing?.phone ?? present.phone };
  if (asked.email === present.email && asked.phone === present.phone) return asked;
  const reach = reachableBy(asked);
  if (!reach.ok) throw new Refusal('not_valid', REACH_SENTENCES[reach.refused.code]);
  if (reach.value.email !== '' && !isVisibleName(reach.value.email))
    throw new Refusal('not_valid', 'The e-mail has characters that cannot be seen. Type it again.');
  return reach.value;
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The parts of a change that were sent. */
function given<T extends object>(parts: T | undefined): Given<T> {
  return Object.fromEntries(Object.entries(parts ?? {}).filter(([, value]) => value !== undefined)) as Given<T>;
}

function writtenBy(row: CustomerRow, present: Customer, body: Body): Written {
  const { email, phone } = reachOf(present, body);
  const name = body.name?.trim() ?? present.name;
  const displayName = body.display_name?.trim() ?? present.display_name;
  const { billing, flag = present.flag } = body;
  // The address for receipts follows the customer's own until somebody gives another one.
  const followed = present.billing.email.toLowerCase() === present.email.toLowerCase();
  return {
    email: email || placeholderEmail(row.username),
    phone,
    name,
    displayName: displayName || name || row.username,
    firstName: body.first_name?.trim() ?? present.first_name,
    lastName: body.last_name?.trim() ?? present.last_name,
    billing: { ...present.billing, ...(followed && { email }), ...given(billing), phone },
    shipping: { ...present.shipping, ...given(body.shipping) },
    preferences: { ...present.preferences, ...given(body.preferences) },
    flag: flag && { kind: flag.kind, text: flag.text.trim() },
  };
}

async function write(tx: Tx, id: number, written: Written, passwordHash: string | null): Promise<void> {
  await sql`
    UPDATE users SET email = ${written.email}, phone = ${written.phone}, name = ${written.name}, display_name = ${written.displayName},
           first_name = ${written.firstName}, last_name = ${written.lastName},
           password_hash = coalesce(${passwordHash}, password_hash), updated_at = now()
     WHERE id = ${id}`.execute(tx);
  const json = (value: object) => sql`${JSON.stringify(value)}::jsonb`;
  await sql`
    INSERT INTO customer_details AS d (user_id, billing, shipping, preferences, flag_kind, flag_text)
    VALUES (${id}, ${json(written.billing)}, ${json(written.shipping)}, ${json(written.preferences)}, ${written.flag?.kind ?? null},
            ${written.flag?.text ?? ''})
    ON CONFLICT (user_id) DO UPDATE SET billing = excluded.billing, shipping = excluded.shipping,
           preferences = excluded.preferences, flag_kind = excluded.flag_kind, flag_text = excluded.flag_text`.execute(
    tx,
  );
  if (passwordHash !== null) await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(tx);
}

const PARTS: Record<CustomerPart, readonly (keyof Customer)[]> = {
  details: ['email', 'phone', 'name', 'display_name', 'first_name', 'last_name'],
  addresses: ['billing', 'shipping'],
  preferences: ['preferences'],
  flag: ['flag'],
  groups: ['groups'],
  notes: [],
  points: [],
  orders: [],
  removed: [],
};

/** The values that differ, as they were and as they are. */
function differences(
  before: Customer,
  after: Customer,
): { parts: CustomerPart[]; from: Record<string, unknown>; to: Record<string, unknown> } {
  const from: Record<string, unknown> = {};
  const to: Record<string, unknown> = {};
  const parts = (Object.keys(PARTS) as CustomerPart[]).filter((part) => {
    const changed = PARTS[part].filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
    for (const key of changed) {
      from[key] = before[key];
      to[key] = after[key];
    }
    return changed.length > 0;
  });
  return { parts, from, to };
}

/**
 * Changes a customer: names, contact, addresses, preferences, flag and labels, all or nothing. Staff accounts are no
 * customers. Rules: customers/one-save, customers/reachable, customers/seen-version.
 * @throws Refusal `not_found`, `not_allowed`, 409 `customer_changed`, `email_taken`; 422 `not_valid`.
 */
export async function changeCustomer(
  tx: Tx,
  by: Author,
  id: number,
  body: Body,
  passwordHash: string | null,
): Promise<{ row: CustomerRow; parts: CustomerPart[] }> {
  const emailGiven = body.email !== undefined && body.email.trim() !== '' && !isPlaceholderEmail(body.email);
  // Everything that makes or renames a person takes this lock before any row's.
  const taken = await (emailGiven ? takenNames(tx, [signInName(body.email?.trim() ?? '')], id) : new Set<string>());
  const row = await requireCustomer(tx, id, { lock: true });
  requireVersion(row, body.expected_version);
  const before = toCustomer(row);
  const written = writtenBy(row, before, body);
  if (taken.size > 0) throw emailTaken(written.email);
  await write(tx, id, written, passwordHash);
  // They were sent to an address that is not this customer's any more.
  if (written.email !== row.email) await endLinks(tx, [id]);
  if (body.groups !== undefined) await setGroups(tx, id, body.groups);
  const after = await requireCustomer(tx, id);
  const { parts, from, to } = differences(before, toCustomer(after));
  await recordChange(tx, by, {
    action: 'customer_changed',
    entity: 'user',
    entityId: id,
    details: { parts, ...(passwordHash !== null && { password: 'changed' }) },
    personal: { customerId: id, details: { from, to } },
  });
  return { row: after, parts };
}
