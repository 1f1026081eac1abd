import { NO_ADDRESS, NO_BILLING_ADDRESS } from '#contract/wire.ts';
import { WALK_IN } from '#server/modules/orders/sale/sale-draft.ts';

/**
 * Makes orders by the hundred thousand inside the database. The recording function takes more than a millisecond for
 * each sale, so a million of them would take half an hour. Every draw is a hash of the order's id and a salt, so the
 * same ids give the same orders. Sums, rounding and ledgers follow the same rules as src/domain; `verify:books`
 * proves it (scale.test.ts).
 */

/** A number in [0, 1) from an id and a salt. */
export const CHANCE = `
  CREATE OR REPLACE FUNCTION pg_temp.chance(id bigint, salt bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
  $$ SELECT (hashint8extended(id, salt) & 4294967295)::float8 / 4294967296 $$`;

/** Numbers of generated products begin here; those of the demo shop are lower. */
const FIRST_GENERATED_ID = 1_000_000;

/** Everything that can be sold, numbered from 1, and the tiers by which each price class is sold. */
export const PREPARE_GOODS = [
  `CREATE TEMP TABLE scale_goods AS
     SELECT (row_number() OVER (ORDER BY p.id, v.id))::integer AS good, p.id AS product_id, v.id AS variation_id,
            CASE WHEN v.id IS NULL THEN p.name ELSE p.name || ' - ' || (v.attributes -> 0 ->> 'option') END AS name,
            coalesce(v.sku, p.sku) AS sku, c.name AS category,
            coalesce(v.sale_price_cents, v.regular_price_cents, p.sale_price_cents, p.regular_price_cents) AS price_cents,
            p.blueprint_id || '/' || p.price_class AS class
       FROM products p
       LEFT JOIN variations v ON v.product_id = p.id
       LEFT JOIN categories c ON c.id = p.category_ids[1]
      WHERE p.status = 'publish' AND (p.id >= ${FIRST_GENERATED_ID} OR NOT EXISTS (SELECT 1 FROM products WHERE id >= ${FIRST_GENERATED_ID}))
        AND (p.type <> 'variable' OR v.id IS NOT NULL)`,
  `CREATE TEMP TABLE scale_tiers AS
     SELECT r.blueprint_id || '/' || r.price_class AS class, t.min, t.price_cents,
            (row_number() OVER (PARTITION BY r.blueprint_id, r.price_class ORDER BY r.position, t.min))::integer AS tier,
            (count(*) OVER (PARTITION BY r.blueprint_id, r.price_class))::integer AS of_tiers,
            CASE WHEN t.conversion_ratio IS NULL THEN t.min
                 ELSE t.min * (t.conversion_ratio ->> 'input_amount')::numeric / (t.conversion_ratio ->> 'output_amount')::numeric END AS drawn,
            jsonb_build_object('label', t.label, 'rule_id', r.id, 'rule_name', r.name, 'product_type', r.product_type,
              'price_cents', t.price_cents, 'quantity', t.min, 'conversion_ratio', t.conversion_ratio) AS sold_as
       FROM pricing_rules r JOIN pricing_tiers t ON t.rule_id = r.id`,
  'ANALYZE scale_goods',
  'ANALYZE scale_tiers',
];

/**
 * The orders of one batch. $1 how many, $2 how many were made before, $3 how many there are in all, $4 the first day,
 * $5 running shares of the days, $6 locations, $7 running shares of the locations, $8 who sells there, $9 ids of the
 * customers.
 */
export const MAKE_ORDERS = `
  CREATE TEMP TABLE scale_orders AS
  WITH placed AS (
    SELECT nextval(pg_get_serial_sequence('orders', 'id')) AS id, ($2::bigint + n - 0.5) / $3::float8 AS share
      FROM generate_series(1, $1::integer) AS n
  ), dated AS (
    SELECT id, share, width_bucket(share, $5::float8[]) AS day FROM placed
  ), drawn AS (
    SELECT id, $4::date + day AS local_day, width_bucket(pg_temp.chance(id, 11), $7::float8[]) + 1 AS place,
           -- A root of the share of the day makes mornings slow.
           9 * 3600 + 43199 * power((share - coalesce(($5::float8[])[day], 0)) /
             (($5::float8[])[day + 1] - coalesce(($5::float8[])[day], 0)), 0.75) AS second,
           pg_temp.chance(id, 12) AS fate, pg_temp.chance(id, 13) AS purse, pg_temp.chance(id, 14) AS face
      FROM dated
  )
  SELECT id, local_day, ($6::integer[])[place] AS location_id, ($8::integer[])[place] AS employee_id,
         (local_day + make_interval(secs => floor(second))) AT TIME ZONE 'America/New_York' AS created_at,
         CASE WHEN fate < 0.012 THEN 'cancelled' WHEN fate < 0.025 THEN 'refunded' ELSE 'completed' END AS status,
         CASE WHEN purse < 0.46 THEN 'cash' WHEN purse < 0.92 THEN 'card' ELSE 'split' END AS method,
         CASE WHEN face < 0.55 AND cardinality($9::integer[]) > 0
              THEN ($9::integer[])[1 + floor(power(face / 0.55, 1.6) * cardinality($9::integer[]))::integer] END AS customer_id
    FROM drawn`;

/** Their lines: one to four, some goods far more asked for than others, one line in twenty at a discount. */
export const MAKE_LINES = `
  CREATE TEMP TABLE scale_lines AS
  WITH picked AS (
    SELECT o.id AS order_id, o.location_id, o.employee_id, o.status, o.created_at, position,
           1 + floor(power(pg_temp.chance(o.id, 20 + position), 1.8) * (SELECT count(*) FROM scale_goods))::integer AS good,
           pg_temp.chance(o.id, 30 + position) AS appetite,
           CASE WHEN pg_temp.chance(o.id, 40 + position) < 0.88 THEN 1 ELSE 2 END AS times,
           CASE WHEN pg_temp.chance(o.id, 50 + position) < 0.05 THEN 1000 ELSE 0 END AS discount
      FROM scale_orders o
      CROSS JOIN LATERAL generate_series(0, CASE WHEN pg_temp.chance(o.id, 15) < 0.45 THEN 0 WHEN pg_temp.chance(o.id, 15) < 0.78 THEN 1
                                                 WHEN pg_temp.chance(o.id, 15) < 0.93 THEN 2 ELSE 3 END) AS position
  ), priced AS (
    SELECT p.*, g.product_id, g.variation_id, g.name, g.sku, g.category, t.sold_as, coalesce(t.min, 1) * p.times AS quantity,
           coalesce(t.price_cents, g.price_cents) AS list_cents, coalesce(t.price_cents, g.price_cents) * p.times AS original_cents,
           round(coalesce(t.drawn, 1) * p.times, 3) AS stock_quantity
      FROM picked p
      JOIN scale_goods g ON g.good = p.good
      LEFT JOIN scale_tiers t ON t.class = g.class AND t.tier = 1 + floor(power(p.appetite, 1.7) * t.of_tiers)::integer
  )
  SELECT nextval(pg_get_serial_sequence('order_lines', 'id')) AS id, p.*,
         (original_cents * discount * 2 + 10000) / 20000 AS off_cents,
         original_cents - (original_cents * discount * 2 + 10000) / 20000 AS total_cents
    FROM priced p ORDER BY order_id, position`;

const HAS_COME_BACK = `o.status IN ('cancelled', 'refunded')`;

/**
 * The batch's rows in every table. The statements are independent; together they keep every rule of the books
 * (docs/rules/books.md).
 */
export const INSERT_BATCH = [
  'ANALYZE scale_orders',
  'ANALYZE scale_lines',
  `INSERT INTO orders (id, number, location_id, employee_id, customer_id, status, subtotal_cents, taxable_cents, tax_cents,
       total_cents, change_cents, item_count, payment_method, payment_method_title, billing, shipping, points_awarded,
       stock_deducted,
       paid_at, completed_at, created_at, local_day, updated_at)
     SELECT o.id, 'POS-' || o.id, o.location_id, o.employee_id, o.customer_id, o.status, s.subtotal, s.subtotal, s.tax,
            s.subtotal + s.tax, CASE WHEN o.method = 'cash' THEN (2000 - (s.subtotal + s.tax) % 2000) % 2000 ELSE 0 END, s.items,
            o.method, CASE o.method WHEN 'cash' THEN 'Cash' WHEN 'card' THEN 'Card' ELSE 'Split Payment' END,
            coalesce(d.billing, '${JSON.stringify({ ...NO_BILLING_ADDRESS, ...WALK_IN })}'), coalesce(d.shipping, '${JSON.stringify(NO_ADDRESS)}'),
            CASE WHEN o.customer_id IS NULL THEN 0 ELSE s.subtotal / 100 END, NOT ${HAS_COME_BACK},
            o.created_at, o.created_at, o.created_at, o.local_day, o.created_at
       FROM scale_orders o
       LEFT JOIN customer_details d ON d.user_id = o.customer_id
       JOIN (SELECT l.order_id, l.subtotal, l.items, (l.subtotal * t.rate_ppm * 2 + 1000000) / 2000000 AS tax
               FROM (SELECT order_id, min(location_id) AS location_id, sum(total_cents)::bigint AS subtotal, sum(quantity) AS items
                       FROM scale_lines GROUP BY order_id) l
               JOIN present_tax_rates t ON t.location_id = l.location_id) s ON s.order_id = o.id
      ORDER BY o.id`,
  `INSERT INTO order_lines (id, order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
       original_cents, total_cents, taxable, tier, stock_quantity, deducted)
     SELECT id, order_id, position, product_id, variation_id, name, sku, category, quantity, round(total_cents / quantity),
            original_cents, total_cents, true, sold_as || jsonb_build_object('count', times), stock_quantity, stock_quantity
       FROM scale_lines ORDER BY id`,
  `INSERT INTO order_line_price_changes (order_line_id, kind, amount_cents, original_price_cents, value, staff_id)
     SELECT id, 'discount', -off_cents, list_cents, discount, employee_id FROM scale_lines WHERE discount > 0 ORDER BY id`,
  `INSERT INTO order_taxes (order_id, position, rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents)
     SELECT o.id, 0, t.id, t.code, t.name, t.rate_ppm, o.taxable_cents, o.tax_cents
       FROM orders o JOIN scale_orders USING (id) JOIN present_tax_rates t ON t.location_id = o.location_id
      ORDER BY o.id`,
  `INSERT INTO order_tenders (order_id, position, method, amount_cents)
     SELECT o.id, 0, CASE WHEN o.payment_method = 'card' THEN 'card' ELSE 'cash' END,
            CASE WHEN o.payment_method = 'split' THEN o.total_cents / 2 ELSE o.total_cents + o.change_cents END
       FROM orders o JOIN scale_orders USING (id)
     UNION ALL
     SELECT o.id, 1, 'card', o.total_cents - o.total_cents / 2
       FROM orders o JOIN scale_orders USING (id) WHERE o.payment_method = 'split'`,
  // All that was taken is given back: cash first, without its change.
  `CREATE TEMP TABLE scale_returns AS
     SELECT o.id, jsonb_build_object('from', 'completed', 'to', o.status, 'stock', 'returned', 'items', l.items, 'points', -o.points_awarded,
              'refund_cents', CASE WHEN o.status = 'refunded' THEN o.total_cents ELSE 0 END) ||
            CASE WHEN o.status = 'refunded' THEN jsonb_build_object('tenders', (
              SELECT jsonb_agg(jsonb_build_object('method', t.method, 'amount_cents', t.amount_cents) ORDER BY t.method = 'card')
                FROM (SELECT method, amount_cents - CASE WHEN method = 'cash' THEN o.change_cents ELSE 0 END AS amount_cents
                        FROM order_tenders WHERE order_id = o.id) t WHERE t.amount_cents > 0)) ELSE '{}' END AS details
       FROM orders o JOIN scale_orders USING (id)
       JOIN (SELECT order_id, sum(CASE WHEN stock_quantity = trunc(stock_quantity) THEN stock_quantity ELSE 1 END)::integer AS items
               FROM scale_lines GROUP BY order_id) l ON l.order_id = o.id
      WHERE ${HAS_COME_BACK}`,
  `INSERT INTO order_events (order_id, kind, actor_id, details, created_at)
     SELECT o.id, e.kind, o.employee_id, e.details, o.created_at
       FROM orders o JOIN scale_orders USING (id) LEFT JOIN scale_returns r USING (id) CROSS JOIN LATERAL (VALUES
         (1, 'sold', jsonb_build_object('payment_method', o.payment_method, 'points', o.points_awarded, 'shortfall', false,
            'lines', (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id))),
         (2, 'status', r.details)) AS e(step, kind, details)
      WHERE e.details IS NOT NULL
      ORDER BY o.id, e.step`,
  // A delivery before the batch's first sale brings what the batch takes, so that every jar ends where it began.
  `CREATE TEMP TABLE scale_deliveries AS
     SELECT l.location_id, l.product_id, l.variation_id, l.taken, coalesce(s.quantity, 0) AS before
       FROM (SELECT location_id, product_id, variation_id, sum(stock_quantity) AS taken FROM scale_lines GROUP BY 1, 2, 3) l
       LEFT JOIN stock_levels s ON s.location_id = l.location_id AND s.product_id = l.product_id
            AND s.variation_id IS NOT DISTINCT FROM l.variation_id`,
  `INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason, actor_id, created_at)
     SELECT location_id, product_id, variation_id, taken, before, before + taken, 'restock', 'Generated delivery', 1,
            (SELECT min(created_at) FROM scale_orders)
       FROM scale_deliveries ORDER BY 1, 2, 3`,
  `INSERT INTO audit_trail (at, action, entity, entity_id, actor_id, location_id, details)
     SELECT (SELECT min(created_at) FROM scale_orders), 'restock', 'stock', product_id || coalesce('-' || variation_id, ''), 1, location_id,
            jsonb_build_object('delta', taken, 'after', before + taken, 'reason', 'Generated delivery')
       FROM scale_deliveries ORDER BY location_id, product_id, variation_id`,
  `INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason,
       actor_id, order_id, order_line_id, created_at)
     SELECT location_id, product_id, variation_id, delta, after - delta, after, action, 'Order #POS-' || order_id, employee_id, order_id, id, created_at
       FROM (SELECT o.*, d.before + d.taken + sum(o.delta) OVER (
                      PARTITION BY o.location_id, o.product_id, o.variation_id ORDER BY o.order_id, o.step, o.position) AS after
               FROM (SELECT id, order_id, position, location_id, product_id, variation_id, employee_id, created_at,
                            0 AS step, 'order_deduction' AS action, -stock_quantity AS delta FROM scale_lines
                     UNION ALL
                     SELECT id, order_id, position, location_id, product_id, variation_id, employee_id, created_at,
                            1, 'order_reversal', stock_quantity FROM scale_lines o WHERE ${HAS_COME_BACK}) o
               JOIN scale_deliveries d ON d.location_id = o.location_id AND d.product_id = o.product_id
                AND d.variation_id IS NOT DISTINCT FROM o.variation_id) chained
      ORDER BY order_id, step, position`,
  `MERGE INTO stock_levels s
     USING (SELECT d.location_id, d.product_id, d.variation_id, d.before + coalesce(back.returned, 0) AS quantity
              FROM scale_deliveries d
              LEFT JOIN (SELECT location_id, product_id, variation_id, sum(stock_quantity) AS returned
                           FROM scale_lines o WHERE ${HAS_COME_BACK} GROUP BY 1, 2, 3) back
                ON back.location_id = d.location_id AND back.product_id = d.product_id
               AND back.variation_id IS NOT DISTINCT FROM d.variation_id) n
        ON s.location_id = n.location_id AND s.product_id = n.product_id AND s.variation_id IS NOT DISTINCT FROM n.variation_id
     WHEN MATCHED THEN UPDATE SET quantity = n.quantity, version = s.version + 1
     WHEN NOT MATCHED THEN INSERT (location_id, product_id, variation_id, quantity)
       VALUES (n.location_id, n.product_id, n.variation_id, n.quantity)`,
  `INSERT INTO points_events (customer_id, type, points, description, order_id, actor_id, created_at)
     SELECT o.customer_id, e.type, e.points, 'Order ' || o.number, o.id, o.employee_id, o.created_at
       FROM orders o JOIN scale_orders USING (id) CROSS JOIN LATERAL (VALUES
         (1, 'order-placed', o.points_awarded), (2, 'order-' || o.status, -o.points_awarded)) AS e(step, type, points)
      WHERE o.points_awarded > 0 AND (e.step = 1 OR ${HAS_COME_BACK})
      ORDER BY o.id, e.step`,
  `INSERT INTO points_balances AS b (customer_id, balance)
     SELECT o.customer_id, sum(CASE WHEN ${HAS_COME_BACK} THEN 0 ELSE points_awarded END)
       FROM orders o JOIN scale_orders USING (id) WHERE points_awarded > 0 GROUP BY o.customer_id
     ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + excluded.balance`,
  'SELECT note_status_refunds()',
  `INSERT INTO order_tallies (location_id, local_day, status, orders)
     SELECT location_id, local_day, status, count(*) FROM scale_orders GROUP BY 1, 2, 3`,
  `INSERT INTO audit_trail (at, action, entity, entity_id, actor_id, location_id, details)
     SELECT o.created_at, e.action, 'order', o.id, o.employee_id, o.location_id, e.details
       FROM orders o JOIN scale_orders USING (id) LEFT JOIN scale_returns r USING (id) CROSS JOIN LATERAL (VALUES
         (1, 'sale', jsonb_build_object('total_cents', o.total_cents, 'payment_method', o.payment_method,
            'subtotal_cents', o.subtotal_cents, 'tax_cents', o.tax_cents, 'change_cents', o.change_cents,
            'rounding_cents', o.rounding_cents, 'customer_id', o.customer_id, 'points', o.points_awarded,
            'lines', (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id),
            'tenders', (SELECT jsonb_agg(jsonb_build_object('method', t.method, 'amount_cents', t.amount_cents) ORDER BY t.position)
                          FROM order_tenders t WHERE t.order_id = o.id))),
         (2, 'order_status', r.details)) AS e(step, action, details)
      WHERE e.details IS NOT NULL
      ORDER BY o.id, e.step`,
];

export const DROP_BATCH = 'DROP TABLE scale_orders, scale_lines, scale_returns, scale_deliveries';
