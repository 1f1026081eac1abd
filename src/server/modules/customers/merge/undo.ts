import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { type CustomerMerge, MERGE_UNDO_DAYS } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { placeholderEmail } from '#domain/new-customer.ts';
import { signInName } from '#domain/sign-in-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { endLinks } from '#server/modules/password-reset/service.ts';
import { Refusal } from '#server/refusal.ts';
import { requireCustomer, toCustomer } from '../customer.ts';
import { returnCheck } from '../identity-queries.ts';
import { selectCustomer, takenNames } from '../queries.ts';
import { PLACE } from './combine.ts';
import { changedValues } from './merge.ts';
import { type Changed, lockBalances, type MergeRow, movePoints, putValues, selectMerges } from './merge-queries.ts';

const DAY_MS = 86_400_000;

type Undoable = MergeRow & { changed: NonNullable<MergeRow['changed']> };

/** @throws Refusal `not_found`. */
async function requireMerge(tx: Tx, mergeId: number, { lock = false } = {}): Promise<MergeRow> {
  const { rows } = await sql<MergeRow>`
    SELECT * FROM customer_merges WHERE id = ${mergeId} ${lock ? sql`FOR UPDATE` : sql``}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Refusal('not_found', 'There is no such merge.');
  return row;
}

/** @throws Refusal `status_conflict` with why it cannot be undone. */
function requireUndoable(row: MergeRow, now: Date): asserts row is Undoable {
  if (row.undone_at !== null) throw new Refusal('status_conflict', 'This merge was undone already.');
  const { changed } = row;
  if (changed === null)
    throw new Refusal('status_conflict', 'Somebody of this merge was deleted: it cannot be undone any more.');
  if (now.getTime() - row.merged_at.getTime() > MERGE_UNDO_DAYS * DAY_MS)
    throw new Refusal('status_conflict', `A merge can be undone for ${MERGE_UNDO_DAYS} days; this one is older.`);
}

type Parts = Readonly<Record<string, unknown>>;

/** The values to put back: those that still are what the merge made them. */
function unchanged(present: object, from: object, to: object): Parts {
  const [now, was]: [Parts, Parts] = [{ ...present }, { ...from }];
  // Not compared as texts: jsonb does not keep the order of keys.
  const same = Object.entries(to).filter(([key, value]) => isDeepStrictEqual(now[key], value));
  return Object.fromEntries(same.map(([key]) => [key, was[key]]));
}

/** An address without what a merge brought. Its place goes as one, as it came; names, e-mail and phone each by themselves. */
function addressBack(present: object, from: object = {}, to: object = {}): object {
  const back = unchanged(present, from, to);
  const isPlaceChanged = PLACE.some((part) => !(part in back));
  const parts = Object.entries(back).filter(([part]) => !(isPlaceChanged && PLACE.some((one) => one === part)));
  return { ...present, ...Object.fromEntries(parts) };
}

function putBack(present: Customer, { from, to }: { from: Changed; to: Changed }): Changed {
  return {
    ...unchanged(present, from, to),
    ...(to.billing && { billing: addressBack(present.billing, from.billing, to.billing) }),
    ...(to.shipping && { shipping: addressBack(present.shipping, from.shipping, to.shipping) }),
  };
}

/**
 * The address that a merge took from the merged account; null for none. It does not go back when it is somebody's by now: no two
 * accounts have one.
 */
async function emailToReturn(tx: Tx, { merged_id: mergedId, changed }: Undoable) {
  const { email = null } = changed.to;
  if (email === null) return { email, isTaken: false };
  const isTaken = (await takenNames(tx, [signInName(email)], mergedId)).size > 0;
  return { email: isTaken ? null : email, isTaken };
}

/**
 * Points that belong to the merged account: those it brought, and what became of its orders' points since, on the kept account or
 * on one into which that was merged meanwhile.
 */
async function pointsToReturn(tx: Tx, merge: MergeRow): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    SELECT coalesce(sum(points), 0)::bigint AS points FROM points_events
     WHERE id > ${merge.last_points_event_id} AND order_id = ANY(${merge.order_ids}::bigint[])`.execute(tx);
  return merge.points + (rows[0]?.points ?? 0);
}

/**
 * Those of the points to return that lapsed while the accounts were merged: at each lapse, what was due of the merged account by
 * itself, and no more than lapsed. A merge of the kept account that was undone meanwhile counts as a lapse, with its part.
 * Rule: loyalty/expiry.
 */
async function lapsedPoints(tx: Tx, merge: MergeRow): Promise<number> {
  const lapses = (from: RawBuilder<unknown>) => sql`
    points_events e JOIN audit_trail a ON a.action = 'points_expired' AND a.entity = 'user' AND a.entity_id = e.customer_id::text
                                       AND a.at = e.created_at
     WHERE e.type = 'expired' AND ${from}`;
  const older = sql`e.created_at - make_interval(days => (a.details ->> 'after_days')::integer)`;
  const { rows } = await sql<{ points: number; due: number; total: number }>`
    WITH lapses AS (
      SELECT e.id, -e.points AS points, ${older} AS older_than
        FROM ${lapses(sql`e.customer_id = ${merge.kept_id} AND e.id > ${merge.last_points_event_id}`)}
      UNION ALL
      SELECT l.id, -p.points, l.older_than
        FROM customer_merges m JOIN points_events p ON p.customer_id = m.merged_id AND p.description = 'Merge ' || m.id || ', lapsed'
       CROSS JOIN LATERAL (SELECT e.id, ${older} AS older_than
                             FROM ${lapses(sql`e.customer_id = m.kept_id AND e.id < p.id`)} ORDER BY e.id DESC LIMIT 1) l
       WHERE m.merged_id = ${merge.kept_id} AND m.id > ${merge.id})
    SELECT l.points, coalesce(sum(p.points) FILTER (WHERE p.points < 0 OR p.at < l.older_than), 0)::bigint AS due,
           (SELECT -sum(e.points) FROM points_events e
             WHERE e.customer_id = ${merge.kept_id} AND e.id > ${merge.last_points_event_id} AND points_part(e) = 'lapsed')::bigint AS total
      FROM lapses l LEFT JOIN LATERAL (
        SELECT sum(e.points) AS points, min(e.created_at) AS at FROM points_events e
         WHERE e.customer_id = ANY(${[merge.merged_id, ...merge.follower_ids]}::integer[]) AND e.id <= ${merge.last_points_event_id}
            OR e.order_id = ANY(${merge.order_ids}::bigint[]) AND e.id > ${merge.last_points_event_id} AND e.id <= l.id
         GROUP BY points_part(e)) p ON true
     GROUP BY l.id, l.points ORDER BY l.id`.execute(tx);
  const lapsed = rows.reduce((sum, { points, due }) => sum + Math.max(0, Math.min(points, due - sum)), 0);
  // Undoing another merge into the kept account may have taken a part of what lapsed already.
  return Math.max(0, Math.min(lapsed, rows[0]?.total ?? 0));
}

/** An undone merge, with the points that the kept account is left with. */
interface Undone {
  readonly merge: CustomerMerge;
  readonly balance: number;
  /** Values that are somebody else's by now. */
  readonly notReturned: 'email'[];
}

/**
 * Undoes a merge. Orders sold since stay with the account that was kept. Rule: customers/merge-undone.
 * @throws Refusal `not_found`, `status_conflict`.
 */
export async function undoMerge(tx: Tx, staff: Staff, mergeId: number, now: Date): Promise<Undone> {
  await takenNames(tx, []);
  const { kept_id: keptId, merged_id: mergedId, order_ids: orderIds } = await requireMerge(tx, mergeId);
  await sql`SELECT 1 FROM orders WHERE id = ANY(${orderIds}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
  await sql`SELECT 1 FROM users WHERE id IN (${keptId}, ${mergedId}) ORDER BY id FOR UPDATE`.execute(tx);
  // Read again with its lock: a merge is locked after its customers, here as in forgetting.
  const merge: MergeRow = await requireMerge(tx, mergeId, { lock: true });
  requireUndoable(merge, now);
  const keptRow = await selectCustomer(tx, keptId);
  if (!keptRow) throw new Refusal('status_conflict', 'The customer was merged once more since: undo that merge first.');
  await lockBalances(tx, [keptId, mergedId]);

  const before = toCustomer(keptRow);
  const back = putBack(before, merge.changed);
  await putValues(tx, keptId, { ...back, ...(back.email === '' && { email: placeholderEmail(keptRow.username) }) });
  for (const filled of merge.changed.filled) {
    const column = filled === 'date_of_birth' ? 'birth_day' : 'license';
    await sql`
      UPDATE customer_identities k SET ${sql.ref(`${column}_sealed`)} = NULL, ${sql.ref(`${column}_hash`)} = NULL FROM customer_identities m
       WHERE k.customer_id = ${keptId} AND m.customer_id = ${mergedId} AND ${sql.ref(`k.${column}_hash`)} = ${sql.ref(`m.${column}_hash`)}`.execute(
      tx,
    );
  }
  if (merge.changed.check) await returnCheck(tx, keptId, merge.changed.check);
  if (back.email !== undefined) await endLinks(tx, [keptId]);
  const { email, isTaken } = await emailToReturn(tx, merge);
  const notReturned: Undone['notReturned'] = isTaken ? ['email'] : [];
  await sql`
    UPDATE users SET status = 'active', merged_into = NULL, updated_at = now(), email = coalesce(${email}::text, email)
     WHERE id = ${mergedId}`.execute(tx);
  await sql`
    UPDATE orders SET customer_id = ${mergedId}, sold_to_id = nullif(sold_to_id, ${mergedId})
     WHERE id = ANY(${merge.order_ids}::bigint[]) AND customer_id = ${keptId}`.execute(tx);
  await sql`
    UPDATE customer_notes SET customer_id = ${mergedId}
     WHERE id = ANY(${merge.note_ids}::bigint[]) AND customer_id = ${keptId}`.execute(tx);
  await sql`
    DELETE FROM customer_group_members WHERE customer_id = ${keptId} AND group_id = ANY(${merge.group_ids}::integer[])`.execute(
    tx,
  );
  await sql`
    UPDATE users SET merged_into = ${mergedId} WHERE id = ANY(${merge.follower_ids}::integer[]) AND merged_into = ${keptId}`.execute(
    tx,
  );
  const [brought, lapsed] = [await pointsToReturn(tx, merge), await lapsedPoints(tx, merge)];
  const points = brought - lapsed;
  const move = { actorId: staff.id, reason: `Merge ${mergeId}` };
  await movePoints(tx, { from: keptId, to: mergedId, points: brought, ...move });
  await movePoints(tx, { from: mergedId, to: keptId, points: lapsed, ...move, reason: `Merge ${mergeId}, lapsed` });
  await sql`
    UPDATE customer_merges SET undone_at = now(), undone_by = ${staff.id}, undone_points = ${points} WHERE id = ${mergeId}`.execute(
    tx,
  );
  const after = toCustomer(await requireCustomer(tx, keptId));
  await recordChange(tx, staff, {
    action: 'customer_unmerged',
    entity: 'user',
    entityId: keptId,
    details: {
      merge_id: mergeId,
      merged_id: mergedId,
      points,
      ...(lapsed > 0 && { lapsed }),
      ...(isTaken && { not_returned: notReturned }),
    },
    personal: { customerId: keptId, details: changedValues(before, after) },
  });
  const [told] = await selectMerges(tx, { id: mergeId });
  if (!told) throw new Error('A merge that was just undone is not there');
  return { merge: told, balance: after.points_balance, notReturned };
}
