-- A paired screen: a device of `machines`, its number, and what it last told of itself. Only the device writes that.
CREATE TABLE tv_devices (
  machine_id integer PRIMARY KEY REFERENCES machines,
  location_id integer NOT NULL REFERENCES locations,
  tv_number integer NOT NULL,
  device_name text NOT NULL,
  version integer NOT NULL DEFAULT 1,
  paired_at timestamptz NOT NULL DEFAULT now(),
  forgotten_at timestamptz,
  last_seen timestamptz,
  report jsonb,
  -- Since when it shows what it should not; null when it is right.
  wrong_since timestamptz,
  -- It was told that the device went silent.
  silence_told boolean NOT NULL DEFAULT false,
  CONSTRAINT tv_devices_number_bounded CHECK (tv_number BETWEEN 1 AND 999),
  CONSTRAINT tv_devices_name_given CHECK (btrim(device_name) <> '' AND length(device_name) <= 100)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX tv_devices_number_once ON tv_devices (location_id, tv_number) WHERE forgotten_at IS NULL;

-- The last picture that a device drew of itself.
CREATE TABLE tv_snapshots (
  machine_id integer PRIMARY KEY REFERENCES machines,
  taken_at timestamptz NOT NULL DEFAULT now(),
  media text NOT NULL,
  image bytea NOT NULL,
  CONSTRAINT tv_snapshots_media_known CHECK (media IN ('image/webp', 'image/png', 'image/jpeg')),
  CONSTRAINT tv_snapshots_bounded CHECK (octet_length(image) BETWEEN 1 AND 300000)
);

-- A code that a new screen shows. The screen proves itself by the claim, of which a hash is kept.
CREATE TABLE tv_pairings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text NOT NULL,
  claim_hash bytea NOT NULL,
  -- The address, of which twenty codes may be open.
  network text NOT NULL,
  expires_at timestamptz NOT NULL,
  machine_id integer REFERENCES machines,
  CONSTRAINT tv_pairings_code_once UNIQUE (code),
  CONSTRAINT tv_pairings_claim_once UNIQUE (claim_hash)
);
CREATE INDEX tv_pairings_of_network ON tv_pairings (network, expires_at);

-- Wrong codes that somebody entered, for ten minutes.
CREATE TABLE tv_pairing_failures (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  failures integer NOT NULL,
  since timestamptz NOT NULL DEFAULT now()
);

-- What screens were told, and what became of it: the log as well, for 30 days.
CREATE TABLE tv_commands (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  machine_id integer NOT NULL REFERENCES machines,
  location_id integer NOT NULL REFERENCES locations,
  command_type text NOT NULL,
  payload jsonb NOT NULL DEFAULT '{}',
  status text NOT NULL DEFAULT 'pending',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES users,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz,
  error_message text,
  CONSTRAINT tv_commands_type_known CHECK (command_type IN ('update_theme', 'refresh', 'identify', 'snapshot')),
  CONSTRAINT tv_commands_status_known CHECK (status IN ('pending', 'completed', 'failed')),
  CONSTRAINT tv_commands_completed_once CHECK ((status = 'pending') = (completed_at IS NULL)),
  CONSTRAINT tv_commands_error_bounded CHECK (length(error_message) <= 500)
);
CREATE INDEX tv_commands_of_location ON tv_commands (location_id, id DESC);
CREATE INDEX tv_commands_pending ON tv_commands (machine_id, id) WHERE status = 'pending';
CREATE INDEX tv_commands_by_age ON tv_commands (created_at);
