-- A change that the assistant proposes. It is carried out when the person it was drafted for approves it, once.
CREATE TABLE ai_drafts (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id uuid REFERENCES ai_runs ON DELETE SET NULL,
  user_id integer NOT NULL REFERENCES users,
  location_id integer REFERENCES locations,
  kind text NOT NULL,
  title text NOT NULL,
  reason text NOT NULL DEFAULT '',
  -- What would be sent to the service, and what the person is shown. The approval is bound to the hash of both.
  content jsonb NOT NULL,
  changes jsonb NOT NULL,
  content_hash bytea NOT NULL,
  -- Makes the token of the approval another one for each draft.
  nonce bytea NOT NULL,
  state text NOT NULL DEFAULT 'proposed',
  -- What was made, and what undoes it.
  applied jsonb,
  decided_by integer REFERENCES users,
  decided_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ai_drafts_kind_known CHECK (kind IN ('purchase_order', 'product_fields', 'price_change')),
  CONSTRAINT ai_drafts_state_known CHECK (state IN ('proposed', 'approved', 'rejected', 'undone', 'lapsed')),
  CONSTRAINT ai_drafts_decided CHECK ((state IN ('proposed', 'lapsed')) = (decided_at IS NULL)),
  CONSTRAINT ai_drafts_hashed CHECK (length(content_hash) = 32 AND length(nonce) = 32)
);
CREATE INDEX ai_drafts_of_user ON ai_drafts (user_id, id);
CREATE INDEX ai_drafts_of_run ON ai_drafts (run_id);
CREATE INDEX ai_drafts_of_location ON ai_drafts (location_id);
CREATE INDEX ai_drafts_decided_by ON ai_drafts (decided_by) WHERE decided_by IS NOT NULL;
