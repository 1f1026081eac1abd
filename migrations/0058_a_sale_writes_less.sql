-- The rows of a sale are written by one function, which makes the order, names people from a session and items from rows of
-- stock_levels that it holds. Asking again about each row, whether its order, item and person exist, took a seventh of the sale,
-- and marked the row of the person and of the item as shared by every till that sells. No order, product or user is ever deleted;
-- verify:books looks for rows that belong to nothing.
-- The tables are locked in the order in which sales lock them. Those that were referred to are locked with them.
LOCK TABLE orders, order_lines, stock_movements, order_taxes, order_tenders, order_events, points_events, products, users
  IN ACCESS EXCLUSIVE MODE;
ALTER TABLE order_lines DROP CONSTRAINT order_lines_order_id_fkey;
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_level, DROP CONSTRAINT stock_movements_actor_id_fkey;
ALTER TABLE order_taxes DROP CONSTRAINT order_taxes_order_id_fkey;
ALTER TABLE order_tenders DROP CONSTRAINT order_tenders_order_id_fkey;
ALTER TABLE order_events DROP CONSTRAINT order_events_order_id_fkey, DROP CONSTRAINT order_events_actor_id_fkey;
ALTER TABLE points_events DROP CONSTRAINT points_events_order_id_fkey, DROP CONSTRAINT points_events_actor_id_fkey;

-- The answer of a sale is about 3 kB. It is read once in a thousand times, so packing it is not worth the time.
ALTER TABLE idempotency_keys SET (toast_tuple_target = 8160);

-- A line of a sale while it is recorded, with what its jar held when its turn came.
CREATE TYPE sale_line AS (
  position smallint, product_id integer, variation_id integer, name text, sku text, category text, quantity numeric,
  unit_price_cents bigint, original_cents bigint, total_cents bigint, taxable boolean, tier jsonb, stock_quantity numeric,
  changes jsonb, before numeric
);
