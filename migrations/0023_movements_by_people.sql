-- What somebody changed by hand, for the search of the history. Their sales are found by their orders, so that a sale
-- does not write to it.
CREATE INDEX stock_movements_by_hand ON stock_movements (location_id, actor_id, id DESC)
  WHERE action <> 'order_deduction' AND actor_id IS NOT NULL;
