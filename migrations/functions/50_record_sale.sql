-- A register sale in one call: the key, the stock check, the order and all its ledgers, or none of it. The server has worked
-- out prices, tax and tender before (src/domain). Only the database can decide whether the key was used, and what is in stock
-- at the moment its row is locked.
--
-- p_sale is the order as it will be answered again, and what is written is read from it. p_terms names the state of catalogue,
-- taxes and points that it was priced by: a server that has it in memory need not ask before each sale, because a sale by
-- terms that have changed meanwhile is not recorded.
--
-- An order that is placed_unpaid is recorded as pending. Nothing is taken for it, from stock or from the customer, and it earns
-- nothing; its lines keep what they will take.
--
-- The order may name its till (till_id, till_session_id) and when that sold (sold_at); the day is the one of sold_at then. The
-- changes of a line are its price steps in order, by staff unless they name another source.
--
-- Answers {"outcome": ...}:
--   sold          result: {order_id, number, created_at, lines: [{id, position, deducted, shortfall, before, after, movement_id}]},
--                 before, after and movement_id being null where no stock moved
--   replayed      template and result of the first answer
--   key_reused    the key belongs to another request
--   in_progress   the first request with this key has not finished
--   terms_changed prices, taxes or points are not those of p_terms any more
--   short         lines: [{position, product_id, variation_id, name, requested, available}]
--
-- Its settings keep it from plans that read whole tables. A sale knows its few items and looks each of them up; the planner
-- takes a JSON list for a hundred rows and would rather read every level of the location. And a connection keeps the plan it
-- made: made while few keys were remembered, it would read all of them until the table is next analysed.
CREATE OR REPLACE FUNCTION record_priced_sale(p_key text, p_route text, p_hash bytea, p_terms text, p_sale jsonb)
RETURNS jsonb LANGUAGE plpgsql
  -- As in 0025 and 0026: replacing a function forgets its settings.
  SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
AS $$
DECLARE
  v_location integer := (p_sale ->> 'location_id')::integer;
  v_employee integer := (p_sale ->> 'employee_id')::integer;
  v_customer integer := (p_sale ->> 'customer_id')::integer;
  v_unpaid boolean := coalesce((p_sale ->> 'placed_unpaid')::boolean, false);
  v_status text := CASE WHEN v_unpaid THEN 'pending' ELSE 'completed' END;
  v_points bigint := CASE WHEN v_unpaid THEN 0 ELSE coalesce((p_sale ->> 'points_awarded')::bigint, 0) END;
  v_oversell boolean := NOT v_unpaid AND coalesce((p_sale ->> 'allow_oversell')::boolean, false);
  v_used idempotency_keys;
  v_deductions jsonb;
  v_short jsonb;
  v_order_id bigint;
  v_number text;
  v_created timestamptz;
  v_paid timestamptz;
  v_sold timestamptz := (p_sale ->> 'sold_at')::timestamptz;
  v_till uuid := (p_sale ->> 'till_id')::uuid;
  v_day date;
  v_kept integer;
  v_lines jsonb;
  v_result jsonb;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended(p_key, 20)) THEN
    RETURN jsonb_build_object('outcome', 'in_progress');
  END IF;
  SELECT * INTO v_used FROM idempotency_keys WHERE key = p_key;
  IF FOUND THEN
    IF v_used.user_id = v_employee AND v_used.route = p_route AND v_used.request_hash = p_hash THEN
      RETURN v_used.response || '{"outcome": "replayed"}';
    END IF;
    RETURN jsonb_build_object('outcome', 'key_reused');
  END IF;

  -- A location that never carried an item gets its row before the lock, so that a shortfall can be counted on it.
  IF v_oversell THEN
    INSERT INTO stock_levels (location_id, product_id, variation_id)
      SELECT v_location, l.product_id, l.variation_id
        FROM jsonb_to_recordset(p_sale -> 'lines') AS l(product_id integer, variation_id integer)
       WHERE NOT EXISTS (SELECT 1 FROM stock_levels s WHERE s.location_id = v_location AND s.product_id = l.product_id
                           AND s.variation_id IS NOT DISTINCT FROM l.variation_id)
       GROUP BY l.product_id, l.variation_id
       ORDER BY l.product_id, l.variation_id NULLS FIRST
    ON CONFLICT DO NOTHING;
  END IF;

  -- One order of locks everywhere: location, product, variation.
  PERFORM 1 FROM stock_levels s
    JOIN (SELECT DISTINCT l.product_id, l.variation_id
            FROM jsonb_to_recordset(p_sale -> 'lines') AS l(product_id integer, variation_id integer)) l
      ON s.product_id = l.product_id AND s.variation_id IS NOT DISTINCT FROM l.variation_id
   WHERE s.location_id = v_location
   ORDER BY s.product_id, s.variation_id NULLS FIRST
     FOR UPDATE OF s;

  -- After the locks: a price that changed while this sale waited for its stock has changed for it, too. So has one that
  -- was to hold from an instant on which has come.
  IF NOT EXISTS (SELECT 1 FROM catalogue_version WHERE version || '.' || xmin = p_terms AND next_change_at > clock_timestamp()) THEN
    PERFORM begin_due_terms();
    RETURN jsonb_build_object('outcome', 'terms_changed');
  END IF;

  -- A customer who was merged into another account meanwhile buys as that one. The lock waits for a merge that is being made.
  LOOP
    SELECT merged_into INTO v_kept FROM users WHERE id = v_customer FOR KEY SHARE;
    EXIT WHEN v_kept IS NULL;
    v_customer := v_kept;
  END LOOP;

  -- After the locks: of two sales from one jar the later one has the later instant.
  v_created := clock_timestamp();
  v_paid := CASE WHEN NOT v_unpaid THEN v_created END;

  -- Lines on one jar take from it in turn.
  SELECT jsonb_agg(to_jsonb(d) ORDER BY d.position),
         jsonb_agg(jsonb_build_object('position', d.position, 'product_id', d.product_id, 'variation_id', d.variation_id,
           'name', d.name, 'requested', d.stock_quantity, 'available', d.before) ORDER BY d.position) FILTER (WHERE d.deducted < d.stock_quantity)
    INTO v_deductions, v_short
    FROM (
      SELECT w.*, CASE WHEN v_unpaid THEN w.stock_quantity ELSE least(w.stock_quantity, w.before) END AS deducted
        FROM (
          SELECT l.position, l.product_id, l.variation_id, l.name, l.stock_quantity,
                 greatest(coalesce(s.quantity, 0) - (sum(l.stock_quantity) OVER jar - l.stock_quantity), 0) AS before
            FROM jsonb_to_recordset(p_sale -> 'lines')
                   AS l(position smallint, product_id integer, variation_id integer, name text, stock_quantity numeric)
            LEFT JOIN stock_levels s ON s.location_id = v_location AND s.product_id = l.product_id
                   AND s.variation_id IS NOT DISTINCT FROM l.variation_id
          WINDOW jar AS (PARTITION BY l.product_id, l.variation_id ORDER BY l.position)
        ) w
    ) d;

  IF v_short IS NOT NULL AND NOT v_oversell THEN
    RETURN jsonb_build_object('outcome', 'short', 'lines', v_short);
  END IF;

  -- A till's clock may be ahead of ours; nothing is sold after it was recorded.
  IF v_sold > v_created THEN
    v_sold := v_created;
  END IF;
  SELECT (coalesce(v_sold, v_created) AT TIME ZONE time_zone)::date INTO STRICT v_day FROM locations WHERE id = v_location;
  v_till := seen_till(v_till, v_location);
  v_order_id := nextval('orders_id_seq');
  v_number := 'POS-' || v_order_id;

  WITH placed AS (
    INSERT INTO orders (id, number, location_id, employee_id, customer_id, status, currency, subtotal_cents, taxable_cents,
        tax_cents, shipping_cents, total_cents, change_cents, rounding_cents, item_count, payment_method, payment_method_title,
        transaction_id, created_via, source, customer_note, billing, shipping, meta, points_awarded, has_shortfall,
        stock_deducted, paid_at, completed_at, created_at, local_day, updated_at, till_id, till_session_id, sold_at, placed_unpaid)
      SELECT v_order_id, v_number, v_location, v_employee, v_customer, v_status, o.currency, o.subtotal_cents, o.taxable_cents,
        o.tax_cents, o.shipping_cents, o.total_cents, o.change_cents, o.rounding_cents, o.item_count, o.payment_method,
        o.payment_method_title, o.transaction_id, o.created_via, o.source, o.customer_note, o.billing, o.shipping, o.meta,
        v_points, v_short IS NOT NULL, NOT v_unpaid, v_paid, v_paid, v_created, v_day, v_created, v_till, o.till_session_id, v_sold, v_unpaid
      FROM jsonb_to_record(p_sale) AS o(currency text, subtotal_cents bigint, taxable_cents bigint, tax_cents bigint,
        shipping_cents bigint, total_cents bigint, change_cents bigint, rounding_cents integer, item_count numeric,
        payment_method text, payment_method_title text, transaction_id text, created_via text, source text,
        customer_note text, billing jsonb, shipping jsonb, meta jsonb, till_session_id uuid)
  ), line AS (
    SELECT l.*, d.before, d.deducted, nextval('order_lines_id_seq') AS id
      FROM jsonb_to_recordset(p_sale -> 'lines') AS l(position smallint, product_id integer, variation_id integer, name text,
             sku text, category text, quantity numeric, unit_price_cents bigint, original_cents bigint, total_cents bigint,
             taxable boolean, tier jsonb, stock_quantity numeric, changes jsonb)
      JOIN jsonb_to_recordset(v_deductions) AS d(position smallint, before numeric, deducted numeric) USING (position)
  ), sold AS (
    INSERT INTO order_lines (id, order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
        original_cents, total_cents, taxable, tier, stock_quantity, deducted, shortfall)
      SELECT id, v_order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
        original_cents, total_cents, taxable, tier, stock_quantity, deducted, stock_quantity - deducted
      FROM line
  ), changed AS (
    INSERT INTO order_line_price_changes (order_line_id, position, kind, source, source_id, order_change, amount_cents,
        original_price_cents, value, reason, staff_id)
      SELECT line.id, c.place - 1, c.kind, coalesce(c.source, 'staff'), c.source_id, c.order_change, c.amount_cents,
        c.original_price_cents, c.value, coalesce(c.reason, ''), CASE WHEN coalesce(c.source, 'staff') = 'staff' THEN v_employee END
      FROM line, ROWS FROM (jsonb_to_recordset(line.changes) AS (kind text, source text, source_id text, order_change smallint,
        amount_cents bigint, original_price_cents bigint, value bigint, reason text))
        WITH ORDINALITY AS c(kind, source, source_id, order_change, amount_cents, original_price_cents, value, reason, place)
      WHERE line.changes <> '[]'
  ), moved AS (
    INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason,
        actor_id, order_id, order_line_id, created_at)
      SELECT v_location, product_id, variation_id, -deducted, before, before - deducted, 'order_deduction',
        'Order #' || v_number, v_employee, v_order_id, id, v_created
      FROM line WHERE NOT v_unpaid ORDER BY position
    RETURNING id AS movement_id, order_line_id
  ), drawn AS (
    UPDATE stock_levels s
       SET quantity = s.quantity - t.deducted, version = s.version + 1,
           needs_count_since = CASE WHEN t.shortfall > 0 THEN coalesce(s.needs_count_since, v_created) ELSE s.needs_count_since END
      FROM (SELECT product_id, variation_id, sum(deducted) AS deducted, sum(stock_quantity - deducted) AS shortfall
              FROM line GROUP BY product_id, variation_id) t
     WHERE NOT v_unpaid AND s.location_id = v_location AND s.product_id = t.product_id
       AND s.variation_id IS NOT DISTINCT FROM t.variation_id
  ), taxed AS (
    INSERT INTO order_taxes (order_id, position, rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents)
      SELECT v_order_id, t.place - 1, t.rate_id, t.rate_code, t.label, t.rate_ppm, t.taxable_cents, t.tax_cents
      FROM ROWS FROM (jsonb_to_recordset(p_sale -> 'taxes') AS (rate_id integer, rate_code text, label text,
        rate_ppm integer, taxable_cents bigint, tax_cents bigint))
        WITH ORDINALITY AS t(rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents, place)
  ), tendered AS (
    INSERT INTO order_tenders (order_id, position, method, amount_cents)
      SELECT v_order_id, t.place - 1, t.method, t.amount_cents
      FROM ROWS FROM (jsonb_to_recordset(p_sale -> 'tenders') AS (method text, amount_cents bigint))
        WITH ORDINALITY AS t(method, amount_cents, place)
     WHERE NOT v_unpaid
  ), counted AS (
    INSERT INTO order_tallies (location_id, local_day, status, orders) VALUES (v_location, v_day, v_status, 1)
  )
  SELECT jsonb_agg(jsonb_build_object('id', id, 'position', position, 'deducted', deducted,
           'shortfall', stock_quantity - deducted, 'before', CASE WHEN NOT v_unpaid THEN before END,
           'after', CASE WHEN NOT v_unpaid THEN before - deducted END, 'movement_id', movement_id) ORDER BY position)
    INTO v_lines FROM line LEFT JOIN moved ON moved.order_line_id = line.id;

  INSERT INTO order_events (order_id, kind, actor_id, details, created_at)
    SELECT v_order_id, e.kind, v_employee, e.details, v_created
    FROM (VALUES
      (1, 'created', jsonb_build_object('status', CASE WHEN v_unpaid THEN v_status ELSE 'processing' END)),
      (2, 'paid', jsonb_build_object('payment_method', p_sale ->> 'payment_method')),
      (3, 'completed', jsonb_build_object('from', 'processing', 'to', 'completed')),
      (4, 'points_awarded', jsonb_build_object('points', v_points)),
      (5, 'stock_deducted', jsonb_build_object('lines', jsonb_array_length(v_lines), 'shortfall', v_short IS NOT NULL))
    ) AS e(step, kind, details)
    WHERE CASE WHEN v_unpaid THEN e.kind = 'created' ELSE e.kind <> 'points_awarded' OR v_points > 0 END
    ORDER BY e.step;

  IF v_customer IS NOT NULL AND v_points > 0 THEN
    INSERT INTO points_events (customer_id, type, points, description, order_id, actor_id, created_at)
      VALUES (v_customer, 'order-placed', v_points, 'Order ' || v_number, v_order_id, v_employee, v_created);
    INSERT INTO points_balances AS b (customer_id, balance) VALUES (v_customer, v_points)
      ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + v_points;
  END IF;

  -- What an order placed unpaid earns is told with its payment.
  INSERT INTO audit_trail (at, action, entity, entity_id, actor_id, location_id, details)
    VALUES (v_created, CASE WHEN v_unpaid THEN 'order_placed' ELSE 'sale' END, 'order', v_order_id::text, v_employee, v_location,
      jsonb_build_object('total_cents', p_sale -> 'total_cents', 'payment_method', p_sale -> 'payment_method', 'lines', jsonb_array_length(v_lines),
        'subtotal_cents', p_sale -> 'subtotal_cents', 'tax_cents', p_sale -> 'tax_cents', 'change_cents', p_sale -> 'change_cents',
        'rounding_cents', p_sale -> 'rounding_cents', 'customer_id', v_customer)
      || CASE WHEN v_unpaid THEN '{}' ELSE jsonb_build_object('tenders', p_sale -> 'tenders', 'points', v_points) END);

  v_result := jsonb_build_object('order_id', v_order_id, 'number', v_number, 'created_at', v_created, 'lines', v_lines);
  INSERT INTO idempotency_keys (key, user_id, route, request_hash, status_code, response)
    VALUES (p_key, v_employee, p_route, p_hash, 200, jsonb_build_object('template', p_sale, 'result', v_result));
  RETURN jsonb_build_object('outcome', 'sold', 'result', v_result);
END $$;
