-- Lists of orders by more than place and day. Each narrows to its own rows and keeps the list's order.
CREATE INDEX orders_newest_of_employee ON orders (employee_id, local_day DESC, created_at DESC, id DESC)
  WHERE voided_at IS NULL AND employee_id IS NOT NULL;
-- Nearly every order is completed: the others are few, and must not be looked for among them.
CREATE INDEX orders_newest_unusual ON orders (status, local_day DESC, created_at DESC, id DESC)
  WHERE voided_at IS NULL AND status <> 'completed';
CREATE INDEX orders_newest_unpaid ON orders (local_day DESC, created_at DESC, id DESC)
  WHERE voided_at IS NULL AND (status = 'pending' OR (paid_at IS NULL AND status NOT IN ('cancelled', 'refunded')));
CREATE INDEX orders_newest_with_trouble ON orders (local_day DESC, created_at DESC, id DESC)
  WHERE voided_at IS NULL AND (has_shortfall OR price_overridden OR status = 'failed');

-- Who bought without an account but left a name, e-mail or phone. Walk-in sales are in nobody's name.
CREATE FUNCTION billing_search_text(billing jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(coalesce(billing ->> 'first_name', '') || ' ' || coalesce(billing ->> 'last_name', '') || ' ' ||
               coalesce(billing ->> 'email', '') || ' ' || coalesce(billing ->> 'phone', '') || ' ' ||
               regexp_replace(coalesce(billing ->> 'phone', ''), '[^0-9]', '', 'g'))
$$;
CREATE INDEX orders_guests_search ON orders USING gin (billing_search_text(billing) gin_trgm_ops)
  WHERE voided_at IS NULL AND customer_id IS NULL AND billing ->> 'first_name' <> 'POS';
