import { sql } from 'kysely';
import type { z } from 'zod';
import type { auditBatch } from '#contract/stock-adjustments.ts';
import { toQuantity } from '#contract/wire.ts';
import { foldedWords } from '#domain/fold.ts';
import { type Milli, toNumericText } from '#domain/quantity.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { type CountableItem, itemNames } from '#server/stock/stock-items.ts';
import { USER_NAME } from '#server/db/user-name.ts';

/** A line as it was counted. */
export interface AskedLine extends CountableItem {
  /** From 0. */
  readonly position: number;
  readonly systemMilli: Milli | null;
  readonly countedMilli: Milli | null;
  readonly askedMilli: Milli;
  readonly reason: string;
}

/** A line with what it did to the stock. */
export interface AuditLine extends AskedLine {
  readonly appliedMilli: Milli;
  readonly beforeMilli: Milli;
  readonly afterMilli: Milli;
}

interface NewAudit {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly locationId: number;
  readonly actorId: number;
  readonly totalProducts: number;
  readonly netMilli: Milli;
}

/** The number of an audit whose lines are written before it. The transaction has its own before that, or the sealer would not see it. */
export async function nextAuditId(tx: Tx): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT pg_current_xact_id(), nextval(pg_get_serial_sequence('stock_audits', 'id')) AS id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('there is no next audit');
  return row.id;
}

export async function insertAudit(tx: Tx, audit: NewAudit): Promise<BatchSummary> {
  const { rows } = await sql<StockAuditRow>`
    WITH a AS (
      INSERT INTO stock_audits (id, audit_number, name, description, location_id, actor_id, total_products, net_change)
        VALUES (${audit.id}, ${`AUD-${audit.id}`}, ${audit.name}, ${audit.description}, ${audit.locationId}, ${audit.actorId},
                ${audit.totalProducts}, ${toNumericText(audit.netMilli)})
      RETURNING *
    ) SELECT ${SUMMARY} FROM a LEFT JOIN users u ON u.id = a.actor_id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('an audit was not written');
  return toSummary(row);
}

const text = (milli: Milli | null): string | null => (milli === null ? null : toNumericText(milli));

export async function insertAuditLines(tx: Tx, auditId: number, lines: readonly AuditLine[]): Promise<void> {
  const rows = lines.map((line) => ({
    position: line.position,
    product_id: line.productId,
    variation_id: line.variationId,
    system_quantity: text(line.systemMilli),
    counted_quantity: text(line.countedMilli),
    asked: text(line.askedMilli),
    applied: text(line.appliedMilli),
    quantity_before: text(line.beforeMilli),
    quantity_after: text(line.afterMilli),
    reason: line.reason,
  }));
  await sql`
    INSERT INTO stock_audit_lines (audit_id, position, product_id, variation_id, system_quantity, counted_quantity, asked,
        applied, quantity_before, quantity_after, reason)
      SELECT ${auditId}::bigint, l.*
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l(position integer, product_id integer, variation_id integer,
          system_quantity numeric, counted_quantity numeric, asked numeric, applied numeric, quantity_before numeric,
          quantity_after numeric, reason text)`.execute(tx);
}

interface StockAuditRow {
  id: number;
  audit_number: string;
  name: string;
  description: string;
  location_id: number;
  actor_id: number | null;
  user_name: string;
  total_products: number;
  net_change: string;
  created_at: Date;
}

interface LineRow {
  product_id: number;
  variation_id: number | null;
  sku: string | null;
  system_quantity: string | null;
  counted_quantity: string | null;
  asked: string;
  applied: string;
  quantity_before: string;
  quantity_after: string;
  reason: string;
}

type Batch = z.output<typeof auditBatch>;
export type BatchSummary = Omit<Batch, 'entries'>;

function toSummary(row: StockAuditRow): BatchSummary {
  return {
    id: row.id,
    audit_number: row.audit_number,
    batch_name: row.name,
    batch_description: row.description,
    location_id: row.location_id,
    user_id: row.actor_id,
    user_name: row.user_name,
    total_products: row.total_products,
    net_change: toQuantity(milliFrom(row.net_change)),
    created_at: row.created_at.toISOString(),
  };
}

const SUMMARY = sql`a.id, a.audit_number, a.name, a.description, a.location_id, a.actor_id, ${USER_NAME} AS user_name,
           a.total_products, a.net_change::text AS net_change, a.created_at`;

export async function selectAuditSummaries(db: Database | Tx, ids: readonly number[]): Promise<BatchSummary[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<StockAuditRow>`
    SELECT ${SUMMARY}
      FROM stock_audits a LEFT JOIN users u ON u.id = a.actor_id
     WHERE a.id = ANY(${ids}::bigint[]) ORDER BY a.id DESC`.execute(db);
  return rows.map(toSummary);
}

/** Audits that changed no stock. There are never more of them between two pages of the history. */
const MOST_QUIET = 200;

/**
 * Audits of a location in which every count matched, made after `after` and up to `until`, newest first.
 * @param search words that must all be in the number, the name, or the name of the person
 */
export async function selectQuietAudits(
  db: Database,
  locationId: number,
  { after, until, search }: { after: Date | null; until: Date | null; search: string },
): Promise<BatchSummary[]> {
  const searched = sql`folded_plain(a.audit_number || ' ' || a.name || ' ' || ${USER_NAME})`;
  const found = foldedWords(search).map((word) => sql`AND strpos(${searched}, ${word}) > 0`);
  const { rows } = await sql<StockAuditRow>`
    SELECT ${SUMMARY}
      FROM stock_audits a LEFT JOIN users u ON u.id = a.actor_id
     WHERE a.location_id = ${locationId} AND a.net_change = 0
       AND (${after}::timestamptz IS NULL OR a.created_at > ${after}) AND (${until}::timestamptz IS NULL OR a.created_at <= ${until})
       AND NOT EXISTS (SELECT FROM stock_movements m WHERE m.batch_id = a.id) ${sql.join(found, sql` `)}
     ORDER BY a.id DESC LIMIT ${sql.lit(MOST_QUIET)}`.execute(db);
  return rows.map(toSummary);
}

/** An audit with its lines in the order they were sent; undefined when there is none. */
export async function selectAudit(db: Database | Tx, id: number): Promise<Batch | undefined> {
  const [summary] = await selectAuditSummaries(db, [id]);
  if (!summary) return undefined;
  const { rows } = await sql<LineRow>`
    SELECT l.product_id, l.variation_id, coalesce(v.sku, p.sku) AS sku, l.system_quantity::text AS system_quantity,
           l.counted_quantity::text AS counted_quantity, l.asked::text AS asked, l.applied::text AS applied,
           l.quantity_before::text AS quantity_before, l.quantity_after::text AS quantity_after, l.reason
      FROM stock_audit_lines l
      LEFT JOIN products p ON p.id = l.product_id
      LEFT JOIN variations v ON v.id = l.variation_id
     WHERE l.audit_id = ${id} ORDER BY l.position`.execute(db);
  const names = await itemNames(
    db,
    rows.map((row) => ({ productId: row.product_id, variationId: row.variation_id })),
  );
  const entries = rows.map((row, at) =>
    toEntry({
      productId: row.product_id,
      variationId: row.variation_id,
      name: names[at] ?? `Product #${row.product_id}`,
      sku: row.sku,
      systemMilli: row.system_quantity === null ? null : milliFrom(row.system_quantity),
      countedMilli: row.counted_quantity === null ? null : milliFrom(row.counted_quantity),
      askedMilli: milliFrom(row.asked),
      appliedMilli: milliFrom(row.applied),
      beforeMilli: milliFrom(row.quantity_before),
      afterMilli: milliFrom(row.quantity_after),
      reason: row.reason,
    }),
  );
  return { ...summary, entries };
}

export function toEntry(line: Omit<AuditLine, 'position'>): Batch['entries'][number] {
  return {
    product_id: line.productId,
    variation_id: line.variationId,
    product_name: line.name,
    sku: line.sku,
    system_quantity: line.systemMilli === null ? null : toQuantity(line.systemMilli),
    counted_quantity: line.countedMilli === null ? null : toQuantity(line.countedMilli),
    quantity_asked: toQuantity(line.askedMilli),
    quantity_change: toQuantity(line.appliedMilli),
    difference: (line.appliedMilli - line.askedMilli) / 1000,
    old_stock: toQuantity(line.beforeMilli),
    new_stock: toQuantity(line.afterMilli),
    reason: line.reason,
  };
}
