-- variation_id is null for simple products, hence UNIQUE NULLS NOT DISTINCT (PostgreSQL 15+).
CREATE TABLE stock_levels (
  location_id integer NOT NULL REFERENCES locations,
  product_id integer NOT NULL REFERENCES products,
  variation_id integer,
  quantity numeric(12, 3) NOT NULL DEFAULT 0,
  -- Grows with every movement: the sum over a location is the ETag of its stock.
  version integer NOT NULL DEFAULT 1,
  reorder_level numeric(12, 3),
  -- Set when more was sold than the books had; a count clears it.
  needs_count_since timestamptz,
  CONSTRAINT stock_levels_one_per_item UNIQUE NULLS NOT DISTINCT (location_id, product_id, variation_id),
  CONSTRAINT stock_levels_variation FOREIGN KEY (product_id, variation_id) REFERENCES variations (product_id, id),
  -- A bare >= 0 lets NaN in.
  CONSTRAINT stock_levels_in_bounds CHECK (quantity >= 0 AND quantity < 1000000000),
  CONSTRAINT stock_levels_reorder_in_bounds CHECK (reorder_level >= 0 AND reorder_level < 1000000000)
) WITH (fillfactor = 80);
CREATE INDEX stock_levels_of_product ON stock_levels (product_id, variation_id);
CREATE INDEX stock_levels_to_count ON stock_levels (location_id) WHERE needs_count_since IS NOT NULL;

CREATE TABLE stock_movements (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  location_id integer NOT NULL,
  product_id integer NOT NULL,
  variation_id integer,
  delta numeric(12, 3) NOT NULL,
  quantity_before numeric(12, 3) NOT NULL,
  quantity_after numeric(12, 3) NOT NULL,
  action text NOT NULL,
  reason text NOT NULL DEFAULT '',
  actor_id integer REFERENCES users,
  order_id bigint,
  order_line_id bigint,
  batch_id bigint,
  purchase_order_id bigint,
  details jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT stock_movements_level FOREIGN KEY (product_id) REFERENCES products,
  CONSTRAINT stock_movements_add_up CHECK (quantity_after = quantity_before + delta),
  CONSTRAINT stock_movements_in_bounds CHECK (
    delta > -1000000000 AND delta < 1000000000 AND
    quantity_before >= 0 AND quantity_before < 1000000000 AND quantity_after >= 0 AND quantity_after < 1000000000),
  CONSTRAINT stock_movements_action_known CHECK (action IN (
    'inventory_update', 'stock_transfer', 'stock_conversion', 'manual_adjustment', 'order_deduction',
    'order_reversal', 'restock', 'purchase_order', 'audit', 'opening_stock'))
);
CREATE INDEX stock_movements_of_item ON stock_movements (location_id, product_id, variation_id, id);
CREATE INDEX stock_movements_of_order ON stock_movements (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX stock_movements_newest ON stock_movements (location_id, id DESC);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
