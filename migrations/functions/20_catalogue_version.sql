-- Every change of the terms of sales raises the catalogue's version: one version covers prices, taxes and points.
-- Names of blueprints count as well, because tills keep them with their prices.
-- It also knows when the next price or tax begins to hold. One whose instant has come stays the next until begin_due_terms has
-- begun it.
CREATE OR REPLACE FUNCTION next_terms_after(p_at timestamptz) RETURNS timestamptz LANGUAGE sql AS $$
  SELECT least('infinity'::timestamptz,
    (SELECT min(valid_from) FROM tax_rates WHERE valid_from > p_at),
    (SELECT min(valid_from) FROM pricing_rules WHERE valid_from > p_at),
    (SELECT min(valid_from) FROM item_prices WHERE valid_from > p_at))
$$;

CREATE OR REPLACE FUNCTION next_terms_at() RETURNS timestamptz LANGUAGE sql AS $$
  SELECT next_terms_after(clock_timestamp())
$$;

CREATE OR REPLACE FUNCTION note_catalogue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE catalogue_version SET version = version + 1,
    next_change_at = CASE WHEN next_change_at <= clock_timestamp() THEN next_change_at ELSE next_terms_at() END;
  RETURN NULL;
END $$;

-- The version is locked before products, as begin_due_terms does, which writes to products too.
CREATE OR REPLACE FUNCTION lock_catalogue_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM catalogue_version FOR NO KEY UPDATE;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_to_be_noted BEFORE UPDATE ON products FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue_version();
CREATE OR REPLACE TRIGGER variations_to_be_noted BEFORE UPDATE ON variations FOR EACH STATEMENT EXECUTE FUNCTION lock_catalogue_version();

CREATE OR REPLACE TRIGGER products_noted AFTER INSERT OR UPDATE OR DELETE ON products FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER variations_noted AFTER INSERT OR UPDATE OR DELETE ON variations FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER categories_noted AFTER INSERT OR UPDATE OR DELETE ON categories FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER blueprint_fields_noted AFTER INSERT OR UPDATE OR DELETE ON blueprint_fields FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER pricing_rules_noted AFTER INSERT OR UPDATE OR DELETE ON pricing_rules FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER pricing_tiers_noted AFTER INSERT OR UPDATE OR DELETE ON pricing_tiers FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER blueprints_noted AFTER INSERT OR UPDATE OR DELETE ON blueprints FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER tax_rates_noted AFTER INSERT OR UPDATE OR DELETE ON tax_rates FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER loyalty_settings_noted AFTER INSERT OR UPDATE OR DELETE ON loyalty_settings FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
CREATE OR REPLACE TRIGGER item_prices_noted AFTER INSERT OR UPDATE OR DELETE ON item_prices FOR EACH STATEMENT EXECUTE FUNCTION note_catalogue_change();
