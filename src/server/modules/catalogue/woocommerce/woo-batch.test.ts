import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import type { WooCategory } from '#contract/woocommerce-categories.ts';
import type { WooProduct } from '#contract/woocommerce-products.ts';
import { type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { refusalOfWoo as refused, type WooClient, wooClient } from '#server/testing/wire/woo-client.ts';

let shop: TestApp;
let admin: Till;
let address: string;
let woo: WooClient;
const heard: LiveEvent[] = [];

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
  const scope = { products: 'write', customers: 'write', orders: 'write', taxes: 'write' };
  const body = { name: 'Web shop', location_id: 20, all_locations: false, scope };
  const made = await admin.post('/api/manage/api-keys', body);
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } =
    made.json<Record<'consumer_key' | 'consumer_secret', string>>();
  woo = wooClient({ url: address, consumerKey, consumerSecret });
});
afterAll(() => shop.close());

const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const images = (src: string) => ({ images: [{ src }] });

it('products get the picture that is sent with them, and none from another host', async () => {
  const src = `data:image/png;base64,${DOT}`;
  const { data: made } = await woo.post<WooProduct>('products', { name: 'Pictured', ...images(src) });
  const [picture] = made.images;
  expect(picture?.src).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/pictures\/[0-9a-f]{64}\/medium$/);
  expect((await shop.inject({ method: 'GET', url: new URL(picture?.src ?? '').pathname })).statusCode).toBe(200);
  // As a client sends back what it got, with or without the host.
  expect((await woo.put<WooProduct>(`products/${made.id}`, made)).data).toEqual(made);
  const { data: other } = await woo.post<WooProduct>('products', {
    name: 'Pictured too',
    ...images(new URL(picture?.src ?? '').pathname),
  });
  expect(other.images).toEqual(made.images);
  const refusals = [
    await refused(woo.put(`products/${made.id}`, images('https://example.com/lighter.png'))),
    await refused(woo.put(`products/${made.id}`, images('data:image/svg+xml;base64,PHN2Zy8+'))),
    await refused(woo.put(`products/${made.id}`, images(`/api/pictures/${'0'.repeat(64)}/medium`))),
    await refused(woo.put(`products/${made.id}`, { images: [{ src }, { src }] })),
    await refused(woo.put(`products/${made.id}`, { images: [{ id: 4711 }] })),
  ];
  expect(refusals.map(({ code }) => code)).toEqual([
    'not_valid',
    'picture_not_valid',
    'not_valid',
    'not_valid',
    'not_valid',
  ]);
  expect(refusals[0]?.message).toContain('fetches no pictures from other hosts');
  expect((await woo.get<WooProduct>(`products/${made.id}`)).data.images).toEqual(made.images);
  expect((await woo.put<WooProduct>(`products/${made.id}`, { images: [] })).data.images).toEqual([]);
});

it('products are added, changed and deleted in one call, each answered in its place', async () => {
  const { data: kept } = await woo.post<WooProduct>('products', { name: 'Kept', sku: 'BATCH-TAKEN' });
  const { data: gone } = await woo.post<WooProduct>('products', { name: 'Gone' });
  type Entry = WooProduct & { error?: { code: string; message: string; data: { status: number } } };
  type Batch = Record<'create' | 'update' | 'delete', Entry[]>;
  const { data, status } = await woo.post<Batch>('products/batch', {
    create: [
      { name: 'First', regular_price: '3.00', ...images(`data:image/png;base64,${DOT}`) },
      { name: 'Second', sku: 'BATCH-TAKEN' },
      { name: 'Third', regular_price: '-1' },
      'nonsense',
    ],
    update: [
      { id: kept.id, regular_price: '4.00' },
      { id: 999_999, regular_price: '4.00' },
      { id: kept.id, ...images('https://example.com/lighter.png') },
    ],
    delete: [gone.id, SHOP.grinder],
  });
  expect(status).toBe(200);
  const codes = (entries: Entry[]) =>
    entries.map(({ id, error }) => (error ? [id, error.code, error.data.status] : 'ok'));
  expect(codes(data.create)).toEqual([
    'ok',
    [0, 'sku_taken', 409],
    [0, 'invalid_request', 400],
    [0, 'invalid_request', 400],
  ]);
  expect(codes(data.update)).toEqual(['ok', [999_999, 'not_found', 404], [kept.id, 'not_valid', 422]]);
  expect(codes(data.delete)).toEqual(['ok', [SHOP.grinder, 'product_in_books', 409]]);
  expect(data.create[0]).toMatchObject({
    name: 'First',
    price: '3.00',
    images: [{ src: expect.any(String) as string }],
  });
  expect(data.create[2]?.error?.message).toContain('regular_price');
  expect((await woo.get<WooProduct>(`products/${kept.id}`)).data.price).toBe('4.00');
  const told = [data.create[0]?.id, kept.id, gone.id].map((id) => ({ type: 'catalogue', product_ids: [id] }));
  await expect.poll(() => heard).toEqual(expect.arrayContaining(told));
  const many = Array.from({ length: 51 }, (_, n) => ({ name: `Many ${n}` }));
  const tooMany = await refused(woo.post('products/batch', { create: many, update: many }));
  expect(tooMany).toMatchObject({ code: 'invalid_request', data: { status: 400 } });
  expect(tooMany.message).toContain('more than 100 entries');
});

it('products are added once by a batch whose answer was lost', async () => {
  const headers = { ...admin.headers, 'idempotency-key': 'batch-whose-answer-was-lost' };
  const send = () =>
    shop.inject({
      method: 'POST',
      url: '/wp-json/wc/v3/products/batch',
      headers,
      payload: { create: [{ name: 'Sent twice' }] },
    });
  const [first, again] = [await send(), await send()];
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  const found = await woo.get<WooProduct[]>('products', { search: 'sent twice' });
  expect(found.data).toHaveLength(1);
});

it('products keep unit, step and floor price in their meta values, which come back unchanged', async () => {
  const meta = (of: WooProduct) =>
    Object.fromEntries(
      of.meta_data.filter(({ key }) => key.startsWith('_tillwright_')).map(({ key, value }) => [key, value]),
    );
  const values = { _tillwright_unit: 'g', _tillwright_step: 0.5, _tillwright_floor_price: '3.00' };
  const asMeta = (of: Readonly<Record<string, unknown>>) => ({
    meta_data: Object.entries(of).map(([key, value]) => ({ key, value })),
  });
  const { data: made } = await woo.post<WooProduct>('products', {
    name: 'Loose tea',
    regular_price: '5.00',
    ...asMeta({ ...values, _origin: 'hill' }),
  });
  expect(meta(made)).toEqual(values);
  const { data: sent } = await woo.put<WooProduct>(`products/${made.id}`, made);
  expect(sent).toEqual(made);
  const { data: bare } = await woo.put<WooProduct>(
    `products/${made.id}`,
    asMeta({ _tillwright_unit: '', _tillwright_step: '', _tillwright_floor_price: '' }),
  );
  expect([meta(bare), bare.meta_data.map(({ key }) => key)]).toEqual([{}, ['_origin']]);
  for (const [key, value] of [
    ['_tillwright_unit', 'spoon'],
    ['_tillwright_step', 0.5],
    ['_tillwright_step', 'many'],
    ['_tillwright_floor_price', -1],
  ] as const) {
    expect(await refused(woo.put(`products/${made.id}`, asMeta({ [key]: value })))).toMatchObject({
      code: 'not_valid',
    });
  }
  // The grinder was sold by the piece.
  const sold = await refused(woo.put(`products/${SHOP.grinder}`, asMeta({ _tillwright_unit: 'g' })));
  expect(sold).toMatchObject({ code: 'unit_in_use' });
});

interface Answered {
  readonly id: number;
  readonly name?: string;
  readonly error?: { readonly code: string };
}
const batch = async (path: string, body: object) =>
  (await woo.post<Partial<Record<'create' | 'update' | 'delete', Answered[]>>>(`${path}/batch`, body)).data;
const codesOf = (entries: readonly Answered[] = []) => entries.map(({ error }) => error?.code ?? 'ok');

it('categories are added, changed and deleted in one call, with their pictures', async () => {
  const { create = [] } = await batch('products/categories', {
    create: [
      { name: 'Trays', image: { src: `data:image/png;base64,${DOT}` } },
      { name: 'Trays' },
      { name: 'Ashtrays', image: { src: 'https://example.com/tray.png' } },
    ],
  });
  expect(codesOf(create)).toEqual(['ok', 'category_exists', 'not_valid']);
  const [{ id } = { id: 0 }] = create;
  const { data: made } = await woo.get<WooCategory>(`products/categories/${id}`);
  expect(made.image?.src).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/pictures\/[0-9a-f]{64}\/medium$/);
  // As a client sends back what it got.
  expect((await woo.put<WooCategory>(`products/categories/${id}`, { ...made, name: 'Rolling Trays' })).data).toEqual({
    ...made,
    name: 'Rolling Trays',
    version: made.version + 1,
  });
  const { data: bare } = await woo.put<WooCategory>(`products/categories/${id}`, { image: null });
  expect(bare.image).toBeNull();
  const { data: again } = await woo.put<WooCategory>(`products/categories/${id}`, { image: { id: made.image?.id } });
  expect(again.image).toEqual(made.image);
  const { update, delete: gone } = await batch('products/categories', {
    update: [{ id, parent: 30 }, { id: 999_999 }],
    delete: [id, 30],
  });
  expect([codesOf(update), codesOf(gone)]).toEqual([
    ['ok', 'not_found'],
    ['ok', 'category_in_use'],
  ]);
});

it('variations are added, changed and deleted in one call, those in the books archived', async () => {
  const size = (option: string) => ({ attributes: [{ name: 'Size', option }] });
  const path = `products/${SHOP.shirt}/variations`;
  const { create = [] } = await batch(path, {
    create: [{ ...size('Huge'), regular_price: '30.00' }, { ...size('Small'), regular_price: '30.00' }, {}],
  });
  expect(codesOf(create)).toEqual(['ok', 'not_valid', 'invalid_request']);
  const huge = create[0]?.id ?? 0;
  const { update, delete: gone } = await batch(path, {
    update: [
      { id: huge, regular_price: '31.00' },
      { id: SHOP.shirtLarge, sku: 'AC-GR' },
    ],
    delete: [huge, SHOP.shirtSmall, 999_999],
  });
  expect([codesOf(update), codesOf(gone)]).toEqual([
    ['ok', 'sku_taken'],
    ['ok', 'ok', 'not_found'],
  ]);
  const left = await woo.get<Answered[]>(path);
  expect(left.data.map(({ id }) => id)).toEqual([SHOP.shirtLarge]);
});

it('customers are added, changed and deleted in one call, by a key that may', async () => {
  const email = 'robin.batch@example.com';
  const { create = [] } = await batch('customers', {
    create: [{ first_name: 'Robin', last_name: 'Vale', email }, { first_name: 'Robyn', email }, { first_name: 7 }],
  });
  expect(codesOf(create)).toEqual(['ok', 'email_taken', 'invalid_request']);
  const [{ id } = { id: 0 }] = create;
  const { update, delete: gone } = await batch('customers', {
    update: [{ id, last_name: 'Dale' }],
    delete: [id, 999_999],
  });
  expect([update, codesOf(gone)]).toMatchObject([[{ id, last_name: 'Dale' }], ['ok', 'not_found']]);
  const clerk = await shop.signIn('staff');
  const { data: other } = await woo.post<Answered>('customers', {
    first_name: 'Kept',
    billing: { phone: '704-555-0188' },
  });
  const reply = await clerk.post('/wp-json/wc/v3/customers/batch', { delete: [other.id] });
  expect(reply.json()).toMatchObject({ delete: [{ id: other.id, error: { code: 'not_allowed' } }] });
  // Nothing keeps the people that an answer named.
  expect(
    (await shop.database.pool.query("select from idempotency_keys where response::text like '%robin.batch%'")).rowCount,
  ).toBe(0);
});

it('taxes are added, changed and ended in one call, but for the only one', async () => {
  const { create = [] } = await batch('taxes', {
    create: [
      { name: 'City', rate: '1.5' },
      { name: 'City', rate: 'x' },
    ],
  });
  expect(codesOf(create)).toEqual(['ok', 'invalid_request']);
  const [{ id } = { id: 0 }] = create;
  const { data: present } = await woo.get<Answered[]>('taxes');
  const former = present.find(({ name }) => name !== 'City');
  const { update = [], delete: gone } = await batch('taxes', {
    update: [{ id, rate: '2' }],
    delete: [former?.id, id],
  });
  expect(update).toMatchObject([{ rate: '2.0000' }]);
  expect(codesOf(gone)).toEqual(['ok', 'not_valid']);
});
