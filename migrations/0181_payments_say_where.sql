-- A payment made after its order was placed counts where and when it was taken, like a refund. The location is that of the
-- drawer which took it (null: that of the order), the instant that of the till (null: created_at).
ALTER TABLE order_payments
  ADD COLUMN location_id integer,
  ADD COLUMN sold_at timestamptz,
  ADD CONSTRAINT order_payments_at_location FOREIGN KEY (location_id) REFERENCES locations;
