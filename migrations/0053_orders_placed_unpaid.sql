-- An order may be placed without being paid, and paid later. Its row may be sealed by then, and so is the range of tenders that
-- it stands in; the payment is a row of a ledger of its own.
ALTER TABLE orders ADD COLUMN placed_unpaid boolean NOT NULL DEFAULT false;

CREATE TABLE order_payments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id bigint NOT NULL REFERENCES orders,
  method text NOT NULL,
  amount_cents bigint NOT NULL,
  -- What the order earned with it.
  points integer NOT NULL,
  actor_id integer REFERENCES users,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT order_payments_once UNIQUE (order_id),
  CONSTRAINT order_payments_method_known CHECK (method IN ('cash', 'card')),
  CONSTRAINT order_payments_in_bounds CHECK (amount_cents BETWEEN 0 AND 100000000000 AND points >= 0)
);
