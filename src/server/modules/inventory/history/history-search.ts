import { type RawBuilder, sql } from 'kysely';
import { foldedWords } from '#domain/fold.ts';
import { containing } from '#server/db/like.ts';
import type { Database } from '#server/db/pool.ts';
import { PRODUCT_TEXT, VARIATION_TEXT } from '#server/modules/catalogue/service.ts';
import type { HistoryFilter } from './history-queries.ts';

/** The most movements that a search finds. Somebody who needs others adds a word or shortens the period. */
export const MOST_FOUND = 1000;
/** The most items that a search considers. */
const MOST_ITEMS = 300;
/**
 * Up to this many items, each item's own index is read. With more, the newest movements of all items are read through,
 * because many of them match then.
 */
const FEW_ITEMS = 100;

interface Subjects {
  readonly items: readonly { readonly productId: number; readonly variationId: number | null }[];
  readonly people: readonly number[];
  readonly orders: readonly number[];
  readonly batches: readonly number[];
  readonly purchaseOrders: readonly number[];
  readonly transfers: readonly number[];
  readonly conversions: readonly number[];
}

/** True if a folded text contains every word. */
function contains(searched: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  return sql.join(
    words.map((word) => sql`${searched} LIKE ${containing(word)}`),
    sql` AND `,
  );
}

/** Finds what the words may name: items by name or SKU, people, and numbers of audits, orders and receipts. */
async function findSubjects(db: Database, locationId: number, words: readonly string[]): Promise<Subjects> {
  // The stored folded text comes first, because it has an index (it includes the barcode). Only its matches are folded
  // again.
  const product = sql`${contains(sql`p.found_text`, words)} AND ${contains(PRODUCT_TEXT, words)}`;
  const variation = contains(VARIATION_TEXT, words);
  const whole = words.join(' ').toUpperCase();
  const numbered = (prefix: string): string[] => (/^\d+$/.test(whole) ? [`${prefix}${whole}`] : [whole]);
  const { rows } = await sql<{
    items: [number, number | null][];
    people: number[];
    orders: number[];
    batches: number[];
    purchase_orders: number[];
    transfers: number[];
    conversions: number[];
  }>`
    SELECT coalesce((SELECT jsonb_agg(jsonb_build_array(product_id, variation_id)) FROM (
             SELECT p.id AS product_id, NULL::integer AS variation_id FROM products p WHERE p.type <> 'variable' AND ${product}
             UNION ALL
             SELECT v.product_id, v.id FROM variations v JOIN products p ON p.id = v.product_id WHERE ${variation}
             LIMIT ${sql.lit(MOST_ITEMS)}) i), '[]') AS items,
           ARRAY(SELECT u.id FROM users u WHERE u.role <> 'customer'
              AND ${contains(sql`folded_plain(u.username || ' ' || coalesce(u.display_name, '') || ' ' || coalesce(u.name, ''))`, words)}) AS people,
           ARRAY(SELECT o.id FROM orders o WHERE o.number = ANY(${numbered('POS-')}::text[]) AND o.location_id = ${locationId}) AS orders,
           ARRAY(SELECT a.id FROM stock_audits a WHERE a.location_id = ${locationId}
              AND ${contains(sql`folded_plain(a.audit_number || ' ' || a.name)`, words)} ORDER BY a.id DESC LIMIT ${sql.lit(MOST_FOUND)}) AS batches,
           ARRAY(SELECT o.id FROM purchase_orders o WHERE o.location_id = ${locationId}
              AND ${contains(sql`folded_plain(o.po_number || ' ' || o.supplier_name)`, words)} ORDER BY o.id DESC LIMIT ${sql.lit(MOST_FOUND)}) AS purchase_orders,
           ARRAY(SELECT t.id FROM stock_transfers t WHERE t.transfer_number = ANY(${numbered('TR-')}::text[])) AS transfers,
           ARRAY(SELECT c.id FROM stock_conversions c WHERE c.conversion_number = ANY(${numbered('CV-')}::text[])) AS conversions`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a search answered nothing');
  return {
    items: row.items.map(([productId, variationId]) => ({ productId, variationId })),
    people: row.people,
    orders: row.orders,
    batches: row.batches,
    purchaseOrders: row.purchase_orders,
    transfers: row.transfers,
    conversions: row.conversions,
  };
}

/** The newest movements of each kind of match, as selections of ids. */
function foundBy(found: Subjects, { locationId, actions, since, grouped }: HistoryFilter): RawBuilder<unknown>[] {
  const kept = sql`m.location_id = ${locationId}
    AND (${actions}::text[] IS NULL OR m.action = ANY(${actions}::text[])) AND (${since}::timestamptz IS NULL OR m.created_at >= ${since})`;
  // A search for an item lists its lines one by one; other searches list a batch as one entry.
  const asOne = grouped ? sql`${kept} AND NOT m.follows` : kept;
  const newest = sql`ORDER BY m.id DESC LIMIT ${sql.lit(MOST_FOUND + 1)}`;
  const of = (column: string, ids: readonly number[], extra = sql`true`): RawBuilder<unknown>[] =>
    ids.length === 0
      ? []
      : [
          sql`(SELECT m.id FROM stock_movements m WHERE m.${sql.ref(column)} = ANY(${[...ids]}::bigint[]) AND ${extra} AND ${asOne} ${newest})`,
        ];
  const parts = [
    ...of('order_id', found.orders),
    ...of('batch_id', found.batches),
    ...of('purchase_order_id', found.purchaseOrders),
    ...of('transfer_id', found.transfers),
    ...of('conversion_id', found.conversions),
    ...of('actor_id', found.people, sql`m.action <> 'order_deduction' AND m.actor_id IS NOT NULL`),
  ];
  if (found.people.length > 0)
    parts.push(sql`
      (SELECT m.id FROM (SELECT o.id FROM orders o WHERE o.employee_id = ANY(${[...found.people]}::integer[]) AND o.voided_at IS NULL
                            AND o.location_id = ${locationId}
                          ORDER BY o.local_day DESC, o.created_at DESC, o.id DESC LIMIT ${sql.lit(MOST_FOUND + 1)}) o
         JOIN stock_movements m ON m.order_id = o.id WHERE m.action = 'order_deduction' AND ${asOne} ${newest})`);
  if (found.items.length > 0) parts.push(ofItems(found.items, kept, newest));
  return parts;
}

function ofItems(
  items: Subjects['items'],
  kept: RawBuilder<unknown>,
  newest: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const products = items.map(({ productId }) => productId);
  const variations = items.map(({ variationId }) => variationId);
  const wanted = sql`unnest(${products}::integer[], ${variations}::integer[]) AS i(product_id, variation_id)`;
  if (items.length > FEW_ITEMS)
    return sql`
      (SELECT m.id FROM stock_movements m JOIN ${wanted} ON m.product_id = i.product_id AND m.variation_id IS NOT DISTINCT FROM i.variation_id
        WHERE ${kept} ORDER BY m.created_at DESC, m.id DESC LIMIT ${sql.lit(MOST_FOUND + 1)})`;
  // Simple products and variations separately, because IS NOT DISTINCT FROM does not use the item's index.
  return sql`
    (SELECT m.id FROM ${wanted}, LATERAL (
       (SELECT m.id FROM stock_movements m WHERE m.product_id = i.product_id AND i.variation_id IS NULL AND m.variation_id IS NULL
          AND ${kept} ORDER BY m.id DESC LIMIT ${sql.lit(MOST_FOUND + 1)})
       UNION ALL
       (SELECT m.id FROM stock_movements m WHERE m.product_id = i.product_id AND m.variation_id = i.variation_id
          AND ${kept} ORDER BY m.id DESC LIMIT ${sql.lit(MOST_FOUND + 1)})) m ${newest})`;
}

/**
 * The ids of the movements that a search finds, newest first, at most `MOST_FOUND` and one more. All words must be in
 * the name or SKU of an item, or the name of a person, an audit or a supplier; or the search is a number: "POS-1024",
 * "AUD-1003".
 */
export async function findMovements(db: Database, filter: HistoryFilter, search: string): Promise<number[]> {
  const words = foldedWords(search);
  if (words.length === 0) return [];
  const parts = foundBy(await findSubjects(db, filter.locationId, words), filter);
  if (parts.length === 0) return [];
  const { rows } = await sql<{ ids: number[] }>`
    SELECT ARRAY(SELECT id FROM (${sql.join(parts, sql` UNION `)}) found ORDER BY id DESC LIMIT ${sql.lit(MOST_FOUND + 1)}) AS ids`.execute(
    db,
  );
  return rows[0]?.ids ?? [];
}
