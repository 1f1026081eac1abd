-- Sums of sales per day, so that a month at a million orders is a few thousand rows and not a hundred thousand. They are
-- made afterwards: each change of an order marks its day at its place in the same transaction, and a job sums up marked days
-- anew. Readers take marked days from the orders themselves, so sums are never out of date.

CREATE TABLE sales_by_hour (
  location_id integer NOT NULL,
  local_day date NOT NULL,
  hour smallint NOT NULL,
  employee_id integer,
  status text NOT NULL,
  orders bigint NOT NULL,
  sales_cents bigint NOT NULL,
  tax_cents bigint NOT NULL,
  shipping_cents bigint NOT NULL,
  total_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL,
  cash_cents bigint NOT NULL,
  card_cents bigint NOT NULL,
  cash_back_cents bigint NOT NULL,
  card_back_cents bigint NOT NULL
);
CREATE INDEX sales_by_hour_of_day ON sales_by_hour (local_day, location_id);

CREATE TABLE sales_by_item (
  location_id integer NOT NULL,
  local_day date NOT NULL,
  product_id integer NOT NULL,
  variation_id integer,
  category text,
  quantity numeric(15, 3) NOT NULL,
  sales_cents bigint NOT NULL,
  refunded_cents bigint NOT NULL
);
CREATE INDEX sales_by_item_of_day ON sales_by_item (local_day, location_id);

-- Days whose sums are out of date. Rows are only added, as in order_tallies.
CREATE TABLE sales_days_changed (
  local_day date NOT NULL,
  location_id integer NOT NULL
);
CREATE INDEX sales_days_changed_by_day ON sales_days_changed (local_day, location_id);

