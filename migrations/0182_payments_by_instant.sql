-- outside a transaction
-- The payments of a period, which the sales summary counts on the day they were taken.
CREATE INDEX CONCURRENTLY order_payments_by_instant ON order_payments ((coalesce(sold_at, created_at)));
