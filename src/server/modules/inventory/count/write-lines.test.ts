import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

const { shop, staff, manager } = await staffedShop();
const { db } = shop.database;

const FIRST = 10_000;
/** As many lines as make a count a long one, and a few more. */
const LINES = 220;
const items = Array.from({ length: LINES }, (_, at) => FIRST + at);

interface Line {
  product_id: number;
  quantity_change: number;
  difference: number;
  old_stock: number;
  new_stock: number;
}

/** Ten of each; the grinder was sold today, and the papers were not. */
beforeEach(async () => {
  await sql`
    INSERT INTO products (id, name, sku, type, status, regular_price_cents, taxable, category_ids)
      SELECT id, 'Item ' || id, 'I-' || id, 'simple', 'publish', 100, true, '{30}' FROM unnest(${items}::integer[]) AS id
    ON CONFLICT DO NOTHING`.execute(db);
  for (const [product_id, wanted] of [
    ...items.map((id) => [id, 10]),
    [SHOP.grinder, 50],
    [SHOP.papers, 1000],
  ] as const) {
    const delta = wanted - (await stockOf(shop, product_id));
    if (delta === 0) continue;
    const moves = JSON.stringify([{ product_id, delta, action: 'inventory_update', reason: 'Stock set' }]);
    await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(db);
  }
  await sql.raw(TELL_STOCK).execute(db);
  expect((await staff.post('/api/orders', sale([grinder]))).statusCode).toBe(200);
});

/** One found more than the books of everything; the first line asks for more than there is. */
const count = () =>
  staff.post('/api/inventory/batch-adjust', {
    batch_name: 'Long count',
    adjustments: [
      { product_id: FIRST, adjustment_quantity: -12 },
      { product_id: SHOP.papers, adjustment_quantity: 1 },
      { product_id: SHOP.grinder, adjustment_quantity: 1 },
      { product_id: SHOP.blueDream, adjustment_quantity: 0 },
      ...items.slice(1).map((product_id) => ({ product_id, adjustment_quantity: 1 })),
    ],
  });

async function brokenRules(): Promise<string[]> {
  await sql.raw(TELL_STOCK).execute(db);
  const { checks } = await verifyBooks(shop.database.connection);
  return checks.filter(({ broken }) => broken > 0).map(({ name }) => name);
}

async function movementOf(batch: number, product: number): Promise<{ id: number; at: Date; heads: number }> {
  const { rows } = await sql<{ id: number; at: Date; heads: number }>`
    SELECT id, created_at AS at, (SELECT count(*)::integer FROM stock_movements h WHERE h.batch_id = ${batch} AND NOT follows) AS heads
      FROM stock_movements WHERE batch_id = ${batch} AND product_id = ${product}`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`no movement of ${product}`);
  return row;
}

it('is one batch in the order of its lines, whatever was written first', async () => {
  const reply = await count();
  expect(reply.statusCode, reply.body).toBe(200);
  const { data } = reply.json<{ data: { id: number; net_change: number; entries: Line[] } }>();
  expect(data.net_change).toBe(LINES - 1 + 2 - 10);
  expect(data.entries.slice(0, 5)).toMatchObject([
    { product_id: FIRST, quantity_change: -10, difference: 2, old_stock: 10, new_stock: 0 },
    { product_id: SHOP.papers, quantity_change: 1, old_stock: 1000, new_stock: 1001 },
    { product_id: SHOP.grinder, quantity_change: 1, old_stock: 49, new_stock: 50 },
    { product_id: SHOP.blueDream, quantity_change: 0, old_stock: 100, new_stock: 100 },
    { product_id: FIRST + 1, quantity_change: 1, old_stock: 10, new_stock: 11 },
  ]);
  expect((await manager.get(`/api/proxy/flora-im/audit-batches/${data.id}`)).json()).toMatchObject({ data });
  expect([await stockOf(shop, FIRST), await stockOf(shop, SHOP.grinder), await stockOf(shop, FIRST + 7)]).toEqual([
    0, 50, 11,
  ]);
  expect((await movementOf(data.id, SHOP.grinder)).heads).toBe(1);
  expect(await brokenRules()).toEqual([]);
});

it('writes what was not sold today before it waits for stock, and the rest after that', async () => {
  const till = await holding(
    shop,
    `select from stock_levels where location_id = 20 and product_id = ${SHOP.grinder} for update`,
  );
  const counting = count();
  await untilWaiting(shop);
  const { rows } = await till.run('select clock_timestamp() as at');
  await till.letGo();
  const reply = await counting;
  expect(reply.statusCode, reply.body).toBe(200);
  const { id } = reply.json<{ data: { id: number } }>().data;
  const released = (rows[0] as { at: Date }).at;
  expect((await movementOf(id, FIRST + 7)).at.getTime()).toBeLessThan(released.getTime());
  expect((await movementOf(id, SHOP.grinder)).at.getTime()).toBeGreaterThanOrEqual(released.getTime());
  expect(await brokenRules()).toEqual([]);
});

it('waits for no change of a unit in a circle', async () => {
  const deadlocks = async () =>
    (
      await sql<{ n: number }>`SELECT deadlocks AS n FROM pg_stat_database WHERE datname = current_database()`.execute(
        db,
      )
    ).rows;
  const before = await deadlocks();
  const till = await holding(
    shop,
    `select from stock_levels where location_id = 20 and product_id = ${SHOP.grinder} for update`,
  );
  const counting = count();
  await untilWaiting(shop);
  const changing = manager.send('PUT', `/api/manage/products/${FIRST + 7}`, { unit: 'g' });
  await untilWaiting(shop, 2);
  await till.letGo();
  expect((await counting).statusCode).toBe(200);
  // It is in stock.
  expect(refusalOf(await changing)).toEqual([409, 'unit_in_use']);
  expect(await deadlocks()).toEqual(before);
});

it.each([
  ['sold', [-3], 8],
  ['sold and given back', [-3, 3], 11],
])('keeps what is %s of an item after its line was written', async (_, deltas, left) => {
  const moved = FIRST + 7;
  const till = await holding(
    shop,
    `select from stock_levels where location_id = 20 and product_id = ${moved} for update`,
  );
  const counting = count();
  await untilWaiting(shop);
  for (const delta of deltas) {
    const move = { product_id: moved, delta, action: 'inventory_update', reason: 'Sold meanwhile' };
    await till.run('select move_stock(20, null, $1)', [JSON.stringify([move])]);
  }
  await till.letGo();
  const reply = await counting;
  expect(reply.statusCode, reply.body).toBe(200);
  expect(await stockOf(shop, moved)).toBe(left);
  const { data } = reply.json<{ data: { id: number; entries: Line[] } }>();
  expect(data.entries.find(({ product_id }) => product_id === moved)).toMatchObject({
    old_stock: left - 1,
    new_stock: left,
  });
  expect((await movementOf(data.id, moved)).heads).toBe(1);
  expect(await brokenRules()).toEqual([]);
});
