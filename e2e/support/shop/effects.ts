import { Client, type ClientConfig } from 'pg';

/** Made by its own command, and not by the approval of a draft, which is counted as such. */
const notDrafted = (kind: string, id: string): string =>
  `NOT EXISTS (SELECT FROM ai_drafts d WHERE d.kind = '${kind}' AND d.applied #>> '{result,id}' = ${id} AND d.applied #>> '{undo,restored}' IS NULL)`;

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
    effect: 'purchase orders',
    rows: `purchase_orders p WHERE ${notDrafted('purchase_order', 'p.id::text')}`,
    routes: [
      'POST /api/proxy/flora-im/purchase-orders',
      'POST /api/proxy/flora-im/purchase-orders/generate-from-restock',
    ],
  },
] as const;

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
