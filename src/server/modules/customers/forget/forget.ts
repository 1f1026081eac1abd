import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { recordChange } from '#server/db/audit-trail.ts';
import type { Tx } from '#server/db/pool.ts';
import type { Author } from '#server/http/guard/session.ts';
import { requireCustomer } from '../customer.ts';
import { eraseGroups } from '../groups.ts';
import { deleteIdentities } from '../identity-queries.ts';
import { eraseFromTexts } from './erase-texts.ts';
import { eraseKeptReplies } from './kept-replies.ts';

/** Values that the shop itself says about an order; all other values that a till sent may be about the person. */
const OWN_META = [
  '_pos_location_id',
  '_pos_location_name',
  '_pos_location',
  '_flora_location_id',
  '_store_id',
  '_employee_id',
  '_employee_name',
  '_created_via',
  '_order_source',
  '_order_source_system',
  '_pos_order',
  '_cash_received',
  '_cash_change',
  '_split_payments',
  '_tax_rate',
  '_tax_amount',
];

/**
 * Locks a customer and the accounts merged into it, their orders first as changes of orders do, and holds sales to any of
 * them off until the transaction ends. Answers the accounts merged into it.
 */
async function lockCustomer(tx: Tx, id: number): Promise<number[]> {
  await sql`SELECT 1 FROM orders WHERE customer_id = ${id} ORDER BY id FOR UPDATE`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM users WHERE id = ${id} OR merged_into = ${id} ORDER BY id FOR UPDATE`.execute(tx);
  return rows.map((row) => row.id).filter((other) => other !== id);
}

async function hasBooks(tx: Tx, ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`
    SELECT EXISTS (SELECT FROM orders WHERE customer_id = ANY(${ids}::integer[]) OR sold_to_id = ANY(${ids}::integer[]))
        OR EXISTS (SELECT FROM points_events WHERE customer_id = ANY(${ids}::integer[]))
        OR EXISTS (SELECT FROM customer_merges WHERE kept_id = ANY(${ids}::integer[]) OR merged_id = ANY(${ids}::integer[])) AS there`.execute(
    tx,
  );
  return rows[0]?.there === true;
}

interface MergeOf {
  readonly id: number;
  /** False if it merged two others. */
  readonly isOwn: boolean;
}

/**
 * Merges that moved values of these accounts: their own, and those by which an account passed on what it had from them at that
 * time.
 */
async function selectMergesOf(tx: Tx, ids: readonly number[]): Promise<MergeOf[]> {
  const { rows } = await sql<MergeOf>`
    WITH RECURSIVE moved AS (
      SELECT id, kept_id, undone_at, true AS own FROM customer_merges
       WHERE kept_id = ANY(${[...ids]}::integer[]) OR merged_id = ANY(${[...ids]}::integer[])
      UNION
      SELECT m.id, m.kept_id, m.undone_at, false
        FROM moved JOIN customer_merges m ON m.merged_id = moved.kept_id AND m.id > moved.id
                                         AND m.merged_at < coalesce(moved.undone_at, 'infinity'))
    SELECT id, bool_or(own) AS "isOwn" FROM moved GROUP BY id ORDER BY id`.execute(tx);
  return rows;
}

/** Erases what is kept of the person beside the account itself: answers, titles of commands, conversations, the audit trail, notes, mails. */
async function erase(tx: Tx, ids: readonly number[], merges: readonly number[]): Promise<void> {
  await eraseKeptReplies(tx, ids, merges);
  // A name of one word may be a word of any title.
  await sql`
    UPDATE unsettled_commands c SET title = 'A command about a customer who was deleted'
      FROM users u CROSS JOIN LATERAL (
        VALUES (u.display_name), (u.name), (u.email), (u.phone), ('customer #' || u.id)) AS said(value)
     WHERE u.id = ANY(${ids}::integer[]) AND btrim(said.value) ~ '[ @0-9]'
       AND folded_plain(c.title) ~ ('(^|[^[:alnum:]])' || regexp_replace(folded_plain(btrim(said.value)), '([^[:alnum:] ])', '\\\\\\1', 'g')
                                    || '($|[^[:alnum:]])')`.execute(tx);
  await sql`
    DELETE FROM audit_personal
     WHERE customer_id = ANY(${ids}::integer[])
        OR audit_id IN (SELECT a.id FROM customer_merges m JOIN audit_trail a ON a.entity = 'user' AND a.entity_id = m.kept_id::text
                         WHERE m.id = ANY(${[...merges]}::bigint[]) AND a.action IN ('customer_merged', 'customer_unmerged')
                           AND (a.details ->> 'merge_id')::bigint = m.id)`.execute(tx);
  await eraseFromTexts(tx, ids);
  await sql`
    DELETE FROM points_reasons WHERE event_id IN (SELECT id FROM points_events WHERE customer_id = ANY(${ids}::integer[]))`.execute(
    tx,
  );
  await sql`DELETE FROM customer_notes WHERE customer_id = ANY(${ids}::integer[])`.execute(tx);
  await eraseGroups(tx, ids);
  await deleteIdentities(tx, ids);
  await sql`DELETE FROM customer_details WHERE user_id = ANY(${ids}::integer[])`.execute(tx);
  // The name of a held cart may be that of the customer.
  await sql`UPDATE held_carts SET customer_id = NULL, name = NULL, points = NULL WHERE customer_id = ANY(${ids}::integer[])`.execute(
    tx,
  );
  await sql`DELETE FROM password_resets WHERE user_id = ANY(${ids}::integer[])`.execute(tx);
  await sql`DELETE FROM jobs WHERE user_id = ANY(${ids}::integer[])`.execute(tx);
  await sql`DELETE FROM sessions WHERE user_id = ANY(${ids}::integer[])`.execute(tx);
}

/** The account stays as a number that orders and points can name. */
async function makeNobody(tx: Tx, ids: readonly number[], merges: readonly number[]): Promise<void> {
  const nonce = randomBytes(6).toString('hex');
  await sql`
    UPDATE users SET username = 'forgotten-' || id || '-' || ${nonce}, email = 'forgotten-' || id || '-' || ${nonce} || '@customers.invalid',
           name = '', display_name = 'Deleted customer', first_name = '', last_name = '', phone = '', password_hash = NULL,
           status = 'forgotten', merged_into = NULL, updated_at = now()
     WHERE id = ANY(${ids}::integer[])`.execute(tx);
  await sql`
    UPDATE orders SET billing = '{}', shipping = '{}', customer_note = '',
           meta = coalesce((SELECT jsonb_agg(m.entry ORDER BY m.place)
                              FROM jsonb_array_elements(meta) WITH ORDINALITY AS m(entry, place)
                             WHERE m.entry ->> 'key' = ANY(${OWN_META}::text[])), '[]')
     WHERE customer_id = ANY(${ids}::integer[])`.execute(tx);
  await sql`UPDATE customer_merges SET changed = NULL WHERE id = ANY(${[...merges]}::bigint[])`.execute(tx);
}

/**
 * Deletes a customer. One with orders, points or merges is forgotten: the person is erased everywhere and the books keep
 * their figures. Anybody else is removed. Rule: customers/forgotten.
 * @throws Refusal `not_found`; staff accounts are no customers.
 */
export async function deleteCustomer(
  tx: Tx,
  by: Author,
  id: number,
): Promise<{ id: number; outcome: 'removed' | 'forgotten' }> {
  const followers = await lockCustomer(tx, id);
  await requireCustomer(tx, id);
  const ids = [id, ...followers];
  const outcome = (await hasBooks(tx, ids)) ? 'forgotten' : 'removed';
  const found = await selectMergesOf(tx, ids);
  const merges = found.map((merge) => merge.id);
  await erase(tx, ids, merges);
  if (outcome === 'forgotten') await makeNobody(tx, ids, merges);
  else {
    await sql`DELETE FROM points_balances WHERE customer_id = ${id}`.execute(tx);
    await sql`DELETE FROM users WHERE id = ${id}`.execute(tx);
  }
  // Checks of the books find here why rows about merges of others lost their values.
  const ofOthers = found.filter(({ isOwn }) => !isOwn).map((merge) => merge.id);
  const details = ofOthers.length === 0 ? {} : { merges: ofOthers };
  for (const each of ids)
    await recordChange(tx, by, { action: `customer_${outcome}`, entity: 'user', entityId: each, details });
  return { id, outcome };
}
