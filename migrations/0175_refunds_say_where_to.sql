-- A refund goes back to what was paid with, or to the one tender that somebody chose instead (null: as it was paid).
-- The location is that of the drawer which gave it; null for that of their order.
ALTER TABLE order_refunds
  ADD COLUMN refund_to text,
  ADD COLUMN location_id integer,
  ADD CONSTRAINT order_refunds_to_known CHECK (refund_to IN ('cash', 'card')),
  ADD CONSTRAINT order_refunds_at_location FOREIGN KEY (location_id) REFERENCES locations;
