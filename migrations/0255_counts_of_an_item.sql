-- outside a transaction
-- The last count of an item, with which the explanation of its stock begins.
CREATE INDEX CONCURRENTLY IF NOT EXISTS stock_audit_lines_of_item ON stock_audit_lines (product_id, variation_id, audit_id DESC);
