-- A register sale in one call: the key, the stock check, the order and all its ledgers, or none of it. The server has worked
-- out prices, tax and tender before (src/domain). Only the database can decide whether the key was used, and what is in stock
-- at the moment its row is locked. Rules: register/one-command, register/once, stock/no-oversell, stock/lock-order,
-- register/order-numbers, register/deducted-inventory.
--
-- p_sale is the order as it will be answered again, and what is written is read from it. p_terms names the state of catalogue,
-- taxes and points that it was priced by: a server that has it in memory need not ask before each sale, because a sale by
-- terms that have changed meanwhile is not recorded. Terms that are due and that nobody could begin yet are named by that state and,
-- after an @, by the instant until which they hold (decision 0160).
--
-- An order that is placed_unpaid is recorded as pending. Nothing is taken for it, from stock or from the customer, and it earns
-- nothing; its lines keep what they will take.
--
-- It is written for its time, because a till waits for it and other tills wait for its items. The lines are unpacked once, as they
-- are locked; one statement writes nearly everything; and the timeline gets one entry, which readers show as its steps
-- (decision 0044).
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
--   points_short  balance: the customer has fewer points than the sale uses
--   short         lines: [{position, product_id, variation_id, name, requested, available}]
--   possible      a trial (p_sale has trial): nothing would refuse it, and nothing was written
--
-- Its settings keep it from plans that read whole tables, and from planning anew. A sale knows its few items and looks each of
-- them up; the planner takes a JSON list for a hundred rows and would rather read every level of the location. And a connection
-- keeps the plan it made: made while few keys were remembered, it would read all of them until the table is next analysed.
CREATE OR REPLACE FUNCTION record_priced_sale(p_key text, p_route text, p_hash bytea, p_terms text, p_sale jsonb)
RETURNS jsonb LANGUAGE plpgsql
  -- Replacing a function forgets its settings.
  SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off SET enable_seqscan = off
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
  v_lines sale_line[];
  v_short boolean;
  v_changed boolean;
  v_repeated boolean := false;
  v_order_id bigint;
  v_number text;
  v_created timestamptz;
  v_paid timestamptz;
  v_sold timestamptz := (p_sale ->> 'sold_at')::timestamptz;
  v_till uuid := (p_sale ->> 'till_id')::uuid;
  v_day date;
  v_redeemed bigint := coalesce((p_sale ->> 'points_redeemed')::bigint, 0);
  v_balance bigint;
  v_kept integer;
  v_forgotten boolean;
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

  -- A customer who was merged into another account meanwhile buys as that one; somebody who was forgotten or removed meanwhile
  -- is nobody to sell to. The lock waits for a merge that is being made, before any jar is locked: no other sale waits for it.
  WHILE v_customer IS NOT NULL LOOP
    SELECT merged_into, status = 'forgotten' INTO v_kept, v_forgotten FROM users WHERE id = v_customer FOR KEY SHARE;
    IF NOT FOUND OR v_forgotten THEN
      RETURN jsonb_build_object('outcome', 'terms_changed');
    END IF;
    EXIT WHEN v_kept IS NULL;
    v_customer := v_kept;
  END LOOP;

  -- A location that never carried an item gets its row before the lock, so that a shortfall can be counted on it.
  IF v_oversell AND NOT p_sale ? 'trial' THEN
    INSERT INTO stock_levels (location_id, product_id, variation_id)
      SELECT v_location, l.product_id, l.variation_id
        FROM jsonb_to_recordset(p_sale -> 'lines') AS l(product_id integer, variation_id integer)
       WHERE NOT EXISTS (SELECT 1 FROM stock_levels s WHERE s.location_id = v_location AND s.product_id = l.product_id
                           AND s.variation_id IS NOT DISTINCT FROM l.variation_id)
       GROUP BY l.product_id, l.variation_id
       ORDER BY l.product_id, l.variation_id NULLS FIRST
    ON CONFLICT DO NOTHING;
  END IF;

  -- One order of locks everywhere: location, product, variation. The lines stay in this order until they are written. Their
  -- products keep their keys, so a sale waits for nobody who edits one of their fields.
  SELECT array_agg(ROW(l.position, l.product_id, l.variation_id, l.name, l.sku, l.category, l.quantity, l.unit_price_cents,
           l.original_cents, l.total_cents, l.taxable, l.tier, l.stock_quantity, l.changes, coalesce(s.quantity, 0),
           l.unit)::sale_line),
         bool_or(coalesce(s.quantity, 0) < l.stock_quantity), bool_or(l.changes <> '[]')
    INTO v_lines, v_short, v_changed
    FROM (SELECT * FROM jsonb_to_recordset(p_sale -> 'lines') AS l(position smallint, product_id integer, variation_id integer,
            name text, sku text, category text, quantity numeric, unit_price_cents bigint, original_cents bigint,
            total_cents bigint, taxable boolean, tier jsonb, stock_quantity numeric, changes jsonb,
            unit text)
           ORDER BY product_id, variation_id NULLS FIRST, position) l
    LEFT JOIN LATERAL (SELECT s.quantity FROM stock_levels s WHERE s.location_id = v_location AND s.product_id = l.product_id
           AND s.variation_id IS NOT DISTINCT FROM l.variation_id FOR NO KEY UPDATE) s ON true;

  -- After the locks: of two sales from one jar the later one has the later instant. A till's clock may be ahead of ours; nothing
  -- is sold after it was recorded.
  v_created := clock_timestamp();
  v_sold := CASE WHEN v_sold > v_created THEN v_created ELSE v_sold END;

  -- A price that changed while this sale waited for its stock has changed for it, too. So has one that was to hold from an
  -- instant on which has come: the server reads it before its next try.
  SELECT (coalesce(v_sold, v_created) AT TIME ZONE l.time_zone)::date INTO v_day
    FROM locations l, catalogue_version c
   WHERE l.id = v_location AND c.version || '.' || c.xmin = split_part(p_terms, '@', 1)
     AND coalesce(nullif(split_part(p_terms, '@', 2), '')::timestamptz, c.next_change_at) > clock_timestamp();
  IF NOT FOUND THEN
    RETURN jsonb_build_object('outcome', 'terms_changed');
  END IF;

  -- Points are locked after stock, as everywhere. Of two tills that use the same points the second one finds what is left.
  IF v_redeemed > 0 THEN
    SELECT balance INTO v_balance FROM points_balances WHERE customer_id = v_customer FOR NO KEY UPDATE;
    IF coalesce(v_balance, 0) < v_redeemed THEN
      RETURN jsonb_build_object('outcome', 'points_short', 'balance', coalesce(v_balance, 0));
    END IF;
  END IF;

  -- Lines on one jar take from it in turn.
  FOR i IN 2 .. array_length(v_lines, 1) LOOP
    IF v_lines[i].product_id = v_lines[i - 1].product_id AND v_lines[i].variation_id IS NOT DISTINCT FROM v_lines[i - 1].variation_id THEN
      v_lines[i].before := greatest(v_lines[i - 1].before - v_lines[i - 1].stock_quantity, 0);
      v_repeated := true;
    END IF;
  END LOOP;
  IF v_repeated THEN
    v_short := EXISTS (SELECT FROM unnest(v_lines) WHERE before < stock_quantity);
  END IF;
  v_short := v_short AND NOT v_unpaid;
  IF v_short AND NOT v_oversell THEN
    RETURN (SELECT jsonb_build_object('outcome', 'short', 'lines', jsonb_agg(jsonb_build_object('position', position,
              'product_id', product_id, 'variation_id', variation_id, 'name', name, 'requested', stock_quantity, 'available', before)
              ORDER BY position))
              FROM unnest(v_lines) WHERE before < stock_quantity);
  END IF;

  IF p_sale ? 'trial' THEN
    RETURN jsonb_build_object('outcome', 'possible');
  END IF;

  -- Before the till's row, which another sale of that till may hold while it waits for these points.
  IF v_customer IS NOT NULL AND (v_points > 0 OR v_redeemed > 0) THEN
    INSERT INTO points_balances AS b (customer_id, balance) VALUES (v_customer, v_points - v_redeemed)
      ON CONFLICT (customer_id) DO UPDATE SET balance = b.balance + v_points - v_redeemed
    RETURNING balance INTO v_balance;
  ELSIF v_customer IS NOT NULL THEN
    SELECT balance INTO v_balance FROM points_balances WHERE customer_id = v_customer;
  END IF;

  IF v_till IS NOT NULL THEN
    v_till := seen_till(v_till, v_location);
  END IF;
  v_paid := CASE WHEN NOT v_unpaid THEN v_created END;
  v_order_id := nextval('orders_id_seq');
  v_number := 'POS-' || v_order_id;

  WITH line AS MATERIALIZED (
    SELECT nextval('order_lines_id_seq') AS id, CASE WHEN NOT v_unpaid THEN nextval('stock_movements_id_seq') END AS movement_id,
           CASE WHEN v_unpaid THEN stock_quantity ELSE least(stock_quantity, before) END AS deducted, l.*
      FROM (SELECT * FROM unnest(v_lines) ORDER BY position) l
  ), placed AS (
    INSERT INTO orders (id, number, location_id, employee_id, customer_id, status, currency, subtotal_cents, taxable_cents,
        tax_cents, shipping_cents, total_cents, change_cents, rounding_cents, item_count, payment_method, payment_method_title,
        transaction_id, created_via, source, customer_note, billing, shipping, meta, points_awarded, has_shortfall,
        stock_deducted, paid_at, completed_at, created_at, local_day, updated_at, till_id, till_session_id, sold_at, placed_unpaid,
        points_redeemed, redeemed_cents)
      SELECT v_order_id, v_number, v_location, v_employee, v_customer, v_status, o.currency, o.subtotal_cents, o.taxable_cents,
        o.tax_cents, o.shipping_cents, o.total_cents, o.change_cents, o.rounding_cents, o.item_count, o.payment_method,
        o.payment_method_title, o.transaction_id, o.created_via, o.source, o.customer_note, o.billing, coalesce(o.shipping, '{}'),
        o.meta, v_points, v_short, NOT v_unpaid, v_paid, v_paid, v_created, v_day, v_created, v_till, o.till_session_id, v_sold,
        v_unpaid, v_redeemed, coalesce(o.redeemed_cents, 0)
      FROM jsonb_to_record(p_sale) AS o(currency text, subtotal_cents bigint, taxable_cents bigint, tax_cents bigint,
        shipping_cents bigint, total_cents bigint, change_cents bigint, rounding_cents integer, item_count numeric,
        payment_method text, payment_method_title text, transaction_id text, created_via text, source text,
        customer_note text, billing jsonb, shipping jsonb, meta jsonb, till_session_id uuid, redeemed_cents bigint)
  ), sold AS (
    INSERT INTO order_lines (id, order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
        original_cents, total_cents, taxable, tier, stock_quantity, deducted, shortfall, unit)
      SELECT id, v_order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
        original_cents, total_cents, taxable, tier, stock_quantity, deducted, stock_quantity - deducted, unit
      FROM line
  ), moved AS (
    INSERT INTO stock_movements (id, location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason,
        actor_id, order_id, order_line_id, created_at)
      OVERRIDING SYSTEM VALUE
      SELECT movement_id, v_location, product_id, variation_id, -deducted, before, before - deducted, 'order_deduction',
        'Order #' || v_number, v_employee, v_order_id, id, v_created
      FROM line WHERE NOT v_unpaid
  ), drawn AS (
    UPDATE stock_levels s
       SET quantity = s.quantity - t.deducted, version = s.version + 1,
           needs_count_since = CASE WHEN t.shortfall > 0 THEN coalesce(s.needs_count_since, v_created) ELSE s.needs_count_since END
      FROM (SELECT product_id, variation_id, sum(deducted) AS deducted, sum(stock_quantity - deducted) AS shortfall
              FROM line GROUP BY product_id, variation_id) t
     WHERE NOT v_unpaid AND s.location_id = v_location AND s.product_id = t.product_id
       AND s.variation_id IS NOT DISTINCT FROM t.variation_id
  ), taxed AS (
    INSERT INTO order_taxes (order_id, position, rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents, compound, included,
        line_bases)
      SELECT v_order_id, t.place - 1, t.rate_id, t.rate_code, t.label, t.rate_ppm, t.taxable_cents, t.tax_cents,
        coalesce(t.compound, false), coalesce(t.included, false), t.line_bases
      FROM ROWS FROM (jsonb_to_recordset(p_sale -> 'taxes') AS (rate_id integer, rate_code text, label text,
        rate_ppm integer, taxable_cents bigint, tax_cents bigint, compound boolean, included boolean, line_bases bigint[]))
        WITH ORDINALITY AS t(rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents, compound, included, line_bases, place)
  ), tendered AS (
    INSERT INTO order_tenders (order_id, position, method, amount_cents)
      SELECT v_order_id, t.place - 1, t.method, t.amount_cents
      FROM ROWS FROM (jsonb_to_recordset(p_sale -> 'tenders') AS (method text, amount_cents bigint))
        WITH ORDINALITY AS t(method, amount_cents, place)
     WHERE NOT v_unpaid
  ), counted AS (
    INSERT INTO order_tallies (location_id, local_day, status, orders) VALUES (v_location, v_day, v_status, 1)
  ), told AS (
    INSERT INTO order_events (order_id, kind, actor_id, details, created_at)
      VALUES (v_order_id, CASE WHEN v_unpaid THEN 'created' ELSE 'sold' END, v_employee,
        CASE WHEN v_unpaid THEN jsonb_build_object('status', v_status)
             ELSE jsonb_build_object('payment_method', p_sale -> 'payment_method', 'points', v_points,
                    'lines', array_length(v_lines, 1), 'shortfall', v_short) END
        || CASE WHEN v_redeemed > 0 THEN jsonb_build_object('points_redeemed', v_redeemed, 'redeemed_cents', p_sale -> 'redeemed_cents')
             ELSE '{}' END, v_created)
  ), audited AS (
    -- The points that an order placed unpaid earns are told with its payment.
    INSERT INTO audit_trail (at, action, entity, entity_id, actor_id, location_id, details)
      VALUES (v_created, CASE WHEN v_unpaid THEN 'order_placed' ELSE 'sale' END, 'order', v_order_id::text, v_employee, v_location,
        jsonb_build_object('total_cents', p_sale -> 'total_cents', 'payment_method', p_sale -> 'payment_method',
          'lines', array_length(v_lines, 1), 'subtotal_cents', p_sale -> 'subtotal_cents', 'tax_cents', p_sale -> 'tax_cents',
          'change_cents', p_sale -> 'change_cents', 'rounding_cents', p_sale -> 'rounding_cents', 'customer_id', v_customer)
        || CASE WHEN v_unpaid THEN '{}' ELSE jsonb_build_object('tenders', p_sale -> 'tenders', 'points', v_points) END
        || CASE WHEN v_redeemed > 0 THEN jsonb_build_object('points_redeemed', v_redeemed) ELSE '{}' END
        || CASE WHEN p_sale ? 'approved_by' THEN jsonb_build_object('approved_by', p_sale -> 'approved_by') ELSE '{}' END)
  )
  SELECT jsonb_build_object('order_id', v_order_id, 'number', v_number, 'created_at', v_created, 'lines',
           jsonb_agg(jsonb_build_object('id', id, 'position', position, 'deducted', deducted, 'shortfall', stock_quantity - deducted,
             'before', CASE WHEN NOT v_unpaid THEN before END, 'after', CASE WHEN NOT v_unpaid THEN before - deducted END,
             'movement_id', movement_id)))
    INTO v_result FROM line;

  IF v_changed THEN
    INSERT INTO order_line_price_changes (order_line_id, position, kind, source, source_id, order_change, amount_cents,
        original_price_cents, value, reason, staff_id)
      SELECT line.id, c.place - 1, c.kind, coalesce(c.source, 'staff'), c.source_id, c.order_change, c.amount_cents,
        c.original_price_cents, c.value, coalesce(c.reason, ''), CASE WHEN coalesce(c.source, 'staff') = 'staff' THEN v_employee END
      FROM unnest(v_lines) l JOIN order_lines line ON line.order_id = v_order_id AND line.position = l.position,
        ROWS FROM (jsonb_to_recordset(l.changes) AS (kind text, source text, source_id text, order_change smallint,
        amount_cents bigint, original_price_cents bigint, value bigint, reason text))
        WITH ORDINALITY AS c(kind, source, source_id, order_change, amount_cents, original_price_cents, value, reason, place);
  END IF;

  IF v_customer IS NOT NULL AND (v_points > 0 OR v_redeemed > 0) THEN
    INSERT INTO points_events (customer_id, type, points, description, order_id, actor_id, created_at)
      SELECT v_customer, e.type, e.points, 'Order ' || v_number, v_order_id, v_employee, v_created
        FROM (VALUES ('order-placed', v_points), ('redeemed', -v_redeemed)) AS e(type, points) WHERE e.points <> 0;
  END IF;
  IF v_customer IS NOT NULL THEN
    v_result := v_result || jsonb_build_object('points_balance', coalesce(v_balance, 0));
  END IF;
  -- Lines that earn by more than their share of the goods are few: a sale without them writes nothing here.
  IF jsonb_typeof(p_sale -> 'points_by_line') = 'array' THEN
    UPDATE order_lines l SET points_awarded = b.points
      FROM (SELECT e::integer AS points, place - 1 AS position
              FROM jsonb_array_elements_text(p_sale -> 'points_by_line') WITH ORDINALITY AS a(e, place)) b
     WHERE l.order_id = v_order_id AND l.position = b.position;
  END IF;

  INSERT INTO idempotency_keys (key, user_id, route, request_hash, status_code, response)
    VALUES (p_key, v_employee, p_route, p_hash, 200, jsonb_build_object('template', p_sale, 'result', v_result));
  RETURN jsonb_build_object('outcome', 'sold', 'result', v_result);
END $$;
