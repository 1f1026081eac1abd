-- The figure an import last read for an item at a location. While the file says the same, what was sold since stays sold.
-- Not in stock_levels: sales rewrite those rows, and a figure may be remembered without stock being touched.
CREATE TABLE imported_stock (
  location_id integer NOT NULL REFERENCES locations,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  -- Null for simple products, hence UNIQUE NULLS NOT DISTINCT.
  variation_id integer,
  quantity numeric(12, 3) NOT NULL,
  CONSTRAINT imported_stock_one_per_item UNIQUE NULLS NOT DISTINCT (location_id, product_id, variation_id),
  CONSTRAINT imported_stock_variation FOREIGN KEY (product_id, variation_id)
    REFERENCES variations (product_id, id) ON DELETE CASCADE,
  -- A bare >= 0 lets NaN in.
  CONSTRAINT imported_stock_in_bounds CHECK (quantity >= 0 AND quantity < 1000000000)
);
CREATE INDEX imported_stock_of_product ON imported_stock (product_id, variation_id);
