/** The one table of refusals: code to HTTP status, sorted by status and name. Rule: wire/statuses. */
const STATUS = {
  idempotency_key_required: 400,
  invalid_idempotency_key: 400,
  invalid_json: 400,
  invalid_request: 400,
  login_required: 401,
  wrong_credentials: 401,
  cross_site: 403,
  wrong_password: 403,
  not_allowed: 403,
  not_found: 404,
  request_timeout: 408,
  already_refunded: 409,
  command_withdrawn: 409,
  email_taken: 409,
  order_not_refundable: 409,
  out_of_stock: 409,
  po_changed: 409,
  price_changed: 409,
  receipt_changed: 409,
  receipt_exceeds_order: 409,
  refund_changed: 409,
  refund_exceeds_sold: 409,
  request_in_progress: 409,
  sent_by_another: 409,
  sent_too_long_ago: 409,
  status_conflict: 409,
  stock_changed: 409,
  supplier_name_taken: 409,
  username_taken: 409,
  body_too_large: 413,
  json_required: 415,
  wrong_host: 421,
  audit_name_required: 422,
  conversion_ratio_invalid: 422,
  conversion_ratio_required: 422,
  count_mismatch: 422,
  customer_unknown: 422,
  idempotency_key_reused: 422,
  item_twice: 422,
  location_required: 422,
  no_price: 422,
  not_valid: 422,
  note_empty: 422,
  nothing_to_do: 422,
  period_too_long: 422,
  points_insufficient: 422,
  points_not_positive: 422,
  points_not_redeemable: 422,
  product_unknown: 422,
  quantity_not_valid: 422,
  refund_quantity_not_valid: 422,
  reason_required: 422,
  same_item: 422,
  same_location: 422,
  supplier_name_required: 422,
  supplier_unknown: 422,
  tender_exceeds_remaining: 422,
  tender_too_many: 422,
  tender_insufficient: 422,
  tender_not_positive: 422,
  tier_ambiguous: 422,
  tier_unknown: 422,
  totals_mismatch: 422,
  too_many_requests: 429,
  too_many_streams: 429,
  headers_too_large: 431,
  internal_error: 500,
  database_unavailable: 503,
  disk_full: 503,
  server_busy: 503,
  stopping: 503,
  took_too_long: 503,
} as const;

export type RefusalCode = keyof typeof STATUS;

interface RefusalOptions {
  /** More fields for the reply, beside `error` and `code`. */
  details?: Readonly<Record<string, unknown>>;
  /** Sent as `Retry-After`. */
  retryAfterS?: number;
  cause?: unknown;
}

/**
 * A request that is understood and turned down. Thrown by services: it rolls the transaction back and the error
 * handler answers `{success: false, error: sentence, code, ...details}` with the code's status.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly status: number;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterS: number | undefined;

  constructor(code: RefusalCode, sentence: string, options: RefusalOptions = {}) {
    super(sentence, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.status = STATUS[code];
    this.details = options.details;
    this.retryAfterS = options.retryAfterS;
  }
}
