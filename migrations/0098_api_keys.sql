-- A key made on the command line has nobody who made it.
ALTER TABLE machines
  ALTER COLUMN created_by DROP NOT NULL,
  -- Kept when the session of a revoked one is gone.
  ADD COLUMN last_used_at timestamptz;

-- The pair of a program's key: "ck_..." names it, "cs_..." is its secret. Requests over http are signed with the secret,
-- so the server must be able to read it.
CREATE TABLE api_keys (
  machine_id integer PRIMARY KEY REFERENCES machines ON DELETE CASCADE,
  key_hash bytea NOT NULL CONSTRAINT api_keys_one_per_key UNIQUE,
  -- The last characters of the key, by which people tell keys from each other.
  key_end text NOT NULL,
  secret_sealed text NOT NULL,
  CONSTRAINT api_keys_hash_is_sha256 CHECK (length(key_hash) = 32),
  CONSTRAINT api_keys_end_is_short CHECK (length(key_end) BETWEEN 4 AND 8)
);

-- Signed requests that were carried out: none is accepted a second time. Older ones are refused by their time.
CREATE TABLE api_key_nonces (
  machine_id integer NOT NULL REFERENCES machines ON DELETE CASCADE,
  signed_at timestamptz NOT NULL,
  nonce text NOT NULL,
  CONSTRAINT api_key_nonces_pkey PRIMARY KEY (machine_id, signed_at, nonce),
  CONSTRAINT api_key_nonces_length CHECK (length(nonce) BETWEEN 1 AND 100)
);
CREATE INDEX api_key_nonces_by_time ON api_key_nonces (signed_at);
