import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { Route } from '#contract/route.ts';
import type { Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { canonicalJson } from './canonical-json.ts';

/** A request that says who it is: sent again with the same key it is answered again, not carried out again. */
export interface Keyed {
  readonly key: string;
  readonly userId: number | null;
  /** Method and path template, as `POST /api/orders`. */
  readonly route: string;
  /** Of parameters, query and body as they were sent. */
  readonly hash: Buffer;
}

/** An answer that was given before, to be given again. */
export class Replayed {
  readonly statusCode: number;
  readonly response: unknown;

  constructor(statusCode: number, response: unknown) {
    this.statusCode = statusCode;
    this.response = response;
  }
}

export const KEY_CONSTRAINT = 'idempotency_keys_pkey';
const KEY = /^[\x21-\x7e]{8,128}$/;

/** Reads the `Idempotency-Key` of a write, before its body is parsed further. Source: design §4.2. */
export function readKey(request: FastifyRequest, route: Route): Omit<Keyed, 'userId'> | null {
  const key = request.headers['idempotency-key'];
  if (route.idempotency === 'none' || route.idempotency === 'safe') return null;
  if (key === undefined) {
    if (route.idempotency === 'optional') return null;
    throw new Refusal('idempotency_key_required', 'This request needs an Idempotency-Key header.');
  }
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw new Refusal('invalid_idempotency_key', 'The Idempotency-Key header must be 8 to 128 visible characters.');
  }
  const sent = canonicalJson({ params: request.params, query: request.query, body: request.body });
  return { key, route: `${route.method} ${route.path}`, hash: createHash('sha256').update(sent).digest() };
}

interface Claim {
  claimed: boolean;
  user_id: number | null;
  route: string | null;
  request_hash: Buffer | null;
  status_code: number | null;
  response: unknown;
}

/**
 * Claims the key until the transaction ends. Returns the earlier answer when there is one, else null: carry it out.
 * Two requests that meet before either has written are told apart by the key's primary key, when the second writes.
 * @throws Refusal `request_in_progress` while another holds it; `idempotency_key_reused` for another request's key.
 */
export async function claimKey(tx: Tx, keyed: Keyed): Promise<Replayed | null> {
  const { rows } = await sql<Claim>`
    select pg_try_advisory_xact_lock(hashtextextended(${keyed.key}, 20)) as claimed,
           k.user_id, k.route, k.request_hash, k.status_code, k.response
      from (values (1)) as one left join idempotency_keys k on k.key = ${keyed.key}`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('claiming a key gave no row');
  if (row.status_code === null) {
    if (row.claimed) return null;
    throw new Refusal('request_in_progress', 'This request is still being worked on.', { retryAfterS: 1 });
  }
  if (row.user_id !== keyed.userId || row.route !== keyed.route || row.request_hash?.equals(keyed.hash) !== true) {
    throw new Refusal('idempotency_key_reused', 'This Idempotency-Key was used for another request.');
  }
  return new Replayed(row.status_code, row.response);
}

/** Keeps the answer with the key, in the transaction that it tells of. `response` is the wire form. */
export async function keepAnswer(tx: Tx, keyed: Keyed, statusCode: number, response: string): Promise<void> {
  await sql`insert into idempotency_keys (key, user_id, route, request_hash, status_code, response)
    values (${keyed.key}, ${keyed.userId}, ${keyed.route}, ${keyed.hash}, ${statusCode}, ${response}::jsonb)`.execute(
    tx,
  );
}
