import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireOrder } from '#contract/orders.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';

/** By the gram at $9.99, in steps of 0.1 g; 40 g in stock. And in packs of six. */
const TRIM = 590;
const CANS = 591;

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await change(`INSERT INTO products (id, name, regular_price_cents, unit, quantity_step) VALUES
    (${TRIM}, 'Trim', 999, 'g', 0.1), (${CANS}, 'Cans', 150, NULL, 6)`);
  for (const id of [TRIM, CANS]) {
    const moves = JSON.stringify([{ product_id: id, variation_id: null, delta: 40, action: 'opening_stock' }]);
    await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(shop.database.db);
  }
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  till = await shop.signIn('staff');
});
afterAll(() => shop.close());

const change = (statement: string) => sql.raw(statement).execute(shop.database.db);
const trim = (quantity: number, more: object = {}) => ({ product_id: TRIM, quantity, ...more });
const sell = (lines: unknown[], headers: Record<string, string> = {}) => till.post('/api/orders', sale(lines), headers);
const byGram = { meta_data: meta({ _unit: 'g' }) };

it('sells 2.5 g to the cent, draws it from its jar and keeps the unit with the line', async () => {
  const reply = await sell([trim(2.5, { price: '9.99', subtotal: '24.98', total: '24.98', ...byGram }), grinder]);
  expect(reply.statusCode, reply.body).toBe(200);
  const order = answerOf(reply);
  expect(order.data.line_items[0]).toMatchObject({ quantity: 2.5, total: '24.98', meta_data: meta({ _unit: 'g' }) });
  expect(order.data.line_items[1]?.meta_data).toEqual([]);
  expect(await stockOf(shop, TRIM)).toBe(37.5);
  const read = await till.get(`/api/orders/${order.id}`);
  expect(read.json<{ data: WireOrder }>().data.line_items[0]?.meta_data).toEqual(meta({ _unit: 'g' }));
  const receipt = await till.get(`/api/orders/${order.id}/receipt`);
  expect(receipt.body).toContain('2.5 g at $9.99 per g');
});

it('refuses what lies between two steps, and sells nothing of it', async () => {
  const before = await stockOf(shop, TRIM);
  const reply = await sell([grinder, trim(2.55)]);
  expect(refusalOf(reply)).toEqual([422, 'quantity_not_valid']);
  expect(answerOf(reply)).toMatchObject({ error: 'Trim is sold in steps of 0.1 g: 2.55 g is not a multiple of that.' });
  const cans = { product_id: CANS, quantity: 4 };
  expect(answerOf(await sell([cans]))).toMatchObject({
    error: 'Cans is sold by 6 pieces: 4 is not a multiple of that.',
  });
  expect((await sell([{ ...cans, quantity: 12 }])).statusCode).toBe(200);
  expect(answerOf(await sell([{ ...grinder, quantity: 1.5 }]))).toMatchObject({
    error: 'Grinder is sold by the piece: 1.5 is not a whole number.',
  });
  expect(await stockOf(shop, TRIM)).toBe(before);
});

it('answers a lost sale as it was, after the step changed, too', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const before = await stockOf(shop, TRIM);
  const first = await sell([trim(0.3, byGram)], key);
  expect(first.statusCode, first.body).toBe(200);
  await change(`UPDATE products SET quantity_step = 0.5 WHERE id = ${TRIM}`);
  expect(answerOf(await sell([trim(0.3, byGram)], key)).id).toBe(answerOf(first).id);
  expect(await stockOf(shop, TRIM)).toBeCloseTo(before - 0.3, 6);
  // A refused key is free for what was corrected.
  const other = { 'idempotency-key': randomUUID() };
  expect(refusalOf(await sell([trim(0.3)], other))).toEqual([422, 'quantity_not_valid']);
  expect((await sell([trim(0.5)], other)).statusCode).toBe(200);
  await change(`UPDATE products SET quantity_step = 0.1 WHERE id = ${TRIM}`);
});

it('refuses a cart that counts in another unit than the product has now', async () => {
  const reply = await sell([trim(2, { meta_data: meta({ _unit: 'oz' }) })]);
  expect(refusalOf(reply)).toEqual([422, 'quantity_not_valid']);
  expect(answerOf(reply)).toMatchObject({
    error: 'Trim is sold by the g now, not by the oz. Remove it, and choose its quantity again.',
  });
  expect(refusalOf(await sell([{ ...grinder, ...byGram }]))).toEqual([422, 'quantity_not_valid']);
});

it('takes back any part of what was sold by a unit, and the books agree', async () => {
  const order = answerOf(await sell([trim(3.5)]));
  const before = await stockOf(shop, TRIM);
  const lines = [{ line_id: order.data.line_items[0]?.id, quantity: 1.237, restock: true }];
  const reply = await till.post(`/api/orders/${order.id}/refunds`, { lines });
  expect(reply.statusCode, reply.body).toBe(201);
  expect(await stockOf(shop, TRIM)).toBeCloseTo(before + 1.237, 6);
  expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

const sentenceOf = (reply: { json: <T>() => T }) => reply.json<{ error: string }>().error;

it('names the unit where there is too little, or the stock is another than was seen', async () => {
  const left = await stockOf(shop, TRIM);
  expect(sentenceOf(await sell([trim(99.5)]))).toBe(
    `There is not enough Trim in stock: ${left} g left, 99.5 g wanted.`,
  );
  const blueDream = await stockOf(shop, SHOP.blueDream);
  expect(sentenceOf(await sell([{ ...eighth, quantity: 350 }]))).toBe(
    `There is not enough Blue Dream in stock: ${blueDream} g left, 350 g wanted.`,
  );
  const seen = { product_id: TRIM, variation_id: null, quantity: 3, expected_quantity: left + 1, reason: 'Counted' };
  expect(sentenceOf(await till.post('/api/proxy/flora-im/inventory', seen))).toBe(
    `The stock has changed since you looked: it is ${left} g now. Nothing was set.`,
  );
  const sent = { from_location_id: 20, to_location_id: 19, items: [{ product_id: TRIM, quantity: left + 2 }] };
  expect(sentenceOf(await till.post('/api/inventory/transfer', sent))).toBe(
    `There is not enough Trim in stock: ${left} g left, ${left + 2} g wanted.`,
  );
});

it('names the unit of a tier of grams where it comes back', async () => {
  const order = answerOf(await sell([eighth]));
  const back = (quantity: number) =>
    till.post(`/api/orders/${order.id}/refunds`, {
      lines: [{ line_id: order.data.line_items[0]?.id, quantity, restock: true }],
    });
  expect(sentenceOf(await back(7))).toBe('Only 3.5 g of Blue Dream can still be refunded.');
  const refund = (await back(3.5)).json<{ data: { id: number } }>().data;
  const receipt = await till.get(`/api/orders/${order.id}/refunds/${refund.id}/receipt`);
  expect(receipt.json<{ data: { rows: object[] } }>().data.rows).toContainEqual(
    expect.objectContaining({ left: '3.5 g' }),
  );
});
