-- When the server backs the shop up by itself, and when its owner wants to be warned. One row.
CREATE TABLE backup_settings (
  only_row boolean PRIMARY KEY DEFAULT true,
  is_daily boolean NOT NULL DEFAULT true,
  -- By the clock of most locations.
  at_time time NOT NULL DEFAULT '03:00',
  keep integer NOT NULL DEFAULT 14,
  -- A newest backup that is older than this is told on every administrator's screen; null for never.
  warn_after_hours integer DEFAULT 48,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT backup_settings_one_row CHECK (only_row),
  CONSTRAINT backup_settings_keep CHECK (keep BETWEEN 1 AND 365),
  CONSTRAINT backup_settings_warn CHECK (warn_after_hours BETWEEN 1 AND 8760)
);
INSERT INTO backup_settings DEFAULT VALUES;

-- Backups, and rehearsals that load one into a database of their own. A job does each.
CREATE TABLE backup_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL DEFAULT 'waiting',
  -- Null for one by the clock.
  asked_by integer REFERENCES users,
  asked_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  -- While it is worked on; one that has none for minutes was cut short.
  heard_at timestamptz,
  finished_at timestamptz,
  -- Machine and path of the archive: that of the backup, or the one that was rehearsed.
  host text,
  path text,
  bytes bigint,
  rows bigint,
  -- Of the books of a rehearsal.
  checks integer,
  broken integer,
  -- Why it failed, in a sentence.
  error text,
  removed_at timestamptz,
  CONSTRAINT backup_runs_kind_known CHECK (kind IN ('backup', 'rehearsal')),
  CONSTRAINT backup_runs_state_known CHECK (state IN ('waiting', 'running', 'done', 'failed')),
  CONSTRAINT backup_runs_finished CHECK ((finished_at IS NOT NULL) = (state IN ('done', 'failed'))),
  CONSTRAINT backup_runs_why CHECK ((error IS NOT NULL) = (state = 'failed')),
  CONSTRAINT backup_runs_sized CHECK (bytes >= 0 AND rows >= 0 AND broken BETWEEN 0 AND checks)
);
-- One of a kind at a time.
CREATE UNIQUE INDEX backup_runs_open ON backup_runs (kind) WHERE state IN ('waiting', 'running');
CREATE INDEX backup_runs_done ON backup_runs (kind, finished_at DESC) WHERE state = 'done';
