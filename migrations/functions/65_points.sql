-- The part of a customer's points that an entry belongs to: an order's award, what an order used, what moved with a merge, or
-- what lapsed. Other entries are parts of their own.
CREATE OR REPLACE FUNCTION points_part(e points_events) RETURNS text LANGUAGE sql STABLE
  RETURN CASE
    WHEN e.type = 'expired' OR e.type = 'merged' AND e.description LIKE '%, lapsed' THEN 'lapsed'
    WHEN e.type = 'merged' THEN e.description
    WHEN e.type IN ('order-placed', 'order-cancelled', 'order-refunded', 'order-voided', 'order-restored') THEN 'award ' || e.order_id
    WHEN e.type IN ('redeemed', 'redemption-returned') THEN 'use ' || e.order_id
    ELSE e.id::text END;

-- Takes back points that are older than the setting allows. Points that were spent or taken count as the oldest ones.
-- Points of an order are as old as its award, even if its status changed since, and points that were used and given back
-- are as old as they were. Looks at the first at_most customers after after_; answers the last of them, or null when all
-- have been looked at. Rule: loyalty/expiry.
CREATE OR REPLACE FUNCTION expire_points(after_ integer, at_most integer, OUT last_ integer, OUT customers_ integer, OUT points_ bigint)
LANGUAGE plpgsql AS $$
DECLARE
  age integer := (SELECT expire_after_days FROM loyalty_settings WHERE expires_from <= now());
  ids integer[];
BEGIN
  customers_ := 0;
  points_ := 0;
  IF age IS NULL THEN
    RETURN;
  END IF;
  ids := ARRAY(SELECT customer_id FROM points_balances WHERE customer_id > after_ AND balance > 0 ORDER BY customer_id LIMIT at_most);
  -- Customers before balances, as everywhere: a merge holds its customers and waits for their balances. Each is locked by a
  -- statement of its own: the next one sees what was written while this one waited, balances and entries alike.
  PERFORM FROM users WHERE id = ANY(ids) ORDER BY id FOR KEY SHARE;
  PERFORM FROM points_balances WHERE customer_id = ANY(ids) ORDER BY customer_id FOR NO KEY UPDATE;
  WITH held AS (
    SELECT customer_id, balance FROM points_balances WHERE customer_id = ANY(ids) AND balance > 0
  ), accounts AS (
    SELECT customer_id, customer_id AS account FROM held
    UNION ALL
    SELECT h.customer_id, u.id FROM held h JOIN users u ON u.merged_into = h.customer_id
  ), parts AS (
    SELECT a.customer_id, min(e.created_at) AS at, sum(e.points) AS points
      FROM accounts a JOIN points_events e ON e.customer_id = a.account
     GROUP BY a.customer_id, points_part(e)
  ), due AS (
    SELECT p.customer_id, least(h.balance, coalesce(sum(p.points) FILTER (WHERE p.points > 0 AND p.at < now() - make_interval(days => age)), 0)
             + coalesce(sum(p.points) FILTER (WHERE p.points < 0), 0)) AS points
      FROM parts p JOIN held h USING (customer_id) GROUP BY p.customer_id, h.balance
  ), lapsed AS (
    INSERT INTO points_events (customer_id, type, points, description)
      SELECT customer_id, 'expired', -points, 'Older than ' || age || ' days' FROM due WHERE points > 0 ORDER BY customer_id
    RETURNING customer_id, points
  ), counted AS (
    UPDATE points_balances b SET balance = b.balance + l.points FROM lapsed l WHERE l.customer_id = b.customer_id
  ), told AS (
    INSERT INTO audit_trail (action, entity, entity_id, details)
      SELECT 'points_expired', 'user', customer_id::text, jsonb_build_object('points', points, 'after_days', age)
        FROM lapsed ORDER BY customer_id
  )
  SELECT CASE WHEN cardinality(ids) = at_most THEN ids[at_most] END, count(*), coalesce(-sum(points), 0)
    INTO last_, customers_, points_ FROM lapsed;
END $$;
