-- Prices and taxes hold from an instant on. What is there today has always held.

-- The rate of a code is the one with the latest valid_from that has come; where that one is not active, the tax is off.
ALTER TABLE tax_rates
  ADD COLUMN valid_from timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT tax_rates_code_once,
  ADD CONSTRAINT tax_rates_code_once UNIQUE (location_id, code, valid_from);

-- A rule that is to hold later is another row with its own tiers.
ALTER TABLE pricing_rules
  ADD COLUMN valid_from timestamptz NOT NULL DEFAULT '-infinity',
  DROP CONSTRAINT pricing_rules_name_once,
  ADD CONSTRAINT pricing_rules_name_once UNIQUE NULLS NOT DISTINCT (blueprint_id, price_class, name, valid_from);

-- Every price by the piece that a product or a variation has had, and those that are to come. The prices in products and
-- variations are the ones that hold now: a trigger notes here what is changed there, and begin_due_terms copies a row
-- from here when its time has come.
CREATE TABLE item_prices (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  variation_id integer,
  valid_from timestamptz NOT NULL,
  regular_price_cents bigint,
  sale_price_cents bigint,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT item_prices_one_at_a_time UNIQUE NULLS NOT DISTINCT (product_id, variation_id, valid_from),
  CONSTRAINT item_prices_variation FOREIGN KEY (product_id, variation_id) REFERENCES variations (product_id, id) ON DELETE CASCADE,
  CONSTRAINT item_prices_in_bounds CHECK (
    regular_price_cents BETWEEN 0 AND 1000000000 AND sale_price_cents BETWEEN 0 AND 1000000000)
);
CREATE INDEX item_prices_by_instant ON item_prices (valid_from);
INSERT INTO item_prices (product_id, variation_id, valid_from, regular_price_cents, sale_price_cents)
  SELECT id, NULL::integer, '-infinity'::timestamptz, regular_price_cents, sale_price_cents FROM products
  UNION ALL
  SELECT product_id, id, '-infinity', regular_price_cents, sale_price_cents FROM variations;

-- When the next price or tax begins to hold: a sale that is recorded later than this was priced by terms of the past.
ALTER TABLE catalogue_version ADD COLUMN next_change_at timestamptz NOT NULL DEFAULT 'infinity';
