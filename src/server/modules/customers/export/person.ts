import { sql } from 'kysely';
import type { PersonFile } from '#contract/customer-files.ts';
import { toMoney } from '#contract/wire.ts';
import { toCents } from '#domain/money.ts';
import type { Tx } from '#server/db/pool.ts';
import { requireCustomer, toCustomer } from '../customer.ts';
import type { Secrets } from '#server/secrets/secrets.ts';
import { openIdentity } from '../identity.ts';
import { selectIdentity } from '../identity-queries.ts';
import { selectMerges } from '../merge/merge-queries.ts';
import { selectNotes } from '../notes.ts';

interface OrderRow {
  number: string;
  created_at: Date;
  location: string;
  status: string;
  total_cents: number;
  refunded_cents: number;
  points: number;
  customer_note: string;
  billing: PersonFile['orders'][number]['billing'];
  shipping: PersonFile['orders'][number]['shipping'];
  meta: PersonFile['further_values'];
  items: { name: string; quantity: number; total_cents: number }[];
}

async function selectOrders(tx: Tx, id: number): Promise<PersonFile['orders']> {
  const { rows } = await sql<OrderRow>`
    SELECT o.number, o.created_at, l.name AS location, o.status, o.total_cents, o.refunded_cents,
           o.points_awarded - o.points_refunded AS points, o.customer_note, o.billing, o.shipping, o.meta,
           (SELECT jsonb_agg(jsonb_build_object('name', i.name, 'quantity', i.quantity, 'total_cents', i.total_cents) ORDER BY i.position)
              FROM order_lines i WHERE i.order_id = o.id) AS items
      FROM orders o JOIN locations l ON l.id = o.location_id
     WHERE o.customer_id = ${id} ORDER BY o.created_at DESC, o.id DESC`.execute(tx);
  const money = (cents: number): string => toMoney(toCents(cents));
  return rows.map(({ created_at, total_cents, refunded_cents, meta, items, ...row }) => ({
    ...row,
    date: created_at.toISOString(),
    total: money(total_cents),
    refunded: money(refunded_cents),
    meta_data: meta,
    items: (items ?? []).map((item) => ({ name: item.name, quantity: item.quantity, total: money(item.total_cents) })),
  }));
}

/** Points and changes of an account, and of those that were merged into it. */
async function selectTold(tx: Tx, id: number): Promise<Pick<PersonFile, 'points' | 'changes'>> {
  const points = await sql<{ at: Date; type: string; points: number; description: string }>`
    SELECT e.created_at AS at, e.type, e.points, e.description
      FROM points_events e JOIN users u ON u.id = e.customer_id
     WHERE u.id = ${id} OR u.merged_into = ${id} ORDER BY e.created_at DESC, e.id DESC`.execute(tx);
  const changes = await sql<{ at: Date; action: string; by: string | null; personal: Record<string, unknown> | null }>`
    SELECT a.at, a.action, coalesce(nullif(s.display_name, ''), nullif(s.name, ''), s.username) AS by, p.details AS personal
      FROM users u JOIN audit_trail a ON a.entity IN ('user', 'customer') AND a.entity_id = u.id::text
      LEFT JOIN audit_personal p ON p.audit_id = a.id LEFT JOIN users s ON s.id = a.actor_id
     WHERE u.id = ${id} OR u.merged_into = ${id} ORDER BY a.id DESC`.execute(tx);
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

/**
 * Everything that is held about one person. The caller records in the audit trail who reads it. Rule: customers/person-file.
 * @throws Refusal `not_found`.
 */
export async function personFileOf(tx: Tx, secrets: Secrets, id: number, now: Date): Promise<PersonFile> {
  const row = await requireCustomer(tx, id);
  const { rows } = await sql<{ meta: Record<string, unknown> }>`
    SELECT meta FROM customer_details WHERE user_id = ${id}`.execute(tx);
  const sealed = await selectIdentity(tx, id);
  const identity = sealed && openIdentity(secrets, id, sealed);
  return {
    exported_at: now.toISOString(),
    customer: toCustomer(row),
    date_of_birth: identity?.birthDay ?? null,
    license_number: identity?.licenseNumber ?? null,
    further_values: Object.entries(rows[0]?.meta ?? {}).map(([key, value]) => ({ key, value })),
    notes: await selectNotes(tx, id),
    orders: await selectOrders(tx, id),
    ...(await selectTold(tx, id)),
    merges: await selectMerges(tx, { keptId: id }),
  };
}
