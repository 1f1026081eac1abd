import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ManagedProduct } from '#contract/managed-products.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop } from '#server/testing/shop.ts';

const PATH = '/api/manage/products';

let shop: TestApp;
let manager: Till;
let made = 0;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const put = (id: number, body: object) => manager.send('PUT', `${PATH}/${id}`, body);
async function add(body: object): Promise<ManagedProduct> {
  made += 1;
  const reply = await manager.post(PATH, { name: `Trim ${made}`, status: 'publish', regular_price: '10.00', ...body });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: ManagedProduct }>().data;
}
async function stock(id: number, delta: number): Promise<void> {
  const moves = JSON.stringify([{ product_id: id, variation_id: null, delta, action: 'opening_stock' }]);
  await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(shop.database.db);
}

it('is by the piece unless it says otherwise, and tills hear of what it says', async () => {
  const plain = await add({});
  expect(plain).toMatchObject({ unit: null, step: 1, floor_price: null });
  const { id } = await add({ unit: 'g', step: 0.1, floor_price: '8.00' });
  const shelf = (
    await manager.get(`/api/proxy/flora-im/products?include=${id},${plain.id}&include_zero_stock=true`)
  ).json<{
    data: { id: number }[];
  }>().data;
  expect(shelf.find((one) => one.id === id)).toMatchObject({ unit: 'g', step: 0.1, floor_price: '8.00' });
  for (const field of ['unit', 'step', 'floor_price']) {
    expect(shelf.find((one) => one.id === plain.id)).not.toHaveProperty(field);
  }
  const copy = await manager.post(`${PATH}/${id}/duplicate`, {});
  expect(copy.json()).toMatchObject({ data: { unit: 'g', step: 0.1, floor_price: '8.00' } });
});

it('has whole steps for pieces, and no step of nothing', async () => {
  const { id } = await add({});
  for (const body of [{ step: 0.5 }, { step: 0 }, { unit: 'g', step: 1000.001 }]) {
    const reply = await put(id, body);
    expect(refusalOf(reply)).toEqual([422, 'not_valid']);
    expect(reply.json()).toMatchObject({ field: 'step' });
  }
  expect((await put(id, { unit: 'g', step: 0.5 })).statusCode).toBe(200);
  expect(refusalOf(await put(id, { unit: null }))).toEqual([422, 'not_valid']);
  expect((await put(id, { unit: null, step: 6 })).statusCode).toBe(200);
});

it('keeps its unit while there is stock or an open purchase order, and once it was sold', async () => {
  const { id, name } = await add({ unit: 'g', step: 0.1 });
  await stock(id, 5);
  const refused = await put(id, { unit: 'oz' });
  expect(refusalOf(refused)).toEqual([409, 'unit_in_use']);
  expect(refused.json()).toMatchObject({
    error: `The unit of ${name} cannot change. There is stock of it by the g.`,
    field: 'unit',
  });
  expect((await put(id, { step: 0.5 })).statusCode).toBe(200);
  await stock(id, -5);
  const ordered = await manager.post('/api/proxy/flora-im/purchase-orders', {
    supplier_name: 'Fields',
    location_id: 20,
    items: [{ product_id: id, product_name: name, quantity_ordered: 2.5, unit_cost: 3 }],
  });
  expect(ordered.statusCode, ordered.body).toBeLessThan(300);
  expect(refusalOf(await put(id, { unit: 'oz' }))).toEqual([409, 'unit_in_use']);
  await sql`UPDATE purchase_orders SET status = 'cancelled'`.execute(shop.database.db);
  expect((await put(id, { unit: 'oz' })).statusCode).toBe(200);
  await stock(id, 5);
  expect((await manager.post('/api/orders', sale([{ product_id: id, quantity: 5 }]))).statusCode).toBe(200);
  expect((await put(id, { unit: 'g' })).json()).toMatchObject({
    error: `The unit of ${name} cannot change. It was sold by the oz. Duplicate it, and archive this one.`,
  });
});
