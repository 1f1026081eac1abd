-- The rates that hold now: the latest of each code whose instant has come, if it is active. Categories stand with all below them.
CREATE OR REPLACE VIEW present_tax_rates AS
  SELECT id, location_id, code, name, rate_ppm, position, compound, included, before_points,
         CASE WHEN category_ids IS NOT NULL THEN ARRAY(
           WITH RECURSIVE below AS (
             SELECT unnest(category_ids) AS id UNION SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id)
           SELECT id FROM below ORDER BY id) END AS category_ids,
         price_classes
    FROM (SELECT DISTINCT ON (location_id, code) * FROM tax_rates WHERE valid_from <= now()
           ORDER BY location_id, code, valid_from DESC) latest
   WHERE active;

-- The pricing rules that hold now.
CREATE OR REPLACE VIEW present_pricing_rules AS
  SELECT DISTINCT ON (blueprint_id, price_class, name) id, blueprint_id, name, product_type, price_class, position
    FROM pricing_rules WHERE valid_from <= now()
   ORDER BY blueprint_id, price_class, name, valid_from DESC;

-- Notes prices that somebody changed by hand. The first price of an item has always held, so that a sale which a till hands in
-- late finds one. An update that leaves the price alone notes nothing: it would write the former price over one whose instant
-- has come and that nobody has begun yet.
CREATE OR REPLACE FUNCTION note_item_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'products' AND TG_OP = 'INSERT' THEN
    INSERT INTO item_prices (product_id, valid_from, regular_price_cents, sale_price_cents)
      SELECT id, '-infinity', regular_price_cents, sale_price_cents FROM changed;
  ELSIF TG_OP = 'INSERT' THEN
    INSERT INTO item_prices (product_id, variation_id, valid_from, regular_price_cents, sale_price_cents)
      SELECT product_id, id, '-infinity', regular_price_cents, sale_price_cents FROM changed;
  ELSIF TG_TABLE_NAME = 'products' THEN
    INSERT INTO item_prices (product_id, variation_id, valid_from, regular_price_cents, sale_price_cents)
      SELECT c.id, NULL, CASE WHEN l.id IS NULL THEN '-infinity' ELSE clock_timestamp() END, c.regular_price_cents, c.sale_price_cents
        FROM changed c JOIN former f ON f.id = c.id
               AND (f.regular_price_cents, f.sale_price_cents) IS DISTINCT FROM (c.regular_price_cents, c.sale_price_cents)
             LEFT JOIN LATERAL (SELECT * FROM item_prices i WHERE i.product_id = c.id AND i.variation_id IS NULL
               AND i.valid_from <= clock_timestamp() ORDER BY i.valid_from DESC LIMIT 1) l ON true
       WHERE l.id IS NULL OR (l.regular_price_cents, l.sale_price_cents) IS DISTINCT FROM (c.regular_price_cents, c.sale_price_cents);
  ELSE
    INSERT INTO item_prices (product_id, variation_id, valid_from, regular_price_cents, sale_price_cents)
      SELECT c.product_id, c.id, CASE WHEN l.id IS NULL THEN '-infinity' ELSE clock_timestamp() END, c.regular_price_cents, c.sale_price_cents
        FROM changed c JOIN former f ON f.id = c.id
               AND (f.regular_price_cents, f.sale_price_cents) IS DISTINCT FROM (c.regular_price_cents, c.sale_price_cents)
             LEFT JOIN LATERAL (SELECT * FROM item_prices i WHERE i.product_id = c.product_id AND i.variation_id = c.id
               AND i.valid_from <= clock_timestamp() ORDER BY i.valid_from DESC LIMIT 1) l ON true
       WHERE l.id IS NULL OR (l.regular_price_cents, l.sale_price_cents) IS DISTINCT FROM (c.regular_price_cents, c.sale_price_cents);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_prices_added AFTER INSERT ON products REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_item_prices();
CREATE OR REPLACE TRIGGER products_prices_changed AFTER UPDATE ON products REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_item_prices();
CREATE OR REPLACE TRIGGER variations_prices_added AFTER INSERT ON variations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_item_prices();
CREATE OR REPLACE TRIGGER variations_prices_changed AFTER UPDATE ON variations REFERENCING OLD TABLE AS former NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION note_item_prices();

-- Puts the prices whose time has come into products and variations, and lets the catalogue's version grow, because taxes and
-- rules may have begun to hold as well. Answers whether anything was due. A sale calls it before it is priced, while it holds no
-- lock; a job calls it for everybody who only looks.
CREATE OR REPLACE FUNCTION begin_due_terms() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM catalogue_version WHERE next_change_at <= clock_timestamp()) THEN
    RETURN false;
  END IF;
  PERFORM 1 FROM catalogue_version WHERE next_change_at <= clock_timestamp() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE products p SET regular_price_cents = i.regular_price_cents, sale_price_cents = i.sale_price_cents
    FROM (SELECT DISTINCT ON (product_id) * FROM item_prices WHERE variation_id IS NULL AND valid_from <= clock_timestamp()
           ORDER BY product_id, valid_from DESC) i
   WHERE p.id = i.product_id
     AND (p.regular_price_cents, p.sale_price_cents) IS DISTINCT FROM (i.regular_price_cents, i.sale_price_cents);
  UPDATE variations v SET regular_price_cents = i.regular_price_cents, sale_price_cents = i.sale_price_cents
    FROM (SELECT DISTINCT ON (variation_id) * FROM item_prices WHERE variation_id IS NOT NULL AND valid_from <= clock_timestamp()
           ORDER BY variation_id, valid_from DESC) i
   WHERE v.id = i.variation_id
     AND (v.regular_price_cents, v.sale_price_cents) IS DISTINCT FROM (i.regular_price_cents, i.sale_price_cents);
  UPDATE catalogue_version SET version = version + 1, next_change_at = next_terms_at();
  RETURN true;
END $$;
