import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import type { WooOrder } from '#contract/woocommerce-orders.ts';
import { centsOf } from '#domain/money.ts';
import { type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { refusalOfWoo, type WooClient, wooClient } from '#server/testing/wire/woo-client.ts';

let shop: TestApp;
let admin: Till;
let woo: WooClient;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
  const url = await shop.app.listen({ port: 0, host: '127.0.0.1' });
  const scope = { products: 'write', customers: 'none', orders: 'write', taxes: 'write' };
  const key = await admin.post('/api/manage/api-keys', {
    name: 'Bookkeeping',
    location_id: 20,
    all_locations: false,
    scope,
  });
  const { consumer_key: consumerKey, consumer_secret: consumerSecret } = key.json<Record<string, string>>();
  woo = wooClient({ url, consumerKey: consumerKey ?? '', consumerSecret: consumerSecret ?? '' });
});
afterAll(() => shop.close());

async function sold(lines: object[] = [{ product_id: SHOP.grinder, quantity: 1 }], more = {}): Promise<WireOrder> {
  const reply = await admin.post('/api/orders', sale(lines, more));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: WireOrder }>().data;
}
const listed = async (query: object): Promise<number[]> =>
  (await woo.get<WooOrder[]>('orders', { per_page: 100, ...query })).data.map(({ id }) => id);
const tax = async (body: object) => {
  const reply = await admin.post('/api/manage/taxes', { location_id: 20, ...body });
  expect(reply.statusCode, reply.body).toBe(201);
};

it('are found by instants, by several statuses and by what was changed since', async () => {
  const [first, second] = [await sold(), await sold([{ product_id: SHOP.papers, quantity: 1 }])];
  expect(await listed({ after: second.date_created })).toEqual([second.id]);
  expect(await listed({ before: second.date_created })).toEqual([first.id]);
  // Without a zone by the clock of the location, or in UTC.
  const zoneless = second.date_created.slice(0, -1);
  expect(await listed({ after: zoneless, dates_are_gmt: true })).toEqual([second.id]);
  expect(await listed({ after: zoneless })).toEqual([]);

  const { rows } = await sql<{ at: Date }>`SELECT clock_timestamp() AS at`.execute(shop.database.db);
  await woo.put(`orders/${first.id}`, { status: 'cancelled' });
  expect(await listed({ modified_after: rows[0]?.at.toISOString() })).toEqual([first.id]);
  expect(await listed({ modified_before: rows[0]?.at.toISOString() })).toEqual([second.id]);

  const both = [second.id, first.id];
  for (const status of ['cancelled,completed', ['completed', 'cancelled'], ['failed', 'any']])
    expect(await listed({ status })).toEqual(both);
  expect(await listed({ status: ['failed', 'cancelled'] })).toEqual([first.id]);
  expect(await listed({ product: SHOP.papers })).toEqual([second.id]);
  expect(await listed({ exclude: [second.id] })).toEqual([first.id]);
  const page = await woo.get<WooOrder[]>('orders', { include: both, per_page: 1 });
  expect([page.data.map(({ id }) => id), page.headers['x-wp-total']]).toEqual([[second.id], '2']);
});

it('are not answered all of them for a filter that is not known here', async () => {
  expect(await refusalOfWoo(woo.get('orders', { parent: 5 }))).toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('"parent"') as string,
    data: { status: 400 },
  });
  // Parameters that choose no orders are ignored, as WordPress does.
  expect(await listed({ context: 'view', dp: 2, after: '2099-01-01T00:00:00' })).toEqual([]);
});

it('show a discount without the tax that the price contains, and the taxes of each line', async () => {
  await tax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', included: true });
  await woo.put(`products/${SHOP.grinder}`, { regular_price: '10.00' });
  const half = { product_id: SHOP.grinder, quantity: 1, meta_data: meta({ _discount_percentage: 50 }) };
  const { id } = await sold([half, { product_id: SHOP.grinder, quantity: 1 }]);
  const { data: order } = await woo.get<WooOrder>(`orders/${id}`);
  expect(order).toMatchObject({ discount_total: '4.60', discount_tax: '0.40', total: '15.00', total_tax: '1.21' });
  expect(order.line_items).toMatchObject([
    { subtotal: '9.20', subtotal_tax: '0.80', total: '4.60', total_tax: '0.40' },
    { subtotal: '9.19', subtotal_tax: '0.81', total: '9.19', total_tax: '0.81' },
  ]);
  const [{ rate_id: rateId } = { rate_id: 0 }] = order.tax_lines;
  expect(order.line_items[0]?.taxes).toEqual([{ id: rateId, total: '0.40', subtotal: '0.80' }]);
});

it('divide each tax among its lines, so that they add up to it', async () => {
  await tax({ code: 'NC-CENTRAL', name: 'Sales Tax', rate: '8.75', included: false, position: 2, compound: true });
  const { id: category } = (await woo.post<{ id: number }>('products/categories', { name: 'Lighters' })).data;
  await tax({ code: 'EXCISE', name: 'Excise', rate: '15', position: 1, category_ids: [category] });
  const lighter = { name: 'Lighter', regular_price: '3.33', categories: [{ id: category }] };
  const { id: excised } = (await woo.post<{ id: number }>('products', lighter)).data;
  await admin.post('/api/proxy/flora-im/inventory', { product_id: excised, location_id: 20, quantity: 9 });
  const off = { meta_data: meta({ _discount_percentage: 10 }) };
  const lines = [excised, SHOP.grinder, excised].map((product) => ({ product_id: product, quantity: 1 }));
  const { id } = await sold(lines.map((line, place) => ({ ...line, ...(place === 2 && off) })));
  const { data: order } = await woo.get<WooOrder>(`orders/${id}`);
  const whole = (pick: (line: WooOrder['line_items'][number]) => string) =>
    order.line_items.reduce((sum, line) => sum + centsOf(pick(line)), 0);
  expect(whole(({ total_tax: of }) => of)).toBe(centsOf(order.total_tax));
  order.tax_lines.forEach(({ tax_total: of }, place) => {
    expect(whole(({ taxes }) => taxes[place]?.total ?? '0')).toBe(centsOf(of));
  });
  // 15 % of $0.33 off is $0.05; 8.75 % of $0.38 is $0.03.
  expect(order).toMatchObject({ discount_total: '0.33', discount_tax: '0.08' });
  expect(order.line_items[1]?.taxes[0]).toMatchObject({ total: '0.00', subtotal: '0.00' });
});
