import { sql } from 'kysely';
import type { Tx } from './pool.ts';

/** The person who made the change, from the session. */
interface Actor {
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
  /** null: nobody who is signed in. */
  actor: Actor | null,
  { action, entity, entityId, details = {} }: Change,
): Promise<void> {
  await sql`
    INSERT INTO audit_trail (action, entity, entity_id, actor_id, location_id, details)
    VALUES (${action}, ${entity}, ${String(entityId)}, ${actor?.id ?? null}, ${actor?.locationId ?? null}, ${JSON.stringify(details)}::jsonb)`.execute(
    tx,
  );
}
