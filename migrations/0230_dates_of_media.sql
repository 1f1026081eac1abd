-- Every picture has a number by which programs for WordPress know it, and the day of its first upload: `pictures.created_at`
-- moves while a record has the picture.
ALTER TABLE media ADD COLUMN uploaded_at timestamptz NOT NULL DEFAULT now();
INSERT INTO media (hash, uploaded_at) SELECT hash, created_at FROM pictures ORDER BY created_at, hash ON CONFLICT (hash) DO NOTHING;
