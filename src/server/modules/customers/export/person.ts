import { sql } from 'kysely';
import type { PersonFile } from '#contract/customer-files.ts';
import { moneyOf, toMoney } from '#contract/wire.ts';
import { type CartLine, changesOf, countOf } from '#domain/cart.ts';
import { parsePersistedCart } from '#domain/cart-persistence.ts';
import { listPriceOf, priceLine } from '#domain/line-price.ts';
import type { Tx } from '#server/db/pool.ts';
import { may, type Staff } from '#server/http/guard/session.ts';
import { BIRTH_DATE_SEARCH } from '../birth-date-guard.ts';
import { requireCustomer, toCustomer } from '../customer.ts';
import { type CustomerRow, selectMergedInto } from '../queries.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { openIdentity } from '../identity.ts';
import { selectIdentity } from '../identity-queries.ts';
import { selectMerges } from '../merge/merge-queries.ts';
import { selectNotes } from '../notes.ts';

/** As a row has it: with an instant instead of its text. */
type Written<Told extends { date: string }> = Omit<Told, 'date'> & { at: string };

interface PersonsOrder {
  number: string;
  created_at: Date;
  location: string;
  status: string;
  total_cents: number;
  refunded_cents: number;
  points: number;
  points_used: number;
  customer_note: string;
  billing: PersonFile['orders'][number]['billing'];
  shipping: PersonFile['orders'][number]['shipping'];
  meta: PersonFile['further_values'];
  payment_method: string;
  transaction_id: string;
  items: { name: string; quantity: number; total_cents: number }[];
  staff_notes: Written<PersonFile['orders'][number]['staff_notes'][number]>[];
  refunds: Written<
    Pick<PersonFile['orders'][number]['refunds'][number], 'date' | 'reason'> & { amount_cents: number }
  >[];
}

async function selectOrders(tx: Tx, id: number): Promise<PersonFile['orders']> {
  const { rows } = await sql<PersonsOrder>`
    SELECT o.number, o.created_at, l.name AS location, o.status, o.total_cents, o.refunded_cents,
           o.points_awarded - o.points_refunded AS points, o.points_redeemed - o.points_returned AS points_used, o.customer_note, o.billing, o.shipping, o.meta,
           o.payment_method_title AS payment_method, coalesce(o.transaction_id, '') AS transaction_id,
           (SELECT jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity, 'total_cents', i.total_cents) ORDER BY i.position)
              FROM order_lines i WHERE i.order_id = o.id) AS items,
           coalesce((SELECT jsonb_agg(jsonb_build_object('at', n.created_at, 'author', coalesce(nullif(a.display_name, ''), a.username, ''),
                                                         'text', n.body) ORDER BY n.id)
                       FROM order_notes n LEFT JOIN users a ON a.id = n.author_id WHERE n.order_id = o.id), '[]') AS staff_notes,
           coalesce((SELECT jsonb_agg(jsonb_build_object('at', r.created_at, 'amount_cents', r.amount_cents, 'reason', r.reason) ORDER BY r.id)
                       FROM order_refunds r WHERE r.order_id = o.id AND r.reversed_at IS NULL), '[]') AS refunds
      FROM orders o JOIN locations l ON l.id = o.location_id
     WHERE o.customer_id = ${id} ORDER BY o.created_at DESC, o.id DESC`.execute(tx);
  const instantOf = (at: string): string => new Date(at).toISOString();
  return rows.map(({ created_at, total_cents, refunded_cents, meta, items, staff_notes, refunds, ...row }) => ({
    ...row,
    date: created_at.toISOString(),
    total: moneyOf(total_cents),
    refunded: moneyOf(refunded_cents),
    meta_data: meta,
    items: (items ?? []).map((item) => ({
      name: item.name,
      quantity: item.quantity,
      total: moneyOf(item.total_cents),
    })),
    staff_notes: staff_notes.map(({ at, ...note }) => ({ date: instantOf(at), ...note })),
    refunds: refunds.map(({ at, amount_cents, reason }) => ({
      date: instantOf(at),
      amount: moneyOf(amount_cents),
      reason,
    })),
  }));
}

/** Points and changes of an account, searches by birth date that found it, and of those that were merged into it. */
async function selectTold(tx: Tx, id: number): Promise<Pick<PersonFile, 'points' | 'changes'>> {
  const points = await sql<{ at: Date; type: string; points: number; description: string }>`
    SELECT e.created_at AS at, e.type, e.points, coalesce(r.reason, e.description) AS description
      FROM points_events e JOIN users u ON u.id = e.customer_id LEFT JOIN points_reasons r ON r.event_id = e.id
     WHERE u.id = ${id} OR u.merged_into = ${id} ORDER BY e.created_at DESC, e.id DESC`.execute(tx);
  const changes = await sql<{ at: Date; action: string; by: string | null; personal: Record<string, unknown> | null }>`
    SELECT a.at, a.action, coalesce(nullif(s.display_name, ''), nullif(s.name, ''), s.username) AS by, p.details AS personal
      FROM (SELECT a.* FROM users u JOIN audit_trail a ON a.entity IN ('user', 'customer') AND a.entity_id = u.id::text
             WHERE u.id = ${id} OR u.merged_into = ${id}
            UNION ALL
            SELECT a.* FROM audit_trail a
             WHERE a.action = ${BIRTH_DATE_SEARCH}
               AND a.details -> 'found' @> ANY (SELECT to_jsonb(u.id) FROM users u WHERE u.id = ${id} OR u.merged_into = ${id})) a
      LEFT JOIN audit_personal p ON p.audit_id = a.id LEFT JOIN users s ON s.id = a.actor_id
     ORDER BY a.id DESC`.execute(tx);
  return {
    points: points.rows.map(({ at, ...row }) => ({ date: at.toISOString(), ...row })),
    changes: changes.rows.map(({ at, action, by, personal }) => ({
      date: at.toISOString(),
      action,
      by,
      values: personal ?? {},
    })),
  };
}

function heldLine(line: CartLine): PersonFile['held_carts'][number]['lines'][number] {
  const { name, sold, overrideCents, overrideReason: reason } = line;
  return {
    name,
    tier: sold.kind === 'tier' ? sold.chosen.tier.label : null,
    quantity: countOf(sold),
    price: toMoney(overrideCents ?? listPriceOf(sold)),
    total: toMoney(priceLine(sold, changesOf(line)).totalCents),
    reason,
  };
}

/** Carts that wait or waited under their name, and links to set a password. */
async function selectHeld(tx: Tx, ids: readonly number[]): Promise<Pick<PersonFile, 'held_carts' | 'reset_links'>> {
  const carts = await sql<{
    at: Date;
    location: string;
    name: string | null;
    goods_cents: number;
    items: string;
    cart: string;
    points: number;
    ended: 'resumed' | 'burned' | null;
  }>`
    SELECT h.held_at AS at, l.name AS location, h.name, h.goods_cents, h.items::text, h.cart, coalesce((h.points ->> 'points')::integer, 0) AS points,
           h.ended_as AS ended
      FROM held_carts h JOIN locations l ON l.id = h.location_id
     WHERE h.customer_id = ANY(${[...ids]}::integer[]) ORDER BY h.held_at DESC, h.id DESC`.execute(tx);
  const links = await sql<{ at: Date; expires_at: Date; ended_at: Date | null }>`
    SELECT created_at AS at, expires_at, ended_at FROM password_resets
     WHERE user_id = ANY(${[...ids]}::integer[]) ORDER BY created_at DESC`.execute(tx);
  return {
    held_carts: carts.rows.map(({ at, goods_cents: goods, items, cart, ...row }) => ({
      date: at.toISOString(),
      ...row,
      items: Number(items),
      lines: parsePersistedCart(cart).map(heldLine),
      subtotal: moneyOf(goods),
    })),
    reset_links: links.rows.map((row) => ({
      date: row.at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    })),
  };
}

const LEFT_OUT =
  'Conversations with the assistant and artifacts: they belong to the people who made them, and may name this person.';

const WITHHELD = { birthDay: null, licenseNumber: null, isWhole: false };

/** An account with the values that are kept apart from it. */
async function accountOf(
  tx: Tx,
  secrets: Secrets,
  reader: Staff,
  row: CustomerRow,
): Promise<PersonFile['merged_accounts'][number]> {
  const { rows } = await sql<{ meta: Record<string, unknown> }>`
    SELECT meta FROM customer_details WHERE user_id = ${row.id}`.execute(tx);
  const sealed = await selectIdentity(tx, row.id);
  const customer = toCustomer(row);
  const isWithheld = !may(reader, 'see-identity') && (customer.has_birth_date || customer.has_licence);
  const { birthDay, licenseNumber, isWhole } = isWithheld ? WITHHELD : openIdentity(secrets, row.id, sealed);
  return {
    customer,
    date_of_birth: birthDay,
    license_number: licenseNumber,
    identity_readable: isWhole,
    id_checked_by: sealed.checked_by,
    further_values: Object.entries(rows[0]?.meta ?? {}).map(([key, value]) => ({ key, value })),
  };
}

/**
 * Everything that is held about one person, with the accounts that were merged into theirs. The caller records in the audit
 * trail who reads it. Birth date and licence number are left out for somebody who may not see them. Rule: customers/person-file.
 * @throws Refusal `not_found`.
 */
export async function personFileOf(
  tx: Tx,
  secrets: Secrets,
  reader: Staff,
  id: number,
  now: Date,
): Promise<PersonFile> {
  const row = await requireCustomer(tx, id);
  const merged = await selectMergedInto(tx, id);
  const mergedAccounts: PersonFile['merged_accounts'] = [];
  for (const account of merged) mergedAccounts.push(await accountOf(tx, secrets, reader, account));
  return {
    exported_at: now.toISOString(),
    ...(await accountOf(tx, secrets, reader, row)),
    merged_accounts: mergedAccounts,
    notes: await selectNotes(tx, id),
    orders: await selectOrders(tx, id),
    ...(await selectTold(tx, id)),
    ...(await selectHeld(tx, [id, ...merged.map((account) => account.id)])),
    merges: await selectMerges(tx, { keptId: id }),
    left_out: [LEFT_OUT],
  };
}
