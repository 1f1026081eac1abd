import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { StockTold } from '#contract/live.ts';
import type { PurchaseOrder } from '#contract/purchasing.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, preRoll, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop } from '#server/testing/shop.ts';

const { shop, staff: till, manager } = await staffedShop();

interface Answer {
  success: boolean;
  id: number;
  data: PurchaseOrder;
  stock: NonNullable<StockTold>;
}

/** The newest movement of each item at a location, read from the ledger. */
async function newest(locationId: number, ...products: number[]): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT DISTINCT ON (product_id) product_id, variation_id, quantity_after::float AS quantity, id AS movement_id
      FROM stock_movements WHERE location_id = ${locationId} AND product_id = ANY(${products})
     ORDER BY product_id, id DESC`.execute(shop.database.db);
  return rows;
}

const item = { product_id: SHOP.grinder, variation_id: null };

it.each<[string, (order: number) => Promise<{ body: string; json: <T>() => T }>]>([
  ['a change of status', (id) => till.send('PUT', `/api/orders/${id}`, { status: 'cancelled' })],
  ['a status named in the body', (id) => till.send('PUT', '/api/orders', { orderId: id, status: 'cancelled' })],
  ['a bulk status', (id) => till.send('PUT', '/api/orders/bulk-status', { order_ids: [id], status: 'cancelled' })],
  ['a void', (id) => manager.send('DELETE', `/api/orders?id=${id}`)],
  [
    'a refund',
    async (id) => {
      const order = (await till.get(`/api/orders/${id}`)).json<{ data: { line_items: { id: number }[] } }>().data;
      const lines = order.line_items.map((line) => ({ line_id: line.id, quantity: 1, restock: true }));
      return till.post(`/api/orders/${id}/refunds`, { lines });
    },
  ],
  ['a set figure', () => till.post('/api/proxy/flora-im/inventory', { ...item, quantity: 77 })],
  [
    'a change by hand',
    () => till.post('/api/inventory/adjust', { adjustments: [{ ...item, adjustment_quantity: 1 }] }),
  ],
  [
    'an audit',
    () =>
      till.post('/api/inventory/batch-adjust', {
        batch_name: 'Shelf',
        adjustments: [{ ...item, adjustment_quantity: -1 }],
      }),
  ],
  [
    'a restock',
    () =>
      till.post('/api/proxy/flora-im/purchase-orders/generate-from-restock', {
        supplier_name: 'Paper & Co',
        items: [{ ...item, quantity: 2 }],
      }),
  ],
])('tells in the reply of %s what is in stock now, by which movement', async (_, write) => {
  const { id } = answerOf(await till.post('/api/orders', sale([grinder])));
  const reply = await write(id);
  expect(reply.json<Answer>().stock, reply.body).toEqual([{ location_id: 20, items: await newest(20, SHOP.grinder) }]);
});

it('tells it of a receipt of a purchase order', async () => {
  const base = '/api/proxy/flora-im/purchase-orders';
  const made = await till.post(base, { supplier_name: 'Paper & Co', items: [{ ...item, quantity_ordered: 5 }] });
  const { id, items } = made.json<Answer>().data;
  await till.send('PUT', `${base}/${id}`, { status: 'ordered' });
  const body = { items: [{ item_id: items[0]?.id, quantity_received: 5 }] };
  const reply = await till.post(`${base}/${id}/receive`, body);
  expect(reply.json<Answer>().stock).toEqual([{ location_id: 20, items: await newest(20, SHOP.grinder) }]);
});

it('tells it of a conversion, and of a transfer without what the other location has', async () => {
  const ratio = { input_amount: 1, input_unit: 'pc', output_amount: 1, output_unit: 'pc' };
  const converted = await till.post('/api/inventory/convert', {
    ...{ from: item, to: { product_id: SHOP.papers, variation_id: null }, output_quantity: 1, conversion_ratio: ratio },
  });
  const expected = [{ location_id: 20, items: await newest(20, SHOP.grinder, SHOP.papers) }];
  expect(converted.json<Answer>().stock).toEqual(expected);
  const body = { to_location_id: 19, items: [{ ...item, quantity: 1 }] };
  const sent = (await till.post('/api/inventory/transfer', body)).json<Answer>();
  expect(sent.stock).toEqual([{ location_id: 20, items: await newest(20, SHOP.grinder) }]);
  const byManager = (await manager.post('/api/inventory/transfer', body)).json<Answer>();
  expect(byManager.stock.map(({ location_id: at }) => at)).toEqual([20, 19]);
});

it('tells with each line of a sale which movement its stock is of, and tells the same when asked again', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const first = await till.post('/api/orders', sale([eighth, preRoll]), key);
  const [newestOfJar] = await newest(20, SHOP.blueDream);
  const { inventory } = answerOf(first);
  expect(inventory.at(-1)).toMatchObject({ movement_id: (newestOfJar as { movement_id: number }).movement_id });
  expect(inventory[0]?.movement_id).toBeLessThan(inventory[1]?.movement_id ?? 0);
  expect(answerOf(await till.post('/api/orders', sale([eighth, preRoll]), key)).inventory).toEqual(inventory);
});

it('has no stock to tell of when nothing moved', async () => {
  const { id } = answerOf(await till.post('/api/orders', sale([grinder])));
  expect((await till.send('PUT', `/api/orders/${id}`, { status: 'completed' })).json<Answer>().stock).toEqual([]);
});
