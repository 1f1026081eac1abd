-- Three more kinds of what the assistant drafts: a layout of the menus on screens, a list of items to count, and labels.
ALTER TABLE ai_drafts
  DROP CONSTRAINT ai_drafts_kind_known,
  ADD CONSTRAINT ai_drafts_kind_known
    CHECK (kind IN ('purchase_order', 'product_fields', 'price_change', 'menu_layout', 'count_list', 'label_sheet'));
