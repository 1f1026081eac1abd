/**
 * Columns that may change without falsifying the books, each with the reason. A change of any other ledger column must
 * be named by verify:books.
 */
export const WITHOUT_VALUE: Readonly<Record<string, readonly string[]>> = {
  orders: [
    // May hold a person's own data and must stay erasable: no money, goods or points depend on them.
    ...['billing', 'shipping', 'customer_note', 'meta'],
    // The time of the last write; every change has a time of its own in the timeline.
    'updated_at',
  ],
  stock_levels: [
    // Counts writes, for ETags.
    'version',
    // Reminds staff to count; a count clears it. The shortfall itself is on the order's line.
    'needs_count_since',
  ],
  // The words of a plan, a counter and the time of the last write. The goods received are in the receipts, which are sealed.
  purchase_orders: ['notes', 'version', 'updated_at'],
  purchase_order_lines: ['position', 'sku', 'product_name', 'notes'],
  // Made anew at the next look, and compared with nothing: a row that waits because of them is named after an hour.
  ledger_marks: ['seen_to', 'seen_before'],
  // They undo a merge, which moves no money; `changed` holds personal values and must stay erasable.
  customer_merges: [
    ...['changed', 'follower_ids', 'group_ids', 'last_points_event_id', 'note_ids'],
    // Each order says itself to whom it was sold.
    'order_ids',
    // Worth nothing without `undone_at`, which is compared.
    ...['undone_by', 'undone_points'],
  ],
};

/** Tables whose every column is forged, in rows of every kind. */
export const LEDGERS = [
  ...[
    'orders',
    'order_lines',
    'order_line_price_changes',
    'order_taxes',
    'order_tenders',
    'order_payments',
    'order_events',
    'order_notes',
  ],
  ...['order_refunds', 'order_refund_lines', 'order_refund_tenders', 'points_events', 'points_balances'],
  ...['stock_movements', 'stock_levels', 'stock_audits', 'stock_audit_lines', 'stock_transfers', 'stock_conversions'],
  ...['purchase_orders', 'purchase_order_lines', 'purchase_order_receipts', 'purchase_order_receipt_lines'],
  // Sums beside the ledgers.
  ...['order_tallies', 'stock_tallies', 'sales_by_hour', 'sales_by_item'],
  'customer_merges',
  ...['audit_trail', 'ledger_marks'],
];

/** Tables that are no ledger, by what they hold. A new table belongs to one of the two lists. */
export const OTHER_TABLES = [
  // The catalogue, its files and pictures.
  ...['products', 'variations', 'categories', 'blueprints', 'blueprint_fields', 'pricing_rules', 'pricing_tiers'],
  ...['item_prices', 'item_costs', 'catalogue_version', 'favourites', 'bulk_edits', 'bulk_edit_products'],
  ...['pictures', 'media'],
  // Customers.
  ...['customer_details', 'customer_groups', 'customer_group_members', 'customer_identities', 'customer_notes'],
  // Words about points, which must stay erasable, and what files said.
  ...['points_reasons', 'import_sources', 'imported_stock'],
  // People, devices and who may do what.
  ...['users', 'sign_in_names', 'staff_pins', 'role_settings', 'sessions', 'machines', 'api_keys', 'api_key_nonces'],
  ...['approvals', 'approvals_asked', 'password_resets', 'sign_in_failures', 'rate_counters', 'data_key'],
  // The shop and its settings.
  ...['locations', 'opening_hours', 'closed_days', 'tills', 'tax_rates', 'suppliers', 'store_configs', 'store_tvs'],
  ...['loyalty_settings', 'margin_settings', 'receipt_settings', 'receipt_logos', 'menu_settings', 'backup_settings'],
  // Carts, answers and work that is under way; days whose sums are made again.
  ...['held_carts', 'idempotency_keys', 'unsettled_commands', 'jobs', 'sales_days_changed'],
  // Menus, screens, labels and the assistant.
  ...['menu_configs', 'menu_config_versions', 'menu_slots', 'menu_plays', 'menu_days', 'menu_product_days'],
  ...['tv_devices', 'tv_pairings', 'tv_pairing_failures', 'tv_commands', 'tv_snapshots'],
  ...['label_templates', 'label_printers', 'label_prints', 'label_print_jobs', 'artifacts', 'artifact_versions'],
  ...['ai_settings', 'ai_agent_versions', 'ai_conversations', 'ai_messages', 'ai_runs', 'ai_run_events', 'ai_drafts'],
  // The work on the books themselves; personal values of audit rows are compared in customer-checks.test.ts.
  ...['audit_personal', 'chain_checks', 'backup_runs', 'schema_migrations', 'schema_functions'],
];

/** Rows of one ledger that are written by different rules: each is forged once. */
export const KINDS: Readonly<Record<string, string>> = {
  orders: 'concat(status, placed_unpaid, voided_at is null, refunded_cents > 0, customer_id is null)',
  order_lines: 'concat(tier is null, returned > 0, written_off > 0, refunded_cents > 0)',
  order_refunds: 'concat(kind, reversed_at is null)',
  order_events: 'kind',
  points_events: 'type',
  stock_movements: 'action',
  purchase_orders: 'concat(status, deleted_at is null)',
  order_tallies: 'status',
  stock_tallies: 'action',
  sales_by_hour: 'status',
};
