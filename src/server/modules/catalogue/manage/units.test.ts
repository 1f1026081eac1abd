import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { refusalOf } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';

const PATH = '/api/manage/products';

const { shop, manager } = await staffedShop();

const put = (id: number, body: object) => manager.send('PUT', `${PATH}/${id}`, body);
const { add } = managedProducts(manager, { status: 'publish', regular_price: '10.00' });
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

it('keeps its unit while it has a cost by hand or a reorder level, and once it was bought', async () => {
  const { db } = shop.database;
  const { id, name } = await add({});
  const to = async (unit: string | null) => (await put(id, { unit })).json<{ error?: string }>().error;
  const refusal = (why: string) => `The unit of ${name} cannot change. ${why}`;
  await sql`INSERT INTO item_costs (location_id, product_id, unit_cost_cents) VALUES (20, ${id}, 3000)`.execute(db);
  expect(await to('g')).toBe(refusal('It has a cost by the piece. Clear that first.'));
  await sql`DELETE FROM item_costs WHERE product_id = ${id}`.execute(db);
  await sql`INSERT INTO stock_levels (location_id, product_id, reorder_level) VALUES (20, ${id}, 5)`.execute(db);
  expect(await to('g')).toBe(refusal('It has a reorder level by the piece. Clear that first.'));
  await sql`UPDATE stock_levels SET reorder_level = NULL WHERE product_id = ${id}`.execute(db);
  const made = await manager.post('/api/proxy/flora-im/purchase-orders', {
    supplier_name: 'Fields',
    location_id: 20,
    items: [{ product_id: id, product_name: name, quantity_ordered: 2, unit_cost: 3 }],
  });
  expect(made.statusCode, made.body).toBeLessThan(300);
  expect(await to('g')).toBe(refusal('There is an open purchase order for it by the piece.'));
  const order = sql`(SELECT purchase_order_id FROM purchase_order_lines WHERE product_id = ${id})`;
  await sql`UPDATE purchase_orders SET status = 'received' WHERE id = ${order}`.execute(db);
  expect(await to('g')).toBe(refusal('It was bought by the piece. Duplicate it, and archive this one.'));
  // Of an order that was deleted nothing is bought, and nobody finds it to close it.
  await sql`UPDATE purchase_orders SET status = 'draft', deleted_at = now(), deletion_reason = 'By mistake' WHERE id = ${order}`.execute(
    db,
  );
  expect(await to('g')).toBeUndefined();
});

it('waits for stock that is being counted, and then keeps its unit', async () => {
  const { db } = shop.database;
  const { id } = await add({});
  await sql`INSERT INTO stock_levels (location_id, product_id) VALUES (20, ${id})`.execute(db);
  const counting = await db.transaction().execute(async (tx) => {
    // As a count does: the stock, and then its movement with the product's key.
    await sql`UPDATE stock_levels SET quantity = 5 WHERE location_id = 20 AND product_id = ${id}`.execute(tx);
    const reply = put(id, { unit: 'g' });
    const waiting = sql<{ waits: boolean }>`SELECT EXISTS (SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.waits, { timeout: 20_000 }).toBe(true);
    await sql`SELECT FROM products WHERE id = ${id} FOR KEY SHARE NOWAIT`.execute(tx);
    return { reply };
  });
  expect(refusalOf(await counting.reply)).toEqual([409, 'unit_in_use']);
}, 60_000);
