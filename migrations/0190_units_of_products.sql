-- Products without tiers are sold by the piece or by a unit, in steps, and may have a floor price.
LOCK TABLE order_lines, products IN ACCESS EXCLUSIVE MODE;

-- The unit it was sold by; null for pieces and tiers, which name their own.
ALTER TABLE order_lines ADD COLUMN unit text;

ALTER TABLE products
  -- Its price is for one of it, its stock is counted in it; null: pieces.
  ADD COLUMN unit text,
  -- Every quantity sold is a multiple of it.
  ADD COLUMN quantity_step numeric(12, 3) NOT NULL DEFAULT 1,
  -- For one unit or piece: less by hand needs a permission.
  ADD COLUMN floor_price_cents bigint,
  ADD CONSTRAINT products_unit_known CHECK (unit IN ('mg', 'g', 'kg', 'oz', 'lb', 'ml', 'l', 'fl oz', 'm', 'ft')),
  ADD CONSTRAINT products_step_in_bounds CHECK (
    quantity_step > 0 AND quantity_step <= 1000 AND (unit IS NOT NULL OR quantity_step = trunc(quantity_step))),
  ADD CONSTRAINT products_floor_in_bounds CHECK (floor_price_cents BETWEEN 0 AND 1000000000);

-- The record of a line in functions/50_record_sale.sql.
ALTER TYPE sale_line ADD ATTRIBUTE unit text;
