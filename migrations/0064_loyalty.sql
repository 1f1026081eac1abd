-- How points are earned beside the rate: settings of the whole business, one row as before.
ALTER TABLE loyalty_settings
  -- What happens to parts of a point.
  ADD COLUMN rounding text NOT NULL DEFAULT 'down',
  -- Goods that earn must come to this much, or the sale earns nothing.
  ADD COLUMN minimum_cents bigint NOT NULL DEFAULT 0,
  -- Their goods earn nothing, and those of the categories below them.
  ADD COLUMN excluded_category_ids integer[] NOT NULL DEFAULT '{}',
  -- Whether a line that was sold below its list price earns.
  ADD COLUMN earn_on_discounted boolean NOT NULL DEFAULT true,
  -- Points lapse that long after they were earned; null: never.
  ADD COLUMN expire_after_days integer,
  ADD COLUMN version integer NOT NULL DEFAULT 1,
  ADD CONSTRAINT loyalty_settings_rounding_known CHECK (rounding IN ('down', 'nearest', 'up')),
  ADD CONSTRAINT loyalty_settings_minimum_in_bounds CHECK (minimum_cents BETWEEN 0 AND 1000000000),
  ADD CONSTRAINT loyalty_settings_expiry_in_bounds CHECK (expire_after_days BETWEEN 1 AND 36500),
  ADD CONSTRAINT loyalty_settings_label_bounded CHECK (length(points_label) <= 100);

-- Points that a product gives for each piece or tier, beside those for its price.
ALTER TABLE products
  ADD COLUMN bonus_points integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT products_bonus_points_in_bounds CHECK (bonus_points BETWEEN 0 AND 10000);

-- Points that were used and given back, that lapsed, and those that came with another customer's account.
ALTER TABLE points_events
  DROP CONSTRAINT points_events_type_known,
  ADD CONSTRAINT points_events_type_known CHECK (type IN (
    'order-placed', 'order-cancelled', 'order-refunded', 'order-voided', 'order-restored', 'manual-adjust', 'redeemed',
    'redemption-returned', 'expired', 'merged', 'opening-balance'));
