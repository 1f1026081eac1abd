import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PrincipalKind } from '#domain/permissions.ts';
import type { Tx } from './pool.ts';

/** The author of the change, from the session. */
interface Actor {
  readonly kind: PrincipalKind;
  readonly id: number;
  readonly locationId: number | null;
}

export interface Change {
  /** The kind of change, such as `stock_set`. */
  readonly action: string;
  readonly entity: string;
  readonly entityId: number | string;
  /** Kept for good: no passwords, and only as much of a customer as shows the change. */
  readonly details?: Readonly<Record<string, unknown>>;
  /**
   * A person's values. They are stored beside the row, which has only a salted hash of them, and are erased with the
   * person. Rule: customers/forgotten.
   */
  readonly personal?: { readonly customerId: number; readonly details: Readonly<Record<string, unknown>> };
}

const SALT_BYTES = 16;

/** Writes the audit-trail row of a change, in the change's own transaction. Rule: books/10-audit-trail. */
export async function recordChange(
  tx: Tx,
  /** Null when nobody is signed in. */
  actor: Actor | null,
  { action, entity, entityId, details = {}, personal }: Change,
): Promise<void> {
  const locationId = actor?.locationId ?? null;
  const isStaff = actor?.kind === 'staff';
  const [machineId, machineKind] = actor && !isStaff ? [actor.id, actor.kind] : [null, null];
  const actorId = isStaff ? actor.id : null;
  if (personal !== undefined) {
    const salt = randomBytes(SALT_BYTES);
    await sql`
      WITH said AS (SELECT ${JSON.stringify(personal.details)}::jsonb AS personal),
      told AS (
        INSERT INTO audit_trail (action, entity, entity_id, actor_id, machine_id, machine_kind, location_id, details)
        SELECT ${action}, ${entity}, ${String(entityId)}, ${actorId}::integer, ${machineId}::integer, ${machineKind}, ${locationId}::integer,
               ${JSON.stringify(details)}::jsonb || jsonb_build_object('personal_sha256', personal_hash(${salt}::bytea, personal))
          FROM said
        RETURNING id)
      INSERT INTO audit_personal (audit_id, customer_id, salt, details)
      SELECT told.id, ${personal.customerId}::integer, ${salt}::bytea, said.personal FROM told, said`.execute(tx);
    return;
  }
  await sql`
    INSERT INTO audit_trail (action, entity, entity_id, actor_id, machine_id, machine_kind, location_id, details)
    VALUES (${action}, ${entity}, ${String(entityId)}, ${actorId}, ${machineId}, ${machineKind}, ${locationId},
            ${JSON.stringify(details)}::jsonb)`.execute(tx);
}

/** Names of fields that differ, each with what it was and is: the details of most changes. @param left fields that count for nothing */
export function differences<Row extends object>(
  before: Row,
  after: Row,
  left: readonly (keyof Row)[] = [],
): Record<string, { from: unknown; to: unknown }> {
  const names = Object.keys(after) as (keyof Row & string)[];
  return Object.fromEntries(
    names
      .filter((name) => !left.includes(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]))
      .map((name) => [name, { from: before[name], to: after[name] }]),
  );
}
