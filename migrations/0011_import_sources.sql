-- What each row of another store's catalogue became here, so that importing it again finds it whatever its SKU.
CREATE TABLE import_sources (
  source text NOT NULL,
  -- The store's own number; products and variations share one space there too.
  source_id bigint NOT NULL,
  product_id integer NOT NULL REFERENCES products ON DELETE CASCADE,
  variation_id integer,
  CONSTRAINT import_sources_once PRIMARY KEY (source, source_id),
  CONSTRAINT import_sources_variation FOREIGN KEY (product_id, variation_id)
    REFERENCES variations (product_id, id) ON DELETE CASCADE,
  CONSTRAINT import_sources_source_given CHECK (btrim(source) <> '' AND length(source) <= 100)
);
CREATE INDEX import_sources_of_product ON import_sources (product_id, variation_id);
