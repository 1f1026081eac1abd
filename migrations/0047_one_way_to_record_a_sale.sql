-- record_sale came before record_priced_sale, and no build from 0028 on calls it.
DROP FUNCTION IF EXISTS record_sale(text, text, bytea, jsonb, jsonb);

-- Databases from before the baseline have these as NOT VALID: their rows were not looked at when the rules came. In a new
-- database this finds nothing to do.
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_action_known;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_of_batch;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_of_purchase_order;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_of_receipt;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_of_transfer;
ALTER TABLE stock_movements VALIDATE CONSTRAINT stock_movements_of_conversion;
