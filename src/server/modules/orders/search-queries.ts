import { type RawBuilder, sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { conditions, type OrderFilter } from './order-filter.ts';

/** Customers, and items, that one search looks at. Who finds more types another letter. */
const MOST_SUBJECTS = 200;
/** Orders found of one kind: four pages. Who pages further is shown further. */
const MOST_FOUND = 200;

export interface Found {
  /** Ids of the orders found, at least up to the end of the page asked for, in no order. */
  readonly ids: readonly number[];
  /** Whether there may be more than these. */
  readonly isLowerBound: boolean;
}

interface Item {
  readonly product_id: number;
  /** null: every variation. */
  readonly variation_id: number | null;
}

const pattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;
const isLong = (word: string): boolean => Array.from(word).length > 2;

function all(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` AND `);
}

/** Every word, somewhere in a text. */
function contains(searched: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  return all(words.map((word) => sql`${searched} LIKE ${pattern(word)}`));
}

function customerHas(words: readonly string[]): RawBuilder<unknown> {
  const byIndex = words.some(isLong)
    ? contains(sql`u.search_text`, words)
    : sql`short_words(u.search_text) @> ${[...words]}::text[]`;
  return sql`u.role = 'customer' AND ${byIndex}`;
}

const guestHas = (words: readonly string[]): RawBuilder<unknown> =>
  sql`o.customer_id IS NULL AND o.billing ->> 'first_name' <> 'POS' AND ${contains(sql`billing_search_text(o.billing)`, words)}`;

/** By trigrams, or by the index of short words when no word is long enough for those. */
async function findCustomers(db: Database, words: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT u.id FROM users u WHERE ${customerHas(words)} LIMIT ${sql.lit(MOST_SUBJECTS)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Products and variations, as rows (product_id, variation_id); no variation stands for all of them. */
function itemsWith(words: readonly string[]): RawBuilder<unknown> {
  const product = contains(sql`lower(p.name || ' ' || coalesce(p.sku, ''))`, words);
  const variation = contains(
    sql`lower(p.name || ' ' || coalesce(v.sku, '') || ' ' || coalesce(v.name, '') || ' ' ||
      jsonb_path_query_array(v.attributes, '$[*].option')::text)`,
    words,
  );
  return sql`
    SELECT p.id AS product_id, NULL::integer AS variation_id FROM products p WHERE ${product}
    UNION ALL
    SELECT v.product_id, v.id FROM variations v JOIN products p ON p.id = v.product_id WHERE ${variation} AND NOT (${product})`;
}

async function findItems(db: Database, words: readonly string[]): Promise<Item[]> {
  const { rows } = await sql<Item>`${itemsWith(words)} LIMIT ${sql.lit(MOST_SUBJECTS)}`.execute(db);
  return rows;
}

/** All orders that a search finds, without an end: for sums and exports, which are not looked at page by page. */
export function everyOrderFound(search: string): RawBuilder<unknown> {
  const words = search.split(' ');
  return sql`
    ${byNumber(search)}
    UNION SELECT o.id FROM orders o JOIN users u ON u.id = o.customer_id WHERE ${customerHas(words)}
    UNION SELECT l.order_id FROM (${itemsWith(words)}) i JOIN order_lines l
       ON l.product_id = i.product_id WHERE i.variation_id IS NULL
    UNION SELECT l.order_id FROM (${itemsWith(words)}) i JOIN order_lines l ON l.variation_id = i.variation_id
    ${words.some(isLong) ? sql`UNION SELECT o.id FROM orders o WHERE o.voided_at IS NULL AND ${guestHas(words)}` : sql``}`;
}

/** What can be nothing but a number of ours. */
const IS_NUMBER = /^#?(?:pos|ref)-\d+$/;

/** POS-1234, #1234, 1234, and the numbers of refunds. */
function byNumber(search: string): RawBuilder<unknown> {
  const number = search.replace(/^#/, '').toUpperCase();
  const refund = /^REF-(\d{1,15})$/.exec(number)?.[1];
  const known =
    refund === undefined
      ? sql``
      : sql` UNION ALL SELECT r.order_id AS id FROM order_refunds r WHERE r.id = ${Number(refund)}`;
  return sql`SELECT o.id FROM orders o WHERE o.number IN (${number}, ${`POS-${number}`})${known}`;
}

interface Wanted {
  readonly order: 'asc' | 'desc';
  /** Orders up to the end of the page, and of the next one. */
  readonly upTo: number;
}

function ofCustomers(customers: readonly number[], filter: OrderFilter, { order, upTo }: Wanted): RawBuilder<unknown> {
  const way = sql.raw(order);
  return sql`SELECT 'customer' AS kind, c.id AS subject, f.id FROM unnest(${[...customers]}::integer[]) AS c(id) CROSS JOIN LATERAL (
    SELECT o.id FROM orders o WHERE o.customer_id = c.id AND ${conditions(filter)}
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${upTo}) f`;
}

/**
 * Orders with a line of these. The planner goes by the list and looks for the items, or by the items and sorts: as rare
 * as they are. Products and variations apart, since it multiplies how rare each of two conditions is.
 */
function ofItems(
  item: 'product_id' | 'variation_id',
  ids: readonly number[],
  filter: OrderFilter,
  { order, upTo }: Wanted,
): RawBuilder<unknown> {
  const way = sql.raw(order);
  return sql`SELECT ${sql.lit(item)}, 0, f.id FROM (
    SELECT o.id FROM orders o
     WHERE ${conditions(filter)} AND EXISTS (
       SELECT 1 FROM order_lines l WHERE l.order_id = o.id AND l.${sql.raw(item)} = ANY(${[...ids]}::integer[]))
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${upTo}) f`;
}

/**
 * The orders that a search finds: by number, customer (name, e-mail, phone), the name a guest left, product or SKU.
 * The first of each customer, and of all items together, are enough for the page asked for: an order among the first n
 * of all is among the first n of whatever it is found by.
 */
export async function searchOrders(db: Database, filter: OrderFilter, { order, upTo }: Wanted): Promise<Found> {
  const search = filter.search ?? '';
  const words = search.split(' ');
  const isNumber = IS_NUMBER.test(search);
  const [customers, items] = isNumber ? [[], []] : await Promise.all([findCustomers(db, words), findItems(db, words)]);
  const wanted: Wanted = { order, upTo: Math.max(upTo, MOST_FOUND) };
  const parts = [
    sql`SELECT 'number' AS kind, 0 AS subject, n.id FROM (${byNumber(search)}) n JOIN orders o ON o.id = n.id WHERE ${conditions(filter)}`,
  ];
  if (customers.length > 0) parts.push(ofCustomers(customers, filter, { order, upTo }));
  const products = items.flatMap((item) => (item.variation_id === null ? item.product_id : []));
  const variations = items.flatMap((item) => item.variation_id ?? []);
  if (products.length > 0) parts.push(ofItems('product_id', products, filter, wanted));
  if (variations.length > 0) parts.push(ofItems('variation_id', variations, filter, wanted));
  if (words.some(isLong) && filter.customerId === null && !isNumber) {
    parts.push(sql`SELECT 'guest', 0, f.id FROM (
      SELECT o.id FROM orders o WHERE ${guestHas(words)} AND ${conditions(filter)} LIMIT ${wanted.upTo}) f`);
  }
  // The comment keeps it from being prepared: how rare the items are decides how they are best looked for.
  const { rows } = await sql<{
    ids: number[];
    most: Partial<Record<'customer' | 'product_id' | 'variation_id' | 'guest', number>>;
  }>`
    /* planned for what is searched */ WITH found AS MATERIALIZED (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` UNION ALL `,
    )}),
    counted AS (SELECT kind, subject, count(*) AS orders FROM found GROUP BY 1, 2)
    SELECT ARRAY(SELECT DISTINCT id FROM found) AS ids,
           (SELECT coalesce(jsonb_object_agg(kind, orders), '{}') FROM (SELECT kind, max(orders) AS orders FROM counted GROUP BY 1) c) AS most`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a search gave no answer');
  const { customer = 0, product_id: product = 0, variation_id: variation = 0, guest = 0 } = row.most;
  const isLowerBound =
    customers.length === MOST_SUBJECTS ||
    items.length === MOST_SUBJECTS ||
    customer >= upTo ||
    Math.max(product, variation, guest) >= wanted.upTo;
  return { ids: row.ids, isLowerBound };
}
