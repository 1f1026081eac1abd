-- The rows of the ledgers are sealed as the audit trail is: afterwards, by a job, so that a sale pays nothing for it. A seal
-- is a row of the audit trail that holds a digest of a range of rows of each ledger, and is chained with all others.

-- The ledgers, by what their rows are in order, and the columns that never change once a row is written. Left out are
-- columns that change later by a rule that verify:books compares (a status, a refunded amount), and those that may hold
-- a person's own data, which must stay erasable (addresses, notes of customers, meta of the till). A column list never
-- changes: seals that were made by it would no longer hold.
-- Columns that came later are sealed as ledgers of their own, through a view.
-- An order that a merge of customers moved is sealed under the customer it was sold to.
-- An order that was placed unpaid is sealed as it was then; its payment is in order_payments. Orders from before
-- that was possible keep their digests.
CREATE OR REPLACE VIEW orders_at_tills AS SELECT id, till_id, till_session_id, sold_at FROM orders;
CREATE OR REPLACE VIEW order_refunds_at_tills AS SELECT id, till_id, till_session_id, sold_at FROM order_refunds;
CREATE OR REPLACE VIEW order_line_price_steps AS
  SELECT id, position, source, source_id, order_change FROM order_line_price_changes;

CREATE OR REPLACE VIEW orders_redeemed AS SELECT id, points_redeemed, redeemed_cents FROM orders;
CREATE OR REPLACE VIEW order_refunds_returned AS SELECT id, points_returned FROM order_refunds;

CREATE OR REPLACE VIEW order_taxes_bases AS SELECT order_id, position, compound, included, line_bases FROM order_taxes;
CREATE OR REPLACE VIEW order_refunds_taxes AS SELECT id, tax_parts FROM order_refunds;
CREATE OR REPLACE VIEW order_refunds_given AS SELECT id, refund_to, location_id FROM order_refunds;
CREATE OR REPLACE VIEW order_lines_units AS SELECT id, unit FROM order_lines;
CREATE OR REPLACE VIEW order_payments_taken AS SELECT id, location_id, sold_at FROM order_payments;

CREATE OR REPLACE FUNCTION sealed_ledgers() RETURNS TABLE (ledger text, key text, sorted text, columns text) LANGUAGE sql IMMUTABLE AS $$
  VALUES
    ('orders', 'id', 'id', 'id, number, location_id, employee_id, coalesce(sold_to_id, customer_id), currency, subtotal_cents, taxable_cents, tax_cents,
      shipping_cents, total_cents, change_cents, rounding_cents, item_count, payment_method, payment_method_title, transaction_id,
      created_via, source, CASE WHEN placed_unpaid THEN 0 ELSE points_awarded END, CASE WHEN placed_unpaid THEN NULL ELSE paid_at END,
      created_at, local_day'),
    ('order_lines', 'id', 'id', 'id, order_id, position, product_id, variation_id, name, sku, category, quantity, unit_price_cents,
      original_cents, total_cents, taxable, tier, stock_quantity'),
    ('order_line_price_changes', 'id', 'id', 'id, order_line_id, kind, amount_cents, original_price_cents, value, reason, staff_id'),
    ('order_taxes', 'order_id', 'order_id, position', 'order_id, position, rate_id, rate_code, label, rate_ppm, taxable_cents, tax_cents'),
    ('order_tenders', 'order_id', 'order_id, position', 'order_id, position, method, amount_cents'),
    ('order_events', 'id', 'id', 'id, order_id, kind, actor_id, details, created_at'),
    ('order_notes', 'id', 'id', 'id, order_id, body, author_id, created_at'),
    ('order_refunds', 'id', 'id', 'id, order_id, number, kind, amount_cents, goods_cents, tax_cents, shipping_cents, points, reason,
      actor_id, created_at'),
    ('order_refund_lines', 'refund_id', 'refund_id, order_line_id', 'refund_id, order_line_id, quantity, goods_cents, tax_cents, restock,
      stock_quantity'),
    ('order_refund_tenders', 'refund_id', 'refund_id, position', 'refund_id, position, method, amount_cents'),
    ('points_events', 'id', 'id', 'id, customer_id, type, points, description, order_id, actor_id, created_at'),
    ('stock_movements', 'id', 'id', 'id, location_id, product_id, variation_id, delta, quantity_before, quantity_after, action, reason,
      actor_id, order_id, order_line_id, batch_id, purchase_order_id, receipt_id, transfer_id, conversion_id, follows, details,
      created_at'),
    ('stock_audits', 'id', 'id', 'id, audit_number, name, description, location_id, actor_id, total_products, net_change, created_at'),
    ('stock_audit_lines', 'audit_id', 'audit_id, position', 'audit_id, position, product_id, variation_id, system_quantity,
      counted_quantity, asked, applied, quantity_before, quantity_after, reason'),
    ('stock_transfers', 'id', 'id', 'id, transfer_number, from_location_id, to_location_id, actor_id, reason, created_at'),
    ('stock_conversions', 'id', 'id', 'id, conversion_number, location_id, actor_id, from_product_id, from_variation_id, to_product_id,
      to_variation_id, input_quantity, output_quantity, ratio, reason, created_at'),
    ('purchase_order_receipts', 'id', 'id', 'id, purchase_order_id, location_id, actor_id, is_over_receipt, note, total_products,
      net_change, created_at'),
    ('purchase_order_receipt_lines', 'receipt_id', 'receipt_id, line_id', 'receipt_id, line_id, quantity, quantity_over'),
    ('orders_at_tills', 'id', 'id', 'id, till_id, till_session_id, sold_at'),
    ('order_refunds_at_tills', 'id', 'id', 'id, till_id, till_session_id, sold_at'),
    ('order_line_price_steps', 'id', 'id', 'id, position, source, source_id, order_change'),
    ('order_payments', 'id', 'id', 'id, order_id, method, amount_cents, points, actor_id, created_at'),
    ('orders_redeemed', 'id', 'id', 'id, points_redeemed, redeemed_cents'),
    ('order_refunds_returned', 'id', 'id', 'id, points_returned'),
    ('order_taxes_bases', 'order_id', 'order_id, position', 'order_id, position, compound, included, line_bases'),
    ('order_refunds_taxes', 'id', 'id', 'id, tax_parts'),
    ('order_refunds_given', 'id', 'id', 'id, refund_to, location_id'),
    ('order_lines_units', 'id', 'id', 'id, unit'),
    ('order_payments_taken', 'id', 'id', 'id, location_id, sold_at')
$$;

-- Digest of the rows with a key above after_ (null: of all) and up to upto_, whatever the session's own formats are.
CREATE OR REPLACE FUNCTION ledger_digest(ledger_ text, after_ bigint, upto_ bigint, OUT rows_ bigint, OUT sha256_ text) LANGUAGE plpgsql STABLE
  SET timezone = 'UTC' SET datestyle = 'ISO, MDY' AS $$
DECLARE
  form record;
BEGIN
  SELECT * INTO form FROM sealed_ledgers() f WHERE f.ledger = ledger_;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  EXECUTE format('SELECT count(*), encode(sha256(convert_to(coalesce(string_agg(ROW(%s)::text, E''\n'' ORDER BY %s), ''''), ''UTF8'')), ''hex'')
      FROM %I WHERE ($1 IS NULL OR %I > $1) AND %I <= $2', form.columns, form.sorted, form.ledger, form.key, form.key)
    INTO rows_, sha256_ USING after_, upto_;
END $$;

-- Seals the rows that the last look found, once their range is complete: a row gets its number before it is committed,
-- so a range is sealed once every transaction that might still add a row to it is over. Looks again where remark is set.
-- One sealer at a time. Answers how many numbers are left to seal. Rule: books/10-audit-trail.
CREATE OR REPLACE FUNCTION seal_ledgers(at_most integer DEFAULT 10000, remark boolean DEFAULT true) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  form record;
  mark ledger_marks;
  digest record;
  upto bigint;
  seals jsonb := '{}';
  backlog bigint := 0;
  newest jsonb := '{}';
  newest_of bigint;
  looked_before bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtext('seal_ledgers')) THEN
    RETURN 0;
  END IF;
  -- All numbers are looked at before this transaction gets its own: whoever has a number up to them has an older one.
  IF remark THEN
    FOR form IN SELECT * FROM sealed_ledgers() LOOP
      EXECUTE format('SELECT greatest(max(%I), 0) FROM %I', form.key, form.ledger) INTO newest_of;
      newest := newest || jsonb_build_object(form.ledger, newest_of);
    END LOOP;
    looked_before := pg_current_xact_id()::text::bigint;
  END IF;
  FOR form IN SELECT * FROM sealed_ledgers() LOOP
    SELECT * INTO mark FROM ledger_marks m WHERE m.ledger = form.ledger;
    IF NOT FOUND THEN
      mark.ledger := form.ledger;
      -- A restored shop: its seals say how far it had come.
      SELECT max((t.details -> form.ledger ->> 'upto')::bigint) INTO mark.sealed_to
        FROM audit_trail t WHERE t.entity = 'ledgers' AND t.action = 'ledgers_sealed';
    ELSIF mark.seen_to > coalesce(mark.sealed_to, 0) AND mark.seen_before <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint THEN
      upto := least(mark.seen_to, coalesce(mark.sealed_to, 0) + at_most);
      SELECT * INTO digest FROM ledger_digest(form.ledger, mark.sealed_to, upto);
      seals := seals || jsonb_build_object(form.ledger, jsonb_build_object(
        'after', mark.sealed_to, 'upto', upto, 'seen', mark.seen_to, 'rows', digest.rows_, 'sha256', digest.sha256_));
      UPDATE ledger_marks m SET sealed_to = upto WHERE m.ledger = form.ledger;
      mark.sealed_to := upto;
    END IF;
    -- A mark of numbers that are yet to come was made in another cluster, and copied.
    IF remark AND (mark.seen_to IS NULL OR mark.seen_to <= coalesce(mark.sealed_to, 0)
        OR mark.seen_before > looked_before) THEN
      INSERT INTO ledger_marks AS m (ledger, sealed_to, seen_to, seen_before)
        VALUES (form.ledger, mark.sealed_to, (newest ->> form.ledger)::bigint, looked_before)
        ON CONFLICT (ledger) DO UPDATE SET seen_to = excluded.seen_to, seen_before = excluded.seen_before
          WHERE m.seen_to <> excluded.seen_to OR m.seen_before > excluded.seen_before
        RETURNING m.seen_to INTO mark.seen_to;
    END IF;
    backlog := backlog + greatest(coalesce(mark.seen_to, 0) - coalesce(mark.sealed_to, 0), 0);
  END LOOP;
  IF seals <> '{}' THEN
    INSERT INTO audit_trail (action, entity, entity_id, details) VALUES ('ledgers_sealed', 'ledgers', 'all', seals);
  END IF;
  RETURN backlog;
END $$;
