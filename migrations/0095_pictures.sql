-- Pictures by what they contain: a name is never given to another content, so browsers may keep them for good. Each is stored in
-- three sizes of WebP; what was uploaded is not kept, and with it goes where and by which device it was taken.
CREATE TABLE pictures (
  -- SHA-256 of what was uploaded, in hex.
  hash text PRIMARY KEY,
  -- Of the largest size, px.
  width integer NOT NULL,
  height integer NOT NULL,
  small bytea NOT NULL,
  medium bytea NOT NULL,
  large bytea NOT NULL,
  created_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pictures_hash_form CHECK (hash ~ '^[0-9a-f]{64}$'),
  CONSTRAINT pictures_size_known CHECK (width BETWEEN 1 AND 1200 AND height BETWEEN 1 AND 1200)
);
-- WebP is compressed already.
ALTER TABLE pictures ALTER COLUMN small SET STORAGE EXTERNAL, ALTER COLUMN medium SET STORAGE EXTERNAL, ALTER COLUMN large SET STORAGE EXTERNAL;

ALTER TABLE categories ADD COLUMN image text;
