/** One entry for each method after an address. */
export const lines = (text: string): string[] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [path, ...methods] = line.trim().split(/\s+/);
      return methods.map((method) => `${method} ${path}`);
    });

/** The kinds of callers, from the least to the most. A customer has an account and cannot sign in. */
export const CALLERS = ['stranger', 'customer', 'staff', 'manager', 'administrator'] as const;
export type Caller = (typeof CALLERS)[number];

/**
 * The calls of the server's router by the least role that may make them. Written by hand from the trade's rules, and never
 * taken from what the calls declare. An address is followed by its methods; every part that a caller fills in is `:id`.
 */
export const WHO_MAY_CALL: Readonly<Record<Exclude<Caller, 'customer'> | 'screen', readonly string[]>> = {
  stranger: lines(`
    /api/docs GET
    /api/docs/ GET
    /api/docs/* GET
    /api/docs/json GET
    /api/docs/sell-by-api GET
    /api/docs/static/index.html GET
    /api/docs/static/swagger-initializer.js GET
    /api/docs/yaml GET
    /artifact-frame/chart GET
    /artifact-frame/html GET
    /artifact-frame/mermaid GET
    /artifact-frame/react GET
    /healthz GET
    /metrics GET
    /readyz GET
    /api/auth/hints GET
    /api/auth/login POST
    /api/error-reports POST
    /api/menus/display GET
    /api/menus/events GET
    /api/menus/shelf GET
    /api/password-reset POST
    /api/password-reset/check POST
    /api/pictures/:id/:id GET
    /api/proxy/wc-points-rewards/auth/token POST
    /api/tv/pairings POST
    /api/tv/pairings/claim POST
  `),
  staff: lines(`
    /api/auth/approve POST
    /api/auth/logout POST
    /api/auth/me GET
    /api/auth/password PUT
    /api/auth/people GET
    /api/auth/pin PUT
    /api/auth/switch POST
    /api/commands/unsettled POST
    /api/commands/withdraw POST
    /api/events GET
    /api/ai/config GET
    /api/ai/direct POST
    /api/ai/drafts/:id GET
    /api/ai/drafts/:id/approve POST
    /api/ai/drafts/:id/reject POST
    /api/ai/drafts/:id/undo POST
    /api/ai/history GET POST
    /api/ai/history/:id PUT DELETE
    /api/ai/history/:id/messages GET DELETE
    /api/ai/messages/:id/rows.csv GET
    /api/ai/rows GET
    /api/ai/runs POST
    /api/ai/runs/:id GET
    /api/ai/runs/:id/events GET
    /api/ai/runs/:id/stop POST
    /api/ai/status GET
    /api/ai/wordpress-proxy POST
    /api/artifacts GET POST
    /api/artifacts/:id GET PUT DELETE
    /api/artifacts/:id/fork POST
    /api/artifacts/:id/restore POST
    /api/artifacts/:id/rows GET
    /api/artifacts/:id/versions GET
    /api/artifacts/:id/versions/:id GET
    /api/artifacts/:id/view POST
    /api/audit-log GET
    /api/audit-log/export.csv GET
    /api/blueprint-fields GET
    /api/blueprint-values GET
    /api/categories GET
    /api/customers/:id/merges GET
    /api/customers/:id/notes GET POST
    /api/customers/:id/notes/:id DELETE
    /api/customers/:id/statistics GET
    /api/customers/duplicates POST
    /api/customers/groups GET
    /api/customers/totals GET
    /api/favourites GET
    /api/held-carts GET POST
    /api/held-carts/:id/burn POST
    /api/held-carts/:id/resume POST
    /api/inventory/adjust POST
    /api/inventory/attention GET
    /api/inventory/batch POST
    /api/inventory/batch-adjust POST
    /api/inventory/convert POST
    /api/inventory/movements GET
    /api/inventory/reorder-level PUT
    /api/inventory/transfer POST
    /api/inventory/transfer-targets GET
    /api/labels/pdf POST
    /api/labels/printers GET
    /api/labels/printers/:id/jobs POST
    /api/labels/prints GET POST
    /api/labels/queue GET
    /api/labels/queue/:id POST
    /api/labels/templates GET
    /api/menus/settings GET
    /api/orders GET POST PUT
    /api/orders/:id GET PUT
    /api/orders/:id/effects GET
    /api/orders/:id/notes POST
    /api/orders/:id/receipt GET
    /api/orders/:id/receipt.pdf GET
    /api/orders/:id/refunds POST
    /api/orders/:id/refunds/:id/receipt GET
    /api/orders/:id/refunds/:id/receipt.pdf GET
    /api/orders/:id/refunds/preview POST
    /api/orders/award-points-native POST
    /api/orders/bulk-status PUT
    /api/orders/bulk-status/preview POST
    /api/orders/chosen GET
    /api/orders/export.csv GET
    /api/orders/listed GET
    /api/orders/summary GET
    /api/orders/summary.csv GET
    /api/orders/try POST
    /api/pricing/batch-blueprint POST
    /api/proxy/flora-im/audit-batches/:id GET
    /api/proxy/flora-im/inventory GET POST
    /api/proxy/flora-im/menus/active GET
    /api/proxy/flora-im/menus/analytics GET
    /api/proxy/flora-im/menus/configs GET
    /api/proxy/flora-im/menus/configs/:id GET
    /api/proxy/flora-im/menus/configs/:id/versions GET
    /api/proxy/flora-im/menus/log-display POST
    /api/proxy/flora-im/menus/templates GET
    /api/proxy/flora-im/products GET
    /api/proxy/flora-im/purchase-orders GET POST
    /api/proxy/flora-im/purchase-orders/:id GET PUT DELETE
    /api/proxy/flora-im/purchase-orders/:id/order.pdf GET
    /api/proxy/flora-im/purchase-orders/:id/receive POST
    /api/proxy/flora-im/purchase-orders/generate-from-restock POST
    /api/proxy/flora-im/store-configs/:id GET
    /api/proxy/flora-im/suppliers GET POST
    /api/proxy/flora-im/suppliers/:id PUT
    /api/proxy/flora-im/v2/fields GET
    /api/proxy/wc-points-rewards/auth/validate POST
    /api/proxy/wc-points-rewards/bulk/users GET
    /api/proxy/wc-points-rewards/product/:id/points GET
    /api/proxy/wc-points-rewards/redeem/apply POST
    /api/proxy/wc-points-rewards/redeem/calculate POST
    /api/proxy/wc-points-rewards/settings GET
    /api/proxy/wc-points-rewards/user/:id/balance GET
    /api/proxy/wc-points-rewards/user/:id/history GET
    /api/proxy/woocommerce/products GET
    /api/proxy/woocommerce/products/:id GET
    /api/proxy/woocommerce/products/:id/variations GET
    /api/tv/command-log GET
    /api/tv/commands POST
    /api/tv/devices GET
    /api/tv/devices/:id/snapshot GET
    /api/tv/schedules/:id GET
    /api/users-matrix/customers/:id GET PUT
    /api/users-matrix/customers/:id/identity PUT
    /api/users-matrix/customers/find-by-identity POST
    /api/users-matrix/users GET POST
    /api/users-matrix/users/:id PUT
    /api/users-matrix/users/:id/password-reset POST
    /wp-json/wc/v3/customers GET POST
    /wp-json/wc/v3/customers/:id GET PUT
    /wp-json/wc/v3/customers/batch POST
    /wp-json/wc/v3/orders GET POST
    /wp-json/wc/v3/orders/:id GET PUT
    /wp-json/wc/v3/products GET
    /wp-json/wc/v3/products/:id GET
    /wp-json/wc/v3/products/:id/variations GET
    /wp-json/wc/v3/products/:id/variations/:id GET
    /wp-json/wc/v3/products/categories GET
    /wp-json/wc/v3/products/categories/:id GET
  `),
  manager: lines(`
    /api/auth/location PUT
    /api/commands/unsettled GET
    /api/customers/:id/export.json GET
    /api/customers/:id/export.pdf GET
    /api/customers/:id/merge POST
    /api/customers/:id/merge-preview GET
    /api/customers/export.csv GET
    /api/customers/import POST
    /api/customers/import/preview POST
    /api/customers/merges/:id/undo POST
    /api/favourites/:id PUT
    /api/labels/printers POST
    /api/labels/printers/:id PUT DELETE
    /api/labels/printers/:id/test POST
    /api/labels/templates POST
    /api/labels/templates/:id PUT DELETE
    /api/manage/blueprints GET POST
    /api/manage/blueprints/:id PUT DELETE
    /api/manage/bulk-edits/:id GET
    /api/manage/bulk-edits/:id/undo POST
    /api/manage/categories GET POST
    /api/manage/categories/:id PUT DELETE
    /api/manage/categories/:id/merge POST
    /api/manage/categories/:id/move POST
    /api/manage/margin-floor PUT
    /api/manage/margins GET
    /api/manage/new-codes GET
    /api/manage/pictures POST
    /api/manage/pricing-rules GET POST
    /api/manage/pricing-rules/:id PUT DELETE
    /api/manage/products GET POST
    /api/manage/products/:id GET PUT DELETE
    /api/manage/products/:id/cost PUT
    /api/manage/products/:id/duplicate POST
    /api/manage/products/:id/locations GET
    /api/manage/products/bulk PUT
    /api/manage/products/bulk/preview POST
    /api/manage/products/export.csv GET
    /api/manage/products/import POST
    /api/manage/products/import/cancel POST
    /api/manage/products/import/preview POST
    /api/menus/settings PUT
    /api/orders DELETE
    /api/proxy/flora-im/menus/configs POST
    /api/proxy/flora-im/menus/configs/:id PUT DELETE
    /api/proxy/flora-im/menus/configs/:id/duplicate POST
    /api/proxy/flora-im/menus/configs/:id/restore POST
    /api/proxy/flora-im/purchase-orders/last-costs GET
    /api/proxy/flora-im/store-configs POST
    /api/proxy/flora-im/store-configs/:id PUT
    /api/proxy/wc-points-rewards/product/:id/points PUT
    /api/proxy/wc-points-rewards/user/:id/adjust POST
    /api/proxy/woocommerce/products/:id PUT
    /api/tills GET
    /api/tills/:id PUT
    /api/tills/:id/retire POST
    /api/tv/devices/:id PUT DELETE
    /api/tv/pairings/confirm POST
    /api/tv/schedules/:id PUT
    /api/users-matrix/customers/:id/identity/reveal POST
    /api/users-matrix/users/:id DELETE
    /wp-json/wc/v3/customers/:id DELETE
    /wp-json/wc/v3/products POST
    /wp-json/wc/v3/products/:id PUT DELETE
    /wp-json/wc/v3/products/:id/variations POST
    /wp-json/wc/v3/products/:id/variations/:id PUT DELETE
    /wp-json/wc/v3/products/:id/variations/batch POST
    /wp-json/wc/v3/products/batch POST
    /wp-json/wc/v3/products/categories POST
    /wp-json/wc/v3/products/categories/:id PUT DELETE
    /wp-json/wc/v3/products/categories/batch POST
    /wp-json/wp/v2/media GET POST
    /wp-json/wp/v2/media/:id GET DELETE
  `),
  administrator: lines(`
    /api/ai/config PUT
    /api/ai/config/restore POST
    /api/ai/config/test POST
    /api/ai/config/versions GET
    /api/ai/models GET
    /api/ai/provider GET PUT
    /api/ai/provider/test POST
    /api/ai/sent GET
    /api/manage/api-keys GET POST
    /api/manage/api-keys/:id DELETE
    /api/manage/audit GET
    /api/manage/audit/chain GET POST
    /api/manage/audit/export GET
    /api/manage/audit/filters GET
    /api/manage/backups GET POST
    /api/manage/backups/settings PUT
    /api/manage/backups/state GET
    /api/manage/first-run GET
    /api/manage/jobs GET
    /api/manage/jobs/retry POST
    /api/manage/locations GET POST
    /api/manage/locations/:id PUT
    /api/manage/locations/:id/close POST
    /api/manage/locations/:id/reopen POST
    /api/manage/receipts GET PUT
    /api/manage/receipts/logos POST
    /api/manage/roles GET
    /api/manage/roles/:id PUT
    /api/manage/staff GET POST
    /api/manage/staff/:id PUT
    /api/manage/staff/:id/link POST
    /api/manage/staff/:id/pin/remove POST
    /api/manage/staff/:id/sessions GET
    /api/manage/staff/:id/sessions/end POST
    /api/manage/taxes GET POST
    /api/manage/taxes/:id DELETE
    /api/manage/taxes/copy POST
    /api/proxy/wc-points-rewards/settings PUT
    /wp-json/wc/v3/taxes GET POST
    /wp-json/wc/v3/taxes/:id GET PUT DELETE
    /wp-json/wc/v3/taxes/batch POST
  `),
  screen: lines(`
    /api/tv/commands GET
    /api/tv/commands/:id PUT
    /api/tv/events GET
    /api/tv/heartbeat POST
    /api/tv/snapshot PUT
  `),
};

/** Calls that a screen may make beside its own and those of strangers. */
export const ALSO_SCREENS = lines('/api/proxy/flora-im/menus/log-display POST');

/** The only calls of a program with an API key, beside those of strangers, by the right that its key must have. */
export const KEY_MAY_CALL: Readonly<Record<string, readonly string[]>> = {
  'see-stock': lines(`
    /wp-json/wc/v3/products GET
    /wp-json/wc/v3/products/:id GET
    /wp-json/wc/v3/products/:id/variations GET
    /wp-json/wc/v3/products/:id/variations/:id GET
    /wp-json/wc/v3/products/categories GET
    /wp-json/wc/v3/products/categories/:id GET
  `),
  'edit-products': lines(`
    /wp-json/wc/v3/products POST
    /wp-json/wc/v3/products/:id PUT DELETE
    /wp-json/wc/v3/products/:id/variations POST
    /wp-json/wc/v3/products/:id/variations/:id PUT DELETE
    /wp-json/wc/v3/products/:id/variations/batch POST
    /wp-json/wc/v3/products/batch POST
    /wp-json/wc/v3/products/categories POST
    /wp-json/wc/v3/products/categories/:id PUT DELETE
    /wp-json/wc/v3/products/categories/batch POST
    /wp-json/wp/v2/media GET POST
    /wp-json/wp/v2/media/:id GET DELETE
  `),
  'see-customers': lines(`
    /wp-json/wc/v3/customers GET
    /wp-json/wc/v3/customers/:id GET
  `),
  'edit-customers': lines(`
    /wp-json/wc/v3/customers POST
    /wp-json/wc/v3/customers/:id PUT
    /wp-json/wc/v3/customers/batch POST
  `),
  'delete-customers': lines('/wp-json/wc/v3/customers/:id DELETE'),
  'see-orders': lines(`
    /wp-json/wc/v3/orders GET
    /wp-json/wc/v3/orders/:id GET
  `),
  // POST only answers that a sale needs a key and a tender.
  'change-orders': lines(`
    /wp-json/wc/v3/orders POST
    /wp-json/wc/v3/orders/:id PUT
  `),
  'see-taxes': lines(`
    /wp-json/wc/v3/taxes GET
    /wp-json/wc/v3/taxes/:id GET
  `),
  configure: lines(`
    /wp-json/wc/v3/taxes POST
    /wp-json/wc/v3/taxes/:id PUT DELETE
    /wp-json/wc/v3/taxes/batch POST
  `),
};

/** Samples that ask for more than their call does, with the least role that may send them. */
export const SAMPLE_NEEDS: Readonly<Record<string, Caller>> = {
  // Somebody else's artifact.
  'PUT /api/artifacts/:id': 'administrator',
  'POST /api/artifacts/:id/restore': 'administrator',
  'DELETE /api/artifacts/:id': 'administrator',
  // A command that somebody else has sent from a till.
  'POST /api/commands/withdraw': 'manager',
  // A date of birth.
  'POST /api/customers/duplicates': 'manager',
  'POST /api/users-matrix/customers/find-by-identity': 'manager',
  // A command that changes what a TV shows.
  'POST /api/tv/commands': 'manager',
};

/** Calls that staff may not make, and that somebody else can approve at their till. */
export const CAN_BE_APPROVED = lines('/api/orders DELETE');
