import type { SessionUser } from '#contract/auth.ts';
import { maySignIn, type Role } from '#domain/permissions.ts';
import { signInName } from '#domain/sign-in-name.ts';
import { ratesOrDefault, type TaxRate } from '#domain/tax.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { endSession, endSessionsOf, findSession, moveSession, openSession } from '#server/http/guard/session.ts';
import type { Session, Staff } from '#server/http/guard/session.ts';
import { writtenInLine } from '#server/http/serve/serve.ts';
import { Refusal } from '#server/refusal.ts';
import { hashPassword, inTurn, isPassword } from './password.ts';
import { findAccount, findAccountById, findLocation, hasStill, selectTaxRates, updateAccount } from './queries.ts';
import { type Attempt, countAttempt, forgive, requireFree } from './throttle.ts';

export { hashPassword, updateAccount };

export interface SignIn {
  /** Username or e-mail, as typed. */
  readonly login: string;
  readonly password: string;
  /** The subjects that the attempt counts against if it fails. */
  readonly attempt: Attempt;
  /** The network of a browser that is not known; null for a known one. */
  readonly stranger: string | null;
  readonly userAgent: string;
  readonly demoAccountsWork: boolean;
  /** The former session of this browser, which ends. */
  readonly replaces: Session<Staff> | null;
}

export interface SignedIn {
  readonly staff: Staff;
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Opens a session for a user name or e-mail and its password. The answer is the same, and takes equally long, for an
 * account that is unknown, disabled, a customer's, or a demo account that may not sign in. Rules: sign-in/sessions,
 * sign-in/passwords, customers/no-known-password.
 * @throws Refusal `wrong_credentials`; `too_many_requests` after repeated failures, before any password is hashed
 */
export async function signIn(db: Database, { login, password, attempt, userAgent, ...how }: SignIn): Promise<SignedIn> {
  const wanted = signInName(login);
  // Somebody who has to wait anyway takes no place in the line.
  await requireFree(db, attempt);
  // One attempt at a time is counted, checked and forgiven. So forty tills that sign in at once never count as forty
  // failures, and forty guesses do.
  const account = await inTurn(async () => {
    const counted = await countAttempt(db, attempt);
    const found = await findAccount(db, wanted);
    const matches = await isPassword(password, found?.password_hash ?? null);
    const allowed =
      found !== undefined &&
      found.status === 'active' &&
      maySignIn(found.role) &&
      (!found.demo || how.demoAccountsWork);
    if (!matches || !allowed) throw wrongCredentials();
    await inTransaction(db, (tx) => forgive(tx, counted));
    return found;
  }, how.stranger);

  return inTransaction(db, async (tx) => {
    // The password was changed since it was verified.
    if (!(await hasStill(tx, account))) throw wrongCredentials();
    if (how.replaces) await endSession(tx, how.replaces.tokenHash);
    const { token, expiresAt } = await openSession(tx, { userId: account.id, userAgent });
    const session = await findSession(tx, token, 'cookie');
    // The account was disabled since it was read.
    if (session?.principal.kind !== 'staff') throw wrongCredentials();
    await recordChange(tx, session.principal, { action: 'sign_in', entity: 'user', entityId: account.id });
    return { staff: session.principal, token, expiresAt };
  });
}

function wrongCredentials(): Refusal {
  return new Refusal('wrong_credentials', 'The username or the password is not right.');
}

/** Ends the session and records it in the audit trail. The caller emits `{type: 'session', user_id}`. */
export async function signOut(tx: Tx, { principal: staff, tokenHash }: Session<Staff>): Promise<void> {
  await endSession(tx, tokenHash);
  await recordChange(tx, staff, { action: 'sign_out', entity: 'user', entityId: staff.id });
}

/** The signed-in person in wire form. */
export function toSessionUser(staff: Staff): SessionUser {
  return {
    id: staff.id,
    username: staff.username,
    name: staff.name,
    email: staff.email,
    role: staff.role,
    permissions: [...staff.permissions],
    most_discount_percent: staff.limits.discountPercent,
    location: staff.locationName,
    location_id: staff.locationId,
    time_zone: staff.timeZone,
  };
}

/** The tax rates of a location, or the default rate when it has none. Rule: register/default-tax. */
export async function taxesOf(db: Database, locationId: number | null): Promise<readonly TaxRate[]> {
  if (locationId === null) return [];
  const rates = await selectTaxRates(db, locationId);
  return ratesOrDefault(rates);
}

/**
 * Moves a session to another location, or back home. The route requires `switch-location`.
 * Rule: sign-in/location-switch.
 * @throws Refusal `not_found` for a location that does not exist.
 */
export async function switchLocation(
  tx: Tx,
  { principal: staff, tokenHash }: Session<Staff>,
  locationId: number,
): Promise<Staff> {
  const location = await findLocation(tx, locationId);
  if (!location) throw new Refusal('not_found', `There is no location ${locationId}.`);
  await moveSession(tx, tokenHash, locationId === staff.homeLocationId ? null : locationId);
  const moved = { ...staff, locationId, locationName: location.name, timeZone: location.time_zone };
  const details = { from: staff.locationId, to: locationId };
  await recordChange(tx, moved, { action: 'switch_location', entity: 'user', entityId: staff.id, details });
  return moved;
}

export interface AccountChange {
  /** The hash of the new password. */
  readonly passwordHash?: string;
  readonly role?: Role;
  readonly status?: 'active' | 'disabled';
}

/**
 * Changes an account's password, role or status and ends its sessions, except the one that asks. The caller has checked
 * that `actor` may do so, and emits `{type: 'session', user_id}`. Rule: sign-in/sessions.
 * @throws Refusal `not_found`
 */
export async function changeAccount(
  tx: Tx,
  actor: Session<Staff>,
  userId: number,
  change: AccountChange,
): Promise<void> {
  if (!(await updateAccount(tx, userId, change))) {
    throw new Refusal('not_found', 'There is no such account.');
  }
  await endSessionsOf(tx, userId, actor.tokenHash);
  const { passwordHash, ...rest } = change;
  const details = { ...rest, ...(passwordHash !== undefined && { password: 'changed' }) };
  await recordChange(tx, actor.principal, { action: 'account_changed', entity: 'user', entityId: userId, details });
}

/**
 * The own account, if the password is its. Guesses are counted like those at sign-in.
 * @throws Refusal `wrong_password`; `too_many_requests` after repeated failures
 */
export async function checkOwnPassword(
  db: Database,
  { principal: { id } }: Session<Staff>,
  { current, attempt }: { current: string; attempt: Attempt },
) {
  return inTurn(async () => {
    const counted = await countAttempt(db, attempt);
    const found = await findAccountById(db, id);
    if (!found || !(await isPassword(current, found.password_hash))) throw wrongPassword();
    await inTransaction(db, (tx) => forgive(tx, counted));
    return found;
  });
}

/**
 * Changes one's own password. The current password is required, and guesses count like those at sign-in. The caller
 * emits `{type: 'session', user_id}`.
 * @throws Refusal `wrong_password`; `too_many_requests` after repeated failures
 */
export async function changeOwnPassword(
  db: Database,
  session: Session<Staff>,
  { current, next, attempt }: { current: string; next: string; attempt: Attempt },
): Promise<void> {
  const account = await checkOwnPassword(db, session, { current, attempt });
  const passwordHash = await hashPassword(next);
  await writtenInLine(db, async (tx) => {
    if (!(await hasStill(tx, account))) throw wrongPassword();
    await changeAccount(tx, session, account.id, { passwordHash });
  });
}

export function wrongPassword(): Refusal {
  return new Refusal('wrong_password', 'The current password is not right.');
}
