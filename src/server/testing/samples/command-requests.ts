import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Route } from '#contract/route.ts';
import { canonicalJson } from '#server/http/serve/keyed/canonical-json.ts';
import type { TestApp, Till } from '../app.ts';
import { grinder, sale } from '../sales.ts';
import { SHOP } from '../shop.ts';
import { targetOf } from './hostile-objects.ts';
import { SAMPLES } from './hostile-requests.ts';
import { CUSTOMER } from './hostile-stock-requests.ts';

interface Sent {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** The shop of the requests, and the administrator who sends them. */
export interface Counter {
  readonly shop: TestApp;
  readonly by: Till;
}

type Arrange = (counter: Counter) => Promise<Sent>;

/** These delete or copy an object: one that the sample of another call has made for it. */
const OBJECT_OF: Readonly<Record<string, string>> = {
  'artifact-delete': 'PUT /api/artifacts/:id',
  'artifact-fork': 'PUT /api/artifacts/:id',
  'blueprint-delete': 'PUT /api/manage/blueprints/:id',
  'category-delete': 'PUT /api/manage/categories/:id',
  'conversation-delete': 'PUT /api/ai/history/:id',
  'customer-delete': 'PUT /api/users-matrix/users/:id',
  'label-printer-delete': 'PUT /api/labels/printers/:id',
  'label-printer-test': 'PUT /api/labels/printers/:id',
  'label-template-delete': 'PUT /api/labels/templates/:id',
  'pricing-rule-delete': 'PUT /api/manage/pricing-rules/:id',
  'product-delete': 'PUT /api/manage/products/:id',
  'staff-pin-remove': 'PUT /api/manage/staff/:id',
};

async function made(by: Till, url: string, body: unknown): Promise<string> {
  const reply = await by.post(url, body);
  if (reply.statusCode >= 400) throw new Error(`${url}: ${reply.body}`);
  const { id, data } = reply.json<{ id?: number; data?: { id: number } }>();
  return String(id ?? data?.id);
}

const soldOrder = ({ by }: Counter): Promise<string> => made(by, '/api/orders', sale([grinder]));

/** A draft of the assistant that waits to be approved: a list of what is to be counted. */
async function draft({ shop, by }: Counter): Promise<string> {
  const content = { title: 'Count list', items: [{ product_id: SHOP.grinder, variation_id: null, quantity: null }] };
  const hash = createHash('sha256')
    .update(canonicalJson([content, []]))
    .digest();
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ai_drafts (user_id, location_id, kind, title, content, changes, content_hash, nonce)
    VALUES (${by.userId}, 20, 'count_list', 't', ${JSON.stringify(content)}::jsonb, '[]', ${hash}, ${hash}) RETURNING id`.execute(
    shop.database.db,
  );
  return String(rows[0]?.id);
}

async function approval({ by }: Counter, id: string): Promise<{ approval_token: string }> {
  const { approval_token } = (await by.get(`/api/ai/drafts/${id}`)).json<{ approval_token: string }>();
  return { approval_token };
}

let names = 0;

/** Requests of commands whose call has no sample that changes something each time it is sent, by the kind of command. */
const ARRANGED: Readonly<Record<string, Arrange>> = {
  'api-key-revoke': async ({ by }) => ({
    params: { id: await made(by, '/api/manage/api-keys', SAMPLES['POST /api/manage/api-keys']) },
  }),
  'bulk-status': async (counter) => ({
    body: { order_ids: [Number(await soldOrder(counter))], status: 'cancelled' },
  }),
  'conversation-clear': async ({ by, shop }) => {
    const { id } = await targetOf('PUT /api/ai/history/:id', by, shop);
    await sql`INSERT INTO ai_messages (conversation_id, role, content) VALUES (${Number(id)}, 'user', 'c')`.execute(
      shop.database.db,
    );
    return { params: { id } };
  },
  'conversation-rename': async ({ by, shop }) => ({
    params: { id: (await targetOf('PUT /api/ai/history/:id', by, shop)).id },
    body: { title: 'Renamed' },
  }),
  'customer-note-delete': async ({ by }) => ({
    params: { id: String(CUSTOMER), note_id: await made(by, `/api/customers/${CUSTOMER}/notes`, { text: 'n' }) },
  }),
  'customer-unmerge': async ({ by, shop }) => {
    const call = 'POST /api/customers/:id/merge';
    const { id } = await targetOf(call, by, shop);
    return { params: { id: await made(by, `/api/customers/${id}/merge`, SAMPLES[call]) } };
  },
  'draft-approve': async (counter) => {
    const id = await draft(counter);
    return { params: { id }, body: await approval(counter, id) };
  },
  'draft-reject': async (counter) => ({ params: { id: await draft(counter) } }),
  'draft-undo': async (counter) => {
    const id = await draft(counter);
    await made(counter.by, `/api/ai/drafts/${id}/approve`, await approval(counter, id));
    return { params: { id } };
  },
  favourite: async ({ shop }) => {
    await sql`DELETE FROM favourites`.execute(shop.database.db);
    return { params: { id: String(SHOP.grinder) }, body: { pinned: true, before_id: null } };
  },
  'menu-config-restore': async ({ by, shop }) => {
    const call = 'PUT /api/proxy/flora-im/menus/configs/:id';
    const { id } = await targetOf(call, by, shop);
    await by.send('PUT', `/api/proxy/flora-im/menus/configs/${id}`, SAMPLES[call]);
    return { params: { id }, body: { restored_version: 1, version: 2 } };
  },
  'order-status': async (counter) => ({
    body: { orderId: Number(await soldOrder(counter)), status: 'cancelled' },
  }),
  'order-void': async (counter) => ({ query: { id: await soldOrder(counter) } }),
  'product-bulk': async ({ by, shop }) => {
    const { id } = await targetOf('PUT /api/manage/products/:id', by, shop);
    const change = { add_category_ids: [30] };
    return { body: { items: [{ id: Number(id), version: 1 }], change } };
  },
  'product-bulk-undo': async ({ by, shop }) => {
    const { id } = await targetOf('PUT /api/manage/products/:id', by, shop);
    const body = { items: [{ id: Number(id), version: 1 }], change: { add_category_ids: [30] } };
    const reply = await by.send('PUT', '/api/manage/products/bulk', body);
    return { params: { id: String(reply.json<{ bulk_edit_id: number }>().bulk_edit_id) } };
  },
  'products-import': async ({ by, shop }) => {
    // Takes the number of the imported product from the one of the last time.
    await targetOf('PUT /api/manage/products/:id', by, shop);
    return { body: SAMPLES['POST /api/manage/products/import'] };
  },
  'staff-pin-remove': async ({ by, shop }) => {
    const { id } = await targetOf('PUT /api/manage/staff/:id', by, shop);
    await sql`INSERT INTO staff_pins (user_id, pin_hash, key_id) VALUES (${Number(id)}, 'h', 'k')`.execute(
      shop.database.db,
    );
    return { params: { id } };
  },
  'supplier-change': async () => ({ params: { id: '1' }, body: { name: `Farm ${(names += 1)}` } }),
  'supplier-status': async ({ shop }) => {
    await sql`UPDATE suppliers SET status = 'inactive' WHERE id = 1`.execute(shop.database.db);
    return { params: { id: '1' }, body: { status: 'active' } };
  },
  'taxes-copy': async ({ by }) => {
    const location_id = Number(await made(by, '/api/manage/locations', { name: `Branch ${(names += 1)}` }));
    return { body: { from_location_id: 20, location_id } };
  },
  'tax-cancel': async ({ by, shop }) => {
    await targetOf('POST /api/manage/taxes', by, shop);
    const tax = { location_id: 19, code: 'LATER', name: 'Later', rate: '1', from_day: '2099-01-01' };
    return { params: { id: await made(by, '/api/manage/taxes', tax) } };
  },
};

/**
 * A request of a command that is accepted and changes something, however often one is asked for: it names an object of
 * its own where the call needs one.
 */
export async function commandRequest(kind: string, route: Route, counter: Counter): Promise<Required<Sent>> {
  const call = `${route.method} ${route.path}`;
  const none = { params: undefined, query: undefined, body: undefined };
  const own = await ARRANGED[kind]?.(counter);
  if (own) return { ...none, ...own } as Required<Sent>;
  const { id, line } = await targetOf(OBJECT_OF[kind] ?? call, counter.by, counter.shop);
  const sample = JSON.stringify(SAMPLES[call])?.replace('"item_id":1,', `"item_id":${line},`);
  const version = route.query !== undefined && 'version' in (route.query as unknown as { shape: object }).shape;
  return {
    params: Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, id])),
    query: version ? { version: '1' } : undefined,
    body: sample === undefined ? undefined : JSON.parse(sample),
  } as Required<Sent>;
}
