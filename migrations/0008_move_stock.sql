-- Moves stock at one location, with a movement for each row, in the one order of locks.
-- p_moves: [{product_id, variation_id, delta, action, reason, order_id, order_line_id, batch_id, purchase_order_id, details}]
-- p_below_zero says what happens when more is taken than is there:
--   'refuse'  nothing is written; answers {"outcome": "short", "lines": [...]}
--   'floor'   stock stops at 0, and the movement carries what was really taken
-- Answers {"outcome": "moved", "moves": [{position, product_id, variation_id, before, after, delta, asked, movement_id}]}.
CREATE FUNCTION move_stock(p_location integer, p_actor integer, p_moves jsonb, p_below_zero text DEFAULT 'refuse')
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  move record;
  v_before numeric;
  v_after numeric;
  v_movement bigint;
  v_moves jsonb := '[]';
  v_short jsonb := '[]';
BEGIN
  INSERT INTO stock_levels (location_id, product_id, variation_id)
    SELECT p_location, m.product_id, m.variation_id
      FROM jsonb_to_recordset(p_moves) AS m(product_id integer, variation_id integer)
     WHERE NOT EXISTS (SELECT 1 FROM stock_levels s WHERE s.location_id = p_location AND s.product_id = m.product_id
                         AND s.variation_id IS NOT DISTINCT FROM m.variation_id)
     GROUP BY m.product_id, m.variation_id
     ORDER BY m.product_id, m.variation_id NULLS FIRST
  ON CONFLICT DO NOTHING;

  PERFORM 1 FROM stock_levels s
    JOIN (SELECT DISTINCT m.product_id, m.variation_id
            FROM jsonb_to_recordset(p_moves) AS m(product_id integer, variation_id integer)) m
      ON s.product_id = m.product_id AND s.variation_id IS NOT DISTINCT FROM m.variation_id
   WHERE s.location_id = p_location
   ORDER BY s.product_id, s.variation_id NULLS FIRST
     FOR UPDATE OF s;

  IF p_below_zero = 'refuse' THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('product_id', t.product_id, 'variation_id', t.variation_id,
             'requested', -t.delta, 'available', s.quantity) ORDER BY t.product_id, t.variation_id NULLS FIRST), '[]')
      INTO v_short
      FROM (SELECT m.product_id, m.variation_id, sum(m.delta) AS delta
              FROM jsonb_to_recordset(p_moves) AS m(product_id integer, variation_id integer, delta numeric)
             GROUP BY 1, 2) t
      JOIN stock_levels s ON s.location_id = p_location AND s.product_id = t.product_id
           AND s.variation_id IS NOT DISTINCT FROM t.variation_id
     WHERE s.quantity + t.delta < 0;
    IF v_short <> '[]' THEN
      RETURN jsonb_build_object('outcome', 'short', 'lines', v_short);
    END IF;
  END IF;

  -- Additions first, so that a batch that nets out never dips below zero on the way.
  FOR move IN
    SELECT m.* FROM ROWS FROM (jsonb_to_recordset(p_moves) AS (product_id integer, variation_id integer, delta numeric,
      action text, reason text, order_id bigint, order_line_id bigint, batch_id bigint, purchase_order_id bigint, details jsonb))
      WITH ORDINALITY AS m(product_id, variation_id, delta, action, reason, order_id, order_line_id, batch_id,
      purchase_order_id, details, position)
    ORDER BY (m.delta < 0), m.position
  LOOP
    SELECT s.quantity INTO v_before FROM stock_levels s
     WHERE s.location_id = p_location AND s.product_id = move.product_id
       AND s.variation_id IS NOT DISTINCT FROM move.variation_id;
    UPDATE stock_levels s
       SET quantity = greatest(s.quantity + move.delta, 0), version = s.version + 1
     WHERE s.location_id = p_location AND s.product_id = move.product_id
       AND s.variation_id IS NOT DISTINCT FROM move.variation_id
    RETURNING s.quantity INTO v_after;
    INSERT INTO stock_movements (location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason,
        actor_id, order_id, order_line_id, batch_id, purchase_order_id, details)
      VALUES (p_location, move.product_id, move.variation_id, v_after - v_before, v_before, v_after, move.action,
        coalesce(move.reason, ''), p_actor, move.order_id, move.order_line_id, move.batch_id, move.purchase_order_id, move.details)
    RETURNING id INTO v_movement;
    v_moves := v_moves || jsonb_build_object('position', move.position, 'product_id', move.product_id,
      'variation_id', move.variation_id, 'before', v_before, 'after', v_after, 'delta', v_after - v_before, 'asked', move.delta, 'movement_id', v_movement);
  END LOOP;
  RETURN jsonb_build_object('outcome', 'moved', 'moves', v_moves);
END $$;
