-- Orders that count as sales, with their amounts: not voided, cancelled or failed, nor placed and not paid yet. Here refunds
-- and payments stand with their order; refunds_given and payments_taken have them by their own day.
CREATE OR REPLACE VIEW sold_orders AS
  SELECT o.id, o.location_id, o.local_day, o.status, o.customer_id, o.employee_id, o.paid_at, o.voided_at, o.has_shortfall,
         o.price_overridden, extract(hour FROM coalesce(o.sold_at, o.created_at) AT TIME ZONE l.time_zone)::smallint AS hour,
         o.subtotal_cents AS sales_cents, o.tax_cents, o.shipping_cents, o.total_cents, o.refunded_cents,
         -- The amount of each tender, less the change.
         CASE WHEN o.paid_at IS NULL OR o.payment_method = 'card' THEN 0
              WHEN o.payment_method = 'cash' THEN o.total_cents - o.rounding_cents
              ELSE (SELECT coalesce(sum(t.amount_cents), 0) FROM order_tenders t WHERE t.order_id = o.id AND t.method = 'cash') - o.change_cents
         END AS cash_cents,
         CASE WHEN o.paid_at IS NULL OR o.payment_method = 'cash' THEN 0
              WHEN o.payment_method = 'card' THEN o.total_cents - o.rounding_cents
              ELSE (SELECT coalesce(sum(t.amount_cents), 0) FROM order_tenders t WHERE t.order_id = o.id AND t.method = 'card')
         END AS card_cents,
         CASE WHEN o.refunded_cents = 0 THEN 0
              ELSE (SELECT coalesce(sum(t.amount_cents), 0) FROM order_refunds r JOIN order_refund_tenders t ON t.refund_id = r.id
                     WHERE r.order_id = o.id AND r.reversed_at IS NULL AND t.method = 'cash')
         END AS cash_back_cents,
         CASE WHEN o.refunded_cents = 0 THEN 0
              ELSE (SELECT coalesce(sum(t.amount_cents), 0) FROM order_refunds r JOIN order_refund_tenders t ON t.refund_id = r.id
                     WHERE r.order_id = o.id AND r.reversed_at IS NULL AND t.method = 'card')
         END AS card_back_cents
    FROM orders o JOIN locations l ON l.id = o.location_id
   WHERE o.voided_at IS NULL AND o.status NOT IN ('cancelled', 'failed') AND (o.paid_at IS NOT NULL OR NOT o.placed_unpaid);

-- Refunds of the orders that count as sales, on the day and at the place where they were made: what left the drawer.
-- Those that were undone by another status left nothing. Rule: refunds/own-day.
CREATE OR REPLACE VIEW refunds_given AS
  SELECT r.id, r.number, r.order_id, r.kind, coalesce(r.sold_at, r.created_at) AS given_at, l.id AS location_id,
         (coalesce(r.sold_at, r.created_at) AT TIME ZONE l.time_zone)::date AS local_day,
         extract(hour FROM coalesce(r.sold_at, r.created_at) AT TIME ZONE l.time_zone)::smallint AS hour,
         r.actor_id AS employee_id, r.till_id, r.reason, r.goods_cents, r.amount_cents AS refunded_cents,
         (SELECT coalesce(sum(t.amount_cents), 0) FROM order_refund_tenders t WHERE t.refund_id = r.id AND t.method = 'cash') AS cash_back_cents,
         (SELECT coalesce(sum(t.amount_cents), 0) FROM order_refund_tenders t WHERE t.refund_id = r.id AND t.method = 'card') AS card_back_cents
    FROM order_refunds r JOIN sold_orders o ON o.id = r.order_id JOIN locations l ON l.id = coalesce(r.location_id, o.location_id)
   WHERE r.reversed_at IS NULL;

-- Payments of such orders that were placed unpaid, on the day and at the place where they were taken: what came into the drawer.
-- Rule: refunds/own-day.
CREATE OR REPLACE VIEW payments_taken AS
  SELECT p.id, p.order_id, coalesce(p.sold_at, p.created_at) AS taken_at, l.id AS location_id,
         (coalesce(p.sold_at, p.created_at) AT TIME ZONE l.time_zone)::date AS local_day, p.actor_id AS employee_id,
         o.cash_cents, o.card_cents
    FROM order_payments p JOIN sold_orders o ON o.id = p.order_id JOIN locations l ON l.id = coalesce(p.location_id, o.location_id);

-- Marks the days whose sums a change makes stale.
CREATE OR REPLACE FUNCTION mark_sales_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_days_changed (local_day, location_id) SELECT DISTINCT local_day, location_id FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER orders_mark_added_day AFTER INSERT ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_days();
CREATE OR REPLACE TRIGGER orders_mark_changed_day AFTER UPDATE ON orders REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_days();
-- An order that moves to another day changes the sums of its former day, too.
CREATE OR REPLACE TRIGGER orders_mark_left_day AFTER UPDATE ON orders REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION mark_sales_days();

-- Sums up some of the marked days. One statement sees one state of the database: an order committed meanwhile marks its
-- day again. Only one runs at a time; answers how many days it summed up.
CREATE OR REPLACE FUNCTION sum_sales_days(at_most integer DEFAULT 100) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  summed integer;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('sum_sales_days')) THEN
    RETURN 0;
  END IF;
  WITH days AS MATERIALIZED (
    SELECT DISTINCT local_day, location_id FROM sales_days_changed ORDER BY local_day DESC, location_id LIMIT at_most
  ), unmarked AS (
    DELETE FROM sales_days_changed c USING days d WHERE (c.local_day, c.location_id) = (d.local_day, d.location_id)
  ), old_hours AS (
    DELETE FROM sales_by_hour s USING days d WHERE (s.local_day, s.location_id) = (d.local_day, d.location_id)
  ), old_items AS (
    DELETE FROM sales_by_item s USING days d WHERE (s.local_day, s.location_id) = (d.local_day, d.location_id)
  ), hours AS (
    INSERT INTO sales_by_hour
      SELECT o.location_id, o.local_day, o.hour, o.employee_id, o.status, count(*), sum(o.sales_cents), sum(o.tax_cents),
             sum(o.shipping_cents), sum(o.total_cents), sum(o.refunded_cents), sum(o.cash_cents), sum(o.card_cents),
             sum(o.cash_back_cents), sum(o.card_back_cents)
        FROM days d JOIN sold_orders o ON o.location_id = d.location_id AND o.local_day = d.local_day
       GROUP BY 1, 2, 3, 4, 5
  ), items AS (
    INSERT INTO sales_by_item
      SELECT o.location_id, o.local_day, l.product_id, l.variation_id, l.category, sum(l.quantity), sum(l.total_cents),
             sum(CASE WHEN o.status = 'refunded' AND o.paid_at IS NOT NULL THEN l.total_cents ELSE l.refunded_cents END)
        FROM days d JOIN sold_orders o ON o.location_id = d.location_id AND o.local_day = d.local_day
        JOIN order_lines l ON l.order_id = o.id
       GROUP BY 1, 2, 3, 4, 5
  )
  SELECT count(*) INTO summed FROM days;
  RETURN summed;
END $$;
