import { sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import { persistCart } from '#domain/cart-persistence.ts';
import type { TestApp, Till } from '../app.ts';
import { ASSISTANT_ANEW, assistantIdFor } from './hostile-assistant.ts';
import { SAMPLES, STAFF_TOKEN_HASH } from './hostile-requests.ts';
import { CUSTOMER, FIRST, MERGED_CUSTOMER } from './hostile-stock-requests.ts';
import { aCart, sale } from '../sales.ts';
import { OWN_TEMPLATE } from './hostile-labels.ts';
import { makeMenus, MENUS_ANEW, SCREEN } from './hostile-menus.ts';
import { addCustomer, SHOP } from '../shop.ts';
import { TELL_STOCK } from '../trade/told-stock.ts';

const INVENTORY = '/api/proxy/flora-im/inventory';
const PURCHASE_ORDERS = '/api/proxy/flora-im/purchase-orders';
const SUPPLIERS = '/api/proxy/flora-im/suppliers';

function answered<T>(reply: LightMyRequestResponse): T {
  if (reply.statusCode >= 400) throw new Error(`${reply.statusCode}: ${reply.body}`);
  return reply.json<T>();
}

/** Names a picture of the shop. */
export const PICTURE_HASH = 'c1'.repeat(32);

/**
 * Makes the objects that the samples name by number; to be called before anybody signs in. Among them is a customer
 * with points, whose order has one refund of line 1; that line can be refunded again and again.
 */
export async function makeObjects(shop: TestApp): Promise<typeof SCREEN> {
  await sql`
    INSERT INTO pictures (hash, width, height, small, medium, large) VALUES (${PICTURE_HASH}, 1, 1, 'w', 'w', 'w')`.execute(
    shop.database.db,
  );
  await sql`INSERT INTO media (id, hash) VALUES (${FIRST}, ${PICTURE_HASH})`.execute(shop.database.db);
  const moves = [SHOP.blueDream, SHOP.grinder, SHOP.papers].map((product_id) => ({
    product_id,
    delta: 5000,
    action: 'opening_stock',
  }));
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  const customer = await addCustomer(shop);
  const manager = await shop.signIn('manager');
  const sold = sale([{ product_id: SHOP.papers, quantity: 1000 }], { customer_id: customer });
  const order = answered<{ id: number; data: { line_items: { id: number }[] } }>(
    await manager.post('/api/orders', sold),
  );
  const lines = [{ line_id: 1, quantity: 1, restock: true }];
  const refund = answered<{ data: { id: number } }>(await manager.post(`/api/orders/${order.id}/refunds`, { lines }));
  const audit = answered<{ data: { id: number } }>(
    await manager.post('/api/inventory/batch-adjust', SAMPLES['POST /api/inventory/batch-adjust']),
  );
  const made = [customer, order.id, order.data.line_items[0]?.id, refund.data.id, audit.data.id];
  if (made.join() !== [CUSTOMER, FIRST, 1, FIRST, FIRST].join())
    throw new Error(`samples name others than ${made.join()}`);
  await newOrder(manager, 'draft');
  await sql`INSERT INTO products (id, name, type, status) VALUES (${VARIATION}, 'Sized', 'variable', 'draft')`.execute(
    shop.database.db,
  );
  await sql`INSERT INTO variations (id, product_id, name) VALUES (${VARIATION}, ${VARIATION}, 'Small')`.execute(
    shop.database.db,
  );
  for (const id of [OTHER_CUSTOMER, MERGED_CUSTOMER])
    await sql`
      INSERT INTO users (id, username, email, display_name) VALUES (${id}, ${`other-${id}`}, ${`other-${id}@example.com`}, 'Other')`.execute(
      shop.database.db,
    );
  const undo = { body: {}, prices: [], levels: [], left: { state: '', prices: [] } };
  await sql`
    WITH edit AS (INSERT INTO bulk_edits (id) VALUES (${FIRST}))
    INSERT INTO bulk_edit_products (bulk_edit_id, product_id, name, changes, undo)
    VALUES (${FIRST}, ${SHOP.grinder}, 'Grinder', '[]', ${JSON.stringify(undo)}::jsonb)`.execute(shop.database.db);
  await makeMenus(shop, manager.userId);
  return SCREEN;
}

/** A variation, and the product that it is of: an address names both by one id. */
const VARIATION = 900_010;

/** A customer beside the one of the samples. */
export const OTHER_CUSTOMER = 900_001;

/** The object of a call: the id in its address, and the line that its body names. */
export interface Target {
  readonly id: string;
  readonly line: number;
}

async function newOrder(manager: Till, status: 'draft' | 'ordered'): Promise<Target> {
  const body = SAMPLES[`POST ${PURCHASE_ORDERS}`];
  const { data } = answered<{ data: { id: number; items: { id: number }[] } }>(
    await manager.post(PURCHASE_ORDERS, body),
  );
  if (status === 'ordered') answered(await manager.send('PUT', `${PURCHASE_ORDERS}/${data.id}`, { status }));
  return { id: String(data.id), line: data.items[0]?.id ?? 0 };
}

const TILL = '8a6e0804-2bd0-4672-b79d-d97027f9071a';

async function tillAsBefore(_manager: Till, { database: { db } }: TestApp): Promise<null> {
  await sql`INSERT INTO tills (id, location_id) VALUES (${TILL}, 20) ON CONFLICT (id) DO UPDATE SET version = 1`.execute(
    db,
  );
  return null;
}

/** The id in the address of this call, for calls that use up no object. */
export function idFor(path: string): string {
  if (path.includes('/variations/')) return String(VARIATION);
  if (path.includes('/categories/')) return '30';
  if (path.includes('/wc/v3/taxes/')) return '1';
  const ofAssistant = assistantIdFor(path);
  if (ofAssistant !== null) return ofAssistant;
  if (/\/(?:products?|favourites)\//.test(path)) return String(SHOP.grinder);
  if (path.startsWith(SUPPLIERS)) return '1';
  if (path.startsWith('/api/tills/')) return TILL;
  if (path.startsWith('/api/proxy/flora-im/store-configs')) return '20';
  if (path.startsWith('/api/tv/schedules')) return '1';
  if (path.startsWith('/api/manage/locations/')) return '19';
  return String(/\/(?:customers|users?)\//.test(path) ? CUSTOMER : FIRST);
}

async function newCustomer(manager: Till): Promise<Target> {
  const { id } = answered<{ id: number }>(
    await manager.post('/api/users-matrix/users', {
      first_name: 'Ann',
      billing: { phone: '7045550100' },
      create_anyway: true,
    }),
  );
  return { id: String(id), line: 0 };
}

/** A variable product nobody has changed; the codes of the samples are free. */
async function newProduct({ database: { db } }: TestApp): Promise<Target> {
  await sql`UPDATE products SET sku = NULL, barcode = NULL WHERE sku LIKE 'HOSTILE%' OR barcode = '036000291452'`.execute(
    db,
  );
  await sql`UPDATE variations SET sku = NULL, barcode = NULL WHERE sku LIKE 'HOSTILE%' OR barcode = '4006381333931'`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO products (name, type, status) VALUES ('Anew', 'variable', 'draft') RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** A variation and its product of one number: the sample of an address has one id. */
async function newVariation(shop: TestApp): Promise<Target> {
  const target = await newProduct(shop);
  const id = Number(target.id);
  await sql`INSERT INTO variations (id, product_id, name, status) VALUES (${id}, ${id}, 'Anew', 'draft')`.execute(
    shop.database.db,
  );
  return target;
}

/** A tax of the one location that has none of these, and no other of the sample's code. */
async function newTax({ database: { db } }: TestApp): Promise<Target> {
  await sql`DELETE FROM tax_rates WHERE location_id = 19 AND code <> 'NC-MONROE'`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO tax_rates (location_id, code, name, rate_ppm) VALUES (19, 'ANEW', 'Anew', 10000) RETURNING id`.execute(
    db,
  );
  return { id: String(rows[0]?.id), line: 0 };
}

/** A role as it is in a new shop. */
async function newRole({ database: { db } }: TestApp): Promise<Target> {
  await sql`
    UPDATE role_settings SET version = 1, granted = '{}', withheld = '{}', most_discount_percent = NULL, most_refund_cents = NULL
     WHERE role = 'manager'`.execute(db);
  return { id: 'manager', line: 0 };
}

async function newStaff(manager: Till, { database: { db } }: TestApp): Promise<Target> {
  await sql`UPDATE users SET username = 'was.ann.' || id, email = id || '@example.com' WHERE username = 'ann.poe'`.execute(
    db,
  );
  const { data } = answered<{ data: { id: number } }>(
    await manager.post('/api/manage/staff', { name: 'Somebody', role: 'staff', location_id: 20 }),
  );
  return { id: String(data.id), line: 0 };
}

async function newStaffSession(_manager: Till, { database: { db } }: TestApp): Promise<Target> {
  await sql`
    INSERT INTO sessions (token_hash, user_id, expires_at)
    VALUES (decode(${STAFF_TOKEN_HASH}, 'hex'), ${FIRST}, now() + interval '1 day') ON CONFLICT DO NOTHING`.execute(db);
  return { id: String(FIRST), line: 0 };
}

/** A rule nobody has changed, and none of the samples' name. */
async function newRule({ database: { db } }: TestApp): Promise<Target> {
  await sql`DELETE FROM pricing_rules WHERE id > 3`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO pricing_rules (blueprint_id, name, product_type) VALUES (39, 'Anew', 'flower') RETURNING id`.execute(
    db,
  );
  return { id: String(rows[0]?.id), line: 0 };
}

/** A cart that waits; the key of the sample is free. */
async function newHeldCart({ database: { db } }: TestApp): Promise<Target> {
  await sql`DELETE FROM held_carts`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO held_carts (location_id, sale_key, holds, cart, items, goods_cents, held_by)
    SELECT 20, 'sale-key-of-another', 1, ${persistCart(aCart)}, 2, 4780, min(id) FROM users RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** A label template nobody has changed, and none of the sample's name. */
async function newLabelTemplate({ database: { db } }: TestApp): Promise<Target> {
  await sql`DELETE FROM label_templates`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO label_templates (location_id, name, body) VALUES (20, 'Anew', ${JSON.stringify(OWN_TEMPLATE)}::jsonb) RETURNING id`.execute(
    db,
  );
  return { id: String(rows[0]?.id), line: 0 };
}

/** A label printer nobody has changed, and none of the sample's name. */
async function newLabelPrinter({ database: { db } }: TestApp): Promise<Target> {
  await sql`DELETE FROM label_printers`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO label_printers (location_id, name, host, dpi, width_in, height_in)
    VALUES (20, 'Anew', '192.168.1.51', 203, 2.25, 1.25) RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** Labels that wait for a printer. */
async function newLabelJob(shop: TestApp): Promise<Target> {
  const { id: printer } = await newLabelPrinter(shop);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO label_print_jobs (location_id, printer_id, title, template, copies, formats, created_by)
    SELECT 20, ${printer}::integer, 'Anew', 'Roll', 1, '{}', min(id) FROM users RETURNING id`.execute(shop.database.db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** A blueprint nobody has changed or uses, and none of the samples' name. */
async function newBlueprint({ database: { db } }: TestApp): Promise<Target> {
  await sql`UPDATE blueprints SET name = 'Former ' || id, slug = 'former-' || id WHERE slug IN ('hostile', 'anew') OR name = 'Hostile'`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blueprints (name, slug) VALUES ('Anew', 'anew') RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** A category nobody has changed or filled, and none of the samples' name. */
async function newCategory({ database: { db } }: TestApp): Promise<Target> {
  await sql`UPDATE categories SET name = 'Former ' || id, slug = 'former-' || id WHERE slug IN ('hostile', 'anew') OR name = 'Hostile'`.execute(
    db,
  );
  const { rows } = await sql<{ id: number }>`
    INSERT INTO categories (name, slug) VALUES ('Anew', 'anew') RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** A location that is as it was made, or closed. */
async function newLocation({ database: { db } }: TestApp, closedBy: number | null): Promise<Target> {
  await sql`UPDATE locations SET name = 'Former ' || id WHERE name IN ('Shop', 'New shop')`.execute(db);
  const { rows } = await sql<{ id: number }>`
    INSERT INTO locations (id, name, closed_at, closed_by)
    SELECT max(id) + 1, 'Made ' || (max(id) + 1), CASE WHEN ${closedBy}::integer IS NOT NULL THEN now() END, ${closedBy} FROM locations
    RETURNING id`.execute(db);
  return { id: String(rows[0]?.id), line: 0 };
}

/** Makes the object again for calls whose sample is accepted only once. Other calls act on the objects that exist. */
const ANEW: Record<string, (manager: Till, shop: TestApp) => Promise<Target | null>> = {
  ...MENUS_ANEW,
  ...ASSISTANT_ANEW,
  [`PUT ${PURCHASE_ORDERS}/:id`]: (manager) => newOrder(manager, 'draft'),
  [`DELETE ${PURCHASE_ORDERS}/:id`]: (manager) => newOrder(manager, 'draft'),
  [`POST ${PURCHASE_ORDERS}/:id/receive`]: (manager) => newOrder(manager, 'ordered'),
  [`POST ${SUPPLIERS}`]: async (_manager, { database: { db } }) => {
    await sql`UPDATE suppliers SET name = 'Supplier ' || id WHERE id > 1`.execute(db);
    return null;
  },
  'PUT /api/manage/roles/:role': (_manager, shop) => newRole(shop),
  'POST /api/manage/blueprints': (_manager, shop) => newBlueprint(shop),
  'PUT /api/manage/blueprints/:id': (_manager, shop) => newBlueprint(shop),
  'POST /api/manage/categories': (_manager, shop) => newCategory(shop),
  'PUT /api/manage/categories/:id': (_manager, shop) => newCategory(shop),
  'POST /api/manage/categories/:id/move': (_manager, shop) => newCategory(shop),
  'POST /api/manage/categories/:id/merge': (_manager, shop) => newCategory(shop),
  'POST /api/manage/pricing-rules': (_manager, shop) => newRule(shop),
  'PUT /api/manage/pricing-rules/:id': (_manager, shop) => newRule(shop),
  'POST /api/manage/taxes': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM tax_rates WHERE location_id = 19 AND code <> 'NC-MONROE'`.execute(db);
    return null;
  },
  'POST /api/manage/taxes/copy': async (_manager, { database: { db } }) => {
    await sql`INSERT INTO locations (id, name) VALUES (4711, 'Untaxed') ON CONFLICT DO NOTHING`.execute(db);
    await sql`DELETE FROM tax_rates WHERE location_id = 4711`.execute(db);
    return null;
  },
  'POST /api/manage/locations': (_manager, shop) => newLocation(shop, null),
  'PUT /api/manage/locations/:id': (_manager, shop) => newLocation(shop, null),
  'POST /api/manage/locations/:id/close': (_manager, shop) => newLocation(shop, null),
  'POST /api/manage/locations/:id/reopen': ({ userId }, shop) => newLocation(shop, userId),
  'PUT /api/manage/receipts': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM receipt_settings`.execute(db);
    await sql`INSERT INTO receipt_settings DEFAULT VALUES`.execute(db);
    return null;
  },
  'PUT /api/manage/backups/settings': async (_manager, { database: { db } }) => {
    await sql`UPDATE backup_settings SET version = 1, keep = 14`.execute(db);
    return null;
  },
  'POST /wp-json/wc/v3/products/categories': (_manager, shop) => newCategory(shop),
  'PUT /wp-json/wc/v3/products/categories/:id': (_manager, shop) => newCategory(shop),
  'POST /wp-json/wc/v3/products': (_manager, shop) => newProduct(shop),
  'PUT /wp-json/wc/v3/products/:id': (_manager, shop) => newProduct(shop),
  'POST /wp-json/wc/v3/products/:id/variations': (_manager, shop) => newProduct(shop),
  'PUT /wp-json/wc/v3/products/:product_id/variations/:id': (_manager, shop) => newVariation(shop),
  'POST /wp-json/wc/v3/products/:id/variations/batch': (_manager, shop) => newProduct(shop),
  'POST /wp-json/wc/v3/products/categories/batch': (_manager, shop) => newCategory(shop),
  'POST /wp-json/wc/v3/taxes/batch': (_manager, shop) => newTax(shop),
  'PUT /wp-json/wc/v3/customers/:id': newCustomer,
  'POST /wp-json/wc/v3/taxes': (_manager, shop) => newTax(shop),
  'PUT /wp-json/wc/v3/taxes/:id': (_manager, shop) => newTax(shop),
  'POST /api/manage/products': (_manager, shop) => newProduct(shop),
  'PUT /api/manage/products/:id': (_manager, shop) => newProduct(shop),
  'PUT /api/manage/products/:id/cost': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM item_costs`.execute(db);
    return { id: String(SHOP.grinder), line: 0 };
  },
  'PUT /api/manage/margin-floor': async (_manager, { database: { db } }) => {
    await sql`UPDATE margin_settings SET floor = NULL, version = 1`.execute(db);
    return null;
  },
  'PUT /api/manage/staff/:id': newStaff,
  'POST /api/manage/staff/:id/sessions/end': newStaffSession,
  'POST /api/held-carts': (_manager, shop) => newHeldCart(shop),
  'POST /api/held-carts/:id/resume': (_manager, shop) => newHeldCart(shop),
  'POST /api/held-carts/:id/burn': (_manager, shop) => newHeldCart(shop),
  'POST /api/labels/templates': (_manager, shop) => newLabelTemplate(shop),
  'PUT /api/labels/templates/:id': (_manager, shop) => newLabelTemplate(shop),
  'POST /api/labels/printers': (_manager, shop) => newLabelPrinter(shop),
  'PUT /api/labels/printers/:id': (_manager, shop) => newLabelPrinter(shop),
  'POST /api/labels/printers/:id/jobs': (_manager, shop) => newLabelPrinter(shop),
  'POST /api/labels/queue/:id': (_manager, shop) => newLabelJob(shop),
  'PUT /api/tills/:id': tillAsBefore,
  'POST /api/tills/:id/retire': tillAsBefore,
  'PUT /api/users-matrix/users/:id': newCustomer,
  'PUT /api/users-matrix/customers/:id': newCustomer,
  'POST /api/customers/:id/merge': async (manager, { database: { db } }) => {
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM customer_merges WHERE merged_id = ${MERGED_CUSTOMER} AND undone_at IS NULL`.execute(db);
    for (const { id } of rows) answered(await manager.post(`/api/customers/merges/${id}/undo`));
    // The sample says the first version.
    await sql`ALTER TABLE users DISABLE TRIGGER users_versioned`.execute(db);
    await sql`UPDATE users SET version = 1 WHERE id = ${MERGED_CUSTOMER}`.execute(db);
    await sql`ALTER TABLE users ENABLE TRIGGER users_versioned`.execute(db);
    return newCustomer(manager);
  },
  'PUT /api/proxy/wc-points-rewards/settings': async (_manager, { database: { db } }) => {
    await sql`DELETE FROM loyalty_settings`.execute(db);
    await sql`INSERT INTO loyalty_settings DEFAULT VALUES`.execute(db);
    return null;
  },
  [`POST ${INVENTORY}`]: async (manager) => {
    answered(await manager.post(INVENTORY, { product_id: SHOP.brokenRolls, quantity: 10 }));
    return null;
  },
};

export async function targetOf(call: string, manager: Till, shop: TestApp): Promise<Target> {
  const [, path = ''] = call.split(' ');
  return (await ANEW[call]?.(manager, shop)) ?? { id: idFor(path), line: 1 };
}
