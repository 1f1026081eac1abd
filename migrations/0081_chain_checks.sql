-- Checks of the audit trail's chain that somebody asked for, and how far each has come. A job does them, some rows at a time.
CREATE TABLE chain_checks (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asked_by integer NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL DEFAULT now(),
  -- Position in the chain up to which it was looked at.
  place bigint NOT NULL DEFAULT 0,
  -- Rows that were looked at.
  looked bigint NOT NULL DEFAULT 0,
  broken bigint NOT NULL DEFAULT 0,
  -- Of the first broken row.
  first_broken_id bigint,
  finished_at timestamptz,
  CONSTRAINT chain_checks_counted CHECK (looked >= 0 AND broken BETWEEN 0 AND looked AND (broken = 0) = (first_broken_id IS NULL))
);
-- One at a time.
CREATE UNIQUE INDEX chain_checks_running ON chain_checks ((finished_at IS NULL)) WHERE finished_at IS NULL;
