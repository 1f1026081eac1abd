-- The tables are locked in the order in which sales lock them.
LOCK TABLE orders, users IN ACCESS EXCLUSIVE MODE;

-- Two accounts of one person may be merged: the one that goes is kept, because its orders and points are sealed under its id.
-- A forgotten customer is one whose orders stay and whose person is gone. Neither is in any list.
ALTER TABLE users
  ADD COLUMN merged_into integer,
  DROP CONSTRAINT users_status_known,
  ADD CONSTRAINT users_status_known CHECK (status IN ('active', 'disabled', 'merged', 'forgotten')),
  ADD CONSTRAINT users_merged_somewhere CHECK ((status = 'merged') = (merged_into IS NOT NULL) AND merged_into <> id),
  ADD CONSTRAINT users_merged_into FOREIGN KEY (merged_into) REFERENCES users;
CREATE INDEX users_merged_into_other ON users (merged_into) WHERE merged_into IS NOT NULL;

-- Where a merge moved an order to another account: the one that it was sold to.
ALTER TABLE orders
  ADD COLUMN sold_to_id integer,
  ADD CONSTRAINT orders_sold_to FOREIGN KEY (sold_to_id) REFERENCES users,
  ADD CONSTRAINT orders_sold_to_another CHECK (sold_to_id <> customer_id);

ALTER TABLE customer_details
  -- {email_notifications, sms, newsletter, language}; what is left out is as for a new customer.
  ADD COLUMN preferences jsonb NOT NULL DEFAULT '{}',
  -- Shown at the till with the customer.
  ADD COLUMN flag_kind text,
  ADD COLUMN flag_text text NOT NULL DEFAULT '',
  ADD CONSTRAINT customer_details_flag_known CHECK (flag_kind IN ('banned', 'check_id', 'note')),
  ADD CONSTRAINT customer_details_flag_text CHECK (length(flag_text) <= 200 AND (flag_kind IS NOT NULL OR flag_text = ''));

-- Free labels, which lists are narrowed by. A label is made with its first customer.
CREATE TABLE customer_groups (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_groups_name_given CHECK (btrim(name) <> '' AND length(name) <= 50)
);
CREATE UNIQUE INDEX customer_groups_name_once ON customer_groups (folded(name));
CREATE TABLE customer_group_members (
  group_id integer NOT NULL REFERENCES customer_groups,
  customer_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  PRIMARY KEY (group_id, customer_id)
);
CREATE INDEX customer_group_members_of_customer ON customer_group_members (customer_id);

-- Notes of staff about a customer. They may say anything about a person, so they are not sealed and can be erased.
CREATE TABLE customer_notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  customer_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  body text NOT NULL,
  author_id integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_notes_say_something CHECK (btrim(body) <> '' AND length(body) <= 2000)
);
CREATE INDEX customer_notes_of_customer ON customer_notes (customer_id, id);

-- A merge, and what it takes to undo it.
CREATE TABLE customer_merges (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kept_id integer NOT NULL REFERENCES users,
  merged_id integer NOT NULL REFERENCES users,
  -- Points that came with the merged account, and those that went back with it.
  points bigint NOT NULL,
  undone_points bigint,
  -- Events of points that came later and are about its orders are the merged account's.
  last_points_event_id bigint NOT NULL,
  order_ids bigint[] NOT NULL,
  note_ids bigint[] NOT NULL,
  -- Groups that the kept account got by it.
  group_ids integer[] NOT NULL,
  -- Accounts that were merged into the merged one before.
  follower_ids integer[] NOT NULL,
  -- Values of the kept account that it changed: {"from": ..., "to": ...}; null once somebody is forgotten.
  changed jsonb,
  merged_by integer NOT NULL REFERENCES users,
  merged_at timestamptz NOT NULL DEFAULT now(),
  undone_by integer REFERENCES users,
  undone_at timestamptz,
  CONSTRAINT customer_merges_two_accounts CHECK (kept_id <> merged_id),
  CONSTRAINT customer_merges_undone_by_somebody CHECK (
    (undone_at IS NULL) = (undone_by IS NULL) AND (undone_at IS NULL) = (undone_points IS NULL))
);
CREATE INDEX customer_merges_of_kept ON customer_merges (kept_id, id);
CREATE UNIQUE INDEX customer_merges_one_at_a_time ON customer_merges (merged_id) WHERE undone_at IS NULL;

-- Values of a person that a row of the audit trail tells of. The row itself holds only a salted hash of them, so that they
-- can be erased here without breaking the chain.
CREATE TABLE audit_personal (
  audit_id bigint PRIMARY KEY REFERENCES audit_trail,
  customer_id integer NOT NULL,
  salt bytea NOT NULL,
  details jsonb NOT NULL,
  CONSTRAINT audit_personal_salt_whole CHECK (length(salt) = 16)
);
CREATE INDEX audit_personal_of_customer ON audit_personal (customer_id);
