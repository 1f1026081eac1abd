-- The server calls lock_terms, share_terms and begin_due_terms_if_free (functions/25_terms_by_instant.sql), and record_priced_sale
-- reads an instant in the name of its terms: an older build has neither.
SELECT 1;
