import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { WooCustomer } from '#contract/woocommerce-customers.ts';
import type { WooOrder } from '#contract/woocommerce-orders.ts';
import type { TaxSetting } from '#contract/taxes.ts';
import type { WooCategory } from '#contract/woocommerce-categories.ts';
import type { WooProduct, WooVariation } from '#contract/woocommerce-products.ts';
import type { WooTax } from '#contract/woocommerce-taxes.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { lockTerms } from '#server/db/terms.ts';
import { setTax } from '#server/modules/taxes/taxes.ts';
import { type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { refusalOfWoo, type WooClient, wooClient, type WooRefused } from '#server/testing/wire/woo-client.ts';

type Client = WooClient & { refused: (request: Promise<unknown>) => Promise<WooRefused> };

let shop: TestApp;
let admin: Till;
let cashier: Till;
let address: string;
let woo: Client;
const heard: LiveEvent[] = [];

const WRITE = { products: 'write', customers: 'write', orders: 'write', taxes: 'write' };

async function clientWith(scope: object, more: object = {}): Promise<Client> {
  const body = { name: 'Web shop', location_id: 20, all_locations: false, scope, ...more };
  const made = (await admin.post('/api/manage/api-keys', body)).json<{
    consumer_key: string;
    consumer_secret: string;
  }>();
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = made;
  const client = wooClient({ url: address, consumerKey, consumerSecret });
  return Object.assign(client, { refused: refusalOfWoo });
}

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  cashier = await shop.signIn('staff');
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
  woo = await clientWith(WRITE);
});
afterAll(() => shop.close());
beforeEach(() => {
  heard.length = 0;
});

const lastAudit = async (entity: string) => {
  const { rows } = await sql<{ action: string; machine_kind: string | null; details: Record<string, unknown> }>`
    SELECT action, machine_kind, details FROM audit_trail WHERE entity = ${entity} ORDER BY id DESC LIMIT 1`.execute(
    shop.database.db,
  );
  return rows[0];
};

describe('products', () => {
  it('are listed by pages, searched, picked and found by SKU', async () => {
    const first = await woo.get<WooProduct[]>('products', { per_page: 2, orderby: 'title', order: 'asc' });
    const total = Number(first.headers['x-wp-total']);
    expect(total).toBeGreaterThan(4);
    expect(first.headers['x-wp-totalpages']).toBe(String(Math.ceil(total / 2)));
    expect(first.headers['link']).toContain('rel="next"');
    expect(first.headers['link']).not.toContain('oauth_');
    const all: number[] = [];
    for (let page = 1; page <= Math.ceil(total / 2); page += 1)
      all.push(
        ...(await woo.get<WooProduct[]>('products', { per_page: 2, page, orderby: 'title', order: 'asc' })).data.map(
          ({ id }) => id,
        ),
      );
    expect(new Set(all).size).toBe(total);
    const [found] = (await woo.get<WooProduct[]>('products', { search: 'grinder', _fields: 'id,name' })).data;
    expect(found).toEqual({ id: SHOP.grinder, name: expect.stringMatching(/grinder/i) as string });
    const named = await woo.get<WooProduct[]>('products', { include: [SHOP.papers, SHOP.grinder], orderby: 'include' });
    expect(named.data.map(({ id }) => id)).toEqual([SHOP.papers, SHOP.grinder]);
    const grinder = await woo.get<WooProduct>(`products/${SHOP.grinder}`);
    expect(grinder.data).toMatchObject({
      price: '23.90',
      regular_price: '23.90',
      tax_status: 'taxable',
      on_sale: false,
    });
    const bySku = await woo.get<WooProduct[]>('products', { sku: grinder.data.sku.toLowerCase() });
    expect(bySku.data.map(({ id }) => id)).toEqual([SHOP.grinder]);
  });

  it('are made and changed by the services of this shop: audit, event and price of the next sale', async () => {
    const { data: made, status } = await woo.post<WooProduct>('products', {
      name: 'Windproof lighter',
      regular_price: '6.50',
      sku: 'LGT-W',
      global_unique_id: '036000291452',
      categories: [{ id: 30 }],
      meta_data: [{ key: '_colour', value: 'red' }],
    });
    expect(status).toBe(201);
    expect(made).toMatchObject({ status: 'publish', price: '6.50', categories: [{ id: 30 }], stock_quantity: 0 });
    expect(made.meta_data).toContainEqual({ key: '_colour', value: 'red' });
    await expect.poll(() => heard).toContainEqual({ type: 'catalogue', product_ids: [made.id] });
    const { data: changed } = await woo.put<WooProduct>(`products/${made.id}`, {
      sale_price: '5.00',
      date_on_sale_to: '2099-01-01T00:00:00',
    });
    expect(changed).toMatchObject({ price: '5.00', on_sale: true, date_on_sale_to_gmt: '2099-01-01T05:00:00' });
    expect(await lastAudit('product')).toMatchObject({ action: 'product_changed', machine_kind: 'key' });
    const sold = await cashier.post('/api/orders', sale([{ product_id: made.id, quantity: 1 }]));
    expect(sold.json()).toMatchObject({ code: 'out_of_stock' });
    // A client that sends a product back as it got it changes nothing.
    const { rows: before } = await sql`SELECT version, updated_at FROM products WHERE id = ${made.id}`.execute(
      shop.database.db,
    );
    expect((await woo.put<WooProduct>(`products/${made.id}`, changed)).data).toEqual(changed);
    const { rows: after } = await sql`SELECT version, updated_at FROM products WHERE id = ${made.id}`.execute(
      shop.database.db,
    );
    expect(after).toEqual(before);
    expect((await woo.put<WooProduct>(`products/${made.id}`, { sale_price: '' })).data).toMatchObject({
      price: '6.50',
      sale_price: '',
      date_on_sale_to: null,
    });
    await woo.delete(`products/${made.id}`);
    expect((await woo.get<WooProduct>(`products/${made.id}`)).data.status).toBe('trash');
    await woo.delete(`products/${made.id}`, { force: true });
    const gone = await woo.refused(woo.get(`products/${made.id}`));
    expect(gone).toMatchObject({
      code: 'not_found',
      message: `There is no product ${made.id}.`,
      data: { status: 404 },
    });
  });

  it('are refused with a sentence: a SKU that is taken, a wrong barcode, stock, and one in the books', async () => {
    const { data: grinder } = await woo.get<WooProduct>(`products/${SHOP.grinder}`);
    const refusals = [
      await woo.refused(woo.post('products', { name: 'Other', sku: grinder.sku })),
      await woo.refused(woo.post('products', { name: 'Other', global_unique_id: '123' })),
      await woo.refused(woo.put(`products/${SHOP.grinder}`, { stock_quantity: grinder.stock_quantity + 1 })),
      await woo.refused(woo.delete(`products/${SHOP.grinder}`, { force: true })),
      await woo.refused(woo.post('products', { name: 'Other', regular_price: '-1' })),
    ];
    expect(refusals.map(({ code }) => code)).toEqual([
      'sku_taken',
      'barcode_not_valid',
      'not_valid',
      'product_in_books',
      'invalid_request',
    ]);
    expect(refusals[2]?.message).toContain('Stock is not set by this call');
  });

  it('have variations that are made, changed and deleted one by one', async () => {
    const { data: product } = await woo.post<WooProduct>('products', { name: 'Shirt', type: 'variable' });
    const path = `products/${product.id}/variations`;
    const small = await woo.post<WooVariation>(path, {
      regular_price: '20.00',
      attributes: [{ name: 'Size', option: 'S' }],
    });
    const large = await woo.post<WooVariation>(path, {
      regular_price: '22',
      attributes: [{ name: 'Size', option: 'L' }],
    });
    expect(await woo.refused(woo.post(path, { attributes: [{ name: 'Size', option: 'L' }] }))).toMatchObject({
      message: 'Two variations are L.',
    });
    await woo.put(`${path}/${large.data.id}`, { sku: 'SHIRT-L', sale_price: '19.50' });
    const listed = await woo.get<WooVariation[]>(path);
    expect(listed.data.map(({ id, price, sku }) => [id, price, sku])).toEqual([
      [small.data.id, '20.00', ''],
      [large.data.id, '19.50', 'SHIRT-L'],
    ]);
    expect((await woo.get<WooProduct>(`products/${product.id}`)).data).toMatchObject({
      price: '19.50',
      attributes: [{ name: 'Size', options: ['S', 'L'] }],
      variations: [small.data.id, large.data.id],
    });
    expect((await woo.refused(woo.delete(`${path}/${small.data.id}`))).message).toContain('force=true');
    await woo.delete(`${path}/${small.data.id}`, { force: true });
    expect((await woo.get<WooVariation[]>(path)).headers['x-wp-total']).toBe('1');
    expect((await woo.get<WooVariation>(`${path}/${large.data.id}`)).data.price).toBe('19.50');
  });
});

it('categories are added, changed and deleted while they are empty', async () => {
  const { data: made } = await woo.post<WooCategory>('products/categories', { name: 'Glass', parent: 30 });
  expect(made).toMatchObject({ slug: 'glass', parent: 30, count: 0 });
  const { data: changed } = await woo.put<WooCategory>(`products/categories/${made.id}`, {
    name: 'Glassware',
    parent: 0,
  });
  expect(changed).toMatchObject({ name: 'Glassware', slug: 'glass', parent: 0 });
  await expect.poll(() => heard).toContainEqual({ type: 'catalogue', category_ids: [made.id] });
  expect(await lastAudit('category')).toMatchObject({ action: 'category_changed', machine_kind: 'key' });
  expect((await woo.get<WooCategory[]>('products/categories', { slug: 'glass' })).data).toEqual([changed]);
  const full = (await woo.get<WooCategory[]>('products/categories', { orderby: 'count', order: 'desc' })).data[0];
  expect(await woo.refused(woo.delete(`products/categories/${full?.id}`, { force: true }))).toMatchObject({
    code: 'category_in_use',
  });
  await woo.delete(`products/categories/${made.id}`, { force: true });
  expect(await woo.refused(woo.get(`products/categories/${made.id}`))).toMatchObject({ code: 'not_found' });
});

describe('customers', () => {
  it('are made, found, changed and deleted', async () => {
    const { data: made } = await woo.post<WooCustomer>('customers', {
      email: 'robin.vale@example.com',
      first_name: 'Robin',
      last_name: 'Vale',
      billing: { phone: '704-555-0188', city: 'Monroe' },
    });
    expect(made).toMatchObject({ role: 'customer', billing: { city: 'Monroe', first_name: 'Robin' } });
    const taken = await woo.refused(woo.post('customers', { first_name: 'R', email: 'Robin.Vale@example.com' }));
    expect(taken).toMatchObject({ code: 'email_taken', data: { status: 409 } });
    for (const query of [{ email: 'robin.vale@example.com' }, { search: 'vale' }, { include: [made.id] }])
      expect((await woo.get<WooCustomer[]>('customers', query)).data.map(({ id }) => id)).toEqual([made.id]);
    const { data: changed } = await woo.put<WooCustomer>(`customers/${made.id}`, { billing: { city: 'Charlotte' } });
    expect(changed.billing).toMatchObject({ city: 'Charlotte', first_name: 'Robin' });
    expect(await woo.refused(woo.put(`customers/${made.id}`, { role: 'administrator' }))).toMatchObject({
      code: 'invalid_request',
    });
    await woo.delete(`customers/${made.id}`, { force: true });
    expect(await woo.refused(woo.get(`customers/${made.id}`))).toMatchObject({ code: 'not_found' });
  });

  it('are never staff', async () => {
    expect(await woo.refused(woo.get(`customers/${admin.userId}`))).toMatchObject({ code: 'not_found' });
    const all = await woo.get<WooCustomer[]>('customers', { role: 'all', per_page: 100 });
    expect(all.data.map(({ id }) => id)).not.toContain(admin.userId);
  });
});

describe('orders', () => {
  const sold = async (by = cashier): Promise<number> => {
    const reply = await by.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 1 }]));
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<{ id: number }>().id;
  };

  it('are read, and set to a status with its effects, by a key that the audit trail names', async () => {
    const id = await sold();
    const { data: order } = await woo.get<WooOrder>(`orders/${id}`);
    expect(order).toMatchObject({
      status: 'completed',
      total: '25.99',
      total_tax: '2.09',
      line_items: [{ product_id: SHOP.grinder, quantity: 1, price: 23.9 }],
      tax_lines: [{ tax_total: '2.09' }],
    });
    const before = await woo.get<WooProduct>(`products/${SHOP.grinder}`);
    const { data: cancelled } = await woo.put<WooOrder>(`orders/${id}`, { status: 'cancelled' });
    expect(cancelled.status).toBe('cancelled');
    const after = await woo.get<WooProduct>(`products/${SHOP.grinder}`);
    expect(after.data.stock_quantity).toBe(before.data.stock_quantity + 1);
    await expect.poll(() => heard.map(({ type }) => type)).toEqual(expect.arrayContaining(['orders', 'stock']));
    expect(await lastAudit('order')).toMatchObject({
      action: 'order_status',
      machine_kind: 'key',
      details: { to: 'cancelled', api_key: 'Web shop' },
    });
    const [newest] = (await woo.get<WooOrder[]>('orders', { per_page: 1 })).data;
    expect(newest).toMatchObject({ id, status: 'cancelled' });
    expect((await woo.get<WooOrder[]>('orders', { status: 'completed' })).data.map((one) => one.id)).not.toContain(id);
  });

  it('are not sold by this form, and say by which they are', async () => {
    const refused = await woo.refused(woo.post('orders', { line_items: [{ product_id: SHOP.grinder, quantity: 1 }] }));
    expect(refused).toMatchObject({ code: 'not_valid', data: { status: 422 } });
    expect(refused.message).toContain('Idempotency-Key');
  });

  it('are those of the location of the key, or of all for a key that may', async () => {
    const elsewhere = await shop.signIn('staff', { locationId: 19 });
    await admin.post('/api/proxy/flora-im/inventory', { product_id: SHOP.grinder, location_id: 19, quantity: 5 });
    const id = await sold(elsewhere);
    expect(await woo.refused(woo.get(`orders/${id}`))).toMatchObject({ code: 'not_found' });
    expect(await woo.refused(woo.put(`orders/${id}`, { status: 'cancelled' }))).toMatchObject({ code: 'not_found' });
    expect((await woo.get<WooOrder[]>('orders', { include: [id] })).data).toEqual([]);
    const everywhere = await clientWith(WRITE, { all_locations: true });
    expect((await everywhere.get<WooOrder>(`orders/${id}`)).data.id).toBe(id);
  });
});

describe('taxes', () => {
  it('are added, changed and ended, each from now on', async () => {
    const { data: made } = await woo.post<WooTax>('taxes', { name: 'County Tax', rate: '1.25' });
    expect(made).toMatchObject({ rate: '1.2500', code: 'COUNTY-TAX', location_id: 20, compound: false });
    expect((await woo.post<WooTax>('taxes', { name: 'County Tax', rate: '2' })).data.code).toBe('COUNTY-TAX-2');
    const { data: changed } = await woo.put<WooTax>(`taxes/${made.id}`, { rate: '1.5' });
    expect(changed.rate).toBe('1.5000');
    // An id that it had before still names it.
    expect((await woo.get<WooTax>(`taxes/${made.id}`)).data).toEqual(changed);
    const excise = { name: 'Excise', rate: '15', priority: 7, compound: true, class: 'Top Shelf' };
    const { data: special } = await woo.post<WooTax>('taxes', excise);
    expect(special).toMatchObject({ rate: '15.0000', priority: 7, compound: true, class: 'Top Shelf' });
    expect((await woo.get<WooTax[]>('taxes', { class: 'Top Shelf' })).data).toEqual([special]);
    const plain = (await woo.put<WooTax>(`taxes/${special.id}`, { class: 'standard', compound: false })).data;
    expect(plain).toMatchObject({ rate: '15.0000', priority: 7, compound: false, class: 'standard' });
    expect((await woo.put<WooTax>(`taxes/${plain.id}`, { rate: '15.00' })).data.id).toBe(plain.id);
    await woo.delete(`taxes/${plain.id}`, { force: true });
    await expect.poll(() => heard).toContainEqual({ type: 'locations' });
    expect((await woo.refused(woo.delete(`taxes/${made.id}`))).message).toContain('force=true');
    await woo.delete(`taxes/${made.id}`, { force: true });
    const left = (await woo.get<WooTax[]>('taxes', { per_page: 100 })).data.map(({ code }) => code);
    expect(left).not.toContain('COUNTY-TAX');
  });

  it('keep all their price classes when what was read is written back', async () => {
    const several = {
      location_id: 20,
      code: 'SHELVES',
      name: 'Shelves',
      rate: '2',
      price_classes: ['Best', 'Top Shelf'],
    };
    expect((await admin.post('/api/manage/taxes', several)).statusCode).toBe(201);
    const classes = async () =>
      (await admin.get('/api/manage/taxes'))
        .json<{ data: TaxSetting[] }>()
        .data.find(({ code, state }) => code === 'SHELVES' && state === 'present')?.price_classes;
    const [read] = (await woo.get<WooTax[]>('taxes', { search: 'Shelves' })).data;
    expect(read?.class).toBe('Best');
    const { data: changed } = await woo.put<WooTax>(`taxes/${read?.id}`, { rate: '3', class: read?.class });
    expect([changed.rate, await classes()]).toEqual(['3.0000', ['Best', 'Top Shelf']]);
    await woo.put(`taxes/${read?.id}`, { class: 'Top Shelf' });
    expect(await classes()).toEqual(['Top Shelf']);
    await woo.delete(`taxes/${read?.id}`, { force: true });
  });

  it('keep what an administrator changed while the request waited', async () => {
    const { data: read } = await woo.post<WooTax>('taxes', { name: 'Town Tax', rate: '1' });
    const { user } = (await admin.get('/api/auth/me')).json<{ user: { id: number } }>();
    const by = { kind: 'staff', id: user.id, locationId: 20 } as Parameters<typeof setTax>[1];
    const { asked } = await shop.database.db.transaction().execute(async (tx) => {
      await lockTerms(tx);
      const asked = woo.put<WooTax>(`taxes/${read.id}`, { name: 'Town' });
      await untilWaiting(shop);
      await setTax(tx, by, { location_id: 20, code: read.code, name: 'Town Tax', rate: '4', compound: true });
      return { asked };
    });
    const { data: changed } = await asked;
    expect(changed).toMatchObject({ name: 'Town', rate: '4.0000', compound: true });
    await woo.delete(`taxes/${changed.id}`, { force: true });
  });

  it('end as long as another is left: without any, sales would be charged the default rate', async () => {
    const everywhere = await clientWith(WRITE, { all_locations: true });
    const { id } = (await admin.post('/api/manage/locations', { name: 'Market' })).json<{ data: { id: number } }>()
      .data;
    const { data: only } = await everywhere.post<WooTax>('taxes', { name: 'Only', rate: '5', location_id: id });
    const { data: other } = await everywhere.post<WooTax>('taxes', { name: 'Other', rate: '1', location_id: id });
    await everywhere.delete(`taxes/${other.id}`, { force: true });
    const refused = await woo.refused(everywhere.delete(`taxes/${only.id}`, { force: true }));
    expect(refused).toMatchObject({ code: 'not_valid', data: { status: 422 } });
    expect(refused.message).toContain('default rate of 8 %');
    expect((await everywhere.put<WooTax>(`taxes/${only.id}`, { rate: '0' })).data.rate).toBe('0.0000');
  });

  it('are those of the location of the key, or of all for a key that may', async () => {
    const everywhere = await clientWith(WRITE, { all_locations: true });
    const { data: made } = await everywhere.post<WooTax>('taxes', { name: 'Far Tax', rate: '1', location_id: 19 });
    expect(made.location_id).toBe(19);
    const seen = (await woo.get<WooTax[]>('taxes', { per_page: 100 })).data.map(({ location_id: at }) => at);
    expect(new Set(seen)).toEqual(new Set([20]));
    for (const ask of [
      () => woo.get(`taxes/${made.id}`),
      () => woo.put(`taxes/${made.id}`, { rate: '9' }),
      () => woo.delete(`taxes/${made.id}`, { force: true }),
      () => woo.post('taxes', { name: 'Far Tax', rate: '9', location_id: 19 }),
    ])
      expect(await woo.refused(ask())).toMatchObject({ code: 'not_found', data: { status: 404 } });
    expect((await everywhere.get<WooTax>(`taxes/${made.id}`)).data.rate).toBe('1.0000');
  });
});

it('a key does what its scope says, and neither more nor for other kinds of calls', async () => {
  const reader = await clientWith({ products: 'read', customers: 'none', orders: 'none', taxes: 'none' });
  expect((await reader.get<WooProduct[]>('products')).status).toBe(200);
  for (const ask of [
    () => reader.post('products', { name: 'Other' }),
    () => reader.put(`products/${SHOP.grinder}`, { name: 'Other' }),
    () => reader.delete(`products/${SHOP.grinder}`),
    () => reader.get('customers'),
    () => reader.get('orders'),
    () => reader.post('orders', {}),
    () => reader.get('taxes'),
  ])
    expect(await reader.refused(ask())).toMatchObject({ code: 'not_allowed', data: { status: 403 } });
  expect(await reader.refused(reader.get('coupons'))).toMatchObject({ code: 'not_found', data: { status: 404 } });
});

it('leaves books that are right', async () => {
  const { checks } = await verifyBooks(shop.database.connection);
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
