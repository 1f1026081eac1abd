import { createHash, randomBytes } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type Limits,
  type Permission,
  permissionsOf,
  type PrincipalKind,
  type Role,
  type RoleChanges,
} from '#domain/permissions.ts';
import type { DB } from '#server/db/schema.d.ts';
import { nameOf, SessionLookups } from './session-lookups.ts';

/** A request with a key, as a person sends it. */
export interface Asking {
  readonly key: string;
  /** Method and path template. */
  readonly route: string;
  /** Hashes what approvals have to be of. */
  readonly hash: () => Buffer;
  /** The order that it changes, if it is about one. */
  readonly orderId: number | null;
  /** The people whose approval it has used so far. */
  readonly approvers: Map<number, Approver>;
}

/** The person who approved. */
export interface Approver {
  readonly id: number;
  readonly name: string;
}

/**
 * The person who sends the request, known from the session and never from a body or header.
 * Rule: sign-in/session-says-who.
 */
export interface Staff {
  readonly kind: 'staff';
  readonly id: number;
  readonly username: string;
  readonly email: string;
  /** Display name, or else name, or else username. */
  readonly name: string;
  readonly role: Role;
  /** Those of the role in this shop. */
  readonly permissions: readonly Permission[];
  readonly limits: Limits;
  /** The request with its key, to which approvals are bound. Null without a key, and until the body was read. */
  readonly asking: Asking | null;
  /** The location at which they work now; null without one, in which case they cannot sell. */
  readonly locationId: number | null;
  readonly locationName: string | null;
  /** The time zone of the location, which says when a day begins. */
  readonly timeZone: string;
  /** The location they belong to; differs from `locationId` while a manager works elsewhere. */
  readonly homeLocationId: number | null;
}

/** A device or an API key. Rule: sign-in/principals. */
interface Machine<Kind extends PrincipalKind> {
  readonly kind: Kind;
  readonly id: number;
  readonly name: string;
  /** None for a device. */
  readonly permissions: readonly Permission[];
  readonly locationId: number;
  readonly timeZone: string;
}

/** The sender of a request. */
export type Principal = Staff | Machine<'device'> | Machine<'key'>;

/** The author of a change: a person, or a program by its API key. */
export type Author = Staff | Machine<'key'>;

/** The person, for ledgers that name people only. Null for a key, which the audit trail names. */
export function personIdOf({ kind, id }: Author): number | null {
  return kind === 'staff' ? id : null;
}

export function may(principal: Pick<Principal, 'permissions'>, permission: Permission): boolean {
  return principal.permissions.includes(permission);
}

export interface Session<Who extends Principal = Principal> {
  readonly tokenHash: Buffer;
  readonly principal: Who;
  readonly via: 'cookie' | 'bearer';
  /** Null for one that does not expire. */
  readonly expiresAt: Who extends Staff ? Date : Date | null;
  /**
   * Set while the session is only remembered: its facts then, which a statement that relies on it compares (`standsAs`).
   */
  readonly remembered?: string | undefined;
}

/** The query builder of a pool or of a transaction. */
type Queryable = Kysely<DB>;

/** Rule: sign-in/sessions. */
const ABSOLUTE_DAYS = 7;
const IDLE_HOURS = 12;
const SEEN_AT_MOST_EVERY_MS = 60_000;
const DEFAULT_TIME_ZONE = 'America/New_York';
const USER_AGENT_MAX = 300;

/** The facts of a session as JSON text, in this order, so that a statement can tell whether all are as before. */
type SessionFacts = readonly [
  staff: (Pick<Staff, 'id' | 'username' | 'email' | 'name' | 'role' | 'homeLocationId'> & RoleColumns) | null,
  machine: Pick<Machine<'device' | 'key'>, 'kind' | 'id' | 'name' | 'permissions'> | null,
  locationId: number | null,
  locationName: string | null,
  timeZone: string | null,
  expiresAt: string | null,
];

interface RoleColumns extends RoleChanges, Limits {}

/**
 * SQL: the columns of `role_settings` (alias r) as members of a JSON object, for `roleOf`.
 * Roles that nobody can change have no row.
 */
export const ROLE_COLUMNS = sql`'granted', coalesce(r.granted, '{}'), 'withheld', coalesce(r.withheld, '{}'),
             'discountPercent', r.most_discount_percent, 'refundCents', r.most_refund_cents`;

/** The permissions and limits of somebody, from these columns. */
export function roleOf({ role, granted, withheld, discountPercent, refundCents }: RoleColumns & { role: Role }) {
  const limits: Limits = { discountPercent, refundCents };
  return { permissions: permissionsOf(role, { granted, withheld }), limits };
}

function principalOf([staff, machine, locationId, locationName, givenTimeZone]: SessionFacts): Principal | null {
  const timeZone = givenTimeZone ?? DEFAULT_TIME_ZONE;
  if (staff) {
    const { granted, withheld, discountPercent, refundCents, ...person } = staff;
    const role = roleOf({ role: person.role, granted, withheld, discountPercent, refundCents });
    return { ...person, ...role, locationId, locationName, timeZone, kind: 'staff', asking: null };
  }
  if (machine && locationId !== null) return { ...machine, locationId, timeZone };
  return null;
}

/** The form in which a token is stored. The token cannot be recovered from it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const FACTS = sql<string>`jsonb_build_array(
  case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username, 'email', u.email, 'role', u.role,
    'name', coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username), 'homeLocationId', u.location_id, ${ROLE_COLUMNS}) end,
  case when m.id is not null then jsonb_build_object('id', m.id, 'kind', m.kind, 'name', m.name, 'permissions', m.permissions) end,
  l.id, l.name, l.time_zone, s.expires_at)::text`;

/** SQL: the open sessions of these tokens, with what `FACTS` reads. */
const openSessions = (tokenHash: RawBuilder<unknown>): RawBuilder<unknown> => sql`sessions s
  left join users u on u.id = s.user_id and u.status = 'active' and u.role <> 'customer'
  left join role_settings r on r.role = u.role
  left join machines m on m.id = s.machine_id and m.revoked_at is null
  left join locations l on l.id = coalesce(s.location_id, u.location_id, m.location_id) and l.closed_at is null
 where s.token_hash ${tokenHash} and coalesce(s.expires_at, 'infinity') > now()
   and (s.machine_id is not null or s.last_seen_at > now() - make_interval(hours => ${sql.lit(IDLE_HOURS)}))`;

/** SQL condition: the remembered session is open, and all that it says is still so. */
export function standsAs({ tokenHash, remembered }: { tokenHash: Buffer; remembered: string }): RawBuilder<boolean> {
  return sql<boolean>`(select ${FACTS} = ${remembered} from ${openSessions(sql`= ${tokenHash}`)})`;
}

interface Looked {
  readonly facts: string;
  readonly unseen_ms: number;
}

async function lookUp(db: Queryable, tokenHashes: Buffer[]): Promise<ReadonlyMap<string, Looked>> {
  const { rows } = await sql<Looked & { token_hash: Buffer }>`
    select s.token_hash, ${FACTS} as facts,
           -- The first use of a key counts at once, so that it no more says "never".
           case when s.machine_id is not null and s.last_seen_at = s.created_at then 1e9
                else (extract(epoch from now() - s.last_seen_at) * 1000)::float8 end as unseen_ms
      from ${openSessions(sql`= any(${tokenHashes}::bytea[])`)}`.execute(db);
  return new Map(rows.map((row) => [nameOf(row.token_hash), row]));
}

/** Per database. A transaction looks up by itself what it sees. */
const lookups = new WeakMap<Queryable, SessionLookups<Looked>>();

async function looked(db: Queryable, tokenHash: Buffer): Promise<Looked | undefined> {
  if (db.isTransaction) return (await lookUp(db, [tokenHash])).get(nameOf(tokenHash));
  const together = lookups.get(db) ?? new SessionLookups((tokenHashes) => lookUp(db, tokenHashes));
  lookups.set(db, together);
  return together.find(tokenHash);
}

interface Known {
  readonly facts: string;
  readonly lookedUpAt: number;
}

/** Per database, the sessions that were looked up last, by the text of their token's hash. */
const known = new WeakMap<Queryable, Map<string, Known>>();
/** More than the tills and desks that one process serves. */
const MOST_KNOWN = 2000;

function remember(db: Queryable, tokenHash: Buffer, facts: string): void {
  const sessions = known.get(db) ?? new Map<string, Known>();
  known.set(db, sessions);
  const name = nameOf(tokenHash);
  // The latest is the last in turn.
  sessions.delete(name);
  sessions.set(name, { facts, lookedUpAt: performance.now() });
  const [oldest] = sessions.keys();
  if (sessions.size > MOST_KNOWN && oldest !== undefined) sessions.delete(oldest);
}

function sessionFrom(text: string, { tokenHash, via }: Pick<Session, 'tokenHash' | 'via'>): Session | null {
  const facts = JSON.parse(text) as SessionFacts;
  const principal = principalOf(facts);
  const expiresAt = facts[5] === null ? null : new Date(facts[5]);
  return principal && { tokenHash, principal, via, expiresAt };
}

/**
 * The session of a token as it was looked up within the last minute, or null. It may have ended or changed since: it refuses
 * nothing, and what is done by it goes through a statement with `standsAs`.
 */
export function recallSession(db: Queryable, token: string, via: Session['via']): Session | null {
  const tokenHash = hashToken(token);
  const found = known.get(db)?.get(nameOf(tokenHash));
  if (!found || performance.now() - found.lookedUpAt > SEEN_AT_MOST_EVERY_MS) return null;
  const session = sessionFrom(found.facts, { tokenHash, via });
  return session && { ...session, remembered: found.facts };
}

/**
 * The session of a token. Null when there is none, it has expired, its user is disabled or its machine is revoked.
 * @param asSeen it was used; false for a stream that only stays open
 * @param unattended nobody is at the page that asks, so a person's session is not used. Rule: sign-in/sessions.
 */
export async function findSession(
  db: Queryable,
  token: string,
  via: Session['via'],
  { asSeen = true, unattended = false }: { asSeen?: boolean; unattended?: boolean } = {},
): Promise<Session | null> {
  const tokenHash = hashToken(token);
  const row = await looked(db, tokenHash);
  const session = row && sessionFrom(row.facts, { tokenHash, via });
  if (!session) return null;
  const isUsed = asSeen && !(unattended && session.principal.kind === 'staff');
  // It was last seen in the future, so the clock was set back since.
  if (isUsed && Math.abs(row.unseen_ms) > SEEN_AT_MOST_EVERY_MS) {
    await sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}
                and (last_seen_at not between now() - interval '1 minute' and now() or machine_id is not null)`.execute(
      db,
    );
  }
  if (isUsed && !db.isTransaction) remember(db, tokenHash, row.facts);
  return session;
}

/** SQL condition: the person's session with this alias has not expired. */
export function isOpenSession(alias: string) {
  const session = sql.id(alias);
  return sql<boolean>`${session}.expires_at > now() AND ${session}.last_seen_at > now() - make_interval(hours => ${sql.lit(IDLE_HOURS)})`;
}

/** Opens a session and returns its token, which the server does not keep. Deletes the user's expired sessions. */
export async function openSession(
  tx: Queryable,
  { userId, userAgent }: { userId: number; userAgent: string },
): Promise<{ token: string; tokenHash: Buffer; expiresAt: Date }> {
  const token = randomBytes(32).toString('base64url');
  const tokenHash = hashToken(token);
  await sql`delete from sessions where user_id = ${userId}
     and (expires_at < now() or last_seen_at < now() - make_interval(hours => ${sql.lit(IDLE_HOURS)}))`.execute(tx);
  const { rows } = await sql<{ expires_at: Date }>`
    insert into sessions (token_hash, user_id, user_agent, expires_at)
    values (${tokenHash}, ${userId}, ${userAgent.slice(0, USER_AGENT_MAX)}, now() + make_interval(days => ${sql.lit(ABSOLUTE_DAYS)}))
    returning expires_at`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('a new session was not written');
  return { token, tokenHash, expiresAt: row.expires_at };
}

/**
 * Repairs sessions after the clock was set back: those last seen in the future would stay open until then, so they
 * count as seen now.
 */
export async function rewindSessions(tx: Queryable): Promise<void> {
  const longest = sql`make_interval(days => ${sql.lit(ABSOLUTE_DAYS)})`;
  await sql`
    update sessions set last_seen_at = least(last_seen_at, now()), expires_at = least(expires_at, now() + ${longest})
     where user_id is not null
       and (last_seen_at > now() + interval '1 minute' or expires_at > now() + ${longest} + interval '1 minute')`.execute(
    tx,
  );
}

/** Ends a session. Emit `{type: 'session', user_id}` with it, so that its event streams end too. */
export async function endSession(tx: Queryable, tokenHash: Buffer): Promise<void> {
  await sql`delete from sessions where token_hash = ${tokenHash}`.execute(tx);
}

/** Ends a user's sessions (password change, disabling, change of role), except `except`. */
export async function endSessionsOf(tx: Queryable, userId: number, except?: Buffer): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and token_hash is distinct from ${except ?? null}`.execute(
    tx,
  );
}

/** Moves a session to another location; null moves it home. The caller has checked `switch-location`. */
export async function moveSession(tx: Queryable, tokenHash: Buffer, locationId: number | null): Promise<void> {
  await sql`update sessions set location_id = ${locationId} where token_hash = ${tokenHash}`.execute(tx);
}
