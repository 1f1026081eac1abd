-- The tables are locked in the order in which sales lock them.
LOCK TABLE orders, order_refunds IN ACCESS EXCLUSIVE MODE;

-- A till is a browser that sells. It makes its own id, so that it has one before it first reaches the server.
CREATE TABLE tills (
  id uuid PRIMARY KEY,
  location_id integer NOT NULL REFERENCES locations,
  -- A manager names it; null until then.
  name text,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  -- A retired till stays for the orders that it sold.
  retired_at timestamptz,
  retired_by integer REFERENCES users,
  version integer NOT NULL DEFAULT 1,
  CONSTRAINT tills_name_given CHECK (btrim(name) <> '' AND length(name) <= 100),
  CONSTRAINT tills_seen_in_order CHECK (last_seen_at >= first_seen_at),
  CONSTRAINT tills_retired_by_somebody CHECK ((retired_at IS NULL) = (retired_by IS NULL))
);
CREATE UNIQUE INDEX tills_name_once ON tills (location_id, lower(name)) WHERE retired_at IS NULL AND name IS NOT NULL;

-- sold_at is when the till sold, where it says so; created_at is when the server recorded it. local_day is the day of the
-- former where there is one. There are no till sessions yet: their ids, too, are made by tills.
ALTER TABLE orders
  ADD COLUMN till_id uuid,
  ADD COLUMN till_session_id uuid,
  ADD COLUMN sold_at timestamptz,
  ADD CONSTRAINT orders_of_till FOREIGN KEY (till_id) REFERENCES tills,
  ADD CONSTRAINT orders_sold_before_recorded CHECK (sold_at <= created_at),
  ADD CONSTRAINT orders_session_of_till CHECK (till_session_id IS NULL OR till_id IS NOT NULL);
ALTER TABLE order_refunds
  ADD COLUMN till_id uuid,
  ADD COLUMN till_session_id uuid,
  ADD COLUMN sold_at timestamptz,
  ADD CONSTRAINT order_refunds_of_till FOREIGN KEY (till_id) REFERENCES tills,
  ADD CONSTRAINT order_refunds_sold_before_recorded CHECK (sold_at <= created_at),
  ADD CONSTRAINT order_refunds_session_of_till CHECK (till_session_id IS NULL OR till_id IS NOT NULL);
