-- A PIN by which somebody of the staff takes over a till where somebody is signed in. Six digits are soon tried through, so the
-- hash is of an HMAC under the data key, and five wrong ones in a row end its use for a while.
CREATE TABLE staff_pins (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  pin_hash text NOT NULL,
  -- Of the data key. Under another one the PIN cannot be compared, and counts as none.
  key_id bytea NOT NULL,
  set_at timestamptz NOT NULL DEFAULT now(),
  -- Wrong ones in a row.
  failures smallint NOT NULL DEFAULT 0,
  blocked_until timestamptz,
  CONSTRAINT staff_pins_failures_counted CHECK (failures BETWEEN 0 AND 100)
);
