-- A location that is closed keeps its history; nobody works there. Its receipts say what their header and footer say.
ALTER TABLE locations
  ADD COLUMN closed_at timestamptz,
  ADD COLUMN closed_by integer REFERENCES users,
  ADD COLUMN receipt_header text NOT NULL DEFAULT '',
  ADD COLUMN receipt_footer text NOT NULL DEFAULT '',
  ADD CONSTRAINT locations_closed_by_somebody CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
  ADD CONSTRAINT locations_receipt_texts_bounded CHECK (length(receipt_header) <= 500 AND length(receipt_footer) <= 500);
