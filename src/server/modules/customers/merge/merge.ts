import { sql } from 'kysely';
import type { CustomerMerge, mergeCustomersRoute, customerMergePreviewRoute } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import type { BodyOf, ReplyOf } from '#contract/route.ts';
import { placeholderEmail } from '#domain/new-customer.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { endLinks } from '#server/modules/password-reset/service.ts';
import { Refusal } from '#server/refusal.ts';
import { requireVersion } from '../change.ts';
import { requireCustomer, toCustomer } from '../customer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { fillIdentity, unreadableIdentity } from '../identity.ts';
import { carryCheck } from '../identity-queries.ts';
import { takenNames } from '../queries.ts';
import { combined } from './combine.ts';
import { type Changed, lockBalances, movePoints, putValues, selectMerges } from './merge-queries.ts';

function requireTwo(keptId: number, mergedId: number): void {
  if (keptId === mergedId) throw new Refusal('not_valid', 'A customer cannot be merged with themselves.');
}

/** The effects of a merge; changes nothing. @throws Refusal `not_found`, `not_valid`. */
export async function previewMerge(
  db: Database,
  secrets: Secrets,
  keptId: number,
  mergedId: number,
): Promise<ReplyOf<typeof customerMergePreviewRoute>['data']> {
  requireTwo(keptId, mergedId);
  const kept = toCustomer(await requireCustomer(db, keptId));
  const merged = toCustomer(await requireCustomer(db, mergedId));
  const { rows } = await sql<{ orders: number; notes: number }>`
    SELECT (SELECT count(*)::integer FROM orders WHERE customer_id = ${mergedId}) AS orders,
           (SELECT count(*)::integer FROM customer_notes WHERE customer_id = ${mergedId}) AS notes`.execute(db);
  const { orders = 0, notes = 0 } = rows[0] ?? {};
  const notReadable = await unreadableIdentity(db, secrets, keptId, mergedId);
  return {
    kept,
    merged,
    result: combined(kept, merged, notReadable),
    orders,
    notes,
    points: merged.points_balance,
    not_readable: notReadable,
  };
}

const VALUES = ['email', 'phone', 'name', 'first_name', 'last_name', 'billing', 'shipping', 'flag'] as const;

/** The values of an account that differ, as they were and as they are. */
export function changedValues(before: Customer, after: Customer): { from: Changed; to: Changed } {
  const changed = VALUES.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const of = (customer: Customer): Changed => Object.fromEntries(changed.map((key) => [key, customer[key]]));
  return { from: of(before), to: of(after) };
}

async function ids(statement: ReturnType<typeof sql<{ id: number }>>, tx: Tx): Promise<number[]> {
  return (await statement.execute(tx)).rows.map(({ id }) => id);
}

/**
 * Merges a customer into another. Orders move with a note of whom they were sold to, points by two events of the ledger; the
 * merged account stays as a number, because ledgers are sealed under it. Sales to either wait until it is done.
 * Rule: customers/merged.
 * @throws Refusal `not_found`, `not_valid`, 409 `customer_changed`.
 */
export async function mergeCustomers(
  tx: Tx,
  secrets: Secrets,
  staff: Staff,
  keptId: number,
  body: BodyOf<typeof mergeCustomersRoute>,
): Promise<{ merge: CustomerMerge; customer: Customer }> {
  const mergedId = body.merge_id;
  requireTwo(keptId, mergedId);
  // The lock of names comes before that of any row, as in everything that makes or renames a person: an e-mail address may change its owner.
  await takenNames(tx, []);
  await sql`SELECT 1 FROM orders WHERE customer_id = ${mergedId} ORDER BY id FOR UPDATE`.execute(tx);
  await sql`SELECT 1 FROM users WHERE id IN (${keptId}, ${mergedId}) ORDER BY id FOR UPDATE`.execute(tx);
  const [keptRow, mergedRow] = [await requireCustomer(tx, keptId), await requireCustomer(tx, mergedId)];
  requireVersion(keptRow, body.expected_version);
  requireVersion(mergedRow, body.merge_version);
  const [before, merged] = [toCustomer(keptRow), toCustomer(mergedRow)];
  const points = (await lockBalances(tx, [keptId, mergedId])).get(mergedId) ?? 0;
  const { from, to } = changedValues(before, combined(before, merged));

  const moved = {
    orders: await ids(
      sql`UPDATE orders SET customer_id = ${keptId}, sold_to_id = nullif(coalesce(sold_to_id, ${mergedId}), ${keptId})
           WHERE customer_id = ${mergedId} RETURNING id`,
      tx,
    ),
    notes: await ids(
      sql`UPDATE customer_notes SET customer_id = ${keptId} WHERE customer_id = ${mergedId} RETURNING id`,
      tx,
    ),
    groups: await ids(
      sql`INSERT INTO customer_group_members (group_id, customer_id)
          SELECT group_id, ${keptId} FROM customer_group_members WHERE customer_id = ${mergedId}
          ON CONFLICT DO NOTHING RETURNING group_id AS id`,
      tx,
    ),
    followers: await ids(
      sql`UPDATE users SET merged_into = ${keptId} WHERE merged_into = ${mergedId} RETURNING id`,
      tx,
    ),
  };
  // No two accounts have one address.
  await sql`
    UPDATE users SET status = 'merged', merged_into = ${keptId}, updated_at = now()
           ${to.email === undefined ? sql`` : sql`, email = ${placeholderEmail(mergedRow.username)}`}
     WHERE id = ${mergedId}`.execute(tx);
  await putValues(tx, keptId, to);
  await endLinks(tx, to.email === undefined ? [mergedId] : [mergedId, keptId]);
  const filled = await fillIdentity(tx, secrets, keptId, mergedId);
  const check = await carryCheck(tx, keptId, mergedId);

  const { rows } = await sql<{ id: number }>`
    INSERT INTO customer_merges (kept_id, merged_id, points, last_points_event_id, order_ids, note_ids, group_ids, follower_ids,
                                 changed, merged_by)
    SELECT ${keptId}, ${mergedId}, ${points}, coalesce(max(id), 0), ${moved.orders}::bigint[], ${moved.notes}::bigint[],
           ${moved.groups}::integer[], ${moved.followers}::integer[], ${JSON.stringify({ from, to, filled, check })}::jsonb, ${staff.id}
      FROM points_events
    RETURNING id`.execute(tx);
  const mergeId = rows[0]?.id ?? 0;
  await movePoints(tx, { from: mergedId, to: keptId, points, actorId: staff.id, reason: `Merge ${mergeId}` });
  await recordChange(tx, staff, {
    action: 'customer_merged',
    entity: 'user',
    entityId: keptId,
    details: { merge_id: mergeId, merged_id: mergedId, points, orders: moved.orders.length, notes: moved.notes.length },
    personal: { customerId: keptId, details: { from, to } },
  });
  const [merge] = await selectMerges(tx, { id: mergeId });
  if (!merge) throw new Error('A merge that was just written is not there');
  return { merge, customer: toCustomer(await requireCustomer(tx, keptId)) };
}
