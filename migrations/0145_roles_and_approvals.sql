-- What administrators change of the permissions of a role. Administrators always have all.
CREATE TABLE role_settings (
  role text PRIMARY KEY CONSTRAINT role_settings_role_known CHECK (role IN ('staff', 'manager')),
  -- In addition to those of the role, and of those of the role not.
  granted text[] NOT NULL DEFAULT '{}',
  withheld text[] NOT NULL DEFAULT '{}',
  -- The most that comes off a line by hand, and the most that one refund gives back, without an approval; null: any.
  most_discount_percent smallint CONSTRAINT role_settings_percent CHECK (most_discount_percent BETWEEN 0 AND 100),
  most_refund_cents bigint CONSTRAINT role_settings_refund CHECK (most_refund_cents BETWEEN 0 AND 100000000000),
  version integer NOT NULL DEFAULT 1
);
INSERT INTO role_settings (role) VALUES ('staff'), ('manager');

-- What somebody with a PIN has approved at another person's till: one request, known by its key.
CREATE TABLE approvals (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  permission text NOT NULL,
  -- Percent off a line, or cents of a refund; 0 where the permission has no limit.
  amount bigint NOT NULL DEFAULT 0 CONSTRAINT approvals_amount CHECK (amount >= 0),
  approved_by integer NOT NULL REFERENCES users ON DELETE CASCADE,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, idempotency_key, permission)
);
CREATE INDEX approvals_approved_by ON approvals (approved_by);
CREATE INDEX approvals_made_at ON approvals (made_at);
