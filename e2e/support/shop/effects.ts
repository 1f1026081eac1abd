import { Client, type ClientConfig } from 'pg';

/** Made by its own command, and not by the approval of a draft, which is counted as such. */
const notDrafted = (kind: string, id: string): string =>
  `NOT EXISTS (SELECT FROM ai_drafts d WHERE d.kind = '${kind}' AND d.applied #>> '{result,id}' = ${id} AND d.applied #>> '{undo,restored}' IS NULL)`;

/** Received by a command of its own, and not by the one that made the order. */
const notOrderedThen = `NOT EXISTS (SELECT FROM audit_trail o WHERE o.action = 'purchase_order_created' AND o.entity_id = r.entity_id AND o.at = r.at)`;

/** The effects in the books, each with the commands that cause it. Their numbers must be equal. */
const EFFECTS = [
  { effect: 'orders', rows: 'orders', routes: ['POST /api/orders'] },
  { effect: 'held carts', rows: 'held_carts', routes: ['POST /api/held-carts'] },
  {
    effect: 'label templates',
    rows: `audit_trail WHERE action = 'label_template_created'`,
    routes: ['POST /api/labels/templates'],
  },
  {
    effect: 'label prints',
    rows: `audit_trail WHERE action = 'labels_printed' AND details->>'method' <> 'printer'`,
    routes: ['POST /api/labels/prints'],
  },
  {
    effect: 'label printers',
    rows: `audit_trail WHERE action = 'label_printer_created'`,
    routes: ['POST /api/labels/printers'],
  },
  {
    effect: 'prints on label printers',
    rows: `audit_trail WHERE action = 'labels_queued'`,
    routes: ['POST /api/labels/printers/:id/jobs', 'POST /api/labels/printers/:id/test'],
  },
  { effect: 'refunds', rows: `order_refunds WHERE kind = 'lines'`, routes: ['POST /api/orders/:id/refunds'] },
  { effect: 'notes', rows: 'order_notes', routes: ['POST /api/orders/:id/notes'] },
  { effect: 'transfers', rows: 'stock_transfers', routes: ['POST /api/inventory/transfer'] },
  { effect: 'conversions', rows: 'stock_conversions', routes: ['POST /api/inventory/convert'] },
  { effect: 'audits', rows: 'stock_audits', routes: ['POST /api/inventory/batch-adjust'] },
  {
    effect: 'customers',
    rows: `audit_trail WHERE action = 'customer_created' AND NOT details ? 'imported'`,
    routes: ['POST /api/users-matrix/users'],
  },
  { effect: 'accounts', rows: `audit_trail WHERE action = 'account_created'`, routes: ['POST /api/manage/staff'] },
  {
    effect: 'customer notes',
    rows: `audit_trail WHERE action = 'customer_note'`,
    routes: ['POST /api/customers/:id/notes'],
  },
  {
    effect: 'adjustments of points',
    rows: `audit_trail WHERE action = 'points_adjusted'`,
    routes: ['POST /api/proxy/wc-points-rewards/user/:id/adjust'],
  },
  { effect: 'merges', rows: 'customer_merges', routes: ['POST /api/customers/:id/merge'] },
  {
    effect: 'merges undone',
    rows: 'customer_merges WHERE undone_at IS NOT NULL',
    routes: ['POST /api/customers/merges/:id/undo'],
  },
  {
    effect: 'bulk edits undone',
    rows: `audit_trail WHERE action = 'bulk_edit_undone'`,
    routes: ['POST /api/manage/bulk-edits/:id/undo'],
  },
  {
    effect: 'imports of customers',
    rows: `audit_trail WHERE action = 'customers_imported'`,
    routes: ['POST /api/customers/import'],
  },
  {
    effect: 'imports of products',
    rows: `audit_trail WHERE action = 'catalogue_import'`,
    routes: ['POST /api/manage/products/import'],
  },
  {
    effect: 'layouts and themes of menus',
    rows: `audit_trail m WHERE action = 'menu_config_created' AND ${notDrafted('menu_layout', 'm.entity_id')}`,
    routes: ['POST /api/proxy/flora-im/menus/configs', 'POST /api/proxy/flora-im/menus/configs/:id/duplicate'],
  },
  {
    effect: 'commands to TVs',
    rows: `audit_trail WHERE action = 'tv_command_sent'`,
    routes: ['POST /api/tv/commands'],
  },
  { effect: 'screens', rows: 'tv_devices', routes: ['POST /api/tv/pairings/confirm'] },
  {
    effect: 'artifacts',
    rows: `audit_trail WHERE action = 'artifact_saved'`,
    routes: ['POST /api/artifacts', 'POST /api/artifacts/:id/fork'],
  },
  {
    effect: 'approved drafts',
    rows: `audit_trail WHERE action = 'draft_approved'`,
    routes: ['POST /api/ai/drafts/:id/approve'],
  },
  {
    effect: 'resumed carts',
    rows: `audit_trail WHERE action = 'cart_resumed'`,
    routes: ['POST /api/held-carts/:id/resume'],
  },
  {
    effect: 'burned carts',
    rows: `audit_trail WHERE action = 'cart_burned'`,
    routes: ['POST /api/held-carts/:id/burn'],
  },
  {
    effect: 'changes of stock',
    rows: `audit_trail WHERE action = 'stock_adjusted'`,
    routes: ['POST /api/inventory/adjust'],
  },
  {
    effect: 'goods receipts',
    rows: `audit_trail r WHERE action = 'purchase_order_received' AND ${notOrderedThen}`,
    routes: ['POST /api/proxy/flora-im/purchase-orders/:id/receive'],
  },
  {
    effect: 'products',
    rows: `audit_trail WHERE action IN ('product_created', 'product_duplicated')`,
    routes: ['POST /api/manage/products', 'POST /api/manage/products/:id/duplicate', 'POST /wp-json/wc/v3/products'],
  },
  {
    effect: 'pricing rules',
    rows: `audit_trail WHERE action = 'pricing_rule_created'`,
    routes: ['POST /api/manage/pricing-rules'],
  },
  { effect: 'locations', rows: `audit_trail WHERE action = 'location_opened'`, routes: ['POST /api/manage/locations'] },
  {
    effect: 'purchase orders',
    rows: `purchase_orders p WHERE ${notDrafted('purchase_order', 'p.id::text')}`,
    routes: [
      'POST /api/proxy/flora-im/purchase-orders',
      'POST /api/proxy/flora-im/purchase-orders/generate-from-restock',
    ],
  },
] as const;

const SAME_AGAIN = 'It sets a state or removes a record: a second time changes nothing, or is refused.';
const BY_VERSION = 'It names the version that the person saw, which is another one after the first time.';
const NAME_ONCE = 'The name, or the number, is taken after the first time.';

/** Writes that make a new record or a movement, and why nothing would be doubled that `EFFECTS` must count. */
const NOT_COUNTED: Readonly<Record<string, string>> = {
  'POST /api/ai/config/restore': BY_VERSION,
  'POST /api/ai/drafts/:id/reject': SAME_AGAIN,
  'POST /api/ai/drafts/:id/undo': SAME_AGAIN,
  'POST /api/ai/history': 'A question begins a conversation as well, so that there are more of them than commands.',
  'POST /api/artifacts/:id/restore': BY_VERSION,
  'POST /api/artifacts/:id/view': 'It counts how often somebody looked.',
  'POST /api/labels/queue/:id': BY_VERSION,
  'POST /api/manage/audit/chain': 'It reads.',
  'POST /api/manage/backups': 'One that waits or runs is joined.',
  'POST /api/manage/blueprints': NAME_ONCE,
  'POST /api/manage/categories': NAME_ONCE,
  'POST /api/manage/categories/:id/merge': BY_VERSION,
  'POST /api/manage/categories/:id/move': SAME_AGAIN,
  'POST /api/manage/jobs/retry': SAME_AGAIN,
  'POST /api/manage/locations/:id/close': BY_VERSION,
  'POST /api/manage/locations/:id/reopen': BY_VERSION,
  'POST /api/manage/pictures': 'The same picture is stored once.',
  'POST /wp-json/wp/v2/media': 'The same picture is stored once.',
  'POST /api/manage/receipts/logos': 'The same picture is stored once.',
  'POST /api/manage/staff/:id/pin/remove': SAME_AGAIN,
  'POST /api/manage/staff/:id/sessions/end': SAME_AGAIN,
  'POST /api/manage/taxes/copy': 'A location that has taxes gets none.',
  'POST /api/manage/taxes': 'It names the newest setting that the person saw.',
  'POST /api/orders/award-points-native': 'An order earns its points once.',
  'POST /api/proxy/flora-im/inventory': SAME_AGAIN,
  'POST /api/proxy/flora-im/menus/configs/:id/restore': BY_VERSION,
  'POST /api/proxy/flora-im/store-configs': BY_VERSION,
  'POST /api/proxy/flora-im/suppliers': NAME_ONCE,
  'POST /api/tills/:id/retire': BY_VERSION,
  'POST /wp-json/wc/v3/customers': 'Other programs send it.',
  'POST /wp-json/wc/v3/products/:id/variations': 'Other programs send it.',
  'POST /wp-json/wc/v3/products/batch': 'Other programs send it.',
  'POST /wp-json/wc/v3/products/:id/variations/batch': 'Other programs send it.',
  'POST /wp-json/wc/v3/products/categories': NAME_ONCE,
  'POST /wp-json/wc/v3/products/categories/batch': NAME_ONCE,
  'POST /wp-json/wc/v3/taxes': NAME_ONCE,
  'POST /wp-json/wc/v3/taxes/batch': NAME_ONCE,
};

/**
 * Writes with a key that nobody has thought about: neither counted nor in the list above. A PUT or a DELETE sets a
 * state, so that it may be carried out twice.
 */
export function unconsidered(writes: readonly { method: string; name: string; idempotency: string }[]): string[] {
  const known = new Set<string>([...EFFECTS.flatMap(({ routes }) => [...routes]), ...Object.keys(NOT_COUNTED)]);
  const keyed = writes.filter(
    ({ method, idempotency }) => method === 'POST' && !['none', 'safe'].includes(idempotency),
  );
  return keyed.map(({ name }) => name).filter((name) => !known.has(name));
}

/** Counted or excused, although the contract has no such write any more. */
export function superfluous(writes: readonly { name: string }[]): string[] {
  const names = new Set(writes.map(({ name }) => name));
  return [...EFFECTS.flatMap(({ routes }) => [...routes]), ...Object.keys(NOT_COUNTED)].filter(
    (name) => !names.has(name),
  );
}

export type Effects = Readonly<Record<string, { made: number; commanded: number }>>;

/** Counts each effect in the books, and the commands that the server says it carried out. */
export async function countEffects(connection: ClientConfig): Promise<Effects> {
  const client = new Client(connection);
  await client.connect();
  try {
    const counted: Record<string, { made: number; commanded: number }> = {};
    for (const { effect, rows, routes } of EFFECTS) {
      const { rows: found } = await client.query<{ made: number; commanded: number }>(
        `SELECT (SELECT count(*)::integer FROM ${rows}) AS made,
                (SELECT count(*)::integer FROM idempotency_keys
                  WHERE route = ANY($1) AND status_code BETWEEN 200 AND 299) AS commanded`,
        [routes],
      );
      if (found[0]) counted[effect] = found[0];
    }
    return counted;
  } finally {
    await client.end();
  }
}

/** Effects whose number differs from that of their commands between two counts: "orders: 12 made of 11 commands". */
export function notMadeOnce(before: Effects, after: Effects): string[] {
  return Object.entries(after).flatMap(([effect, now]) => {
    const made = now.made - (before[effect]?.made ?? 0);
    const commanded = now.commanded - (before[effect]?.commanded ?? 0);
    return made === commanded ? [] : [`${effect}: ${made} made of ${commanded} commands`];
  });
}
