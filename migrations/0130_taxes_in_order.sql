-- Taxes in order: on a part of the goods, on the taxes before them, contained in prices, on the price before points.
-- The tables are locked in the order in which sales lock them.
LOCK TABLE order_taxes, order_refunds, tax_rates IN ACCESS EXCLUSIVE MODE;

ALTER TABLE tax_rates
  -- Lower ones are charged first; those that prices contain come before all others.
  ADD COLUMN position smallint NOT NULL DEFAULT 0,
  ADD COLUMN compound boolean NOT NULL DEFAULT false,
  ADD COLUMN included boolean NOT NULL DEFAULT false,
  -- Charged on the price before points were used for a part of it.
  ADD COLUMN before_points boolean NOT NULL DEFAULT false,
  -- Charged on goods of any of these categories, with those below them, or of any of these price classes; both null: on all.
  ADD COLUMN category_ids integer[],
  ADD COLUMN price_classes text[],
  -- What prices contain is always that of what is paid.
  ADD CONSTRAINT tax_rates_included_after_points CHECK (NOT (included AND before_points)),
  ADD CONSTRAINT tax_rates_position_counts CHECK (position BETWEEN 0 AND 1000),
  ADD CONSTRAINT tax_rates_scope_named CHECK (
    coalesce(cardinality(category_ids), 1) BETWEEN 1 AND 500 AND coalesce(cardinality(price_classes), 1) BETWEEN 1 AND 500);

-- Until now taxes stood in the order in which they were made, and a change moved one to the end. From now on each keeps its place.
UPDATE tax_rates t SET position = placed.position
  FROM (SELECT location_id, code, row_number() OVER (PARTITION BY location_id ORDER BY max(id)) AS position
          FROM tax_rates GROUP BY location_id, code) placed
 WHERE placed.location_id = t.location_id AND placed.code = t.code;

-- Taxes of the demo shop have numbers that its sequence did not know of: a later tax would have met them.
SELECT setval('tax_rates_id_seq', given.id) FROM (SELECT max(id) AS id FROM tax_rates) given
 WHERE given.id > (SELECT last_value FROM tax_rates_id_seq);

ALTER TABLE order_taxes
  ADD COLUMN compound boolean NOT NULL DEFAULT false,
  ADD COLUMN included boolean NOT NULL DEFAULT false,
  -- What of each line, by its position, the tax is charged on, in cents; null where that is the total of every taxable line.
  ADD COLUMN line_bases bigint[],
  DROP CONSTRAINT order_taxes_add_up,
  -- Halves round up, as in the till. What prices contain is rounded as it is taken out of them; the books compare it.
  ADD CONSTRAINT order_taxes_add_up CHECK (included OR tax_cents = (taxable_cents * rate_ppm * 2 + 1000000) / 2000000);

-- What a refund gives back of each tax of its order, by the tax's position; null for refunds of former builds.
ALTER TABLE order_refunds ADD COLUMN tax_parts bigint[];
