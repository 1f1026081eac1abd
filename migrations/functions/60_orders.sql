-- Folds the rows of a place, day and status into one; a job calls it.
CREATE OR REPLACE FUNCTION fold_order_tallies() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  WITH taken AS (
    DELETE FROM order_tallies t
     USING (SELECT location_id, local_day, status FROM order_tallies GROUP BY 1, 2, 3 HAVING count(*) > 1) many
     WHERE (t.location_id, t.local_day, t.status) = (many.location_id, many.local_day, many.status)
    RETURNING t.*
  )
  INSERT INTO order_tallies (location_id, local_day, status, orders)
    SELECT location_id, local_day, status, sum(orders) FROM taken GROUP BY 1, 2, 3;
  GET DIAGNOSTICS folded = ROW_COUNT;
  RETURN folded;
END $$;

-- Prices changed by hand are rare: a trigger costs the other sales nothing. Rule: pricing/changes-are-recorded.
CREATE OR REPLACE FUNCTION mark_price_overridden() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE orders o SET price_overridden = true FROM order_lines l
   WHERE l.id = NEW.order_line_id AND o.id = l.order_id AND NOT o.price_overridden;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER order_line_price_changes_mark AFTER INSERT ON order_line_price_changes
  FOR EACH ROW WHEN (NEW.source = 'staff') EXECUTE FUNCTION mark_price_overridden();

-- Adds the refund of the whole order to each order that was loaded with the status refunded and has no refund yet. Its
-- author is the person who set the status. Rule: refunds/by-lines-or-by-status.
CREATE OR REPLACE FUNCTION note_status_refunds() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  noted bigint;
BEGIN
  WITH refunded AS (
    INSERT INTO order_refunds (order_id, kind, amount_cents, goods_cents, tax_cents, shipping_cents, points, actor_id, created_at,
        tax_parts)
      SELECT o.id, 'status', CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.total_cents END,
             CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.subtotal_cents END, CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.tax_cents END,
             CASE WHEN o.paid_at IS NULL THEN 0 ELSE o.shipping_cents END, o.points_awarded,
             coalesce((SELECT e.actor_id FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status' ORDER BY e.id DESC LIMIT 1),
                      o.employee_id),
             o.updated_at,
             ARRAY(SELECT CASE WHEN o.paid_at IS NULL THEN 0 ELSE t.tax_cents END FROM order_taxes t WHERE t.order_id = o.id
                    ORDER BY t.position)
        FROM orders o
       WHERE o.status = 'refunded' AND o.voided_at IS NULL AND NOT EXISTS (SELECT 1 FROM order_refunds r WHERE r.order_id = o.id)
       ORDER BY o.id
    RETURNING id, order_id, amount_cents, points
  ), given AS (
    INSERT INTO order_refund_tenders (refund_id, position, method, amount_cents)
      SELECT t.id, row_number() OVER (PARTITION BY t.id ORDER BY t.method DESC) - 1, t.method, t.paid
        FROM (SELECT r.id, t.method, sum(t.amount_cents) - CASE WHEN t.method = 'cash' THEN o.change_cents ELSE 0 END AS paid
                FROM refunded r JOIN orders o ON o.id = r.order_id JOIN order_tenders t ON t.order_id = o.id
               GROUP BY r.id, t.method, o.change_cents) t
       WHERE t.paid > 0
  )
  UPDATE orders o SET refunded_cents = r.amount_cents, points_refunded = r.points FROM refunded r WHERE o.id = r.order_id;
  GET DIAGNOSTICS noted = ROW_COUNT;
  RETURN noted;
END $$;

-- The tenders taken for an order: at the register with the sale, or later.
CREATE OR REPLACE VIEW tenders_taken AS
  SELECT order_id, position, method, amount_cents FROM order_tenders
  UNION ALL
  SELECT order_id, 0::smallint, method, amount_cents FROM order_payments;
