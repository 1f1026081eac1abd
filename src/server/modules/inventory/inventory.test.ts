import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import type { LiveEvent } from '#contract/live.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

const PATH = '/api/proxy/flora-im/inventory';

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn('staff', { locationId: 20 });
  manager = await shop.signIn('manager', { locationId: 20 });
  const { db } = shop.database;
  await sql`INSERT INTO locations (id, name) VALUES (19, 'Monroe')`.execute(db);
  await sql`
    INSERT INTO products (id, name, type, status) VALUES (1, 'Jar', 'simple', 'publish'), (5, 'Hoodie', 'variable', 'publish'),
      (6, 'Cap', 'variable', 'publish'), (9, 'Gone', 'simple', 'trash')`.execute(db);
  await sql`INSERT INTO variations (id, product_id, position) VALUES (51, 5, 1), (52, 5, 2), (61, 6, 1)`.execute(db);
});
beforeEach(async () => {
  const { db } = shop.database;
  await sql`DELETE FROM stock_levels`.execute(db);
  await sql`TRUNCATE stock_movements, audit_trail CASCADE`.execute(db);
  await sql`
    INSERT INTO stock_levels (location_id, product_id, variation_id, quantity) VALUES
      (20, 1, NULL, 12.5), (20, 5, 51, 3), (19, 1, NULL, 7)`.execute(db);
});
afterAll(() => shop.close());

const set = (body: unknown, who = till) => who.post(PATH, body);
async function stockOf(productId: number, locationId = 20): Promise<number> {
  const { rows } = await sql<{ q: string }>`
    SELECT quantity AS q FROM stock_levels WHERE location_id = ${locationId} AND product_id = ${productId}`.execute(
    shop.database.db,
  );
  return Number(rows[0]?.q);
}
const movements = async () =>
  (
    await sql<Record<string, unknown>>`
      SELECT product_id, variation_id, delta::float8 AS delta, action, reason, actor_id FROM stock_movements ORDER BY id`.execute(
      shop.database.db,
    )
  ).rows;

describe('looking up stock', () => {
  it('tells the stock of a product at the till’s own location', async () => {
    expect((await till.get(`${PATH}?product_id=1`)).json()).toEqual({
      success: true,
      data: [
        {
          product_id: 1,
          location_id: 20,
          location_name: 'Location 20',
          variation_id: null,
          quantity: 12.5,
          available_quantity: 12.5,
          reorder_level: null,
          needs_count_since: null,
        },
      ],
    });
  });

  it('tells each variant of a variable product, with 0 where there never was any', async () => {
    const rows = async (query: string) => (await till.get(`${PATH}?${query}`)).json<{ data: unknown[] }>().data;
    expect(await rows('product_id=5')).toMatchObject([
      { variation_id: 51, quantity: 3 },
      { variation_id: 52, quantity: 0 },
    ]);
    expect(await rows('product_id=5&variation_id=52')).toMatchObject([{ variation_id: 52, quantity: 0 }]);
    expect(await rows('product_id=1&variation_id=0')).toHaveLength(1);
  });

  it('does not tell another location’s, nor of what is not there', async () => {
    for (const query of [
      'product_id=1&location_id=19',
      'product_id=77',
      'product_id=9',
      'product_id=5&variation_id=61',
    ]) {
      expect((await till.get(`${PATH}?${query}`)).json(), query).toMatchObject({ success: false, code: 'not_found' });
    }
    expect((await manager.get(`${PATH}?product_id=1&location_id=19`)).json()).toMatchObject({
      data: [{ quantity: 7 }],
    });
    expect((await till.get(`${PATH}?product_id[]=1`)).statusCode).toBe(400);
    expect((await till.get(PATH)).statusCode).toBe(400);
  });

  it('tells many at once, by product or product_variation, with none of what is unknown', async () => {
    const reply = await till.post('/api/inventory/batch', {
      items: [
        { product_id: 1 },
        { product_id: 5, variation_id: 51 },
        { product_id: 5, variation_id: 0 },
        { product_id: 77, variation_id: null },
        { product_id: 6, variation_id: 51 },
      ],
    });
    expect(reply.json()).toMatchObject({
      success: true,
      data: {
        1: { total_stock: 12.5, inventory: [{ location_id: 20, quantity: 12.5 }] },
        '5_51': { total_stock: 3 },
        5: { total_stock: 3 },
        77: { total_stock: 0, inventory: [] },
        '6_51': { total_stock: 0, inventory: [] },
      },
    });
    expect((await till.post('/api/inventory/batch', { items: [{ product_id: 1 }], location_id: 19 })).statusCode).toBe(
      404,
    );
    expect((await till.post('/api/inventory/batch', { items: { product_id: 1 } })).statusCode).toBe(400);
    expect((await till.post('/api/inventory/batch', { items: [] })).json()).toEqual({ success: true, data: {} });
  });
});

describe('setting stock', () => {
  it('sets what was counted, with a movement, an audit row and word to the other tills', async () => {
    const heard: LiveEvent[] = [];
    const stop = shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
    const reply = await set({ product_id: 1, quantity: 10.25, expected_quantity: '12.5', reason: 'Counted' });
    expect(reply.json()).toMatchObject({ success: true, data: { product_id: 1, quantity: 10.25, location_id: 20 } });
    expect(await movements()).toEqual([
      {
        product_id: 1,
        variation_id: null,
        delta: -2.25,
        action: 'inventory_update',
        reason: 'Counted',
        actor_id: till.userId,
      },
    ]);
    const { rows } = await sql<{
      details: unknown;
    }>`SELECT details FROM audit_trail WHERE action = 'stock_set'`.execute(shop.database.db);
    expect(rows).toMatchObject([
      { details: { before: 12.5, after: 10.25, reason: 'Counted', movements: [[1, '-2.250', expect.any(String)]] } },
    ]);
    await expect
      .poll(() => heard)
      .toMatchObject([{ type: 'stock', location_id: 20, items: [{ product_id: 1, quantity: 10.25 }] }]);
    stop();
  });

  it.each([
    ['Manual increase', 13.5],
    ['Manual decrease', 11.5],
  ])('calls a %s a manual adjustment', async (reason, quantity) => {
    await set({ product_id: 1, quantity, expected_quantity: 12.5, reason });
    expect(await movements()).toMatchObject([{ action: 'manual_adjustment', reason }]);
  });

  it('sets nothing when the stock is no longer what the person saw, and says what it is', async () => {
    const reply = await set({ product_id: 1, quantity: 3, expected_quantity: 13 });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({ success: false, code: 'stock_changed', current: 12.5 });
    expect(await stockOf(1)).toBe(12.5);
    expect(await movements()).toEqual([]);
  });

  it('lets one of ten people who saw the same number set it', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) => set({ product_id: 1, quantity: 20 + n, expected_quantity: 12.5 })),
    );
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.statusCode === 409)).toHaveLength(9);
  });

  it('sets an item once that the location never carried, however many count it at a time', async () => {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => set({ product_id: 5, variation_id: 52, quantity: 4, expected_quantity: 0 })),
    );
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    expect(await movements()).toMatchObject([{ variation_id: 52, delta: 4 }]);
  });

  it('does it once when the answer was lost and the till asks again', async () => {
    const key = { 'idempotency-key': 'count-of-the-jar-1' };
    const body = { product_id: 1, quantity: 9, expected_quantity: 12.5 };
    const first = await till.post(PATH, body, key);
    const second = await till.post(PATH, body, key);
    expect(second.json()).toEqual(first.json());
    expect(await movements()).toHaveLength(1);
    expect((await till.post(PATH, { ...body, quantity: 8 }, key)).json()).toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('takes a count that agrees with the books off the list of what needs one', async () => {
    await sql`UPDATE stock_levels SET needs_count_since = now() WHERE location_id = 20 AND product_id = 1`.execute(
      shop.database.db,
    );
    expect((await set({ product_id: 1, quantity: 12.5, expected_quantity: 12.5 })).statusCode).toBe(200);
    expect(await movements()).toEqual([]);
    const { rows } = await sql`SELECT 1 FROM stock_levels WHERE needs_count_since IS NOT NULL`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([]);
  });

  it('keeps staff from another location’s stock, and lets a manager count there', async () => {
    expect((await set({ product_id: 1, quantity: 0, location_id: 19 })).json()).toMatchObject({ code: 'not_allowed' });
    expect(await stockOf(1, 19)).toBe(7);
    expect((await set({ product_id: 1, quantity: 8, location_id: 19, expected_quantity: 7 }, manager)).statusCode).toBe(
      200,
    );
    expect((await set({ product_id: 1, quantity: 8, location_id: 77 }, manager)).statusCode).toBe(404);
    const nowhere = await shop.signIn('staff', { locationId: null });
    expect((await set({ product_id: 1, quantity: 8 }, nowhere)).json()).toMatchObject({ code: 'location_required' });
  });

  it.each([
    [404, { product_id: 77, quantity: 1 }],
    [404, { product_id: 9, quantity: 1 }],
    [404, { product_id: 1, variation_id: 51, quantity: 1 }],
    [404, { product_id: 6, variation_id: 51, quantity: 1 }],
    [422, { product_id: 5, quantity: 1 }],
    [422, { product_id: 1, quantity: -1 }],
    [400, { product_id: 1 }],
    [400, { product_id: '1', quantity: 1 }],
    [400, { product_id: 1, quantity: ['5'] }],
    [400, { product_id: 1, quantity: 1.2345 }],
    [400, { product_id: 1, quantity: '1.000000000001' }],
    [400, { product_id: 1, quantity: 'NaN' }],
    [400, { product_id: 1, quantity: 1e12 }],
    [400, { product_id: 1, quantity: null }],
    [400, { product_id: 1.5, quantity: 1 }],
    [400, { product_id: 99_999_999_999, quantity: 1 }],
    [400, { product_id: 1, quantity: 1, reason: 'a\u0000b' }],
    [400, { product_id: 1, quantity: 1, reason: 'x'.repeat(501) }],
  ])('refuses with %i: %j', async (status, body) => {
    const reply = await set(body);
    expect(reply.statusCode, reply.body).toBe(status);
    expect(reply.json<{ error: string }>().error).toMatch(/\.$/);
    expect(await movements()).toEqual([]);
  });

  it('refuses a number that JSON cannot hold', async () => {
    expect((await till.post(PATH, '{"product_id": 1, "quantity": 1e309}')).statusCode).toBe(400);
  });

  it('keeps a hostile reason to the letter', async () => {
    const reason = `<script>alert(1)</script>'); DELETE FROM orders; --`;
    await set({ product_id: 1, quantity: 1, reason });
    expect(await movements()).toMatchObject([{ reason }]);
  });
});
