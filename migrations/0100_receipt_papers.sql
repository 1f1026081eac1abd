-- Logos as a receipt printer draws them: black dots on white, a PNG of one bit a dot, named by the SHA-256 of it.
CREATE TABLE receipt_logos (
  hash text PRIMARY KEY,
  width integer NOT NULL,
  height integer NOT NULL,
  png bytea NOT NULL,
  created_by integer NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT receipt_logos_hash CHECK (hash ~ '^[0-9a-f]{64}$'),
  -- Dots of a printer of 8 dots a mm; paper of 58 mm has 48 mm for them.
  CONSTRAINT receipt_logos_fit CHECK (width BETWEEN 1 AND 384 AND height BETWEEN 1 AND 240)
);

-- What the receipts of the whole business look like. One row.
CREATE TABLE receipt_settings (
  only_row boolean PRIMARY KEY DEFAULT true,
  paper_mm integer NOT NULL DEFAULT 80,
  -- 'none', or the hash of a logo.
  logo text NOT NULL DEFAULT 'none',
  qr text NOT NULL DEFAULT 'none',
  qr_address text NOT NULL DEFAULT '',
  header text NOT NULL DEFAULT '',
  footer text NOT NULL DEFAULT '',
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT receipt_settings_one_row CHECK (only_row),
  CONSTRAINT receipt_settings_paper CHECK (paper_mm IN (58, 80)),
  CONSTRAINT receipt_settings_logo CHECK (logo ~ '^(none|[0-9a-f]{64})$'),
  CONSTRAINT receipt_settings_qr CHECK (qr IN ('none', 'order', 'address')),
  CONSTRAINT receipt_settings_qr_address CHECK (length(qr_address) <= 300 AND (qr <> 'address' OR qr_address <> '')),
  CONSTRAINT receipt_settings_texts CHECK (length(header) <= 500 AND length(footer) <= 500)
);
INSERT INTO receipt_settings DEFAULT VALUES;

-- Null is as the whole business has it.
ALTER TABLE locations
  ADD COLUMN receipt_paper_mm integer,
  ADD COLUMN receipt_logo text,
  ADD COLUMN receipt_qr text,
  ADD COLUMN receipt_qr_address text NOT NULL DEFAULT '',
  ADD CONSTRAINT locations_receipt_paper CHECK (receipt_paper_mm IN (58, 80)),
  ADD CONSTRAINT locations_receipt_logo CHECK (receipt_logo ~ '^(none|[0-9a-f]{64})$'),
  ADD CONSTRAINT locations_receipt_qr CHECK (receipt_qr IN ('none', 'order', 'address')),
  ADD CONSTRAINT locations_receipt_qr_address CHECK (
    length(receipt_qr_address) <= 300 AND (receipt_qr IS DISTINCT FROM 'address' OR receipt_qr_address <> '')
  );
