-- The tables are locked in the order in which sales lock them.
LOCK TABLE orders, order_lines, order_refunds IN ACCESS EXCLUSIVE MODE;

-- Points that a sale used, what they took off, and what refunds gave back of them. The price steps of its lines say how the
-- discount is spread.
ALTER TABLE orders
  ADD COLUMN points_redeemed integer NOT NULL DEFAULT 0,
  ADD COLUMN redeemed_cents bigint NOT NULL DEFAULT 0,
  ADD COLUMN points_returned integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT orders_points_returned_at_most_redeemed CHECK (points_returned BETWEEN 0 AND points_redeemed),
  ADD CONSTRAINT orders_redeemed_whole CHECK (
    (points_redeemed > 0) = (redeemed_cents > 0) AND redeemed_cents BETWEEN 0 AND 1000000000
    AND (points_redeemed = 0 OR customer_id IS NOT NULL));

-- The line's part of the award, where lines earn by more than their share of the goods: a bonus, or goods that earn nothing.
ALTER TABLE order_lines
  ADD COLUMN points_awarded integer,
  ADD CONSTRAINT order_lines_points_not_negative CHECK (points_awarded >= 0);

ALTER TABLE order_refunds
  ADD COLUMN points_returned integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT order_refunds_points_returned_not_negative CHECK (points_returned >= 0);
