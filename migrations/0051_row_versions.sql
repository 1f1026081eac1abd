-- Every row that administration edits counts its changes, so that two people do not overwrite each other. A trigger counts,
-- whoever writes. A change of a rule's tiers is a change of the rule.
ALTER TABLE locations ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE tax_rates ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE users ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE blueprints ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE blueprint_fields ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE categories ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE products ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE variations ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE pricing_rules ADD COLUMN version integer NOT NULL DEFAULT 1;
ALTER TABLE suppliers ADD COLUMN version integer NOT NULL DEFAULT 1;
