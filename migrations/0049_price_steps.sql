-- The changes of a line's price become an ordered list of steps, each with the source it comes from. Their amounts add up to
-- what the line's total differs from its original by. A change of the whole order is spread over its lines in such steps.
ALTER TABLE order_line_price_changes
  ADD COLUMN position smallint NOT NULL DEFAULT 0,
  ADD COLUMN source text NOT NULL DEFAULT 'staff',
  -- Which deal, redemption or tax rule it was; null for staff, whose step says who and why.
  ADD COLUMN source_id text,
  -- Which change of the whole order it is a share of, counted from 0; null for a change of the line alone.
  ADD COLUMN order_change smallint,
  ALTER COLUMN staff_id DROP NOT NULL;

-- Until now a line had one change of each kind at most, in this order.
UPDATE order_line_price_changes c SET position = placed.position
  FROM (SELECT id, row_number() OVER (PARTITION BY order_line_id ORDER BY array_position(ARRAY['override', 'discount', 'adjustment'], kind)) - 1 AS position
          FROM order_line_price_changes) placed
 WHERE placed.id = c.id AND placed.position > 0;

ALTER TABLE order_line_price_changes
  DROP CONSTRAINT order_line_price_changes_once,
  ADD CONSTRAINT order_line_price_changes_in_order UNIQUE (order_line_id, position),
  ADD CONSTRAINT order_line_price_changes_position_counts CHECK (position >= 0 AND order_change >= 0),
  ADD CONSTRAINT order_line_price_changes_source_known CHECK (source IN ('staff', 'deal', 'points', 'tax_rule')),
  ADD CONSTRAINT order_line_price_changes_by_somebody CHECK ((source = 'staff') = (staff_id IS NOT NULL));
