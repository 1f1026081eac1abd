import { sql } from 'kysely';
import { type CustomerMerge, MERGE_UNDO_DAYS } from '#contract/customer-merges.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { CheckMoved } from '../identity-queries.ts';

export interface MergeRow {
  id: number;
  kept_id: number;
  merged_id: number;
  points: number;
  last_points_event_id: number;
  order_ids: number[];
  note_ids: number[];
  group_ids: number[];
  follower_ids: number[];
  /** Without `check` in merges of older releases. */
  changed: { from: Changed; to: Changed; filled: Filled[]; check?: CheckMoved | null } | null;
  merged_at: Date;
  undone_at: Date | null;
}

/** Values that the kept account lacked and got from the merged one. */
export type Filled = 'date_of_birth' | 'license_number';

/** Values of the kept account that a merge changed. */
export interface Changed {
  email?: string;
  phone?: string;
  name?: string;
  first_name?: string;
  last_name?: string;
  billing?: object;
  shipping?: object;
  flag?: { kind: string; text: string } | null;
}

export async function selectMerges(db: Database, where: { keptId: number } | { id: number }): Promise<CustomerMerge[]> {
  const { rows } = await sql<
    Omit<CustomerMerge, 'merged_at' | 'undo_until' | 'undone_at'> & {
      merged_at: Date;
      undo_until: Date | null;
      undone_at: Date | null;
    }
  >`
    SELECT m.id, m.kept_id, m.merged_id, coalesce(nullif(o.display_name, ''), nullif(o.name, ''), o.username) AS merged_name,
           cardinality(m.order_ids) AS orders, m.points, cardinality(m.note_ids) AS notes, m.merged_at, m.undone_at,
           coalesce(nullif(s.display_name, ''), nullif(s.name, ''), s.username) AS merged_by,
           CASE WHEN m.undone_at IS NULL AND m.changed IS NOT NULL
                THEN m.merged_at + make_interval(days => ${sql.lit(MERGE_UNDO_DAYS)}) END AS undo_until
      FROM customer_merges m JOIN users o ON o.id = m.merged_id JOIN users s ON s.id = m.merged_by
     WHERE ${'id' in where ? sql`m.id = ${where.id}` : sql`m.kept_id = ${where.keptId}`}
     ORDER BY m.id DESC`.execute(db);
  return rows.map((row) => ({
    ...row,
    merged_at: row.merged_at.toISOString(),
    undo_until: row.undo_until?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  }));
}

/** Locks both balances, by id. Null for somebody without one. */
export async function lockBalances(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ customer_id: number; balance: number }>`
    SELECT customer_id, balance FROM points_balances WHERE customer_id = ANY(${[...ids]}::integer[])
     ORDER BY customer_id FOR NO KEY UPDATE`.execute(tx);
  return new Map(rows.map(({ customer_id, balance }) => [customer_id, balance]));
}

/** Moves points from one account to the other: two events of the ledger. */
export async function movePoints(
  tx: Tx,
  { from, to, points, actorId, reason }: { from: number; to: number; points: number; actorId: number; reason: string },
): Promise<void> {
  if (points === 0) return;
  await sql`
    WITH told AS (
      INSERT INTO points_events (customer_id, type, points, description, actor_id)
      VALUES (${from}, 'merged', ${-points}, ${reason}, ${actorId}),
             (${to}, 'merged', ${points}, ${reason}, ${actorId})
      RETURNING customer_id, points)
    INSERT INTO points_balances AS b (customer_id, balance) SELECT customer_id, points FROM told ORDER BY customer_id
    ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + excluded.balance`.execute(tx);
}

/** Puts values of an account; those left out stay. */
export async function putValues(tx: Tx, id: number, values: Changed): Promise<void> {
  const text = (value: string | undefined) => sql`${value ?? null}::text`;
  await sql`
    UPDATE users SET email = coalesce(${text(values.email)}, email), phone = coalesce(${text(values.phone)}, phone),
           name = coalesce(${text(values.name)}, name), first_name = coalesce(${text(values.first_name)}, first_name),
           last_name = coalesce(${text(values.last_name)}, last_name), updated_at = now()
     WHERE id = ${id}`.execute(tx);
  const json = (value: object | undefined) => sql`${value === undefined ? null : JSON.stringify(value)}::jsonb`;
  await sql`INSERT INTO customer_details (user_id) VALUES (${id}) ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE customer_details SET billing = coalesce(${json(values.billing)}, billing), shipping = coalesce(${json(values.shipping)}, shipping)
           ${'flag' in values ? sql`, flag_kind = ${values.flag?.kind ?? null}, flag_text = ${values.flag?.text ?? ''}` : sql``}
     WHERE user_id = ${id}`.execute(tx);
}
