-- outside a transaction
-- Orders that were changed since an instant: a program that asks for them every few minutes reads those alone, not all orders.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_by_change ON orders (updated_at) WHERE voided_at IS NULL;
