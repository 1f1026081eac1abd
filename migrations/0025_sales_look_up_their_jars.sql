-- A sale knows its few jars and looks each of them up. The planner, which takes a JSON list for a hundred rows, would
-- rather read every level of the location and match them: in a shop of a thousand items, three thousand rows a sale.
ALTER FUNCTION record_priced_sale(text, text, bytea, text, jsonb) SET enable_hashjoin = off;
ALTER FUNCTION record_priced_sale(text, text, bytea, text, jsonb) SET enable_mergejoin = off;
