-- outside a transaction
-- The refunds of a period, which the sales summary counts on the day they were made.
CREATE INDEX CONCURRENTLY order_refunds_by_instant ON order_refunds ((coalesce(sold_at, created_at)));
