-- Date of birth and licence number of a customer. The values are sealed under the data key, and their keyed hashes find them
-- exactly; neither tells anything to somebody who has only the database. The row goes with the customer, and can go before.
CREATE TABLE customer_identities (
  customer_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  birth_day_sealed text,
  birth_day_hash bytea,
  license_sealed text,
  license_hash bytea,
  -- When a card was last scanned, and by whom. Of the scan itself nothing is kept.
  checked_at timestamptz,
  checked_by integer REFERENCES users ON DELETE SET NULL,
  CONSTRAINT customer_identities_birth_day_whole CHECK ((birth_day_sealed IS NULL) = (birth_day_hash IS NULL)),
  CONSTRAINT customer_identities_license_whole CHECK ((license_sealed IS NULL) = (license_hash IS NULL))
);
CREATE INDEX customer_identities_birth_day ON customer_identities (birth_day_hash) WHERE birth_day_hash IS NOT NULL;
CREATE INDEX customer_identities_license ON customer_identities (license_hash) WHERE license_hash IS NOT NULL;
CREATE INDEX customer_identities_checked_by ON customer_identities (checked_by) WHERE checked_by IS NOT NULL;

-- The server seals what still stands here when it starts; only a former build writes these columns.
COMMENT ON COLUMN customer_details.date_of_birth IS 'Moved to customer_identities, sealed, when the server starts.';
COMMENT ON COLUMN customer_details.license_number IS 'Moved to customer_identities, sealed, when the server starts.';
CREATE INDEX customer_details_to_seal ON customer_details (user_id)
  WHERE date_of_birth IS NOT NULL OR license_number IS NOT NULL;
