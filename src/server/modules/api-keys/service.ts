import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { ApiKey } from '#contract/api-keys.ts';
import { keyPermissions, type KeyScope, keyScope } from '#domain/api-key.ts';
import type { LiveEvent } from '#contract/live.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { hashOfKey, sealedSecretOf } from '#server/http/guard/api-key/api-key-check.ts';
import { issueMachine, revokeMachine } from '#server/http/guard/machines.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { Secrets } from '#server/secrets/secrets.ts';

/** As long as WooCommerce's, whose clients may check it. */
const HALF_BYTES = 20;
const END_LENGTH = 7;

interface KeyRow extends Omit<ApiKey, 'scope' | 'all_locations' | 'created_at' | 'last_used_at' | 'revoked_at'> {
  permissions: string[];
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

function toApiKey({ permissions, created_at, last_used_at, revoked_at, ...row }: KeyRow): ApiKey {
  return {
    ...row,
    scope: keyScope(permissions),
    all_locations: permissions.includes('switch-location'),
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

const nameOf = (alias: string) =>
  sql`coalesce(nullif(${sql.ref(`${alias}.display_name`)}, ''), nullif(${sql.ref(`${alias}.name`)}, ''), ${sql.ref(`${alias}.username`)})`;

export async function listApiKeys(db: Database | Tx, id: number | null = null): Promise<ApiKey[]> {
  const { rows } = await sql<KeyRow>`
    SELECT m.id, m.name, m.location_id, m.permissions, m.created_at, m.revoked_at, k.key_end,
           ${nameOf('made')} AS created_by, ${nameOf('ended')} AS revoked_by,
           coalesce(m.last_used_at, (SELECT max(s.last_seen_at) FROM sessions s
                                      WHERE s.machine_id = m.id AND s.last_seen_at > s.created_at)) AS last_used_at
      FROM api_keys k JOIN machines m ON m.id = k.machine_id
      LEFT JOIN users made ON made.id = m.created_by
      LEFT JOIN users ended ON ended.id = m.revoked_by
     WHERE ${id}::integer IS NULL OR m.id = ${id}
     ORDER BY m.revoked_at IS NOT NULL, m.id DESC`.execute(db);
  return rows.map(toApiKey);
}

interface NewKey {
  readonly name: string;
  readonly locationId: number;
  readonly allLocations: boolean;
  readonly scope: KeyScope;
}

interface MadeKey {
  readonly data: ApiKey;
  readonly consumerKey: string;
  readonly consumerSecret: string;
}

/**
 * Makes a key. Its secret leaves the server here and nowhere else. Rule: sign-in/api-keys.
 * @param by null for the command line
 * @throws Refusal 422 `not_valid`
 */
export async function createApiKey(
  tx: Tx,
  by: Staff | null,
  { fields }: Pick<Secrets, 'fields'>,
  { name, locationId, allLocations, scope }: NewKey,
): Promise<MadeKey> {
  const permissions = keyPermissions(scope, allLocations);
  if (permissions.every((permission) => permission === 'switch-location'))
    throw new Refusal('not_valid', 'The key may do nothing. Let it read or write something.');
  const open = await sql`SELECT FROM locations WHERE id = ${locationId} AND closed_at IS NULL`.execute(tx);
  if (open.rows.length === 0) throw new Refusal('not_valid', `There is no location ${locationId}.`);
  const consumerKey = `ck_${randomBytes(HALF_BYTES).toString('hex')}`;
  const token = `cs_${randomBytes(HALF_BYTES).toString('hex')}`;
  const { id } = await issueMachine(tx, by, { kind: 'key', name, locationId, permissions, token });
  await sql`
    INSERT INTO api_keys (machine_id, key_hash, key_end, secret_sealed)
    VALUES (${id}, ${hashOfKey(consumerKey)}, ${consumerKey.slice(-END_LENGTH)}, ${fields.seal(sealedSecretOf(id), token)})`.execute(
    tx,
  );
  const [data] = await listApiKeys(tx, id);
  if (!data) throw new Error('an API key was not written');
  return { data, consumerKey, consumerSecret: token };
}

/** @throws Refusal `not_found`, also for a device and for a key that was revoked before */
export async function revokeApiKey(tx: Tx, by: Staff, id: number): Promise<LiveEvent> {
  const [key] = await listApiKeys(tx, id);
  if (!key) throw new Refusal('not_found', 'There is no such API key.');
  return revokeMachine(tx, by, id);
}
