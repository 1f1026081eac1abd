-- Every change has one row, written in its own transaction. The chain over the rows is made afterwards by a job, because a
-- chain made inside the transactions would let only one of them commit at a time.
CREATE TABLE audit_trail (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  action text NOT NULL,
  entity text NOT NULL,
  entity_id text NOT NULL,
  actor_id integer,
  location_id integer,
  details jsonb NOT NULL DEFAULT '{}',
  -- Place in the chain: hash = sha256(previous hash, this row). Both are null until the row is sealed.
  position bigint,
  hash bytea,
  CONSTRAINT audit_trail_sealed_whole CHECK ((position IS NULL) = (hash IS NULL))
);
CREATE UNIQUE INDEX audit_trail_chain ON audit_trail (position) WHERE position IS NOT NULL;
CREATE INDEX audit_trail_unsealed ON audit_trail (id) WHERE hash IS NULL;
CREATE INDEX audit_trail_of_entity ON audit_trail (entity, entity_id, id);

-- How far each ledger is sealed, and how far it went when it was last looked at. It is worth nothing in another database,
-- whose transactions have other numbers, and so is not part of a backup.
CREATE TABLE ledger_marks (
  ledger text PRIMARY KEY,
  sealed_to bigint,
  seen_to bigint NOT NULL,
  -- The transactions that may still add a row up to there have lower numbers than this.
  seen_before bigint NOT NULL
);
