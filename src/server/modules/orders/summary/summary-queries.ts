import { type RawBuilder, sql } from 'kysely';
import { MOST_REFUNDS, TOP_PRODUCTS } from '#contract/order-summary.ts';
import type { TenderMethod } from '#domain/tender.ts';
import type { Database } from '#server/db/pool.ts';
import { conditions, type OrderFilter } from '../list/order-filter.ts';
import { everyOrderFound } from '../list/search-queries.ts';

/** Sums of all orders, or of those of one day, hour, employee or location. */
export interface GroupSums {
  readonly of: 'all' | 'day' | 'hour' | 'employee' | 'location';
  readonly day: string | null;
  readonly hour: number | null;
  readonly employee_id: number | null;
  readonly location_id: number | null;
  readonly orders: number;
  readonly sales: number;
  readonly tax: number;
  readonly shipping: number;
  readonly total: number;
  readonly refunds: number;
  readonly cash: number;
  readonly card: number;
  readonly cash_back: number;
  readonly card_back: number;
}

export interface ItemSums {
  /** JSON number with at most three decimals. */
  readonly quantity: number;
  readonly sales: number;
  readonly refunds: number;
}

export interface ProductSums extends ItemSums {
  readonly product_id: number;
  readonly variation_id: number | null;
  readonly name: string;
  readonly sku: string | null;
}

/** A refund of the period, with the day of its sale. */
export interface GivenRefund {
  readonly id: number;
  readonly number: string;
  readonly order_id: number;
  readonly order_number: string;
  /** Days of the shop. */
  readonly day: string;
  readonly sold_on: string;
  readonly given_at: string;
  readonly by: string;
  readonly till: string | null;
  readonly reason: string;
  readonly amount: number;
  readonly cash: number;
  readonly card: number;
}

export interface Sums {
  readonly groups: readonly GroupSums[];
  readonly categories: readonly (ItemSums & { category: string })[];
  readonly products: readonly ProductSums[];
  /** All items, those of `products` included. */
  readonly items: ItemSums & { products: number };
  /** Newest first. */
  readonly refunds: readonly GivenRefund[];
  readonly refunds_made: number;
  /** Taken beyond what the sums of orders have: payments of orders that were placed on another day or elsewhere. */
  readonly later: Readonly<Record<TenderMethod, number>>;
  readonly employees: Readonly<Record<string, string>>;
  readonly locations: Readonly<Record<string, string>>;
}

/** True when the sums of days cover the filter. */
function isSummedUp({ customerId, quick, search }: OrderFilter): boolean {
  return customerId === null && quick === null && search === null;
}

/** True if the sums of items serve the filter: they are kept by location and day only. */
export function areItemsSummedUp(filter: OrderFilter): boolean {
  return isSummedUp(filter) && filter.status === null && filter.employeeId === null;
}

function rangeOf(filter: OrderFilter, { withStaff }: { withStaff: boolean }): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (filter.locationId !== null) parts.push(sql`r.location_id = ${filter.locationId}`);
  if (filter.from !== null) parts.push(sql`r.local_day >= ${filter.from}::date`);
  if (filter.to !== null) parts.push(sql`r.local_day <= ${filter.to}::date`);
  if (withStaff && filter.status !== null) parts.push(sql`r.status = ${filter.status}`);
  if (withStaff && filter.employeeId !== null) parts.push(sql`r.employee_id = ${filter.employeeId}`);
  return sql.join(parts, sql` AND `);
}

function soldWhere(filter: OrderFilter): RawBuilder<unknown> {
  const found = filter.search === null ? sql`true` : sql`o.id IN (${everyOrderFound(filter.search)})`;
  return sql`${conditions(filter)} AND ${found}`;
}

/** Refunds come from `given`, by their own day: what the sums of days have of them stands with the orders. */
const SALE_COLUMNS = sql`hour, employee_id, sales_cents, tax_cents, shipping_cents, total_cents, cash_cents, card_cents,
  0::bigint AS refunded_cents, 0::bigint AS cash_back_cents, 0::bigint AS card_back_cents`;

/**
 * Conditions on refunds or payments `r` and their orders `o`: made on the days of the filter, at its location, by its
 * employee, of orders that the rest of the filter finds. Their day needs the time zone of the location, so that the index of
 * the instant is searched some days further at both ends.
 */
function onOwnDay(filter: OrderFilter, at: RawBuilder<unknown>): RawBuilder<unknown> {
  const parts = [soldWhere({ ...filter, from: null, to: null, locationId: null, employeeId: null })];
  if (filter.locationId !== null) parts.push(sql`r.location_id = ${filter.locationId}`);
  if (filter.employeeId !== null) parts.push(sql`r.employee_id = ${filter.employeeId}`);
  if (filter.from !== null)
    parts.push(sql`r.local_day >= ${filter.from}::date AND ${at} >= (${filter.from}::date - 1)::timestamptz`);
  if (filter.to !== null)
    parts.push(sql`r.local_day <= ${filter.to}::date AND ${at} < (${filter.to}::date + 3)::timestamptz`);
  return sql.join(parts, sql` AND `);
}

function givenRows(filter: OrderFilter): RawBuilder<unknown> {
  return sql`SELECT r.*, o.number AS order_number, o.local_day AS sold_on FROM refunds_given r JOIN orders o ON o.id = r.order_id
    WHERE ${onOwnDay(filter, sql`r.given_at`)}`;
}

/**
 * Payments that were taken after their orders were placed. The sums of orders have them on the day of the order; the
 * drawer has them on their own. Rule: refunds/own-day.
 */
function laterRows(filter: OrderFilter): RawBuilder<unknown> {
  return sql`
    SELECT r.cash_cents, r.card_cents FROM payments_taken r JOIN orders o ON o.id = r.order_id
     WHERE ${onOwnDay(filter, sql`r.taken_at`)}
    UNION ALL
    SELECT -r.cash_cents, -r.card_cents FROM payments_taken r JOIN orders o ON o.id = r.order_id WHERE ${soldWhere(filter)}`;
}

const IS_MARKED = sql`EXISTS (SELECT 1 FROM marked m WHERE (m.local_day, m.location_id) = (r.local_day, r.location_id))`;

/** Rows of sums by hour: those of days that are summed up, and of marked days from the orders themselves. */
function hourRows(filter: OrderFilter): RawBuilder<unknown> {
  if (!isSummedUp(filter))
    return sql`SELECT 1 AS orders, location_id, local_day, ${SALE_COLUMNS} FROM sold_orders o WHERE ${soldWhere(filter)}`;
  return sql`
    SELECT r.orders, location_id, local_day, ${SALE_COLUMNS} FROM sales_by_hour r WHERE ${rangeOf(filter, { withStaff: true })} AND NOT ${IS_MARKED}
    UNION ALL
    SELECT 1, o.location_id, o.local_day, ${SALE_COLUMNS}
      FROM marked m JOIN sold_orders o ON o.local_day = m.local_day AND o.location_id = m.location_id
     WHERE ${conditions(filter)}`;
}

const LINE_COLUMNS = sql`l.product_id, l.variation_id, l.category, l.quantity, l.total_cents AS sales_cents, 0::bigint AS refunded_cents`;

/** The goods of the refunds. A refund by status has no lines: it gives back what is left of each line of its order. */
const GIVEN_ITEMS = sql`
  SELECT l.product_id, l.variation_id, l.category, 0::numeric, 0::bigint, b.goods_cents
    FROM given g JOIN order_refund_lines b ON b.refund_id = g.id JOIN order_lines l ON l.id = b.order_line_id
  UNION ALL
  SELECT l.product_id, l.variation_id, l.category, 0::numeric, 0::bigint, l.total_cents - l.refunded_cents
    FROM given g JOIN order_lines l ON l.order_id = g.order_id WHERE g.kind = 'status' AND g.goods_cents > 0`;

function itemRows(filter: OrderFilter): RawBuilder<unknown> {
  if (!areItemsSummedUp(filter)) {
    return sql`SELECT ${LINE_COLUMNS} FROM sold_orders o JOIN order_lines l ON l.order_id = o.id WHERE ${soldWhere(filter)}`;
  }
  return sql`
    SELECT r.product_id, r.variation_id, r.category, r.quantity, r.sales_cents, 0::bigint AS refunded_cents
      FROM sales_by_item r WHERE ${rangeOf(filter, { withStaff: false })} AND NOT ${IS_MARKED}
    UNION ALL
    SELECT ${LINE_COLUMNS} FROM marked m JOIN sold_orders o ON o.local_day = m.local_day AND o.location_id = m.location_id
      JOIN order_lines l ON l.order_id = o.id WHERE ${conditions(filter)}`;
}

const ITEM_SUMS = sql`sum(quantity) AS quantity, sum(sales_cents) AS sales, sum(refunded_cents) AS refunds`;

/**
 * All sums of a filter, from one look at the database, so that they agree with each other. With `allProducts`, every
 * product and not only the top; so with `allRefunds`.
 */
export async function selectSums(
  db: Database,
  filter: OrderFilter,
  { allProducts, allRefunds = false }: { allProducts: boolean; allRefunds?: boolean },
): Promise<Sums> {
  const limit = allProducts ? sql`` : sql`LIMIT ${sql.lit(TOP_PRODUCTS)}`;
  const refundLimit = allRefunds ? sql`` : sql`LIMIT ${sql.lit(MOST_REFUNDS)}`;
  const { rows } = await sql<Sums>`
    WITH marked AS MATERIALIZED (
      SELECT DISTINCT local_day, location_id FROM sales_days_changed r WHERE ${rangeOf(filter, { withStaff: false })}
    ), given AS MATERIALIZED (
      ${givenRows(filter)}
    ), later AS MATERIALIZED (
      ${laterRows(filter)}
    ), groups AS MATERIALIZED (
      SELECT CASE WHEN GROUPING(local_day) = 0 THEN 'day' WHEN GROUPING(hour) = 0 THEN 'hour' WHEN GROUPING(employee_id) = 0 THEN 'employee'
                  WHEN GROUPING(location_id) = 0 THEN 'location' ELSE 'all' END AS of,
             local_day::text AS day, hour, employee_id, location_id, coalesce(sum(orders), 0) AS orders,
             coalesce(sum(sales_cents), 0) AS sales, coalesce(sum(tax_cents), 0) AS tax, coalesce(sum(shipping_cents), 0) AS shipping,
             coalesce(sum(total_cents), 0) AS total, coalesce(sum(refunded_cents), 0) AS refunds, coalesce(sum(cash_cents), 0) AS cash,
             coalesce(sum(card_cents), 0) AS card, coalesce(sum(cash_back_cents), 0) AS cash_back, coalesce(sum(card_back_cents), 0) AS card_back
        FROM (${hourRows(filter)}
              UNION ALL
              SELECT 0, location_id, local_day, hour, employee_id, 0, 0, 0, 0, 0, 0, refunded_cents, cash_back_cents, card_back_cents
                FROM given) sums
       GROUP BY GROUPING SETS ((local_day), (hour), (employee_id), (location_id), ())
    ), items AS MATERIALIZED (
      SELECT product_id, variation_id, category, ${ITEM_SUMS} FROM (${itemRows(filter)} UNION ALL ${GIVEN_ITEMS}) sums GROUP BY 1, 2, 3
    ), products AS MATERIALIZED (
      SELECT product_id, variation_id, sum(quantity) AS quantity, sum(sales) AS sales, sum(refunds) AS refunds
        FROM items GROUP BY 1, 2
    ), top AS (
      SELECT * FROM products ORDER BY sales DESC, product_id, variation_id NULLS FIRST ${limit}
    )
    SELECT (SELECT coalesce(jsonb_agg(g), '[]') FROM groups g) AS groups,
           (SELECT coalesce(jsonb_agg(c ORDER BY c.sales DESC, c.category), '[]') FROM (
              SELECT coalesce(category, 'Uncategorized') AS category, sum(quantity) AS quantity, sum(sales) AS sales, sum(refunds) AS refunds
                FROM items GROUP BY 1) c) AS categories,
           (SELECT coalesce(jsonb_agg(to_jsonb(t) || jsonb_build_object('name', coalesce(l.name, ''), 'sku', l.sku)
                     ORDER BY t.sales DESC, t.product_id, t.variation_id NULLS FIRST), '[]')
              FROM top t LEFT JOIN LATERAL (
                SELECT l.name, l.sku FROM order_lines l
                 WHERE l.product_id = t.product_id AND l.variation_id IS NOT DISTINCT FROM t.variation_id
                 ORDER BY l.order_id DESC LIMIT 1) l ON true) AS products,
           (SELECT jsonb_build_object('products', count(*), 'quantity', coalesce(sum(quantity), 0), 'sales', coalesce(sum(sales), 0),
                     'refunds', coalesce(sum(refunds), 0)) FROM products) AS items,
           (SELECT coalesce(jsonb_agg(to_jsonb(g) ORDER BY g.given_at DESC, g.id DESC), '[]') FROM (
              SELECT g.id, g.number, g.order_id, g.order_number, g.local_day::text AS day, g.sold_on::text, g.given_at, g.reason,
                     coalesce(nullif(u.display_name, ''), u.username, '') AS by, t.name AS till, g.refunded_cents AS amount,
                     g.cash_back_cents AS cash, g.card_back_cents AS card
                FROM given g LEFT JOIN users u ON u.id = g.employee_id LEFT JOIN tills t ON t.id = g.till_id
               ORDER BY g.given_at DESC, g.id DESC ${refundLimit}) g) AS refunds,
           (SELECT count(*) FROM given) AS refunds_made,
           (SELECT jsonb_build_object('cash', coalesce(sum(cash_cents), 0), 'card', coalesce(sum(card_cents), 0))
              FROM later) AS later,
           (SELECT coalesce(jsonb_object_agg(u.id, coalesce(nullif(u.display_name, ''), nullif(u.name, ''), u.username)), '{}')
              FROM users u WHERE u.id IN (SELECT employee_id FROM groups)) AS employees,
           (SELECT coalesce(jsonb_object_agg(l.id, l.name), '{}') FROM locations l WHERE l.id IN (SELECT location_id FROM groups)) AS locations`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error('the sums gave no row');
  return row;
}
