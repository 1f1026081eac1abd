-- A long count writes the lines and movements of goods that rarely sell before it locks their stock, and the audit itself, whose net change
-- is known only then, last. No audit is ever deleted; verify:books looks for lines and movements whose audit is not there.
-- The tables are locked in the order in which counts write to them. To ask again about each row, whether its audit exists, was a tenth of a count.
LOCK TABLE stock_audits, stock_audit_lines, stock_movements IN ACCESS EXCLUSIVE MODE;
ALTER TABLE stock_movements DROP CONSTRAINT stock_movements_of_batch;
ALTER TABLE stock_audit_lines DROP CONSTRAINT stock_audit_lines_audit_id_fkey;
