import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { LiveEvent } from '#contract/live.ts';
import type { Permission } from '#domain/permissions.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import { Refusal } from '#server/refusal.ts';
import { hashToken, type Staff } from './session.ts';

interface NewMachine {
  readonly kind: 'device' | 'key';
  readonly name: string;
  readonly locationId: number;
  /** The permissions of a key. The caller has checked that the person may give them. */
  readonly permissions?: readonly Permission[];
  /** Null for one that is valid until it is revoked. */
  readonly expiresAt?: Date | null;
  readonly token?: string;
}

const newToken = (): string => randomBytes(32).toString('base64url');

/**
 * Makes a device or an API key and returns its token, which the server does not keep. A device sends the token in the
 * cookie `tillwright_device`, a program as a bearer token. Rule: sign-in/principals.
 * @param by null for the command line
 */
export async function issueMachine(
  tx: Tx,
  by: Staff | null,
  { kind, name, locationId, permissions = [], expiresAt = null, token = newToken() }: NewMachine,
): Promise<{ id: number; token: string }> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO machines (kind, name, location_id, permissions, created_by)
      VALUES (${kind}, ${name.trim()}, ${locationId}, ${[...permissions]}::text[], ${by?.id ?? null}) RETURNING id)
    INSERT INTO sessions (token_hash, machine_id, expires_at) SELECT ${hashToken(token)}, id, ${expiresAt} FROM made
    RETURNING machine_id AS id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a machine was not written');
  const details = { name: name.trim(), location_id: locationId, permissions };
  await recordChange(tx, by, { action: `${kind}_issued`, entity: kind, entityId: row.id, details });
  return { id: row.id, token };
}

/** Gives a machine a new token and returns it; a former one ends. */
export async function renewToken(tx: Tx, id: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await sql`DELETE FROM sessions WHERE machine_id = ${id}`.execute(tx);
  await sql`INSERT INTO sessions (token_hash, machine_id) VALUES (${hashToken(token)}, ${id})`.execute(tx);
  return token;
}

/**
 * Revokes a device or an API key. Emit the returned event, so that its streams end.
 * @throws Refusal `not_found`
 */
export async function revokeMachine(tx: Tx, by: Staff, id: number): Promise<LiveEvent> {
  const { rows } = await sql<{ kind: string }>`
    UPDATE machines SET revoked_at = now(), revoked_by = ${by.id},
           last_used_at = (SELECT max(last_seen_at) FROM sessions WHERE machine_id = ${id} AND last_seen_at > created_at)
     WHERE id = ${id} AND revoked_at IS NULL RETURNING kind`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such device or API key.');
  await sql`DELETE FROM sessions WHERE machine_id = ${id}`.execute(tx);
  await recordChange(tx, by, { action: `${row.kind}_revoked`, entity: row.kind, entityId: id });
  return { type: 'machine', machine_id: id };
}
