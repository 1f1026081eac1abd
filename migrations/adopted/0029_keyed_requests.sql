-- A known key is answered to whoever asked, and to a manager at the location where it was used. Sales keep their location
-- in their answer.
ALTER TABLE idempotency_keys ADD COLUMN location_id integer REFERENCES locations;
-- Plain hashes of requests that may hold a password. A row without a hash is answered without comparing.
UPDATE idempotency_keys SET request_hash = ''::bytea WHERE route = 'POST /api/users-matrix/users';

-- Which DATA_KEY the shop's servers share: a server with another one does not start. Not part of a backup, because a
-- restored shop takes the key of the server that starts first.
CREATE TABLE data_key (
  only_row boolean PRIMARY KEY DEFAULT true,
  fingerprint bytea NOT NULL,
  kept_at text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT data_key_one_row CHECK (only_row),
  CONSTRAINT data_key_fingerprint_whole CHECK (length(fingerprint) = 32)
);
