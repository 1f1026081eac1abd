import { type RawBuilder, sql } from 'kysely';
import { containing } from '#server/db/like.ts';
import type { Database } from '#server/db/pool.ts';
import { CATALOGUE_STAMP, findItems, PRODUCT_TEXT, VARIATION_TEXT } from '#server/modules/catalogue/service.ts';
import { ordersWithItems, type Wanted } from './item-search.ts';
import { conditions, type OrderFilter } from './order-filter.ts';

/** Customers that one search looks at. One more letter narrows a search that finds more. */
const MOST_CUSTOMERS = 200;

export interface Found {
  /** Ids of the orders found, at least up to the end of the page asked for, in no order. */
  readonly ids: readonly number[];
  /** True when there may be more. */
  readonly isLowerBound: boolean;
}

const isLong = (word: string): boolean => Array.from(word).length > 2;

function all(parts: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return sql.join(parts, sql` AND `);
}

/** Every word, somewhere in a text. */
function contains(searched: RawBuilder<unknown>, words: readonly string[]): RawBuilder<unknown> {
  return all(words.map((word) => sql`${searched} LIKE ${containing(word)}`));
}

function customerHas(words: readonly string[]): RawBuilder<unknown> {
  const byIndex = words.some(isLong)
    ? contains(sql`u.found_text`, words)
    : sql`short_words(u.found_text) @> ${[...words]}::text[]`;
  return sql`u.role = 'customer' AND ${byIndex}`;
}

const guestHas = (words: readonly string[]): RawBuilder<unknown> =>
  sql`o.customer_id IS NULL AND o.billing ->> 'first_name' <> 'POS' AND ${contains(sql`guest_search_text(o.billing)`, words)}`;

interface Start {
  /** Of the catalogue. */
  readonly stamp: string;
  readonly customers: number[];
}

/** Customers are found by trigrams, or by the index of short words when no word is long enough for those. */
async function startSearch(db: Database, words: readonly string[]): Promise<Start> {
  const { rows } = await sql<Start>`
    SELECT ${CATALOGUE_STAMP} AS stamp,
           ARRAY(SELECT u.id FROM users u WHERE ${customerHas(words)} LIMIT ${sql.lit(MOST_CUSTOMERS)}) AS customers`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('a search did not start');
  return row;
}

/** Products and variations, as rows (product_id, variation_id); no variation stands for all of them. */
function itemsWith(words: readonly string[]): RawBuilder<unknown> {
  const product = contains(PRODUCT_TEXT, words);
  const variation = contains(VARIATION_TEXT, words);
  return sql`
    SELECT p.id AS product_id, NULL::integer AS variation_id FROM products p WHERE ${product}
    UNION ALL
    SELECT v.product_id, v.id FROM variations v JOIN products p ON p.id = v.product_id WHERE ${variation} AND NOT (${product})`;
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

/** Text of this form is always one of our numbers. */
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

function ofCustomers(customers: readonly number[], filter: OrderFilter, { order, upTo }: Wanted): RawBuilder<unknown> {
  const way = sql.raw(order);
  return sql`SELECT 'customer' AS kind, c.id AS subject, f.id FROM unnest(${[...customers]}::integer[]) AS c(id) CROSS JOIN LATERAL (
    SELECT o.id FROM orders o WHERE o.customer_id = c.id AND ${conditions(filter)}
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way} LIMIT ${upTo}) f`;
}

/** Orders found by number, by customer, or by the name a guest left. */
async function findByName(
  db: Database,
  words: readonly string[],
  customers: readonly number[],
  filter: OrderFilter,
  wanted: Wanted,
): Promise<{ ids: number[]; most: number }> {
  const parts = [
    sql`SELECT 'number' AS kind, 0 AS subject, n.id FROM (${byNumber(words.join(' '))}) n JOIN orders o ON o.id = n.id WHERE ${conditions(filter)}`,
  ];
  if (customers.length > 0) parts.push(ofCustomers(customers, filter, wanted));
  if (words.some(isLong) && filter.customerId === null && !filter.withoutBuyers && !IS_NUMBER.test(words.join(' '))) {
    parts.push(sql`SELECT 'guest', 0, f.id FROM (
      SELECT o.id FROM orders o WHERE ${guestHas(words)} AND ${conditions(filter)} LIMIT ${wanted.upTo}) f`);
  }
  // The comment keeps it from being prepared: how rare the words are decides how they are best looked for.
  const { rows } = await sql<{ ids: number[]; most: number }>`
    /* planned for what is searched */ WITH found AS MATERIALIZED (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` UNION ALL `,
    )})
    SELECT ARRAY(SELECT DISTINCT id FROM found) AS ids,
           (SELECT coalesce(max(orders), 0) FROM (SELECT count(*) AS orders FROM found GROUP BY kind, subject) c) AS most`.execute(
    db,
  );
  return rows[0] ?? { ids: [], most: 0 };
}

/**
 * The orders that a search finds: by number, customer (name, e-mail, phone), the name a guest left, product or SKU.
 * The first of each customer, and of all items together, are enough for the page asked for: an order among the first n
 * of all is among the first n of whatever it is found by. Rule: search/orders.
 */
export async function searchOrders(db: Database, filter: OrderFilter, wanted: Wanted): Promise<Found> {
  const search = filter.search ?? '';
  const words = search.split(' ');
  if (IS_NUMBER.test(search))
    return { ids: (await findByName(db, words, [], filter, wanted)).ids, isLowerBound: false };
  const { stamp, customers: buyers } = await startSearch(db, words);
  const customers = filter.withoutBuyers ? [] : buyers;
  const items = await findItems(db, stamp, words);
  const [named, sold] = await Promise.all([
    findByName(db, words, customers, filter, wanted),
    ordersWithItems(db, items, filter, wanted),
  ]);
  const isLowerBound = customers.length === MOST_CUSTOMERS || named.most >= wanted.upTo || sold.length >= wanted.upTo;
  return { ids: [...new Set([...named.ids, ...sold])], isLowerBound };
}
