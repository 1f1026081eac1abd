import { sql } from 'kysely';
import type { Draft, DraftKind } from '#contract/assistant-cards.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';
import { Refusal } from '#server/refusal.ts';

export interface DraftRow {
  readonly id: number;
  readonly run_id: string | null;
  readonly user_id: number;
  readonly location_id: number | null;
  readonly location: string;
  readonly kind: DraftKind;
  readonly title: string;
  readonly reason: string;
  /** The change that is sent to the service. */
  readonly content: unknown;
  readonly changes: Draft['changes'];
  readonly content_hash: Buffer;
  readonly nonce: Buffer;
  readonly state: Draft['state'];
  readonly applied: Applied | null;
  readonly created_at: Date;
  readonly decided_at: Date | null;
  readonly decided_by: string;
}

/** The result of an approval, and the change that undoes it. */
export interface Applied {
  readonly result: NonNullable<Draft['result']>;
  readonly undo: unknown;
}

/** @param lock keeps others from deciding until the transaction ends */
export async function selectDraft(
  db: Database,
  userId: number,
  id: number,
  { lock = false } = {},
): Promise<DraftRow | undefined> {
  const { rows } = await sql<DraftRow>`
    SELECT d.id, d.run_id, d.user_id, d.location_id, coalesce(l.name, '') AS location, d.kind, d.title, d.reason, d.content, d.changes,
           d.content_hash, d.nonce, d.state, d.applied, d.created_at, d.decided_at,
           CASE WHEN d.decided_by IS NULL THEN '' ELSE ${USER_NAME} END AS decided_by
      FROM ai_drafts d LEFT JOIN locations l ON l.id = d.location_id LEFT JOIN users u ON u.id = d.decided_by
     WHERE d.id = ${id} AND d.user_id = ${userId} ${lock ? sql`FOR NO KEY UPDATE OF d` : sql``}`.execute(db);
  return rows[0];
}

export interface NewDraft {
  readonly runId: string;
  readonly userId: number;
  readonly locationId: number | null;
  readonly kind: DraftKind;
  readonly title: string;
  readonly reason: string;
  readonly content: unknown;
  readonly changes: Draft['changes'];
  readonly contentHash: Buffer;
  readonly nonce: Buffer;
}

/**
 * Saves a draft, unless somebody was forgotten since its run began: its texts may name them. Rule: customers/forgotten.
 * @throws Refusal `status_conflict`
 */
export async function insertDraft(tx: Tx, draft: NewDraft): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_drafts (run_id, user_id, location_id, kind, title, reason, content, changes, content_hash, nonce)
    SELECT r.id, ${draft.userId}, ${draft.locationId}::integer, ${draft.kind}, ${draft.title}, ${draft.reason},
           ${JSON.stringify(draft.content)}::jsonb, ${JSON.stringify(draft.changes)}::jsonb, ${draft.contentHash}, ${draft.nonce}
      FROM ai_runs r WHERE r.id = ${draft.runId} AND r.forgot_at IS NULL FOR SHARE
    RETURNING id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('status_conflict', 'A customer was deleted meanwhile. Ask again.');
  return row.id;
}

export async function decideDraft(
  tx: Tx,
  id: number,
  { state, by, applied }: { state: Draft['state']; by: number; applied?: Applied | null },
): Promise<void> {
  const kept = applied === undefined ? sql`applied` : sql`${applied === null ? null : JSON.stringify(applied)}::jsonb`;
  await sql`
    UPDATE ai_drafts SET state = ${state}, decided_by = ${by}, decided_at = now(), applied = ${kept} WHERE id = ${id}`.execute(
    tx,
  );
}
