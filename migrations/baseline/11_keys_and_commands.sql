-- One key, one request, one answer. Rows live at least 7 days. A known key is answered to the user it belongs to, and to a
-- manager at the location where it was used; sales keep their location in their answer.
CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  user_id integer REFERENCES users ON DELETE CASCADE,
  location_id integer REFERENCES locations,
  route text NOT NULL,
  -- Keyed, because a request may carry a password. A row without a hash is answered without comparing.
  request_hash bytea NOT NULL,
  status_code integer NOT NULL,
  response jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Commands that tills sent and never got an answer to, and whose owner has signed out since. Tills report them, so that
-- managers elsewhere see them. A row whose key has been answered since says nothing any more.
CREATE TABLE unsettled_commands (
  key text PRIMARY KEY,
  title text NOT NULL,
  owner_id integer NOT NULL REFERENCES users,
  location_id integer REFERENCES locations,
  sent_at timestamptz NOT NULL,
  reported_by integer NOT NULL REFERENCES users,
  reported_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT unsettled_commands_key_length CHECK (length(key) BETWEEN 8 AND 128),
  CONSTRAINT unsettled_commands_title_length CHECK (length(title) BETWEEN 1 AND 200)
);
CREATE INDEX unsettled_commands_by_reporter ON unsettled_commands (reported_by);

-- Which DATA_KEY the shop's servers share: a server with another one does not start. It is not part of a backup, because a
-- restored shop takes the key of the server that starts first.
CREATE TABLE data_key (
  only_row boolean PRIMARY KEY DEFAULT true,
  fingerprint bytea NOT NULL,
  kept_at text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT data_key_one_row CHECK (only_row),
  CONSTRAINT data_key_fingerprint_whole CHECK (length(fingerprint) = 32)
);

-- Requests counted per caller and minute, over all server processes. Unlogged: worth nothing after a crash.
CREATE UNLOGGED TABLE rate_counters (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_counters_one_per_window PRIMARY KEY (subject, window_start)
);
