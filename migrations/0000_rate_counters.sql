-- Requests counted per caller and minute, over all server processes. Unlogged: worth nothing after a crash.
CREATE UNLOGGED TABLE rate_counters (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  hits integer NOT NULL,
  CONSTRAINT rate_counters_one_per_window PRIMARY KEY (subject, window_start)
);
