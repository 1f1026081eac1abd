-- Who asks is a person, a device or an API key. They are locked in the order in which requests take them.
LOCK TABLE sessions, idempotency_keys, audit_trail IN ACCESS EXCLUSIVE MODE;

-- What asks by itself, with nobody signed in: a device that shows something, as a TV, or a key that a program was given.
-- Revoked ones stay, for the audit trail.
CREATE TABLE machines (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  name text NOT NULL,
  location_id integer NOT NULL REFERENCES locations,
  -- What a key may do. A device has none: routes admit it as a device.
  permissions text[] NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  created_by integer NOT NULL REFERENCES users,
  revoked_at timestamptz,
  revoked_by integer REFERENCES users,
  CONSTRAINT machines_kind_known CHECK (kind IN ('device', 'key')),
  CONSTRAINT machines_name_given CHECK (btrim(name) <> '' AND length(name) <= 100),
  CONSTRAINT machines_device_without_permissions CHECK (kind = 'key' OR permissions = '{}'),
  CONSTRAINT machines_revoked_by_somebody CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);

-- The token of a machine is a session of its own. It lapses only when it was given an end.
ALTER TABLE sessions
  ALTER COLUMN user_id DROP NOT NULL,
  ALTER COLUMN expires_at DROP NOT NULL,
  ADD COLUMN machine_id integer REFERENCES machines ON DELETE CASCADE,
  ADD CONSTRAINT sessions_of_one CHECK (num_nonnulls(user_id, machine_id) = 1),
  ADD CONSTRAINT sessions_of_people_expire CHECK (user_id IS NULL OR expires_at IS NOT NULL);
CREATE INDEX sessions_of_machine ON sessions (machine_id) WHERE machine_id IS NOT NULL;

ALTER TABLE idempotency_keys ADD COLUMN machine_id integer REFERENCES machines ON DELETE CASCADE;

-- actor_id is a person. Neither of the two: the server itself.
ALTER TABLE audit_trail
  ADD COLUMN machine_id integer REFERENCES machines,
  ADD COLUMN machine_kind text,
  ADD CONSTRAINT audit_trail_one_actor CHECK (
    num_nonnulls(actor_id, machine_id) <= 1 AND (machine_id IS NULL) = (machine_kind IS NULL));
