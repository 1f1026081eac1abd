-- Counts the changes of a row. A version that the writer sets is ignored.
CREATE OR REPLACE FUNCTION raise_row_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.version := OLD.version + 1;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER locations_versioned BEFORE UPDATE ON locations FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER tax_rates_versioned BEFORE UPDATE ON tax_rates FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER users_versioned BEFORE UPDATE ON users FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER blueprints_versioned BEFORE UPDATE ON blueprints FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER blueprint_fields_versioned BEFORE UPDATE ON blueprint_fields FOR EACH ROW EXECUTE FUNCTION raise_row_version();
-- Positions are left out: moving one category changes those of its neighbours, which is no edit of them.
CREATE OR REPLACE TRIGGER categories_versioned BEFORE UPDATE OF name, slug, parent_id, blueprint_id, image, version ON categories FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER products_versioned BEFORE UPDATE ON products FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER variations_versioned BEFORE UPDATE ON variations FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER pricing_rules_versioned BEFORE UPDATE ON pricing_rules FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER suppliers_versioned BEFORE UPDATE ON suppliers FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER loyalty_settings_versioned BEFORE UPDATE ON loyalty_settings FOR EACH ROW EXECUTE FUNCTION raise_row_version();
-- Using a till is no edit of it.
CREATE OR REPLACE TRIGGER tills_versioned BEFORE UPDATE OF name, retired_at ON tills FOR EACH ROW EXECUTE FUNCTION raise_row_version();

-- A rule is edited together with its tiers.
CREATE OR REPLACE FUNCTION raise_rule_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pricing_rules SET name = name WHERE id IN (SELECT rule_id FROM changed);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER pricing_tiers_change_rule AFTER UPDATE ON pricing_tiers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_rule_version();
CREATE OR REPLACE TRIGGER pricing_tiers_added_to_rule AFTER INSERT ON pricing_tiers REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_rule_version();
CREATE OR REPLACE TRIGGER pricing_tiers_taken_from_rule AFTER DELETE ON pricing_tiers REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_rule_version();

-- A product is edited together with its variations. Saving it is refused if an import has changed its variations since.
CREATE OR REPLACE FUNCTION raise_product_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    UPDATE products SET name = name WHERE id IN (SELECT product_id FROM changed);
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER variations_change_product AFTER UPDATE ON variations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_product_version();
CREATE OR REPLACE TRIGGER variations_added_to_product AFTER INSERT ON variations REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_product_version();
CREATE OR REPLACE TRIGGER variations_taken_from_product AFTER DELETE ON variations REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION raise_product_version();

-- Making a menu the active one is no edit of it, and the report of a screen is no edit of the screen.
CREATE OR REPLACE TRIGGER menu_configs_versioned BEFORE UPDATE OF name, config_data, display_order ON menu_configs
  FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER menu_settings_versioned BEFORE UPDATE OF public_enabled, fallback_layout_id, fallback_theme_id ON menu_settings
  FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER store_configs_versioned BEFORE UPDATE ON store_configs FOR EACH ROW EXECUTE FUNCTION raise_row_version();
CREATE OR REPLACE TRIGGER tv_devices_versioned BEFORE UPDATE OF tv_number, device_name ON tv_devices
  FOR EACH ROW EXECUTE FUNCTION raise_row_version();

CREATE OR REPLACE TRIGGER receipt_settings_versioned BEFORE UPDATE ON receipt_settings FOR EACH ROW EXECUTE FUNCTION raise_row_version();
