-- outside a transaction
-- Guests who left a name, e-mail or phone, folded as searches fold since 0206.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_guests_found ON orders USING gin (guest_search_text(billing) gin_trgm_ops)
  WHERE voided_at IS NULL AND customer_id IS NULL AND billing ->> 'first_name' <> 'POS';
DROP INDEX CONCURRENTLY IF EXISTS orders_guests_search;
