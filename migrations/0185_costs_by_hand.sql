-- What one unit of an item costs at a location, typed by hand. It counts in place of what purchase orders say.
CREATE TABLE item_costs (
  location_id integer NOT NULL REFERENCES locations,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  variation_id integer,
  unit_cost_cents bigint NOT NULL,
  set_by integer REFERENCES users ON DELETE SET NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT item_costs_one_per_item UNIQUE NULLS NOT DISTINCT (location_id, product_id, variation_id),
  CONSTRAINT item_costs_variation FOREIGN KEY (product_id, variation_id) REFERENCES variations (product_id, id) ON DELETE CASCADE,
  CONSTRAINT item_costs_in_bounds CHECK (unit_cost_cents BETWEEN 0 AND 1000000000)
);
CREATE INDEX item_costs_of_product ON item_costs (product_id, variation_id);
CREATE INDEX item_costs_set_by ON item_costs (set_by);

-- The margin below which prices are marked, in hundredths of a percent; null: none.
CREATE TABLE margin_settings (
  only_row boolean PRIMARY KEY DEFAULT true CONSTRAINT margin_settings_one_row CHECK (only_row),
  floor integer CONSTRAINT margin_settings_floor CHECK (floor BETWEEN 0 AND 10000),
  version integer NOT NULL DEFAULT 1
);
INSERT INTO margin_settings DEFAULT VALUES;
