import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WooCategory } from '#contract/woocommerce-categories.ts';
import type { WooCustomer } from '#contract/woocommerce-customers.ts';
import type { WooProduct, WooVariation } from '#contract/woocommerce-products.ts';
import type { WooTax } from '#contract/woocommerce-taxes.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { refusalOfWoo, type WooClient, wooClient } from '#server/testing/wire/woo-client.ts';

let shop: TestApp;
let admin: Till;
let woo: WooClient;
let address: string;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  address = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const scope = { products: 'write', customers: 'write', orders: 'none', taxes: 'write' };
  const body = { name: 'Web shop', location_id: 20, all_locations: false, scope };
  const key = (await admin.post('/api/manage/api-keys', body)).json<Record<string, string>>();
  const { consumer_key: consumerKey = '', consumer_secret: consumerSecret = '' } = key;
  woo = wooClient({ url: address, consumerKey, consumerSecret });
});
afterAll(() => shop.close());

const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

it('refuse a change of what somebody else has changed since, if the request names the version that it saw', async () => {
  const { data: category } = await woo.post<WooCategory>('products/categories', { name: 'Trays' });
  const { data: product } = await woo.post<WooProduct>('products', { name: 'Tray', type: 'variable' });
  const { data: variation } = await woo.post<WooVariation>(`products/${product.id}/variations`, {
    attributes: [{ name: 'Size', option: 'Small' }],
  });
  const { data: customer } = await woo.post<WooCustomer>('customers', {
    first_name: 'Robin',
    billing: { phone: '704-555-0188' },
  });
  const { data: tax } = await woo.post<WooTax>('taxes', { name: 'Town Tax', rate: '1' });
  const { version } = (await woo.get<WooProduct>(`products/${product.id}`)).data;
  const changes: [path: string, seen: number, change: object, other: object][] = [
    [`products/categories/${category.id}`, category.version, { name: 'Rolling Trays' }, { name: 'All Trays' }],
    [`products/${product.id}`, version, { name: 'Rolling Tray' }, { name: 'Big Tray' }],
    [`customers/${customer.id}`, customer.version, { first_name: 'Robyn' }, { first_name: 'Bobby' }],
    [`taxes/${tax.id}`, tax.version, { rate: '2' }, { rate: '3' }],
  ];
  for (const [path, seen, change, other] of changes) {
    expect((await woo.put<object>(path, { ...change, version: seen })).data, path).toMatchObject({
      version: expect.any(Number) as number,
    });
    expect(await refusalOfWoo(woo.put(path, { ...other, version: seen })), path).toMatchObject({
      code: path.startsWith('customers') ? 'customer_changed' : 'changed_meanwhile',
      data: { status: 409 },
    });
    expect((await woo.put<object>(path, other)).status, path).toBe(200);
  }
  const small = `products/${product.id}/variations/${variation.id}`;
  expect(await refusalOfWoo(woo.put(small, { sku: 'TRAY-S', version }))).toMatchObject({ code: 'changed_meanwhile' });
  const batch = { update: [{ id: product.id, name: 'Tiny Tray', version }] };
  expect((await woo.post('products/batch', batch)).data).toMatchObject({
    update: [{ id: product.id, error: { code: 'changed_meanwhile' } }],
  });

  const values = { meta_data: [{ key: '_colour', value: 'red' }] };
  const store = `/api/proxy/woocommerce/products/${product.id}`;
  expect(refusalOf(await admin.send('PUT', store, { ...values, version }))).toEqual([409, 'changed_meanwhile']);
  const { version: present } = (await woo.get<WooProduct>(`products/${product.id}`)).data;
  expect((await admin.send('PUT', store, { ...values, version: present })).statusCode).toBe(200);
});

it('list categories in the order of the shop, with their pictures at the address of this server', async () => {
  const named = async (name: string) => (await woo.post<WooCategory>('products/categories', { name })).data.id;
  const [ashtrays, wraps] = [await named('Ashtrays'), await named('Wraps')];
  const move = { parent_id: null, before_id: ashtrays };
  expect((await admin.post(`/api/manage/categories/${wraps}/move`, move)).statusCode).toBe(200);
  const ordered = (await woo.get<WooCategory[]>('products/categories', { orderby: 'menu_order', per_page: 100 })).data;
  const ids = ordered.map(({ id }) => id);
  expect(ids.indexOf(wraps)).toBe(ids.indexOf(ashtrays) - 1);
  expect(ordered.map(({ menu_order: place }) => place)).toEqual(ids.map((_, place) => place));

  const [, base64] = DOT.split(',');
  const { data } = (await admin.post('/api/manage/pictures', { file: base64 })).json<{ data: { address: string } }>();
  await admin.send('PUT', `/api/manage/categories/${wraps}`, { image: data.address });
  const { image } = (await woo.get<WooCategory>(`products/categories/${wraps}`)).data;
  expect(image).toMatchObject({ id: expect.any(Number) as number, src: `${address}${data.address}` });
});

it('find products by slug, by stock, and in the categories below the one that is asked for', async () => {
  const { id: parent } = (await woo.post<WooCategory>('products/categories', { name: 'Smoking' })).data;
  const { id: below } = (await woo.post<WooCategory>('products/categories', { name: 'Pipes', parent })).data;
  const { data: pipe } = await woo.post<WooProduct>('products', { name: 'Clay Pipe', categories: [{ id: below }] });
  const found = async (query: object) => (await woo.get<WooProduct[]>('products', query)).data.map(({ id }) => id);
  expect(await found({ category: parent })).toEqual([pipe.id]);
  expect(await found({ slug: 'clay-pipe' })).toEqual([pipe.id]);
  expect(await found({ stock_status: 'outofstock', include: [pipe.id, SHOP.grinder] })).toEqual([pipe.id]);
  expect(await found({ stock_status: 'instock', include: [pipe.id, SHOP.grinder] })).toEqual([SHOP.grinder]);
  expect(await found({ exclude: [pipe.id], category: parent })).toEqual([]);
  expect(await refusalOfWoo(woo.get('products', { featured: true }))).toMatchObject({ code: 'invalid_request' });
});

it('name the pictures of products by address and number, so that they can be fetched and written back', async () => {
  const { data: made } = await woo.post<WooProduct>('products', { name: 'Pictured', images: [{ src: DOT }] });
  const [image] = made.images;
  expect(image?.src).toMatch(new RegExp(`^${address}/api/pictures/`));
  expect((await fetch(image?.src ?? '')).headers.get('content-type')).toBe('image/webp');
  const written = await woo.put<WooProduct>(`products/${made.id}`, { images: made.images });
  expect(written.data).toEqual(made);
  expect((await woo.put<WooProduct>(`products/${made.id}`, { images: [{ id: image?.id }] })).data).toEqual(made);
});

it('say which methods an address has', async () => {
  expect((await woo.options<object>('products')).data).toMatchObject({ namespace: 'wc/v3', methods: ['GET', 'POST'] });
  expect((await woo.options<object>(`taxes/41`)).data).toMatchObject({ methods: ['GET', 'PUT', 'DELETE'] });
  expect(await refusalOfWoo(woo.options('coupons'))).toMatchObject({ code: 'not_found' });
});
