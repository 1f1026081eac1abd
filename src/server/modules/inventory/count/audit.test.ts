import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

const PATH = '/api/inventory/batch-adjust';
const audit = (adjustments: unknown, more: object = {}) => ({ batch_name: 'May count', adjustments, ...more });

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff', { username: 'kim' });
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const level = (productId: number, quantity: number) =>
  manager.post('/api/proxy/flora-im/inventory', { product_id: productId, quantity });
beforeEach(async () => {
  await level(SHOP.blueDream, 100);
  await level(SHOP.grinder, 10);
  await level(SHOP.papers, 1000);
});
const rowsOf = async (table: string) =>
  (await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)}`.execute(shop.database.db)).rows[0]
    ?.n;

describe('an audit', () => {
  it('changes what was counted, numbers the batch and tells the other tills', async () => {
    const heard: LiveEvent[] = [];
    const stop = shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
    const reply = await till.post(
      PATH,
      audit(
        [
          {
            product_id: SHOP.grinder,
            adjustment_quantity: -2,
            counted_quantity: 8,
            system_quantity: 10,
            reason: 'Broken',
          },
          { product_id: SHOP.blueDream, adjustment_quantity: '1.25' },
          { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, adjustment_quantity: 0 },
        ],
        { batch_description: 'Front of house', user_id: 1, user_name: 'Somebody Else' },
      ),
    );
    expect(reply.statusCode, reply.body).toBe(200);
    const { audit_number: number, data } = reply.json<{ audit_number: string; data: { id: number } }>();
    expect(number).toMatch(/^AUD-\d+$/);
    expect(data).toMatchObject({
      batch_name: 'May count',
      batch_description: 'Front of house',
      user_name: 'kim',
      user_id: till.userId,
      total_products: 3,
      net_change: -0.75,
      entries: [
        {
          product_name: 'Grinder',
          quantity_change: -2,
          counted_quantity: 8,
          system_quantity: 10,
          difference: 0,
          old_stock: 10,
          new_stock: 8,
          reason: 'Broken',
        },
        { product_name: 'Blue Dream', quantity_change: 1.25, counted_quantity: null, reason: 'Audit' },
        { product_name: 'Shirt - Small', quantity_change: 0, old_stock: 5, new_stock: 5 },
      ],
    });
    expect(await stockOf(shop, SHOP.grinder)).toBe(8);
    expect(await stockOf(shop, SHOP.blueDream)).toBe(101.25);
    expect((await till.get(`/api/proxy/flora-im/audit-batches/${data.id}`)).json()).toEqual({ success: true, data });
    await expect.poll(() => heard.filter(({ type }) => type === 'stock').length).toBe(1);
    expect(heard[0]).toMatchObject({
      location_id: 20,
      items: [{ product_id: SHOP.blueDream, quantity: 101.25 }, { quantity: 8 }],
    });
    stop();
    const { rows } = await sql<{ entity_id: string; details: unknown }>`
      SELECT entity_id, details FROM audit_trail WHERE action = 'stock_audit' ORDER BY id DESC LIMIT 1`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([
      {
        entity_id: number,
        details: { location_id: 20, name: 'May count', lines: 3, net_change: -0.75, by_unit: ['-2 pieces', '1.25 g'] },
      },
    ]);
  });

  it('keeps what was sold while counting: 100 counted, 10 sold before it is finished, 90 on the books', async () => {
    await manager.post('/api/inventory/adjust', {
      adjustments: [{ product_id: SHOP.blueDream, adjustment_quantity: -10, reason: 'as a sale would' }],
    });
    await till.post(
      PATH,
      audit([{ product_id: SHOP.blueDream, adjustment_quantity: 0, counted_quantity: 100, system_quantity: 100 }]),
    );
    expect(await stockOf(shop, SHOP.blueDream)).toBe(90);
  });

  it('stops at 0 and keeps the difference', async () => {
    const reply = await till.post(PATH, audit([{ product_id: SHOP.grinder, adjustment_quantity: -15 }]));
    expect(reply.json()).toMatchObject({
      data: { net_change: -10, entries: [{ quantity_asked: -15, quantity_change: -10, difference: 5, new_stock: 0 }] },
    });
    expect(await stockOf(shop, SHOP.grinder)).toBe(0);
  });

  it('takes what was counted off the "needs a count" list, what agreed included', async () => {
    const { db } = shop.database;
    await sql`UPDATE stock_levels SET needs_count_since = now()`.execute(db);
    const counted = [SHOP.grinder, SHOP.papers].map((product_id) => ({ product_id, adjustment_quantity: 0 }));
    await till.post(PATH, audit(counted));
    const { rows } = await sql<{ product_id: number }>`
      SELECT product_id FROM stock_levels WHERE needs_count_since IS NULL ORDER BY 1`.execute(db);
    expect(rows.map(({ product_id }) => product_id)).toEqual([SHOP.grinder, SHOP.papers]);
    await sql`UPDATE stock_levels SET needs_count_since = NULL`.execute(db);
  });

  it('finds on a shelf what the location never carried', async () => {
    await till.post(PATH, audit([{ product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, adjustment_quantity: 3 }]));
    expect(await stockOf(shop, SHOP.shirt, SHOP.shirtLarge)).toBe(3);
  });

  it('is applied once when its answer was lost', async () => {
    const key = { 'idempotency-key': 'the-may-count-of-kim' };
    const body = audit([{ product_id: SHOP.grinder, adjustment_quantity: -1 }]);
    const first = await till.post(PATH, body, key);
    const second = await till.post(PATH, body, key);
    expect(second.json()).toEqual(first.json());
    expect(await stockOf(shop, SHOP.grinder)).toBe(9);
    expect(refusalOf(await till.post(PATH, body, { 'idempotency-key': '' }))).toEqual([400, 'invalid_idempotency_key']);
  });

  it.each<[string, object, [number, string]]>([
    ['without a name', { batch_name: ' \t ' }, [422, 'audit_name_required']],
    ['of nothing', { adjustments: [] }, [422, 'nothing_to_do']],
    ['of an unknown product', { adjustments: [{ product_id: 999, adjustment_quantity: 1 }] }, [422, 'product_unknown']],
    [
      'of a product that has variants',
      { adjustments: [{ product_id: SHOP.shirt, adjustment_quantity: 1 }] },
      [422, 'not_valid'],
    ],
    [
      'with an item twice',
      { adjustments: [1, 2].map((adjustment_quantity) => ({ product_id: SHOP.papers, adjustment_quantity })) },
      [422, 'item_twice'],
    ],
    [
      'whose change is not what was counted',
      { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 1, counted_quantity: 5, system_quantity: 5 }] },
      [422, 'count_mismatch'],
    ],
    [
      'that counted less than nothing',
      { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: -6, counted_quantity: -1, system_quantity: 5 }] },
      [422, 'quantity_not_valid'],
    ],
    ['of another location', { location_id: 19 }, [403, 'not_allowed']],
    [
      'with a line of another location',
      { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 1, location_id: 19 }] },
      [403, 'not_allowed'],
    ],
    ['that brings its number', { audit_number: 'AUD-1' }, [400, 'invalid_request']],
    [
      'of a quarter thousandth',
      { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 0.00025 }] },
      [400, 'invalid_request'],
    ],
  ])('%s is refused, and nothing changes', async (_what, part, expected) => {
    const batches = await rowsOf('stock_audits');
    const reply = await till.post(PATH, { ...audit([{ product_id: SHOP.papers, adjustment_quantity: -1 }]), ...part });
    expect(refusalOf(reply), reply.body).toEqual(expected);
    expect(reply.json<{ error: string }>().error).toMatch(/^[A-Z"].*\.$/);
    expect(await rowsOf('stock_audits')).toBe(batches);
    expect(await stockOf(shop, SHOP.papers)).toBe(1000);
  });

  it('changes nothing when one of its products is not known', async () => {
    const reply = await till.post(
      PATH,
      audit([
        { product_id: SHOP.papers, adjustment_quantity: -1 },
        { product_id: 999, adjustment_quantity: -1 },
      ]),
    );
    expect(refusalOf(reply)).toEqual([422, 'product_unknown']);
    expect(await stockOf(shop, SHOP.papers)).toBe(1000);
  });

  it('is seen at its own location, and by those who may work anywhere', async () => {
    const reply = await manager.post(
      PATH,
      audit([{ product_id: SHOP.papers, adjustment_quantity: 7 }], { location_id: 19 }),
    );
    const { id } = reply.json<{ data: { id: number } }>().data;
    expect(refusalOf(await till.get(`/api/proxy/flora-im/audit-batches/${id}`))).toEqual([404, 'not_found']);
    expect((await manager.get(`/api/proxy/flora-im/audit-batches/${id}`)).statusCode).toBe(200);
  });

  it('of 1,000 lines is one step', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO products (id, name) SELECT n, 'Item ' || n FROM generate_series(10001, 11000) n`.execute(db);
    const adjustments = Array.from({ length: 1000 }, (_, n) => ({
      product_id: 10_001 + ((n * 7) % 1000),
      adjustment_quantity: 3,
      counted_quantity: 3,
      system_quantity: 0,
    }));
    const reply = await till.post(PATH, audit(adjustments));
    expect(reply.json()).toMatchObject({ success: true, data: { total_products: 1000, net_change: 3000 } });
    expect(await stockOf(shop, 10_500)).toBe(3);
  });

  it('loses none of the sales it runs beside, and waits for none of them in a circle', async () => {
    const ids = [SHOP.papers, SHOP.grinder, SHOP.blueDream];
    await Promise.all(ids.map((id) => level(id, 500)));
    const sale = (quantity: number) => ({
      adjustments: ids.toReversed().map((product_id) => ({ product_id, adjustment_quantity: -quantity })),
    });
    const count = audit(ids.map((product_id) => ({ product_id, adjustment_quantity: 2 })));
    // A request that waited too long for the others is refused and sent again.
    const patiently = async (send: () => ReturnType<Till['post']>) => {
      let reply = await send();
      for (let again = 0; reply.statusCode === 503 && again < 10; again += 1) reply = await send();
      return reply;
    };
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        patiently(() => (n % 2 === 0 ? till.post(PATH, count) : manager.post('/api/inventory/adjust', sale(3)))),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 40 }, () => 200));
    for (const id of ids) expect(await stockOf(shop, id)).toBe(500 + 20 * 2 - 20 * 3);
  });

  it('leaves the books right', async () => {
    const report = await verifyBooks(shop.database.connection);
    expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });
});

describe('a change by hand', () => {
  it('is all of it or nothing, and never below zero', async () => {
    const reply = await till.post('/api/inventory/adjust', {
      adjustments: [
        { product_id: SHOP.papers, adjustment_quantity: 5 },
        { product_id: SHOP.grinder, adjustment_quantity: -11 },
      ],
    });
    expect(reply.statusCode).toBe(409);
    expect(reply.json()).toMatchObject({
      code: 'out_of_stock',
      error: 'There is not enough Grinder in stock: 10 left, 11 wanted.',
      lines: [{ product_id: SHOP.grinder, requested: 11, available: 10 }],
    });
    expect(await stockOf(shop, SHOP.papers)).toBe(1000);
  });

  it.each<[string, object, [number, string]]>([
    ['of nothing', { adjustments: [] }, [422, 'nothing_to_do']],
    ['by 0', { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 0 }] }, [422, 'nothing_to_do']],
    [
      'at another location',
      { location_id: 19, adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 1 }] },
      [403, 'not_allowed'],
    ],
    [
      'of two locations',
      { location_id: 20, adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 1, location_id: 21 }] },
      [403, 'not_allowed'],
    ],
  ])('%s is refused', async (_what, body, expected) => {
    expect(refusalOf(await till.post('/api/inventory/adjust', body))).toEqual(expected);
  });

  it('beyond what can be counted is refused', async () => {
    const most = { adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 999_999 }] };
    await sql`SELECT move_stock(20, NULL, '[{"product_id": 504, "delta": 999000000, "action": "inventory_update"}]'::jsonb)`.execute(
      shop.database.db,
    );
    expect(refusalOf(await till.post('/api/inventory/adjust', most))).toEqual([422, 'not_valid']);
    await level(SHOP.papers, 1000);
  });
});
