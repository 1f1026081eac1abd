import type { changeStaffRoute, createStaffRoute, StaffMember } from '#contract/staff.ts';
import type { BodyOf } from '#contract/route.ts';
import { isEmail, isPlaceholderEmail, placeholderEmail } from '#domain/new-customer.ts';
import { isVisibleName, signInName } from '#domain/sign-in-name.ts';
import { usernameFor } from '#domain/staff-account.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { endSessionsOf, type Session, type Staff } from '#server/http/guard/session.ts';
import { emailTaken, insertPerson, takenNames, usernamesFrom } from '#server/modules/customers/service.ts';
import { endLinks } from '#server/modules/password-reset/service.ts';
import { Refusal } from '#server/refusal.ts';
import {
  countOtherAdministrators,
  deleteSessions,
  locationExists,
  lockAccounts,
  selectSessions,
  selectStaff,
  selectStaffMember,
  type SessionRow,
  type StaffRow,
  updateStaff,
  type WrittenStaff,
} from './queries.ts';

function toStaffMember(row: StaffRow): StaffMember {
  return {
    ...row,
    email: isPlaceholderEmail(row.email) ? '' : row.email,
    invited_until: row.invited_until?.toISOString() ?? null,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

export async function listStaff(db: Database): Promise<StaffMember[]> {
  return (await selectStaff(db)).map(toStaffMember);
}

/** @throws Refusal `not_found`, also for customers. */
async function requireStaffMember(db: Database, id: number): Promise<StaffMember> {
  const row = await selectStaffMember(db, id);
  if (!row) throw new Refusal('not_found', 'There is no such staff account.');
  return toStaffMember(row);
}

/** @throws Refusal 422 `not_valid` */
async function requireLocation(tx: Tx, id: number | null): Promise<void> {
  if (id === null || (await locationExists(tx, id))) return;
  throw new Refusal('not_valid', `There is no location ${id}.`);
}

/** @throws Refusal 422 `not_valid` */
function requireVisible({ username, email }: { username: string; email: string }): void {
  if (email !== '' && !isEmail(email)) throw new Refusal('not_valid', 'This does not look like an email address.');
  if ([username, email].some((name) => name !== '' && !isVisibleName(name)))
    throw new Refusal('not_valid', 'The username or the e-mail has characters that cannot be seen. Type it again.');
}

function usernameTaken(username: string): Refusal {
  return new Refusal('username_taken', `The username ${username} is taken. Choose another one.`);
}

/**
 * Makes an account without a password: its owner sets one by a link. Rule: sign-in/staff-accounts.
 * @throws Refusal as `createStaffRoute` lists; 422 `not_valid`.
 */
export async function createStaff(tx: Tx, by: Staff, body: BodyOf<typeof createStaffRoute>): Promise<StaffMember> {
  const name = body.name.trim();
  const asked = body.username?.trim() ?? '';
  const email = body.email?.trim() ?? '';
  requireVisible({ username: asked, email });
  const candidates = asked === '' ? [...usernamesFrom(usernameFor(name) || 'staff')] : [asked];
  // Everything that makes a person takes this lock before any row's.
  const taken = await takenNames(tx, [email, ...candidates, ...candidates.map(placeholderEmail)].map(signInName));
  if (email !== '' && taken.has(signInName(email))) throw emailTaken(email);
  await requireLocation(tx, body.location_id);
  for (const username of candidates) {
    const address = email || placeholderEmail(username);
    if ([username, address].some((one) => taken.has(signInName(one)))) continue;
    const person = { username, email: address, name: '', displayName: name, firstName: '', lastName: '', phone: '' };
    const id = await insertPerson(tx, {
      ...person,
      role: body.role,
      passwordHash: null,
      locationId: body.location_id,
    });
    if (id === null) continue;
    const details = { username, name, email, role: body.role, location_id: body.location_id };
    await recordChange(tx, by, { action: 'account_created', entity: 'user', entityId: id, details });
    return requireStaffMember(tx, id);
  }
  throw usernameTaken(asked || (candidates[0] ?? ''));
}

/** The account with the changes of a body. */
function writtenBy(before: StaffMember, body: BodyOf<typeof changeStaffRoute>): WrittenStaff {
  return {
    username: body.username?.trim() ?? before.username,
    name: body.name?.trim() ?? before.name,
    email: body.email?.trim() ?? before.email,
    role: body.role ?? before.role,
    status: body.status ?? before.status,
    locationId: body.location_id === undefined ? before.location_id : body.location_id,
  };
}

const AUDITED = ['username', 'name', 'email', 'role', 'status', 'location_id'] as const;

/** The fields that differ, as they were and as they are. */
function differences(before: StaffMember, after: StaffMember) {
  const changed = AUDITED.filter((key) => before[key] !== after[key]);
  const pick = (of: StaffMember) => Object.fromEntries(changed.map((key) => [key, of[key]]));
  return { changed, from: pick(before), to: pick(after) };
}

/**
 * Changes an account. The accounts of both people are locked, so that two administrators who demote each other at one
 * moment do so one after the other, and the second is an administrator no more. Rule: sign-in/staff-accounts.
 * @throws Refusal as `changeStaffRoute` lists; 422 `not_valid`, `nothing_to_do`; 403 `not_allowed`.
 */
export async function changeStaff(
  tx: Tx,
  by: Staff,
  id: number,
  body: BodyOf<typeof changeStaffRoute>,
): Promise<{ after: StaffMember; endsSessions: boolean }> {
  const asked = { username: body.username?.trim() ?? '', email: body.email?.trim() ?? '' };
  requireVisible(asked);
  const names = [asked.username, asked.email, ...(asked.username === '' ? [] : [placeholderEmail(asked.username)])];
  const taken = await takenNames(tx, names.map(signInName), id);
  const administrators = await lockAccounts(tx, [by.id, id]);
  if (!administrators.has(by.id)) throw new Refusal('not_allowed', 'Your role does not allow this any more.');
  const before = await requireStaffMember(tx, id);
  if (body.version !== undefined && body.version !== before.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else changed this account meanwhile. Nothing was saved.', {
      details: { current: before },
    });
  }
  const written = writtenBy(before, body);
  if ([asked.username, placeholderEmail(asked.username)].some((one) => taken.has(signInName(one))))
    throw usernameTaken(asked.username);
  if (asked.email !== '' && taken.has(signInName(asked.email))) throw emailTaken(asked.email);
  if (body.location_id !== undefined && body.location_id !== before.location_id)
    await requireLocation(tx, body.location_id);

  const losesAccess = written.status !== before.status || written.role !== before.role;
  if (losesAccess && id === by.id) {
    throw new Refusal(
      'own_account',
      'Nobody changes the role or the status of their own account. Ask another administrator.',
    );
  }
  const staysAdministrator = written.role === 'administrator' && written.status === 'active';
  if (administrators.has(id) && !staysAdministrator && (await countOtherAdministrators(tx, id)) === 0) {
    throw new Refusal(
      'last_administrator',
      'This is the last administrator who can sign in. Make somebody else one first.',
    );
  }
  await updateStaff(tx, id, { ...written, email: written.email || placeholderEmail(written.username) });
  const after = await requireStaffMember(tx, id);
  const { changed, from, to } = differences(before, after);
  if (changed.length === 0) throw new Refusal('nothing_to_do', 'The account is like that already.');
  if (losesAccess) await endSessionsOf(tx, id);
  if (written.status === 'disabled' || written.email !== before.email) await endLinks(tx, [id]);
  await recordChange(tx, by, { action: 'account_changed', entity: 'user', entityId: id, details: { from, to } });
  return { after: await requireStaffMember(tx, id), endsSessions: losesAccess };
}

export async function listSessions(db: Database, { tokenHash }: Session<Staff>, id: number): Promise<SessionRow[]> {
  await requireStaffMember(db, id);
  return selectSessions(db, id, tokenHash);
}

/**
 * Ends one session of somebody, or all but the one that asks.
 * @throws Refusal `not_found`, also for a session that has ended already.
 */
export async function endSessions(
  tx: Tx,
  { principal: by, tokenHash }: Session<Staff>,
  id: number,
  sessionId: string | null,
): Promise<number> {
  await requireStaffMember(tx, id);
  const ended = await deleteSessions(tx, id, tokenHash, sessionId);
  if (sessionId !== null && ended === 0) throw new Refusal('not_found', 'This session has ended already.');
  if (ended > 0)
    await recordChange(tx, by, { action: 'sessions_ended', entity: 'user', entityId: id, details: { ended } });
  return ended;
}
