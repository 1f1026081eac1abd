-- A search of the history by a purchase order's supplier, or by the number of a transfer or a conversion, read every
-- movement there is. Sales have none of the three, so they do not write to these.
CREATE INDEX stock_movements_of_purchase_order ON stock_movements (purchase_order_id, id) WHERE purchase_order_id IS NOT NULL;
CREATE INDEX stock_movements_of_transfer ON stock_movements (transfer_id, id) WHERE transfer_id IS NOT NULL;
CREATE INDEX stock_movements_of_conversion ON stock_movements (conversion_id, id) WHERE conversion_id IS NOT NULL;
