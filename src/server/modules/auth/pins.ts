import { sql } from 'kysely';
import type { approveRoute } from '#contract/pins.ts';
import type { BodyOf } from '#contract/route.ts';
import {
  APPROVABLE,
  type Approvable,
  maySignIn,
  type Limits,
  type Permission,
  type Role,
  type RoleChanges,
} from '#domain/permissions.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { lacks, type Need } from '#server/http/guard/approvals.ts';
import {
  type Approver,
  endSession,
  findSession,
  may,
  moveSession,
  openSession,
  ROLE_COLUMNS,
  roleOf,
  type Session,
  type Staff,
} from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { hashPassword, inTurn, isPassword } from './password.ts';
import { type Account, deletePin, hasStill } from './queries.ts';
import { type SignedIn, wrongPassword } from './service.ts';

/** Rule: sign-in/pins. */
const MOST_FAILURES = 5;
const BLOCKED_MINUTES = 15;

type Keyed = Pick<Secrets, 'pins'>;

/** The text that is hashed slowly. Without the data key nobody can try the million PINs against a stolen hash. */
function secretOf({ pins }: Keyed, userId: number, pin: string): string {
  return pins.of(`${userId} ${pin}`).toString('base64url');
}

/** The hash to keep; made before the transaction, because it waits its turn. */
export function hashPin(secrets: Keyed, userId: number, pin: string): Promise<string> {
  return hashPassword(secretOf(secrets, userId, pin));
}

/**
 * Keeps one's own PIN, or removes it. Rule: sign-in/pins.
 * @param account as its password was checked
 * @throws Refusal `wrong_password` when that was changed since
 */
export async function setPin(
  tx: Tx,
  staff: Staff,
  { pins }: Keyed,
  { account, pinHash }: { account: Account; pinHash: string | null },
): Promise<void> {
  if (!(await hasStill(tx, account))) throw wrongPassword();
  if (pinHash === null) await deletePin(tx, staff.id);
  else
    await sql`
      INSERT INTO staff_pins (user_id, pin_hash, key_id) VALUES (${staff.id}, ${pinHash}, ${pins.keyId})
      ON CONFLICT (user_id) DO UPDATE SET pin_hash = excluded.pin_hash, key_id = excluded.key_id, set_at = now(), failures = 0,
             blocked_until = NULL`.execute(tx);
  const action = pinHash === null ? 'pin_removed' : 'pin_set';
  await recordChange(tx, staff, { action, entity: 'user', entityId: staff.id });
}

/** @throws Refusal `not_found` for people who are not staff */
export async function removePin(tx: Tx, by: Staff, userId: number): Promise<boolean> {
  const { rows: found } = await sql`SELECT FROM users WHERE id = ${userId} AND role <> 'customer'`.execute(tx);
  if (found.length === 0) throw new Refusal('not_found', 'There is no such staff account.');
  const isRemoved = await deletePin(tx, userId);
  if (isRemoved) await recordChange(tx, by, { action: 'pin_removed', entity: 'user', entityId: userId });
  return isRemoved;
}

interface PersonRow {
  id: number;
  name: string;
  role: Role;
  location_id: number | null;
  demo: boolean;
  settings: RoleChanges & Limits;
}

interface Person extends Omit<PersonRow, 'settings'> {
  readonly permissions: readonly Permission[];
  readonly limits: Limits;
}

const PEOPLE = sql`
  SELECT u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name, u.role, u.location_id, u.demo,
         jsonb_build_object(${ROLE_COLUMNS}) AS settings
    FROM staff_pins p JOIN users u ON u.id = p.user_id LEFT JOIN role_settings r ON r.role = u.role WHERE u.status = 'active'`;

const personOf = ({ settings, ...row }: PersonRow): Person => ({ ...row, ...roleOf({ role: row.role, ...settings }) });

const mayWorkAt = ({ role, location_id: home, ...person }: Person, locationId: number | null): boolean =>
  maySignIn(role) && (may(person, 'switch-location') || (home !== null && home === locationId));

/** The person of a PIN, locked. Null without a PIN under the present data key. */
async function lockPerson(tx: Tx, { pins }: Keyed, userId: number): Promise<Person | null> {
  const { rows } = await sql<PersonRow>`
    ${PEOPLE} AND u.id = ${userId} AND p.key_id = ${pins.keyId} FOR NO KEY UPDATE OF u`.execute(tx);
  return rows[0] ? personOf(rows[0]) : null;
}

export async function listPeople(
  db: Database,
  { pins }: Keyed,
  staff: Staff,
  demoAccountsWork: boolean,
): Promise<{ data: { id: number; name: string; approves: Approvable[] }[]; has_pin: boolean }> {
  const { rows } = await sql<PersonRow>`${PEOPLE} AND p.key_id = ${pins.keyId} ORDER BY name, u.id`.execute(db);
  const able = rows
    .map(personOf)
    .filter((person) => mayWorkAt(person, staff.locationId) && (demoAccountsWork || !person.demo));
  return {
    data: able
      .filter(({ id }) => id !== staff.id)
      .map(({ id, name, permissions }) => ({
        id,
        name,
        approves: APPROVABLE.filter((one) => permissions.includes(one)),
      })),
    has_pin: rows.some(({ id }) => id === staff.id),
  };
}

const IS_BLOCKED = sql`(blocked_until > now() AND blocked_until <= clock_timestamp() + make_interval(mins => ${sql.lit(BLOCKED_MINUTES)}))`;

/**
 * Counts a try before its PIN is compared, so that tries at one moment are counted, too. A block that ends later than one that
 * begins now comes from a clock that was set back since, and is over. @throws Refusal 429
 */
async function countTry(db: Database, userId: number): Promise<string | null> {
  const { rows } = await sql<{ pin_hash: string; wait_s: number }>`
    WITH present AS (SELECT user_id, ${IS_BLOCKED} AS is_blocked, NOT ${IS_BLOCKED} AS is_over FROM staff_pins WHERE user_id = ${userId} FOR UPDATE)
    UPDATE staff_pins p
       SET failures = CASE WHEN is_blocked THEN failures WHEN is_over THEN 1 ELSE failures + 1 END,
           blocked_until = CASE WHEN is_blocked THEN blocked_until
                                WHEN NOT coalesce(is_over, false) AND failures + 1 >= ${sql.lit(MOST_FAILURES)}
                                THEN now() + make_interval(mins => ${sql.lit(BLOCKED_MINUTES)}) END
      FROM present WHERE p.user_id = present.user_id
    RETURNING p.pin_hash, CASE WHEN is_blocked THEN ceil(extract(epoch FROM p.blocked_until - now())) ELSE 0 END::integer AS wait_s`.execute(
    db,
  );
  const [row] = rows;
  if (row && row.wait_s > 0) {
    throw new Refusal('too_many_requests', 'Too many wrong PINs. Wait, or sign in with the password.', {
      retryAfterS: row.wait_s,
    });
  }
  return row?.pin_hash ?? null;
}

const wrongPin = (): Refusal => new Refusal('wrong_pin', 'This PIN is not right.');

/** @throws Refusal as `switchPerson` */
function checkPin(db: Database, secrets: Keyed, userId: number, pin: string): Promise<void> {
  return inTurn(async () => {
    const pinHash = await countTry(db, userId);
    if (!(await isPassword(secretOf(secrets, userId, pin), pinHash))) throw wrongPin();
  });
}

interface Switch {
  readonly userId: number;
  readonly pin: string;
  readonly userAgent: string;
  readonly demoAccountsWork: boolean;
}

/**
 * Opens a session for the person of a PIN in place of the one that asks, at the same location. A person who may not work
 * there, has no PIN or does not exist is answered like a wrong PIN, after the same time. Rule: sign-in/pins.
 * @throws Refusal `wrong_pin`; `too_many_requests` after five wrong ones in a row, or when too many wait to be hashed
 */
export async function switchPerson(
  db: Database,
  secrets: Keyed,
  present: Session<Staff>,
  { userId, pin, userAgent, demoAccountsWork }: Switch,
): Promise<SignedIn> {
  await checkPin(db, secrets, userId, pin);
  return inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, secrets, userId);
    const { locationId, id: before } = present.principal;
    if (!person || !mayWorkAt(person, locationId) || (person.demo && !demoAccountsWork)) throw wrongPin();
    await sql`UPDATE staff_pins SET failures = 0, blocked_until = NULL WHERE user_id = ${userId}`.execute(tx);
    await endSession(tx, present.tokenHash);
    const { token, tokenHash, expiresAt } = await openSession(tx, { userId, userAgent });
    if (person.location_id !== locationId) await moveSession(tx, tokenHash, locationId);
    const session = await findSession(tx, token, 'cookie');
    if (session?.principal.kind !== 'staff') throw wrongPin();
    const details = { by_pin: true, instead_of: before };
    await recordChange(tx, session.principal, { action: 'sign_in', entity: 'user', entityId: userId, details });
    return { staff: session.principal, token, expiresAt };
  });
}

interface Approval extends Omit<BodyOf<typeof approveRoute>, 'pin' | 'user_id'> {
  readonly userId: number;
  readonly pin: string;
  readonly demoAccountsWork: boolean;
}

interface AskedApproval {
  route: string;
  request_hash: Buffer;
  order_id: number | null;
  needs: Required<Need>[];
}

/** The request that waits for this approval; null when it needs something else by now. */
async function selectAsked(
  tx: Tx,
  staff: Staff,
  { key, needs }: Pick<Approval, 'key' | 'needs'>,
): Promise<AskedApproval | null> {
  const { rows } = await sql<AskedApproval>`
    SELECT route, request_hash, order_id::float8 AS order_id, needs FROM approvals_asked
     WHERE user_id = ${staff.id} AND idempotency_key = ${key} FOR UPDATE`.execute(tx);
  const [asked] = rows;
  const textOf = (all: readonly Required<Need>[]) =>
    JSON.stringify(all.map(({ permission, amount, reason }) => [permission, amount, reason]));
  return asked && textOf(asked.needs) === textOf(needs) ? asked : null;
}

/**
 * Approves what a refused request of somebody else needs: that request alone, until it is carried out, or for 15 minutes.
 * Rule: sign-in/approvals.
 * @throws Refusal as `switchPerson`; `not_allowed` for more than the person may; `approval_not_asked`
 */
export async function approve(
  db: Database,
  secrets: Keyed,
  staff: Staff,
  { userId, pin, key, title, needs, demoAccountsWork }: Approval,
): Promise<Approver> {
  await checkPin(db, secrets, userId, pin);
  const approver = await inTransaction(db, async (tx) => {
    const person = await lockPerson(tx, secrets, userId);
    if (!person || !mayWorkAt(person, staff.locationId) || (person.demo && !demoAccountsWork)) throw wrongPin();
    await sql`UPDATE staff_pins SET failures = 0, blocked_until = NULL WHERE user_id = ${userId}`.execute(tx);
    const asked = await selectAsked(tx, staff, { key, needs });
    // Refusals are committed, so that the right PIN does not count as a wrong one.
    if (!asked) return new Refusal('approval_not_asked', 'Nothing waits for this approval any more. Send it again.');
    const beyond = needs.find((need) => lacks({ ...staff, ...person }, need));
    if (beyond) return new Refusal('not_allowed', `${person.name} may not approve this: ${beyond.reason}.`);
    for (const { permission, amount } of needs) {
      await sql`
        INSERT INTO approvals (user_id, idempotency_key, permission, amount, approved_by, route, request_hash)
        VALUES (${staff.id}, ${key}, ${permission}, ${amount}, ${userId}, ${asked.route}, ${asked.request_hash})
        ON CONFLICT (user_id, idempotency_key, permission) DO UPDATE
          SET amount = excluded.amount, approved_by = excluded.approved_by, route = excluded.route,
              request_hash = excluded.request_hash, made_at = now()`.execute(tx);
    }
    const details = {
      title,
      for: { id: staff.id, name: staff.name },
      needs: asked.needs,
      request: asked.route,
      key,
      ...(asked.order_id !== null && { order_id: asked.order_id }),
    };
    const by = { ...staff, id: userId, name: person.name };
    await recordChange(tx, by, { action: 'approval_given', entity: 'user', entityId: staff.id, details });
    return { id: userId, name: person.name };
  });
  if (approver instanceof Refusal) throw approver;
  return approver;
}
