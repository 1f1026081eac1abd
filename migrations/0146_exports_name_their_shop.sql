-- Named in exported files, so that a file of another shop does not pass for one of this shop, whose numbers it may have.
ALTER TABLE catalogue_version
  ADD COLUMN shop_mark text NOT NULL DEFAULT substr(replace(gen_random_uuid()::text, '-', ''), 1, 8)
    CONSTRAINT catalogue_version_mark CHECK (shop_mark ~ '^[0-9a-f]{8}$');
