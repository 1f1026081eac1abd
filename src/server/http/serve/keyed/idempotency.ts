import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import { constraintOf } from '#server/db/errors.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Principal } from '../../guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { haveOneKey } from '#server/secrets/secrets.ts';

/** A request with a key. Sent again with the key, it gets the same answer and is not carried out again. */
export interface Keyed {
  readonly key: string;
  /** The person and machine that own the key; both null on a public route. */
  readonly userId: number | null;
  readonly machineId: number | null;
  /** The location at which the caller works. */
  readonly locationId: number | null;
  /** Method and path template, such as `POST /api/orders`. */
  readonly route: string;
  /** The hash of parameters, query and body as they were sent, made with a secret that the database does not know. */
  readonly hash: Buffer;
}

/** A request that was carried out under a key, and who sent it. */
export interface KeptAnswer {
  readonly user_id: number | null;
  readonly machine_id: number | null;
  readonly location_id: number | null;
  readonly route: string;
  readonly request_hash: Buffer;
  readonly status_code: number;
  readonly response: unknown;
  readonly created_at: Date;
}

export type KeyOwner = Pick<Keyed, 'userId' | 'machineId' | 'locationId'>;

export function keyOwner(principal: Principal | undefined): KeyOwner {
  const { kind, id = null, locationId = null } = principal ?? {};
  return { userId: kind === 'staff' ? id : null, machineId: kind === 'staff' ? null : id, locationId };
}

/** True for the same request, and for one whose hash cannot be compared because DATA_KEY has changed. */
export function isSameRequest({ route, hash }: Pick<Keyed, 'route' | 'hash'>, kept: KeptAnswer): boolean {
  return kept.route === route && (!haveOneKey(hash, kept.request_hash) || hash.equals(kept.request_hash));
}

export const KEY_CONSTRAINT = 'idempotency_keys_pkey';
const KEY = /^[\x21-\x7e]{8,128}$/;

/** The `Idempotency-Key` of a write; null without a well-formed one, or when the route takes none. */
export function keyOf(request: FastifyRequest, { idempotency }: Pick<Route, 'idempotency'>): string | null {
  const key = request.headers['idempotency-key'];
  const isTaken = idempotency !== 'none' && idempotency !== 'safe';
  return isTaken && typeof key === 'string' && KEY.test(key) ? key : null;
}

/**
 * `keyOf` for a request that may be carried out.
 * @throws Refusal `idempotency_key_required`, `invalid_idempotency_key`
 */
export function requireKey(request: FastifyRequest, route: Route): string | null {
  const key = keyOf(request, route);
  if (key !== null || route.idempotency === 'none' || route.idempotency === 'safe') return key;
  if (request.headers['idempotency-key'] !== undefined) {
    throw new Refusal('invalid_idempotency_key', 'The Idempotency-Key header must be 8 to 128 visible characters.');
  }
  if (route.idempotency === 'optional') return null;
  throw new Refusal('idempotency_key_required', 'This request needs an Idempotency-Key header.');
}

function inProgress(): Refusal {
  return new Refusal('request_in_progress', 'This request is still being worked on.', { retryAfterS: 1 });
}

/** Thrown when a key turns out to be used. `KeyedRequests` tells more to callers who may know it. */
export function keyReused(): Refusal {
  return new Refusal(
    'idempotency_key_reused',
    'This Idempotency-Key was used before, for another request. Nothing was done for this one.',
  );
}

/** True for an error of a request whose key has an answer. */
export function isKeyUsed(error: unknown): boolean {
  const isRefused = error instanceof Refusal && error.code === 'idempotency_key_reused';
  return isRefused || constraintOf(error) === KEY_CONSTRAINT;
}

/** Stored in place of the route's name for a withdrawn key. */
const WITHDRAWN = 'withdrawn';

/** True for a withdrawn key, whose request must not be carried out any more. */
export function isWithdrawn({ route }: Pick<KeptAnswer, 'route'>): boolean {
  return route === WITHDRAWN;
}

/** Seed of the lock that the parts of one request share and that its withdrawal takes exclusively. */
const PARTS = 21;

/**
 * Uses up a key whose answer never came, so that its request cannot be carried out even if it arrives late.
 * Null when it did so; otherwise what was carried out under the key, which stays.
 * @throws Refusal `request_in_progress` while the request is being carried out
 */
export async function withdrawKey(tx: Tx, key: string, by: KeyOwner): Promise<KeptAnswer | null> {
  const kept = await claimOrFind(tx, key);
  if (kept) return kept;
  const { rows } = await sql<{ alone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, ${PARTS})) as alone`.execute(tx);
  if (rows[0]?.alone !== true) throw inProgress();
  await keepAnswer(tx, { ...by, key, route: WITHDRAWN, hash: Buffer.alloc(0) }, 409, '{}');
  return null;
}

/**
 * Blocks a withdrawal of the key until the transaction ends, while a part of its request is carried out.
 * @throws Refusal `request_in_progress` while it is being withdrawn; `idempotency_key_reused` after that
 */
export async function shareKey(tx: Tx, key: string): Promise<void> {
  const lock = await sql<{ shared: boolean }>`
    select pg_try_advisory_xact_lock_shared(hashtextextended(${key}, ${PARTS})) as shared`.execute(tx);
  if (lock.rows[0]?.shared !== true) throw inProgress();
  // A separate statement, so that it sees what was written before the lock was free.
  const { rows } = await sql`select from idempotency_keys where key = ${key}`.execute(tx);
  if (rows.length > 0) throw keyReused();
}

/** True if any part of a request in steps has begun under the key. */
export async function isBegun(tx: Tx, key: string): Promise<boolean> {
  const { rows } = await sql`select from idempotency_keys where key = ${beginningOf(key)}`.execute(tx);
  return rows.length > 0;
}

/** The key under which a request in steps records that it has begun. The keys of its parts begin with it. */
export function beginningOf(key: string): string {
  return `${key}#`;
}

/**
 * Claims the key until the transaction ends. When two requests meet before either has written, the second fails at the
 * primary key.
 * @throws Refusal `request_in_progress` while another request holds it; `idempotency_key_reused` when it has an answer
 */
export async function claimKey(tx: Tx, key: string): Promise<void> {
  const { rows } = await sql<{ claimed: boolean; used: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 20)) as claimed,
           exists (select from idempotency_keys where key = ${key}) as used`.execute(tx);
  if (rows[0]?.used === true) throw keyReused();
  if (rows[0]?.claimed !== true) throw inProgress();
}

/** Stores the answer with the key, in the transaction of the change. `response` is in wire form. */
export async function keepAnswer(tx: Tx, keyed: Keyed, statusCode: number, response: string): Promise<void> {
  await sql`insert into idempotency_keys (key, user_id, machine_id, location_id, route, request_hash, status_code, response)
    values (${keyed.key}, ${keyed.userId}, ${keyed.machineId}, ${keyed.locationId}, ${keyed.route}, ${keyed.hash}, ${statusCode}, ${response}::jsonb)`.execute(
    tx,
  );
}

/**
 * Claims the key for this transaction, or returns what was carried out under it.
 * @throws Refusal
 */
async function claimOrFind(tx: Tx, key: string): Promise<KeptAnswer | null> {
  const lock = await sql<{ claimed: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 20)) as claimed`.execute(tx);
  // A separate statement, so that it sees what was written before the lock was free.
  const { rows } = await sql<KeptAnswer>`
    select user_id, machine_id, location_id, route, request_hash, status_code, response, created_at
      from idempotency_keys where key = ${key}`.execute(tx);
  const [kept] = rows;
  if (!kept && lock.rows[0]?.claimed !== true) throw inProgress();
  return kept ?? null;
}

/**
 * The request carried out under the key, or null.
 * @throws Refusal `request_in_progress` while another request holds the key and may still be carried out
 */
export async function findAnswer(db: Database, key: string): Promise<KeptAnswer | null> {
  return inTransaction(db, (tx) => claimOrFind(tx, key));
}
