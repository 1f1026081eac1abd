import { sql } from 'kysely';
import type { PrincipalKind } from '#domain/permissions.ts';
import type { Tx } from './pool.ts';

/** Who made the change, from the session. */
interface Actor {
  readonly kind: PrincipalKind;
  readonly id: number;
  readonly locationId: number | null;
}

export interface Change {
  /** The change, as `stock_set`. */
  readonly action: string;
  readonly entity: string;
  readonly entityId: number | string;
  /** Kept for good: no passwords, and no more of a customer than is needed to tell what changed. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Writes the audit-trail row of a change, in the change's own transaction. Rule: books/10-audit-trail. */
export async function recordChange(
  tx: Tx,
  actor: Actor,
  { action, entity, entityId, details = {} }: Change,
): Promise<void> {
  const isStaff = actor.kind === 'staff';
  await sql`
    INSERT INTO audit_trail (action, entity, entity_id, actor_id, machine_id, machine_kind, location_id, details)
    VALUES (${action}, ${entity}, ${String(entityId)}, ${isStaff ? actor.id : null}, ${isStaff ? null : actor.id},
            ${isStaff ? null : actor.kind}, ${actor.locationId}, ${JSON.stringify(details)}::jsonb)`.execute(tx);
}
