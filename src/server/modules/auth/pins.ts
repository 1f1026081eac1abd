import { sql } from 'kysely';
import { can, maySignIn, type Role } from '#domain/permissions.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import {
  endSession,
  findSession,
  moveSession,
  openSession,
  type Session,
  type Staff,
} from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { hashPassword, inTurn, isPassword } from './password.ts';
import { type Account, deletePin, hasStill } from './queries.ts';
import { type SignedIn, wrongPassword } from './service.ts';

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

interface Person {
  id: number;
  name: string;
  role: Role;
  location_id: number | null;
  demo: boolean;
}

const PEOPLE = sql`
  SELECT u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username) AS name, u.role, u.location_id, u.demo
    FROM staff_pins p JOIN users u ON u.id = p.user_id WHERE u.status = 'active'`;

const mayWorkAt = ({ role, location_id: home }: Person, locationId: number | null): boolean =>
  maySignIn(role) && (can(role, 'switch-location') || (home !== null && home === locationId));

export async function listPeople(
  db: Database,
  { pins }: Keyed,
  staff: Staff,
  demoAccountsWork: boolean,
): Promise<{ data: { id: number; name: string }[]; has_pin: boolean }> {
  const { rows } = await sql<Person>`${PEOPLE} AND p.key_id = ${pins.keyId} ORDER BY name, u.id`.execute(db);
  const able = rows.filter((person) => mayWorkAt(person, staff.locationId) && (demoAccountsWork || !person.demo));
  return {
    data: able.filter(({ id }) => id !== staff.id).map(({ id, name }) => ({ id, name })),
    has_pin: rows.some(({ id }) => id === staff.id),
  };
}

const IS_BLOCKED = sql`(blocked_until > now() AND blocked_until <= now() + make_interval(mins => ${sql.lit(BLOCKED_MINUTES)}))`;

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
  await inTurn(async () => {
    const pinHash = await countTry(db, userId);
    if (!(await isPassword(secretOf(secrets, userId, pin), pinHash))) throw wrongPin();
  });
  return inTransaction(db, async (tx) => {
    const { rows } =
      await sql<Person>`${PEOPLE} AND u.id = ${userId} AND p.key_id = ${secrets.pins.keyId} FOR NO KEY UPDATE OF u`.execute(
        tx,
      );
    const [person] = rows;
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
