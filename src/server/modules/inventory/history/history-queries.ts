import { type RawBuilder, sql } from 'kysely';
import type { receiptSummary } from '#contract/history.ts';
import type { z } from 'zod';
import { toQuantity } from '#contract/wire.ts';
import { TELLING_ACTIONS } from '#domain/history-labels.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database } from '#server/db/pool.ts';
import { USER_NAME } from '#server/db/user-name.ts';

/** The filter of a history of movements. */
export interface HistoryFilter {
  readonly locationId: number;
  /** Null for all. */
  readonly actions: readonly string[] | null;
  /** Null for all time. */
  readonly since: Date | null;
  /** Lists a batch or a receipt of any size as one entry. */
  readonly grouped: boolean;
}

export interface MovementRow {
  id: number;
  location_id: number;
  product_id: number;
  variation_id: number | null;
  product_name: string | null;
  product_status: string | null;
  variation_name: string | null;
  options: unknown[] | null;
  has_variation: boolean;
  sku: string | null;
  action: string;
  delta: string;
  quantity_before: string;
  quantity_after: string;
  reason: string;
  actor_id: number | null;
  user_name: string;
  created_at: Date;
  details: Record<string, unknown> | null;
  batch_id: number | null;
  purchase_order_id: number | null;
  receipt_id: number | null;
  transfer_id: number | null;
  conversion_id: number | null;
  order_id: number | null;
  reference: string | null;
}

/** The movements `m` that `page` selects, with the names that lists show. Names are looked up for that page only. */
const named = (page: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<MovementRow> => sql<MovementRow>`
  SELECT m.id, m.location_id, m.product_id, m.variation_id, p.name AS product_name, p.status AS product_status,
         v.name AS variation_name, jsonb_path_query_array(v.attributes, '$[*].option') AS options, v.id IS NOT NULL AS has_variation,
         coalesce(v.sku, p.sku) AS sku, m.action, m.delta::text AS delta, m.quantity_before::text AS quantity_before,
         m.quantity_after::text AS quantity_after, m.reason, m.actor_id, ${USER_NAME} AS user_name, m.created_at, m.details,
         m.batch_id, m.purchase_order_id, m.receipt_id, m.transfer_id, m.conversion_id, m.order_id,
         coalesce(o.number, a.audit_number, po.po_number, t.transfer_number, c.conversion_number) AS reference
    FROM (${page}) m
    LEFT JOIN products p ON p.id = m.product_id
    LEFT JOIN variations v ON v.product_id = m.product_id AND v.id = m.variation_id
    LEFT JOIN users u ON u.id = m.actor_id
    LEFT JOIN orders o ON o.id = m.order_id
    LEFT JOIN stock_audits a ON a.id = m.batch_id
    LEFT JOIN purchase_orders po ON po.id = m.purchase_order_id
    LEFT JOIN stock_transfers t ON t.id = m.transfer_id
    LEFT JOIN stock_conversions c ON c.id = m.conversion_id
   ORDER BY ${order}`;

export interface DayTally {
  day: string;
  movements: number;
}

/** Movements per UTC day from the tallies, newest day first. `after` leaves out that day and earlier ones. */
export async function selectDayTallies(
  db: Database,
  { locationId, actions, grouped }: HistoryFilter,
  after: string | null,
): Promise<DayTally[]> {
  const counted = grouped ? sql`heads` : sql`movements`;
  const { rows } = await sql<DayTally>`
    SELECT day::text AS day, sum(${counted})::bigint AS movements FROM stock_tallies
     WHERE location_id = ${locationId} AND (${actions}::text[] IS NULL OR action = ANY(${actions}::text[]))
       AND (${after}::date IS NULL OR day > ${after}::date)
     GROUP BY day HAVING sum(${counted}) > 0 ORDER BY day DESC`.execute(db);
  return rows;
}

/** The time from `from` (inclusive) to `until` (exclusive). */
export interface Span {
  readonly from: Date | null;
  readonly until: Date;
}

function conditions({ locationId, grouped }: HistoryFilter, { from, until }: Span): RawBuilder<unknown> {
  const parts = [sql`location_id = ${locationId} AND created_at < ${until}`];
  if (from !== null) parts.push(sql`created_at >= ${from}`);
  if (grouped) parts.push(sql`NOT follows`);
  return sql.join(parts, sql` AND `);
}

/** One selection per action: the index of all movements serves sales, and a partial index serves every other action. */
function byAction(actions: readonly string[] | null): RawBuilder<unknown>[] {
  if (actions === null) return [sql`true`];
  return actions.map((action) =>
    action === 'order_deduction'
      ? sql`action = 'order_deduction'`
      : sql`action = ${action} AND action <> 'order_deduction'`,
  );
}

export async function countMovements(db: Database, filter: HistoryFilter, span: Span): Promise<number> {
  const counts = byAction(filter.actions).map(
    (action) => sql`(SELECT count(*) FROM stock_movements WHERE ${conditions(filter, span)} AND ${action})`,
  );
  const { rows } = await sql<{ count: number }>`SELECT ${sql.join(counts, sql` + `)} AS count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A page of a span, newest first. An index alone finds it; only its own rows are read. */
export async function selectHistoryPage(
  db: Database,
  filter: HistoryFilter,
  span: Span,
  { offset, limit }: { offset: number; limit: number },
): Promise<MovementRow[]> {
  const parts = byAction(filter.actions).map(
    (action) => sql`
      (SELECT id, created_at FROM stock_movements WHERE ${conditions(filter, span)} AND ${action}
        ORDER BY created_at DESC, id DESC LIMIT ${offset + limit})`,
  );
  const page = sql`
    SELECT m.* FROM stock_movements m JOIN (
      SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) found ORDER BY created_at DESC, id DESC LIMIT ${limit} OFFSET ${offset}) f
      ON f.id = m.id`;
  return (await named(page, sql`m.created_at DESC, m.id DESC`).execute(db)).rows;
}

/** The movements with these ids, newest first. */
export async function selectThese(db: Database, ids: readonly number[]): Promise<MovementRow[]> {
  const page = sql`SELECT * FROM stock_movements WHERE id = ANY(${[...ids]}::bigint[])`;
  return (await named(page, sql`m.id DESC`).execute(db)).rows;
}

/** The movement after which a list goes on, to the microsecond. */
export interface Place {
  readonly at: string;
  readonly id: number;
}

/** The movements after a place, in the order of the history. It takes equally long anywhere in the list. */
export async function selectNext(
  db: Database,
  filter: HistoryFilter,
  { after, limit }: { after: Place | null; limit: number },
): Promise<(MovementRow & { place: string })[]> {
  const from = sql`location_id = ${filter.locationId} AND (${filter.since}::timestamptz IS NULL OR created_at >= ${filter.since})`;
  const beyond = after === null ? sql`true` : sql`(created_at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`;
  const parts = byAction(filter.actions).map(
    (action) => sql`
      (SELECT id, created_at FROM stock_movements WHERE ${from} AND ${beyond} AND ${action}
        ORDER BY created_at DESC, id DESC LIMIT ${limit})`,
  );
  const page = sql`
    SELECT m.* FROM stock_movements m JOIN (
      SELECT id FROM (${sql.join(parts, sql` UNION ALL `)}) found ORDER BY created_at DESC, id DESC LIMIT ${limit}) f
      ON f.id = m.id`;
  const { rows } = await sql<MovementRow & { place: string }>`
    SELECT n.*, n.created_at::text AS place FROM (${named(page, sql`m.created_at DESC, m.id DESC`)}) n
     ORDER BY n.created_at DESC, n.id DESC`.execute(db);
  return rows;
}

interface ItemPlace {
  readonly locationId: number;
  readonly productId: number;
  readonly variationId: number | null;
}

/** Written to match the item's index: `IS NOT DISTINCT FROM` would read every movement of the product. */
const anywhere = ({ productId, variationId }: ItemPlace): RawBuilder<unknown> =>
  sql`product_id = ${productId} AND ${variationId === null ? sql`variation_id IS NULL` : sql`variation_id = ${variationId}`}`;

const ofItem = (place: ItemPlace): RawBuilder<unknown> => sql`location_id = ${place.locationId} AND ${anywhere(place)}`;

/** The item's index backwards; its first columns are given. */
const NEWEST_OF_ITEM = sql`variation_id DESC NULLS FIRST, id DESC`;
const OLDEST_OF_ITEM = sql`variation_id, id`;

/** The id of an item's newest movement, 0 when it has none. */
export async function selectNewestMovementId(db: Database, place: ItemPlace): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM stock_movements WHERE ${ofItem(place)} ORDER BY ${NEWEST_OF_ITEM} LIMIT 1`.execute(db);
  return rows[0]?.id ?? 0;
}

/** The newest movements of an item, below an id. `actions` is null for all. */
export async function selectMovementsOfItem(
  db: Database,
  place: ItemPlace,
  { before, limit, actions }: { before: number | undefined; limit: number; actions: readonly string[] | null },
): Promise<MovementRow[]> {
  const page = sql`
    SELECT * FROM stock_movements
     WHERE ${ofItem(place)} ${before === undefined ? sql`` : sql`AND id < ${before}`}
       ${actions === null ? sql`` : sql`AND action = ANY(${[...actions]}::text[])`}
     ORDER BY ${NEWEST_OF_ITEM} LIMIT ${limit}`;
  return (await named(page, sql`m.id DESC`).execute(db)).rows;
}

export async function selectMovementsOfReceipt(
  db: Database,
  receiptId: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<MovementRow[]> {
  const page = sql`
    SELECT m.* FROM stock_movements m
     WHERE m.receipt_id = ${receiptId} ${before === undefined ? sql`` : sql`AND m.id < ${before}`}
     ORDER BY m.id DESC LIMIT ${limit}`;
  return (await named(page, sql`m.id DESC`).execute(db)).rows;
}

/** All movements of orders and transfers at a location, newest first. */
export async function selectMovementsOf(
  db: Database,
  locationId: number,
  { orderIds, transferIds }: { orderIds: readonly number[]; transferIds: readonly number[] },
): Promise<MovementRow[]> {
  if (orderIds.length + transferIds.length === 0) return [];
  // One selection for each index.
  const page = sql`
    SELECT m.* FROM stock_movements m
     WHERE m.order_id = ANY(${[...orderIds]}::bigint[]) AND m.location_id = ${locationId}
    UNION ALL
    SELECT m.* FROM stock_movements m
     WHERE m.transfer_id = ANY(${[...transferIds]}::bigint[]) AND m.location_id = ${locationId}`;
  return (await named(page, sql`m.created_at DESC, m.id DESC`).execute(db)).rows;
}

export interface ItemNow {
  quantity: string;
  movements: number;
  opened_at: Date | null;
  reorder_level: string | null;
  needs_count_since: Date | null;
  elsewhere: { location_id: number; location_name: string; quantity: string }[];
}

/**
 * Movements of an item are counted only up to here, because an item that sells for years has more than anybody reads.
 */
const MOST_COUNTED = 10_000;

/** The state of an item at a location, and its stock at the other open ones. Rule: stock/elsewhere. */
export async function selectItemNow(db: Database, place: ItemPlace): Promise<ItemNow | undefined> {
  const those = ofItem(place);
  const { rows } = await sql<ItemNow>`
    SELECT coalesce(s.quantity, 0)::text AS quantity, s.reorder_level::text AS reorder_level, s.needs_count_since,
           (SELECT count(*) FROM (SELECT 1 FROM stock_movements WHERE ${those} LIMIT ${sql.lit(MOST_COUNTED + 1)}) counted) AS movements,
           (SELECT created_at FROM stock_movements WHERE ${those} ORDER BY ${OLDEST_OF_ITEM} LIMIT 1) AS opened_at,
           (SELECT coalesce(json_agg(json_build_object('location_id', l.id, 'location_name', l.name, 'quantity', e.quantity::text)
                                     ORDER BY lower(l.name), l.id), '[]')
              FROM (SELECT * FROM stock_levels WHERE ${anywhere(place)}) e JOIN locations l ON l.id = e.location_id
             WHERE l.id <> ${place.locationId} AND l.closed_at IS NULL AND e.quantity > 0) AS elsewhere
      FROM products p LEFT JOIN (SELECT * FROM stock_levels WHERE ${those}) s ON true WHERE p.id = ${place.productId}`.execute(
    db,
  );
  return rows[0];
}

export interface ItemSince {
  begin: 'count' | 'opening' | 'nothing';
  at: Date;
  by: string | null;
  matched: boolean;
  quantity: string;
  moved: {
    action: string;
    counted: boolean;
    gained: boolean;
    by_staff: boolean;
    reason: string;
    details: unknown;
    delta: string;
  }[];
}

/**
 * Where an item's stock begins, which is its last count, and what moved since. A count that matched made no movement: it
 * stands after the movements that are not later than it. Sums are by what tells kinds of change apart, so only movements
 * whose action leaves the kind open are summed by their words. Rule: history/since-the-last-count.
 */
export async function selectItemSince(db: Database, place: ItemPlace): Promise<ItemSince | undefined> {
  const those = ofItem(place);
  const { rows } = await sql<ItemSince>`
    WITH counted AS (
      SELECT a.id, a.created_at, ${USER_NAME} AS by, l.asked = 0 AS matched
        FROM (SELECT audit_id, asked FROM stock_audit_lines WHERE ${anywhere(place)}) l
        JOIN stock_audits a ON a.id = l.audit_id LEFT JOIN users u ON u.id = a.actor_id
       WHERE a.location_id = ${place.locationId} ORDER BY a.id DESC LIMIT 1),
    start AS (
      SELECT 'count' AS begin, c.created_at AS at, c.by, c.matched, coalesce(m.quantity_after, 0) AS quantity, coalesce(m.id, 0) AS id
        FROM counted c LEFT JOIN LATERAL (
          SELECT id, quantity_after FROM stock_movements
           WHERE ${those} AND (batch_id = c.id OR stock_movements.created_at <= c.created_at)
           ORDER BY ${NEWEST_OF_ITEM} LIMIT 1) m ON true
      UNION ALL
      (SELECT CASE action WHEN 'opening_stock' THEN 'opening' ELSE 'nothing' END, created_at, NULL, false,
              CASE action WHEN 'opening_stock' THEN quantity_after ELSE quantity_before END,
              CASE action WHEN 'opening_stock' THEN id ELSE id - 1 END
         FROM stock_movements WHERE ${those} AND NOT EXISTS (SELECT FROM counted) ORDER BY ${OLDEST_OF_ITEM} LIMIT 1))
    SELECT s.begin, s.at, s.by, s.matched, s.quantity::text AS quantity,
           (SELECT coalesce(json_agg(g), '[]') FROM (
              SELECT action, batch_id IS NOT NULL AS counted, delta > 0 AS gained, actor_id IS NOT NULL AS by_staff,
                     w.reason, w.details, sum(delta)::text AS delta
                FROM stock_movements m
               CROSS JOIN LATERAL (SELECT CASE WHEN told THEN '' ELSE m.reason END AS reason,
                                          CASE WHEN NOT told THEN m.details END AS details
                                     FROM (SELECT m.action = ANY(${[...TELLING_ACTIONS]}::text[]) AS told) t) w
               WHERE ${those} AND m.id > s.id
               GROUP BY 1, 2, 3, 4, 5, 6) g) AS moved
      FROM start s`.execute(db);
  return rows[0];
}

type ReceiptSummary = z.output<typeof receiptSummary>;

interface ReceiptSummaryRow extends Omit<ReceiptSummary, 'created_at' | 'net_change'> {
  location_id: number;
  net_change: string;
  created_at: Date;
}

export async function selectReceiptSummaries(
  db: Database,
  ids: readonly number[],
): Promise<(ReceiptSummary & { locationId: number })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ReceiptSummaryRow>`
    SELECT r.id, r.purchase_order_id, o.po_number, o.supplier_name, ${USER_NAME} AS user_name, r.total_products,
           r.net_change::text AS net_change, r.created_at, r.location_id
      FROM purchase_order_receipts r
      JOIN purchase_orders o ON o.id = r.purchase_order_id
      LEFT JOIN users u ON u.id = r.actor_id
     WHERE r.id = ANY(${ids}::bigint[]) ORDER BY r.id DESC`.execute(db);
  return rows.map(({ location_id, net_change, created_at, ...row }) => ({
    ...row,
    locationId: location_id,
    net_change: toQuantity(milliFrom(net_change)),
    created_at: created_at.toISOString(),
  }));
}
