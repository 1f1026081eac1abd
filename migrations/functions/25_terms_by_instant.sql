-- The rates that hold now, by the clock: `now()` is the beginning of the transaction, and a rate that began while it waited would be missing
-- beside a version of the catalogue that has it. The latest of each code whose instant has come, if it is active. Categories include all below them.
-- Rule: pricing/taxes.
CREATE OR REPLACE VIEW present_tax_rates AS
  SELECT id, location_id, code, name, rate_ppm, position, compound, included, before_points,
         CASE WHEN category_ids IS NOT NULL THEN ARRAY(
           WITH RECURSIVE below AS (
             SELECT unnest(category_ids) AS id UNION SELECT c.id FROM categories c JOIN below b ON c.parent_id = b.id)
           SELECT id FROM below ORDER BY id) END AS category_ids,
         price_classes
    FROM (SELECT DISTINCT ON (location_id, code) * FROM tax_rates WHERE valid_from <= clock_timestamp()
           ORDER BY location_id, code, valid_from DESC) latest
   WHERE active;

-- The pricing rules that hold now.
CREATE OR REPLACE VIEW present_pricing_rules AS
  SELECT DISTINCT ON (blueprint_id, price_class, name) id, blueprint_id, name, product_type, price_class, position
    FROM pricing_rules WHERE valid_from <= clock_timestamp()
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
-- lock, unless somebody holds the terms; a job calls it for everybody who only looks.
-- Tills and screens are notified when the transaction commits. The notification is made here because the callers do not
-- know what began. It is rare, so that its lock (decision 4) delays no sales. Rule: pricing/scheduled.
CREATE OR REPLACE FUNCTION begin_due_terms() RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  due_from timestamptz;
  due_to timestamptz := clock_timestamp();
  repriced integer[];
  repriced_variations integer[];
  has_rules boolean;
  events jsonb := '[]';
BEGIN
  IF NOT EXISTS (SELECT 1 FROM catalogue_version WHERE next_change_at <= due_to) THEN
    RETURN false;
  END IF;
  SELECT next_change_at INTO due_from FROM catalogue_version WHERE next_change_at <= due_to FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  due_to := clock_timestamp();
  WITH begun AS (
    UPDATE products p SET regular_price_cents = i.regular_price_cents, sale_price_cents = i.sale_price_cents
      FROM (SELECT DISTINCT ON (product_id) * FROM item_prices WHERE variation_id IS NULL AND valid_from <= due_to
             ORDER BY product_id, valid_from DESC) i
     WHERE p.id = i.product_id
       AND (p.regular_price_cents, p.sale_price_cents) IS DISTINCT FROM (i.regular_price_cents, i.sale_price_cents)
    RETURNING p.id)
  SELECT coalesce(array_agg(id), '{}') INTO repriced FROM begun;
  WITH begun AS (
    UPDATE variations v SET regular_price_cents = i.regular_price_cents, sale_price_cents = i.sale_price_cents
      FROM (SELECT DISTINCT ON (variation_id) * FROM item_prices WHERE variation_id IS NOT NULL AND valid_from <= due_to
             ORDER BY variation_id, valid_from DESC) i
     WHERE v.id = i.variation_id
       AND (v.regular_price_cents, v.sale_price_cents) IS DISTINCT FROM (i.regular_price_cents, i.sale_price_cents)
    RETURNING v.product_id)
  SELECT coalesce(array_agg(product_id), '{}') INTO repriced_variations FROM begun;
  UPDATE catalogue_version SET version = version + 1, next_change_at = next_terms_at();

  has_rules := EXISTS (SELECT FROM pricing_rules WHERE valid_from BETWEEN due_from AND due_to);
  IF has_rules THEN
    -- The products that the rules price, as `pricedEvent` names them.
    repriced := repriced || ARRAY(
      SELECT p.id FROM products p JOIN pricing_rules r
          ON r.valid_from BETWEEN due_from AND due_to AND (r.price_class IS NULL OR r.price_class = p.price_class)
             AND r.blueprint_id = coalesce(p.blueprint_id, (
               SELECT c.blueprint_id FROM unnest(p.category_ids) WITH ORDINALITY AS i(id, place) JOIN categories c ON c.id = i.id
                WHERE c.blueprint_id IS NOT NULL ORDER BY place LIMIT 1))
       WHERE p.status = 'publish');
  END IF;
  repriced := ARRAY(SELECT DISTINCT id FROM unnest(repriced || repriced_variations) AS r(id) ORDER BY id);
  -- More than 500 names do not fit into a notification.
  IF cardinality(repriced) > 500 THEN
    events := events || '{"type": "catalogue"}'::jsonb;
  ELSIF has_rules OR cardinality(repriced) > 0 THEN
    events := events || jsonb_build_object('type', 'catalogue', 'product_ids', to_jsonb(repriced));
  END IF;
  IF EXISTS (SELECT FROM tax_rates WHERE valid_from BETWEEN due_from AND due_to) THEN
    events := events || '{"type": "locations"}'::jsonb;
  END IF;
  IF events <> '[]' THEN
    PERFORM pg_notify('tillwright_live', events::text);
  END IF;
  RETURN true;
END $$;

-- Begins what is due, unless somebody holds the terms: a sale does not wait for them (decision 0160).
CREATE OR REPLACE FUNCTION begin_due_terms_if_free() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM catalogue_version WHERE next_change_at <= clock_timestamp() FOR UPDATE SKIP LOCKED;
  IF FOUND THEN
    PERFORM begin_due_terms();
  END IF;
END $$;

-- Locks the terms before products and begins those that are due, as everything does that writes to both. It waits two seconds
-- (lock_not_available), because an import may hold them for longer, and who waits keeps a connection from others.
CREATE OR REPLACE FUNCTION lock_terms() RETURNS void LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM FROM catalogue_version FOR NO KEY UPDATE;
  PERFORM begin_due_terms();
END $$;

-- Keeps the terms as they are until the transaction ends. It waits two seconds, as lock_terms does.
CREATE OR REPLACE FUNCTION share_terms() RETURNS void LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM FROM catalogue_version FOR SHARE;
END $$;
