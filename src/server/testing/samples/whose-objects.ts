import { lines } from './who-may-call.ts';

/** Calls about a conversation with the assistant, which nobody but its maker sees or uses, whatever their role. */
export const OF_ITS_MAKER = lines(`
  /api/ai/drafts/:id GET
  /api/ai/drafts/:id/approve POST
  /api/ai/drafts/:id/reject POST
  /api/ai/drafts/:id/undo POST
  /api/ai/history/:id PUT
  /api/ai/history/:id/messages GET
  /api/ai/messages/:id/rows.csv GET
  /api/ai/runs/:id GET
  /api/ai/runs/:id/events GET
  /api/ai/runs/:id/stop POST
  /api/ai/history/:id/messages DELETE
  /api/ai/history/:id DELETE
`);

/** Calls of staff about what belongs to the whole shop, so that those of another location may make them as well. */
export const OF_THE_WHOLE_SHOP = lines(`
  /api/ai/config GET
  /api/ai/status GET
  /api/artifacts GET POST
  /api/artifacts/:id GET
  /api/artifacts/:id/fork POST
  /api/artifacts/:id/rows GET
  /api/artifacts/:id/versions GET
  /api/artifacts/:id/versions/:id GET
  /api/artifacts/:id/view POST
  /api/blueprint-fields GET
  /api/blueprint-values GET
  /api/categories GET
  /api/customers/:id/merges GET
  /api/customers/:id/notes GET POST
  /api/customers/:id/notes/:id DELETE
  /api/customers/:id/statistics GET
  /api/customers/groups GET
  /api/customers/totals GET
  /api/inventory/transfer-targets GET
  /api/labels/pdf POST
  /api/pricing/batch-blueprint POST
  /api/proxy/flora-im/menus/templates GET
  /api/proxy/flora-im/suppliers GET POST
  /api/proxy/flora-im/suppliers/:id PUT
  /api/proxy/flora-im/v2/fields GET
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
  /api/users-matrix/customers/:id GET PUT
  /api/users-matrix/customers/:id/identity PUT
  /api/users-matrix/users GET POST
  /api/users-matrix/users/:id PUT
  /api/users-matrix/users/:id/password-reset POST
  /wp-json/wc/v3/customers GET POST
  /wp-json/wc/v3/customers/:id GET PUT
  /wp-json/wc/v3/customers/batch POST
  /wp-json/wc/v3/products GET
  /wp-json/wc/v3/products/:id GET
  /wp-json/wc/v3/products/:id/variations GET
  /wp-json/wc/v3/products/:id/variations/:id GET
  /wp-json/wc/v3/products/categories GET
  /wp-json/wc/v3/products/categories/:id GET
`);

/** Calls of staff that name no place: they are about whoever asks, or about the location where they work. */
export const OF_WHO_ASKS = lines(`
  /api/ai/direct POST
  /api/ai/history GET POST
  /api/ai/rows GET
  /api/ai/runs POST
  /api/ai/wordpress-proxy POST
  /api/auth/approve POST
  /api/auth/logout POST
  /api/auth/me GET
  /api/auth/password PUT
  /api/auth/people GET
  /api/auth/pin PUT
  /api/auth/switch POST
  /api/commands/unsettled POST
  /api/events GET
  /api/favourites GET
  /api/held-carts GET POST
  /api/labels/printers GET
  /api/labels/prints GET POST
  /api/labels/queue GET
  /api/labels/templates GET
  /api/proxy/wc-points-rewards/auth/validate POST
  /wp-json/wc/v3/orders GET POST
`);

/** Calls about many orders: an order of another location is none. */
export const OF_MANY = lines(`
  /api/orders/chosen GET
  /api/orders/bulk-status PUT
  /api/orders/bulk-status/preview POST
`);

/** Queries of calls that answer nothing without one. */
export const ASKED: Readonly<Record<string, string>> = {
  'GET /api/ai/rows': 'tool=low_stock&parameters={}',
  'GET /api/blueprint-fields': 'product_id=502',
  'GET /api/blueprint-values': 'field=nose',
  'GET /api/customers/:id/merge-preview': 'other=900001',
  'GET /api/customers/totals': 'ids=1000',
  'GET /api/inventory/movements': 'product_id=502',
  'GET /api/orders/:id/effects': 'status=cancelled',
  'GET /api/orders/chosen': 'ids=1001',
  'GET /api/proxy/flora-im/inventory': 'product_id=502',
};
