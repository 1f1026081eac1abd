-- Moves stock at one location, with a movement for each row, in the one order of locks. Rules: stock/ledger, stock/lock-order,
-- stock/stops-at-zero.
-- p_moves: [{product_id, variation_id, delta, action, reason, order_id, order_line_id, batch_id, purchase_order_id,
--   receipt_id, transfer_id, conversion_id, follows, details}]; follows where the batch or receipt has movements already
-- p_below_zero says what happens when more is taken than is there:
--   'refuse'  nothing is written; answers {"outcome": "short", "lines": [...]}
--   'floor'   stock stops at 0, and the movement carries what was really taken
--   'ahead'   as 'floor', but only movements are written, nothing is locked and the levels stay as they are: the caller locks them
--             afterwards, undoes all of it when one has moved meanwhile, and sets the levels (stock/written-ahead)
-- Answers {"outcome": "moved", "moves": [{position, product_id, variation_id, before, after, delta, asked, movement_id, at}]}.
CREATE OR REPLACE FUNCTION move_stock(p_location integer, p_actor integer, p_moves jsonb, p_below_zero text DEFAULT 'refuse')
RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_moves jsonb;
  v_short jsonb;
  v_at timestamptz;
BEGIN
  IF p_below_zero <> 'ahead' THEN
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
       FOR NO KEY UPDATE OF s;
  END IF;

  IF p_below_zero = 'refuse' THEN
    SELECT jsonb_agg(jsonb_build_object('product_id', t.product_id, 'variation_id', t.variation_id,
             'requested', -t.delta, 'available', s.quantity) ORDER BY t.product_id, t.variation_id NULLS FIRST)
      INTO v_short
      FROM (SELECT m.product_id, m.variation_id, sum(m.delta) AS delta
              FROM jsonb_to_recordset(p_moves) AS m(product_id integer, variation_id integer, delta numeric(12, 3))
             GROUP BY 1, 2) t
      JOIN stock_levels s ON s.location_id = p_location AND s.product_id = t.product_id
           AND s.variation_id IS NOT DISTINCT FROM t.variation_id
     WHERE s.quantity + t.delta < 0;
    IF v_short IS NOT NULL THEN
      RETURN jsonb_build_object('outcome', 'short', 'lines', v_short);
    END IF;
  END IF;

  -- After the locks: of two movements of an item the later one has the later instant. So it is where nothing is locked, because such
  -- an item has no movement in between.
  v_at := clock_timestamp();

  -- Additions first, so that moves of one item that net out never dip below zero on the way; and once they are all
  -- in, stopping at 0 after each one is the same as stopping the running sum.
  WITH asked AS (
    SELECT m.*
      FROM ROWS FROM (jsonb_to_recordset(p_moves) AS (product_id integer, variation_id integer, delta numeric(12, 3),
        action text, reason text, order_id bigint, order_line_id bigint, batch_id bigint, purchase_order_id bigint,
        receipt_id bigint, transfer_id bigint, conversion_id bigint, follows boolean, details jsonb))
        WITH ORDINALITY AS m(product_id, variation_id, delta, action, reason, order_id, order_line_id, batch_id,
        purchase_order_id, receipt_id, transfer_id, conversion_id, follows_given, details, position)
  ), summed AS (
    SELECT a.*, s.quantity + sum(a.delta) OVER item AS sum_after
      FROM asked a
      JOIN stock_levels s ON s.location_id = p_location AND s.product_id = a.product_id
           AND s.variation_id IS NOT DISTINCT FROM a.variation_id
    WINDOW item AS (PARTITION BY a.product_id, a.variation_id ORDER BY (a.delta < 0), a.position)
  ), placed AS (
    SELECT s.*, greatest(sum_after - delta, 0) AS before, greatest(sum_after, 0) AS after,
           (batch_id IS NOT NULL OR receipt_id IS NOT NULL)
             AND (coalesce(follows_given, false)
                  OR row_number() OVER (PARTITION BY batch_id, receipt_id ORDER BY (delta < 0), position) > 1) AS follows
      FROM summed s ORDER BY (delta < 0), position
  ), numbered AS (
    SELECT p.*, nextval(pg_get_serial_sequence('stock_movements', 'id')) AS movement_id FROM placed p
  ), written AS (
    INSERT INTO stock_movements (id, location_id, product_id, variation_id, delta, quantity_before, quantity_after, action,
        reason, actor_id, order_id, order_line_id, batch_id, purchase_order_id, receipt_id, transfer_id, conversion_id,
        follows, details, created_at)
      OVERRIDING SYSTEM VALUE
      SELECT movement_id, p_location, product_id, variation_id, after - before, before, after, action, coalesce(reason, ''),
        p_actor, order_id, order_line_id, batch_id, purchase_order_id, receipt_id, transfer_id, conversion_id, follows, details, v_at
      FROM numbered ORDER BY movement_id
  ), levelled AS (
    UPDATE stock_levels s SET quantity = t.after, version = s.version + t.moves
      FROM (SELECT DISTINCT ON (product_id, variation_id) product_id, variation_id, after,
                   (count(*) OVER (PARTITION BY product_id, variation_id))::integer AS moves
              FROM numbered ORDER BY product_id, variation_id, movement_id DESC) t
     WHERE p_below_zero <> 'ahead'
       AND s.location_id = p_location AND s.product_id = t.product_id AND s.variation_id IS NOT DISTINCT FROM t.variation_id
  )
  SELECT coalesce(jsonb_agg(jsonb_build_object('position', position, 'product_id', product_id, 'variation_id', variation_id,
           'before', before, 'after', after, 'delta', after - before, 'asked', delta, 'movement_id', movement_id, 'at', v_at)
           ORDER BY movement_id), '[]')
    INTO v_moves FROM numbered;
  RETURN jsonb_build_object('outcome', 'moved', 'moves', v_moves);
END $$;

-- Counts movements by day and kind.
CREATE OR REPLACE FUNCTION tally_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stock_tallies (location_id, day, action, movements, heads)
    SELECT location_id, (created_at AT TIME ZONE 'UTC')::date, action, count(*), count(*) FILTER (WHERE NOT follows)
      FROM inserted GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER stock_movements_tallied AFTER INSERT ON stock_movements
  REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION tally_movements();

-- Folds the rows of a day and kind into one; a job calls it.
CREATE OR REPLACE FUNCTION fold_stock_tallies() RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  folded integer;
BEGIN
  WITH taken AS (
    DELETE FROM stock_tallies t
     USING (SELECT location_id, day, action FROM stock_tallies GROUP BY 1, 2, 3 HAVING count(*) > 1) many
     WHERE (t.location_id, t.day, t.action) = (many.location_id, many.day, many.action)
    RETURNING t.*
  )
  INSERT INTO stock_tallies (location_id, day, action, movements, heads)
    SELECT location_id, day, action, sum(movements), sum(heads) FROM taken GROUP BY 1, 2, 3;
  GET DIAGNOSTICS folded = ROW_COUNT;
  RETURN folded;
END $$;
