import { sql } from 'kysely';
import type { WireRefund } from '#contract/refunds.ts';
import { moneyOf } from '#contract/wire.ts';
import { toCents } from '#domain/money.ts';
import { toNumericText } from '#domain/quantity.ts';
import type { Refund } from '#domain/refund.ts';
import type { TenderMethod } from '#domain/tender.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { AtTill } from '#server/http/serve/at-till.ts';

/** A refund with all that hangs on it, as one JSON object of the database. */
export interface RefundRow {
  id: number;
  order_id: number;
  number: string;
  kind: 'lines' | 'status';
  amount_cents: number;
  goods_cents: number;
  tax_cents: number;
  shipping_cents: number;
  points: number;
  /** Points that had been used to pay, and were given back. */
  points_returned: number;
  reason: string;
  by: string;
  till: { id: string; name: string | null } | null;
  /** The tender that was chosen for all of it; null where it went back as it was paid. */
  refund_to: TenderMethod | null;
  created_at: string;
  /** By the till that made it. */
  sold_at: string | null;
  reversed_at: string | null;
  lines: {
    order_line_id: number;
    name: string;
    quantity: number;
    goods_cents: number;
    tax_cents: number;
    restock: boolean;
    stock_quantity: number;
  }[];
  tenders: { method: TenderMethod; amount_cents: number }[];
  /** The tax that it gave back; null where a former build did not record it for each of several taxes. */
  taxes: { label: string; rate_ppm: number; tax_cents: number | null }[];
}

/** Refunds of some orders, oldest first. */
export async function selectRefundsOf(db: Database | Tx, orderIds: readonly number[]): Promise<RefundRow[]> {
  const { rows } = await sql<{ row: RefundRow }>`
    SELECT to_jsonb(r) || jsonb_build_object(
             'by', coalesce((SELECT coalesce(nullif(u.display_name, ''), u.username) FROM users u WHERE u.id = r.actor_id), ''),
             'till', (SELECT jsonb_build_object('id', t.id, 'name', t.name) FROM tills t WHERE t.id = r.till_id),
             'lines', (SELECT coalesce(jsonb_agg(to_jsonb(b) || jsonb_build_object('name', l.name) ORDER BY l.position), '[]')
                         FROM order_refund_lines b JOIN order_lines l ON l.id = b.order_line_id WHERE b.refund_id = r.id),
             'tenders', (SELECT coalesce(jsonb_agg(to_jsonb(t) ORDER BY t.position), '[]')
                           FROM order_refund_tenders t WHERE t.refund_id = r.id),
             'taxes', (SELECT coalesce(jsonb_agg(jsonb_build_object('label', t.label, 'rate_ppm', t.rate_ppm, 'tax_cents',
                                CASE WHEN r.tax_parts IS NOT NULL THEN r.tax_parts[t.position + 1] WHEN t.taxes = 1 THEN r.tax_cents END)
                              ORDER BY t.position), '[]')
                         FROM (SELECT *, count(*) OVER () AS taxes FROM order_taxes WHERE order_id = r.order_id) t)) AS row
      FROM order_refunds r WHERE r.order_id = ANY(${[...orderIds]}::bigint[]) ORDER BY r.id`.execute(db);
  return rows.map(({ row }) => row);
}

export function selectRefunds(db: Database | Tx, orderId: number): Promise<RefundRow[]> {
  return selectRefundsOf(db, [orderId]);
}

interface NewRefund {
  readonly orderId: number;
  /** Null for an API key. */
  readonly actorId: number | null;
  readonly kind: RefundRow['kind'];
  readonly reason: string;
  readonly to?: TenderMethod | null;
  /** Where it is given back; null for the location of the order. */
  readonly locationId: number | null;
  /** Left out unless the refund was made at a till. */
  readonly at?: AtTill;
}

/** The tenders of a refund, as the audit trail keeps them for verify:books to compare. */
export function toldTenders({ tenders }: Refund): { method: TenderMethod; amount_cents: number }[] {
  return tenders.map(({ method, amountCents }) => ({ method, amount_cents: amountCents }));
}

/** Writes a refund with its lines and tenders, and counts it on the order and its lines. Returns its id. */
export async function insertRefund(
  tx: Tx,
  { orderId, actorId, kind, reason, to = null, locationId, at }: NewRefund,
  refund: Refund,
): Promise<number> {
  const lines = refund.lines.map((line) => ({
    id: line.lineId,
    quantity: toNumericText(line.quantityMilli),
    goods_cents: line.goodsCents,
    tax_cents: line.taxCents,
    restock: line.restock,
    stock_quantity: toNumericText(line.stockMilli),
  }));
  const tenders = toldTenders(refund).map((tender, position) => ({ position, ...tender }));
  const { rows } = await sql<{ id: number }>`
    WITH line AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS l(id bigint, quantity numeric, goods_cents bigint,
        tax_cents bigint, restock boolean, stock_quantity numeric)
    ), made AS (
      INSERT INTO order_refunds (order_id, kind, amount_cents, goods_cents, tax_cents, shipping_cents, points, points_returned,
          reason, actor_id, tax_parts, refund_to, location_id,
          till_id, sold_at)
        VALUES (${orderId}, ${kind}, ${refund.amountCents}, ${refund.goodsCents}, ${refund.taxCents}, ${refund.shippingCents},
          ${refund.points}, ${refund.pointsReturned}, ${reason}, ${actorId}, ${[...refund.taxes]}::bigint[], ${to}, ${locationId},
          seen_till(${at?.tillId ?? null}::uuid, ${locationId}::int),
          CASE WHEN ${at?.doneAt ?? null}::timestamptz < now() THEN ${at?.doneAt ?? null}::timestamptz WHEN ${at?.doneAt != null} THEN now() END)
      RETURNING id
    ), refunded AS (
      INSERT INTO order_refund_lines (refund_id, order_line_id, quantity, goods_cents, tax_cents, restock, stock_quantity)
        SELECT made.id, line.id, quantity, goods_cents, tax_cents, restock, stock_quantity FROM made, line
    ), given AS (
      INSERT INTO order_refund_tenders (refund_id, position, method, amount_cents)
        SELECT made.id, position, method, amount_cents
          FROM made, jsonb_to_recordset(${JSON.stringify(tenders)}::jsonb) AS t(position smallint, method text, amount_cents bigint)
    ), marked AS (
      UPDATE order_lines l
         SET refunded_quantity = l.refunded_quantity + line.quantity, refunded_cents = l.refunded_cents + line.goods_cents,
             returned = l.returned + CASE WHEN line.restock THEN line.stock_quantity ELSE 0 END,
             written_off = l.written_off + CASE WHEN line.restock THEN 0 ELSE line.stock_quantity END
        FROM line WHERE l.id = line.id AND l.order_id = ${orderId}
    ), counted AS (
      UPDATE orders SET refunded_cents = refunded_cents + ${refund.amountCents}, points_refunded = points_refunded + ${refund.points},
             points_returned = points_returned + ${refund.pointsReturned},
             updated_at = now()
       WHERE id = ${orderId}
    )
    SELECT id FROM made`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('a refund was not written');
  return row.id;
}

/** Undoes the refund that the status refunded made, when the order has one. */
export async function reverseStatusRefund(tx: Tx, orderId: number): Promise<void> {
  await sql`
    WITH undone AS (
      UPDATE order_refunds SET reversed_at = now() WHERE order_id = ${orderId} AND kind = 'status' AND reversed_at IS NULL
      RETURNING amount_cents, points, points_returned
    )
    UPDATE orders SET refunded_cents = refunded_cents - undone.amount_cents, points_refunded = points_refunded - undone.points,
           points_returned = orders.points_returned - undone.points_returned
      FROM undone WHERE id = ${orderId}`.execute(tx);
}

export function toWireRefund(row: RefundRow): WireRefund {
  return {
    id: row.id,
    number: row.number,
    kind: row.kind,
    amount: moneyOf(row.amount_cents),
    goods: moneyOf(row.goods_cents),
    tax: moneyOf(row.tax_cents),
    points: row.points,
    points_returned: row.points_returned,
    reason: row.reason,
    by: row.by,
    till: row.till,
    refund_to: row.refund_to,
    created_at: new Date(row.created_at).toISOString(),
    refunded_at: new Date(row.sold_at ?? row.created_at).toISOString(),
    reversed_at: row.reversed_at && new Date(row.reversed_at).toISOString(),
    lines: row.lines.map((line) => ({
      line_id: line.order_line_id,
      name: line.name,
      quantity: line.quantity,
      goods: moneyOf(line.goods_cents),
      tax: moneyOf(line.tax_cents),
      restock: line.restock,
      stock_quantity: line.restock ? line.stock_quantity : 0,
    })),
    tax_lines: taxesOf(row).map(({ label, ratePpm, taxCents }) => ({
      label,
      rate_percent: ratePpm / 10_000,
      tax_total: moneyOf(taxCents),
    })),
    tenders: row.tenders.map(({ method, amount_cents }) => ({ method, amount: moneyOf(amount_cents) })),
  };
}

/** The taxes that a refund gave back; empty if one of them is not known. */
export function taxesOf({ taxes }: Pick<RefundRow, 'taxes'>) {
  const known = taxes.flatMap(({ label, rate_ppm: ratePpm, tax_cents: cents }) =>
    cents === null ? [] : [{ label, ratePpm, taxCents: toCents(cents) }],
  );
  return known.length === taxes.length ? known : [];
}
