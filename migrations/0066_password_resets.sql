-- Links by which customers set the password of their account. Only the hash of a token is kept: a copy of this table opens
-- nothing. A link works once and for an hour, and a newer one ends it.
CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  requested_by integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '1 hour',
  -- Used, or replaced by a newer one.
  ended_at timestamptz,
  CONSTRAINT password_resets_hash_whole CHECK (length(token_hash) = 32),
  CONSTRAINT password_resets_for_an_hour CHECK (expires_at <= created_at + interval '1 hour')
);
CREATE INDEX password_resets_of_user ON password_resets (user_id, created_at);
