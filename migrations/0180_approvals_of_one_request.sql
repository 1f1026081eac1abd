-- The tables that this and the later migrations of its release alter or refer to, all of which run in one transaction. In the order
-- of sales, which hold their customer before they write lines: taken one by one, a sale that came between would wait for the lines
-- while the migration waits for the users.
LOCK TABLE users, order_lines, products IN ACCESS EXCLUSIVE MODE;

-- A request that was refused until somebody approves it: what it needs, as the server said it. The approval is for this request
-- alone, so that it is known by its hash (see idempotency_keys.request_hash), not by its key only.
CREATE TABLE approvals_asked (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  route text NOT NULL,
  request_hash bytea NOT NULL,
  -- The order that it changes; null for a sale.
  order_id bigint,
  -- [{permission, amount, reason}]
  needs jsonb NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, idempotency_key)
);
CREATE INDEX approvals_asked_made_at ON approvals_asked (made_at);

-- Null in the rows of the former build, which hold for nothing here.
ALTER TABLE approvals ADD COLUMN route text, ADD COLUMN request_hash bytea;
