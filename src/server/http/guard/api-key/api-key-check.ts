import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { Refusal } from '#server/refusal.ts';
import { SealError } from '#server/secrets/sealer.ts';
import type { AppDeps } from '../../serve/deps.ts';
import { isLoopback } from '../loopback.ts';
import { signatureOf } from './oauth-signature.ts';

/** The most that a caller's clock may be off. A nonce is remembered at least this long. Rule: sign-in/api-keys. */
const SIGNED_WITHIN_S = 15 * 60;
const MAX_NONCE_LENGTH = 100;
const OAUTH_HEADER = /^OAuth\s+(.*)$/is;

export function hashOfKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export const sealedSecretOf = (machineId: number) => ({ column: 'api_keys.secret_sealed', row: machineId });

function refused(sentence: string): Refusal {
  return new Refusal('api_key_refused', sentence);
}

const WRONG_PAIR = 'The consumer key or its secret is not right, or the key was revoked.';

interface Key {
  readonly machineId: number;
  readonly secret: string;
}

/** @throws Refusal `api_key_refused`, with the same sentence for an unknown key and a wrong secret */
async function requireKey({ db, secrets }: AppDeps, key: string): Promise<Key> {
  const { rows } = await sql<{ machine_id: number; secret_sealed: string }>`
    SELECT machine_id, secret_sealed FROM api_keys WHERE key_hash = ${hashOfKey(key)}`.execute(db);
  const [row] = rows;
  if (!row) throw refused(WRONG_PAIR);
  try {
    return {
      machineId: row.machine_id,
      secret: secrets.fields.open(sealedSecretOf(row.machine_id), row.secret_sealed),
    };
  } catch (cause) {
    if (!(cause instanceof SealError)) throw cause;
    throw refused('This API key was made under another data key and cannot be used any more. Make a new one.');
  }
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** True if nobody between the caller and this server can read along. */
function isPrivate(request: FastifyRequest, { config }: AppDeps): boolean {
  if (request.protocol === 'https') return true;
  // Behind a proxy the peer is always the proxy, not the caller.
  return !config.trustProxy && isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/i, ''));
}

/** A key and its secret as they are, in the header or in the address. */
function plainPair(request: FastifyRequest, query: URLSearchParams): readonly [key: string, secret: string] | null {
  const basic = /^Basic +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (basic !== undefined) {
    const [key = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
    return key.startsWith('ck_') ? [key, rest.join(':')] : null;
  }
  const [key, secret] = [query.get('consumer_key'), query.get('consumer_secret')];
  return key !== null && secret !== null ? [key, secret] : null;
}

/** The parameters of `Authorization: OAuth name="value", ...`. */
function headerParameters(request: FastifyRequest): [string, string][] {
  const listed = OAUTH_HEADER.exec(request.headers.authorization ?? '')?.[1] ?? '';
  return [...listed.matchAll(/(\w+)="([^"]*)"/g)]
    .map(([, name = '', value = '']): [string, string] => [name, decoded(value)])
    .filter(([name]) => name !== 'realm');
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The addresses by which the caller may have reached us: a proxy may have changed scheme and host. */
function addressesOf(request: FastifyRequest, { config }: AppDeps): string[] {
  const path = request.url.split('?')[0] ?? '';
  const origins = [`${request.protocol}://${request.host}`, ...(config.publicUrl ? [config.publicUrl] : [])];
  return origins.map((origin) => `${origin.replace(/\/$/, '')}${path}`);
}

/** A request is carried out once: it was signed just now, and its nonce was not used before. */
async function spendNonce({ db }: AppDeps, { machineId }: Key, signedAt: string, nonce: string): Promise<void> {
  const isSane =
    /^\d{1,12}$/.test(signedAt) && nonce !== '' && nonce.length <= MAX_NONCE_LENGTH && !nonce.includes('\0');
  if (!isSane || Math.abs(Date.now() / 1000 - Number(signedAt)) > SIGNED_WITHIN_S) {
    throw refused('The request was not signed within the last 15 minutes. Set the clock of the program right.');
  }
  const { rows } = await sql`
    INSERT INTO api_key_nonces (machine_id, signed_at, nonce) VALUES (${machineId}, to_timestamp(${Number(signedAt)}), ${nonce})
    ON CONFLICT DO NOTHING RETURNING nonce`.execute(db);
  if (rows.length === 0) throw refused('This signed request came before. Sign each request anew.');
}

/** @throws Refusal `api_key_refused` unless the request is signed with the secret of its key, and new */
async function requireSigned(
  request: FastifyRequest,
  deps: AppDeps,
  parameters: readonly (readonly [string, string])[],
): Promise<string> {
  const valueOf = (name: string): string => parameters.find(([one]) => one === name)?.[1] ?? '';
  const key = await requireKey(deps, valueOf('oauth_consumer_key'));
  const given = Buffer.from(valueOf('oauth_signature'), 'base64');
  const signed = parameters.filter(([name]) => name !== 'oauth_signature');
  const isRight = addressesOf(request, deps).some((url) => {
    const right = signatureOf(
      { method: request.method, url, parameters: signed },
      key.secret,
      valueOf('oauth_signature_method'),
    );
    return right !== null && isEqual(right, given);
  });
  if (!isRight)
    throw refused('The signature of the request is not right. It takes the consumer secret and this address.');
  await spendNonce(deps, key, valueOf('oauth_timestamp'), valueOf('oauth_nonce'));
  return key.secret;
}

/**
 * The token of an API key that asks as WooCommerce's clients do: key and secret over TLS or on this machine, a signature
 * by OAuth 1.0a otherwise. Null when the request brings no such key. Rule: sign-in/api-keys.
 * @throws Refusal `api_key_refused`
 */
export async function apiKeyToken(request: FastifyRequest, deps: AppDeps): Promise<string | null> {
  const query = new URLSearchParams(request.url.split('?')[1] ?? '');
  // WooCommerce's own client sends each parameter twice; a list has the same name with several values.
  const all = [...query, ...headerParameters(request)];
  const parameters = [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  if (parameters.some(([name]) => name === 'oauth_consumer_key')) return requireSigned(request, deps, parameters);
  const pair = plainPair(request, query);
  if (!pair) return null;
  if (!isPrivate(request, deps)) {
    throw refused('A secret is not sent over plain http. Use https, or sign the request (OAuth 1.0a).');
  }
  const [key, secret] = pair;
  const known = await requireKey(deps, key);
  if (!isEqual(hashOfKey(known.secret), hashOfKey(secret))) throw refused(WRONG_PAIR);
  return known.secret;
}
