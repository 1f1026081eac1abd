-- A connection keeps the plan it made for a sale: made while few keys were remembered, it would read all of them for
-- each sale until the table is next analysed.
ALTER FUNCTION record_priced_sale(text, text, bytea, text, jsonb) SET enable_seqscan = off;

-- An index that knows the quantity has to be written by every sale, and with it all others of the table. What has a
-- level to fall below is few; which of it did is seen from the rows.
DROP INDEX stock_levels_low;
CREATE INDEX stock_levels_with_level ON stock_levels (location_id) WHERE reorder_level IS NOT NULL;
