-- What tills have sent and never got an answer to, and whose owner has signed out since: told by the tills, so that
-- managers elsewhere see it. A row whose key has been answered since says nothing any more.
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
