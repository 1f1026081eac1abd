import { sql } from 'kysely';
import type { BodyOf, QueryOf, ReplyOf } from '#contract/route.ts';
import type { attentionRoute, setReorderLevelRoute } from '#contract/stock-adjustments.ts';
import type { StockEvent } from '#contract/live.ts';
import { toQuantity } from '#contract/wire.ts';
import { type Milli, toNumericText } from '#domain/quantity.ts';
import { stockKey } from '#domain/stock.ts';
import { variantName } from '#domain/variant-name.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import { requireItems, requireLocationName } from '#server/stock/stock-items.ts';
import { lockStock } from '#server/stock/stock-moves.ts';
import { locationToRead, locationToWrite } from '#server/http/serve/location.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import { selectNewestMovementId } from '../history/history-queries.ts';

type Attention = ReplyOf<typeof attentionRoute>;
const MOST_ROWS = 1000;

/** The rows of both partial indexes, for items that are still sold. */
const WANTING = (locationId: number) => sql`
  stock_levels s
  JOIN products p ON p.id = s.product_id AND p.status <> 'trash' AND (p.type = 'variable') = (s.variation_id IS NOT NULL)
  LEFT JOIN variations v ON v.product_id = s.product_id AND v.id = s.variation_id
 WHERE s.location_id = ${locationId} AND (v.id IS NULL OR v.status <> 'trash')
   AND (s.needs_count_since IS NOT NULL OR (s.reorder_level IS NOT NULL AND s.quantity <= s.reorder_level))`;

interface AttentionRow {
  product_id: number;
  variation_id: number | null;
  product_name: string;
  variation_name: string | null;
  options: unknown[] | null;
  sku: string | null;
  quantity: string;
  reorder_level: string | null;
  is_low: boolean;
  needs_count_since: Date | null;
}

/**
 * Items of a location that are low or were sold beyond the books; those that need a count come first.
 * @throws Refusal `not_found` for another location
 */
export async function getAttention(
  db: Database,
  staff: Staff,
  query: QueryOf<typeof attentionRoute>,
): Promise<Pick<Attention, 'data' | 'counts'>> {
  const locationId = locationToRead(staff, query.location_id);
  const { rows: counted } = await sql<{ low: number; needs_count: number; total: number }>`
    SELECT count(*) FILTER (WHERE s.quantity <= s.reorder_level)::integer AS low,
           count(s.needs_count_since)::integer AS needs_count, count(*)::integer AS total FROM ${WANTING(locationId)}`.execute(
    db,
  );
  const counts = counted[0] ?? { low: 0, needs_count: 0, total: 0 };
  if (query.counts_only) return { data: [], counts };
  const { rows } = await sql<AttentionRow>`
    SELECT s.product_id, s.variation_id, p.name AS product_name, v.name AS variation_name,
           jsonb_path_query_array(v.attributes, '$[*].option') AS options, coalesce(v.sku, p.sku) AS sku,
           s.quantity::text AS quantity, s.reorder_level::text AS reorder_level,
           coalesce(s.quantity <= s.reorder_level, false) AS is_low, s.needs_count_since
      FROM ${WANTING(locationId)}
     ORDER BY s.needs_count_since NULLS LAST, lower(p.name), p.id, v.position, v.id LIMIT ${sql.lit(MOST_ROWS)}`.execute(
    db,
  );
  const data = rows.map((row) => ({
    product_id: row.product_id,
    variation_id: row.variation_id,
    product_name: row.product_name,
    variation_name:
      row.variation_id === null
        ? null
        : variantName((row.options ?? []).map(String), row.variation_name, row.variation_id),
    sku: row.sku,
    location_id: locationId,
    quantity: toQuantity(milliFrom(row.quantity)),
    reorder_level: row.reorder_level === null ? null : toQuantity(milliFrom(row.reorder_level)),
    is_low: row.is_low,
    needs_count_since: row.needs_count_since?.toISOString() ?? null,
  }));
  return { data, counts };
}

/** @throws Refusal `changed_meanwhile` when somebody set another level than the one that was seen */
function requireSeen(seen: Milli | null | undefined, present: number | null, wanted: number | null): void {
  if (seen === undefined || (seen === null ? null : toQuantity(seen)) === present) return;
  const said = (level: number | null) => (level === null ? 'none' : String(level));
  throw new Refusal(
    'changed_meanwhile',
    `Somebody else set it to ${said(present)} meanwhile. Yours was ${said(wanted)}.`,
    { details: { current: { reorder_level: present } } },
  );
}

/**
 * Sets the reorder level of an item at a location; null for none.
 * @throws Refusal `quantity_not_valid` below zero; `changed_meanwhile`; `product_unknown`; `not_valid`; `not_allowed`; `not_found`
 */
export async function setReorderLevel(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof setReorderLevelRoute>,
): Promise<{ row: ReplyOf<typeof setReorderLevelRoute>['data']; event: StockEvent }> {
  const locationId = locationToWrite(staff, body.location_id);
  const level: Milli | null = body.reorder_level;
  if (level !== null && level < 0) throw new Refusal('quantity_not_valid', 'A reorder level cannot be less than zero.');
  const locationName = await requireLocationName(tx, locationId);
  const item = { productId: body.product_id, variationId: body.variation_id };
  await requireItems(tx, [item]);
  const stock = (await lockStock(tx, locationId, [item])).get(stockKey(item))?.quantityMilli;
  if (stock === undefined) throw new Error('A stock row that was just locked is not there');
  const isItem = sql`location_id = ${locationId} AND product_id = ${item.productId} AND variation_id IS NOT DISTINCT FROM ${item.variationId}::integer`;
  const { rows } = await sql<{ level: string | null }>`
    SELECT reorder_level::text AS level FROM stock_levels WHERE ${isItem}`.execute(tx);
  const before = rows[0]?.level == null ? null : toQuantity(milliFrom(rows[0].level));
  const wanted = level === null ? null : toQuantity(level);
  requireSeen(body.seen_level, before, wanted);
  await sql`
    UPDATE stock_levels SET reorder_level = ${level === null ? null : toNumericText(level)}::numeric WHERE ${isItem}`.execute(
    tx,
  );
  const newest = await selectNewestMovementId(tx, { locationId, ...item });
  await recordChange(tx, staff, {
    action: 'reorder_level_set',
    entity: 'stock',
    entityId: `${locationId}/${item.productId}${item.variationId === null ? '' : `/${item.variationId}`}`,
    details: { reorder_level: wanted, before },
  });
  const told = { product_id: item.productId, variation_id: item.variationId, quantity: toQuantity(stock) };
  return {
    row: {
      ...told,
      location_id: locationId,
      location_name: locationName,
      available_quantity: told.quantity,
      reorder_level: wanted,
    },
    // Makes every till fetch its list of low items again.
    event: { type: 'stock', location_id: locationId, items: [{ ...told, movement_id: newest }] },
  };
}
