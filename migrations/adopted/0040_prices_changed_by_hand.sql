-- An override, a discount and an adjustment are the three ways to change a price by hand. Only overrides marked the order
-- so far: a sale at 100 % off was not among the orders that need attention.
DROP TRIGGER order_line_price_changes_mark ON order_line_price_changes;
CREATE TRIGGER order_line_price_changes_mark AFTER INSERT ON order_line_price_changes
  FOR EACH ROW EXECUTE FUNCTION mark_price_overridden();
UPDATE orders o SET price_overridden = true
 WHERE NOT o.price_overridden
   AND EXISTS (SELECT 1 FROM order_lines l JOIN order_line_price_changes c ON c.order_line_id = l.id WHERE l.order_id = o.id);
COMMENT ON COLUMN orders.price_overridden IS 'Whether somebody changed a price by hand: an override, a discount or an adjustment.';
