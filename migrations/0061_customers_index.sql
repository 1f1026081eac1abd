-- outside a transaction
-- The figures of a customer are read from orders_of_customer alone, however many orders they have. It takes the place of
-- orders_newest_of_customer, so a sale writes no more than before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS orders_of_customer ON orders (customer_id, local_day DESC, created_at DESC, id DESC)
  INCLUDE (status, total_cents, location_id) WHERE voided_at IS NULL AND customer_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS orders_newest_of_customer;
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_customers_present ON users (id)
  WHERE role = 'customer' AND status NOT IN ('merged', 'forgotten');
DROP INDEX CONCURRENTLY IF EXISTS users_customers;
CREATE INDEX CONCURRENTLY IF NOT EXISTS users_phone_digits ON users (right(regexp_replace(phone, ' x.*|[^0-9]', '', 'g'), 10))
  WHERE role = 'customer' AND phone <> '';
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_details_by_birth ON customer_details (date_of_birth) WHERE date_of_birth IS NOT NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS customer_details_by_licence ON customer_details (
  upper(regexp_replace(license_number, '[^0-9A-Za-z]', '', 'g'))) WHERE license_number IS NOT NULL;
