-- Ledgers are written once: what happened is answered by a new row, never by changing an old one. Rule: stock/ledger.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

CREATE OR REPLACE TRIGGER stock_movements_append_only BEFORE UPDATE OR DELETE ON stock_movements FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_audits_append_only BEFORE UPDATE OR DELETE ON stock_audits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_audit_lines_append_only BEFORE UPDATE OR DELETE ON stock_audit_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_transfers_append_only BEFORE UPDATE OR DELETE ON stock_transfers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER stock_conversions_append_only BEFORE UPDATE OR DELETE ON stock_conversions FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_events_append_only BEFORE UPDATE OR DELETE ON order_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_notes_append_only BEFORE UPDATE OR DELETE ON order_notes FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER order_payments_append_only BEFORE UPDATE OR DELETE ON order_payments FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER points_events_append_only BEFORE UPDATE OR DELETE ON points_events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER purchase_order_receipts_append_only BEFORE UPDATE OR DELETE ON purchase_order_receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER purchase_order_receipt_lines_append_only BEFORE UPDATE OR DELETE ON purchase_order_receipt_lines FOR EACH ROW EXECUTE FUNCTION refuse_change();
