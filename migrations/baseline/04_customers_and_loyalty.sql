-- What the shop knows of a customer beyond the directory entry.
CREATE TABLE customer_details (
  user_id integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  billing jsonb NOT NULL DEFAULT '{}',
  shipping jsonb NOT NULL DEFAULT '{}',
  date_of_birth date,
  license_number text,
  meta jsonb NOT NULL DEFAULT '{}'
);

-- earn_points are given for every earn_cents spent; redeem_points are worth redeem_cents.
CREATE TABLE loyalty_settings (
  only_row boolean PRIMARY KEY DEFAULT true,
  earn_points integer NOT NULL DEFAULT 1,
  earn_cents bigint NOT NULL DEFAULT 100,
  redeem_points integer NOT NULL DEFAULT 100,
  redeem_cents bigint NOT NULL DEFAULT 500,
  -- For one and for many.
  points_label text NOT NULL DEFAULT 'Point:Points',
  CONSTRAINT loyalty_settings_only_row_check CHECK (only_row),
  CONSTRAINT loyalty_settings_earn_points_check CHECK (earn_points BETWEEN 0 AND 10000),
  CONSTRAINT loyalty_settings_earn_cents_check CHECK (earn_cents BETWEEN 1 AND 1000000),
  CONSTRAINT loyalty_settings_redeem_points_check CHECK (redeem_points BETWEEN 1 AND 1000000),
  CONSTRAINT loyalty_settings_redeem_cents_check CHECK (redeem_cents BETWEEN 1 AND 1000000)
);
INSERT INTO loyalty_settings DEFAULT VALUES;

-- The running sum of a customer's points events, as stock_levels is of stock_movements.
CREATE TABLE points_balances (
  customer_id integer PRIMARY KEY REFERENCES users,
  balance bigint NOT NULL DEFAULT 0,
  CONSTRAINT points_balances_in_bounds CHECK (balance BETWEEN -1000000000 AND 1000000000)
);
