import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LiveEvent } from '#contract/live.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';

const TEXT: unknown = expect.any(String);
const numbered = (pattern: RegExp): unknown => expect.stringMatching(pattern);

let shop: TestApp;
let till: Till;
let manager: Till;

const TRANSFER = '/api/inventory/transfer';
const CONVERT = '/api/inventory/convert';
const ATTENTION = '/api/inventory/attention';

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff', { username: 'kim' });
  manager = await shop.signIn('manager');
});
afterAll(() => shop.close());

const level = (product_id: number, quantity: number, location_id = 20) =>
  manager.post('/api/proxy/flora-im/inventory', { product_id, quantity, location_id });
beforeEach(async () => {
  await level(SHOP.blueDream, 100);
  await level(SHOP.grinder, 10);
  await level(SHOP.papers, 1000);
  await level(SHOP.papers, 0, 19);
});

describe('a transfer', () => {
  const send = (items: unknown, more: object = {}, who = till) =>
    who.post(TRANSFER, { to_location_id: 19, items, ...more });

  it('takes from here and puts there in one step, and tells the tills of both', async () => {
    const heard: LiveEvent[] = [];
    const stop = shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
    const reply = await send([
      { product_id: SHOP.papers, quantity: 40 },
      { product_id: SHOP.blueDream, quantity: '3.5' },
    ]);
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({
      data: {
        transfer_number: numbered(/^TR-\d+$/),
        from_location_id: 20,
        to_location_id: 19,
        sent: [
          { product_id: SHOP.blueDream, quantity_change: -3.5, new_stock: 96.5 },
          { quantity_change: -40, new_stock: 960 },
        ],
        // They may not read the other location's stock.
        received: [{ quantity_change: 3.5 }, { quantity_change: 40, old_stock: null, new_stock: null }],
      },
    });
    expect(await stockOf(shop, SHOP.papers)).toBe(960);
    expect(await stockOf(shop, SHOP.papers, null, 19)).toBe(40);
    const log = await manager.get('/api/audit-log?location_id=19&action=stock_transfer&limit=1');
    expect(log.json()).toMatchObject({
      data: [
        {
          action: 'stock_transfer',
          details: { direction: 'in', from_location: 'Charlotte Central', to_location: 'Charlotte Monroe' },
          user_name: 'kim',
          reason: 'Transfer from Charlotte Central',
        },
      ],
    });
    await expect.poll(() => heard.map((event) => 'location_id' in event && event.location_id)).toEqual([20, 19]);
    stop();
    const managers = await send([{ product_id: SHOP.papers, quantity: 2 }], {}, manager);
    expect(managers.json()).toMatchObject({ data: { received: [{ old_stock: 40, new_stock: 42 }] } });
  });

  it('sends back up the row of locations as well', async () => {
    await level(SHOP.papers, 8, 19);
    const reply = await send(
      [{ product_id: SHOP.papers, quantity: 8 }],
      { from_location_id: 19, to_location_id: 20 },
      manager,
    );
    expect(reply.json()).toMatchObject({ data: { sent: [{ new_stock: 0 }], received: [{ new_stock: 1008 }] } });
  });

  it.each<[string, object, [number, string]]>([
    ['of more than there is', { items: [{ product_id: SHOP.grinder, quantity: 11 }] }, [409, 'out_of_stock']],
    ['of nothing', { items: [] }, [422, 'nothing_to_do']],
    ['of none of something', { items: [{ product_id: SHOP.papers, quantity: 0 }] }, [422, 'quantity_not_valid']],
    ['of less than nothing', { items: [{ product_id: SHOP.papers, quantity: -1 }] }, [422, 'quantity_not_valid']],
    ['to where it comes from', { to_location_id: 20 }, [422, 'same_location']],
    ['to nowhere', { to_location_id: 77 }, [404, 'not_found']],
    ['from another location', { from_location_id: 19, to_location_id: 20 }, [403, 'not_allowed']],
    ['of an unknown product', { items: [{ product_id: 999, quantity: 1 }] }, [422, 'product_unknown']],
    [
      'of an item twice',
      { items: [1, 2].map((quantity) => ({ product_id: SHOP.papers, quantity })) },
      [422, 'item_twice'],
    ],
  ])('%s is refused, and nothing moves', async (_what, part, expected) => {
    const reply = await send([{ product_id: SHOP.papers, quantity: 1 }], part);
    expect(refusalOf(reply), reply.body).toEqual(expected);
    expect(await stockOf(shop, SHOP.papers)).toBe(1000);
    expect(await stockOf(shop, SHOP.papers, null, 19)).toBe(0);
  });

  it('runs both ways at once without waiting in a circle', async () => {
    for (const product of [SHOP.papers, SHOP.grinder])
      for (const location of [19, 20]) await level(product, 200, location);
    const items = [SHOP.papers, SHOP.grinder].map((product_id) => ({ product_id, quantity: 2 }));
    const replies = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        n % 2 === 0
          ? send(items, {}, manager)
          : send(items.toReversed(), { from_location_id: 19, to_location_id: 20 }, manager),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 24 }, () => 201));
    expect(await stockOf(shop, SHOP.papers)).toBe(200);
    expect(await stockOf(shop, SHOP.grinder, null, 19)).toBe(200);
    await level(SHOP.grinder, 0, 19);
  });

  it('can go to every location', async () => {
    expect((await till.get('/api/inventory/transfer-targets')).json()).toMatchObject({
      data: [{ id: 20, name: 'Charlotte Central' }, { id: 19 }],
    });
  });
});

describe('a conversion', () => {
  const ratio = { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pre-roll' };
  const convert = (part: object = {}) =>
    till.post(CONVERT, {
      from: { product_id: SHOP.blueDream },
      to: { product_id: SHOP.papers },
      output_quantity: 20,
      conversion_ratio: ratio,
      ...part,
    });

  it('turns 14 g of flower into 20 pre-rolls', async () => {
    const reply = await convert();
    expect(reply.statusCode, reply.body).toBe(201);
    expect(reply.json()).toMatchObject({
      data: {
        conversion_number: numbered(/^CV-\d+$/),
        taken: { quantity_change: -14, old_stock: 100, new_stock: 86 },
        made: { quantity_change: 20, new_stock: 1020 },
      },
    });
    const log = await till.get('/api/audit-log?action=stock_conversion&limit=2');
    expect(log.json()).toMatchObject({
      data: [
        { product_name: 'Blue Dream', quantity_change: -14, details: { direction: 'out', conversion_ratio: ratio } },
        { product_name: 'Papers', quantity_change: 20, details: { direction: 'in', other_product: 'Blue Dream' } },
      ],
    });
  });

  it('takes what was weighed', async () => {
    expect((await convert({ input_quantity: 14.25 })).json()).toMatchObject({
      data: { taken: { quantity_change: -14.25 } },
    });
  });

  it.each<[string, object, [number, string]]>([
    ['of more than there is', { output_quantity: 1000 }, [409, 'out_of_stock']],
    ['of an item into itself', { to: { product_id: SHOP.blueDream } }, [422, 'same_item']],
    ['by a ratio of nothing', { conversion_ratio: { ...ratio, input_amount: 0 } }, [422, 'conversion_ratio_invalid']],
    ['of nothing', { output_quantity: 0 }, [422, 'quantity_not_valid']],
    ['into a product that has variants', { to: { product_id: SHOP.shirt } }, [422, 'not_valid']],
    ['at another location', { location_id: 19 }, [403, 'not_allowed']],
  ])('%s is refused', async (_what, part, expected) => {
    expect(refusalOf(await convert(part))).toEqual(expected);
    expect(await stockOf(shop, SHOP.blueDream)).toBe(100);
  });
});

describe('what wants attention', () => {
  const reorder = (part: object, who = till) =>
    who.send('PUT', '/api/inventory/reorder-level', { product_id: SHOP.grinder, reorder_level: 10, ...part });

  it('is what is at its reorder level, and what needs a count', async () => {
    const { db } = shop.database;
    expect((await till.get(ATTENTION)).json()).toMatchObject({ data: [], counts: { total: 0 } });
    expect((await reorder({})).json()).toMatchObject({ data: { quantity: 10, reorder_level: 10 } });
    expect((await reorder({ product_id: SHOP.papers, reorder_level: '999.5' })).statusCode).toBe(200);
    expect(
      (await reorder({ product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, reorder_level: 0 })).statusCode,
    ).toBe(200);
    await sql`UPDATE stock_levels SET needs_count_since = now() WHERE product_id = ${SHOP.blueDream} AND location_id = 20`.execute(
      db,
    );
    const { data, counts } = (await till.get(ATTENTION)).json<{ data: object[]; counts: object }>();
    expect(counts).toEqual({ low: 2, needs_count: 1, total: 3 });
    expect(data).toMatchObject([
      { product_name: 'Blue Dream', is_low: false, needs_count_since: TEXT },
      { product_name: 'Grinder', quantity: 10, reorder_level: 10, is_low: true, needs_count_since: null },
      { product_name: 'Shirt', variation_name: 'Large', quantity: 0, is_low: true, sku: 'AC-SH-L' },
    ]);
    expect((await till.get(`${ATTENTION}?counts_only=1`)).json()).toMatchObject({ data: [], counts });
    const one = await till.get(`/api/proxy/flora-im/inventory?product_id=${SHOP.papers}`);
    expect(one.json()).toMatchObject({ data: [{ reorder_level: 999.5, needs_count_since: null }] });
    await reorder({ reorder_level: null });
    expect((await till.get(`${ATTENTION}?counts_only=1`)).json()).toMatchObject({ counts: { low: 1, total: 2 } });
  });

  it('is found by the level that was seen: nobody overwrites what somebody else set', async () => {
    const heard = { product_id: SHOP.papers, seen_level: null, reorder_level: 3 };
    await reorder({ product_id: SHOP.papers, reorder_level: 7 });
    const refused = await reorder(heard);
    expect(refusalOf(refused)).toEqual([409, 'changed_meanwhile']);
    expect(refused.json()).toMatchObject({ error: 'Somebody else set it to 7 meanwhile. Yours was 3.' });
    expect((await reorder({ ...heard, seen_level: 7 })).json()).toMatchObject({ data: { reorder_level: 3 } });
    await reorder({ product_id: SHOP.papers, reorder_level: 999.5 });
  });

  it('is done with once it is counted, also by a count that agrees with the books, and the tills hear of it', async () => {
    const { db } = shop.database;
    const heard: LiveEvent[] = [];
    const stop = shop.app.deps.live.subscribe((event) => event.type !== 'hello' && heard.push(event));
    const waiting = async () => (await till.get(`${ATTENTION}?counts_only=1`)).json<{ counts: object }>().counts;
    for (const count of [
      () => till.post('/api/proxy/flora-im/inventory', { product_id: SHOP.blueDream, quantity: 100 }),
      () =>
        till.post('/api/inventory/batch-adjust', {
          batch_name: 'Jars',
          adjustments: [{ product_id: SHOP.blueDream, adjustment_quantity: 0 }],
        }),
    ]) {
      await sql`UPDATE stock_levels SET needs_count_since = now() WHERE product_id = ${SHOP.blueDream} AND location_id = 20`.execute(
        db,
      );
      expect(await waiting()).toMatchObject({ needs_count: 1 });
      heard.length = 0;
      expect((await count()).statusCode).toBe(200);
      expect(await waiting()).toMatchObject({ needs_count: 0 });
      // The same event may include an earlier change.
      await expect
        .poll(() => heard.flatMap((event) => (event.type === 'stock' ? event.items : [])))
        .toContainEqual(expect.objectContaining({ product_id: SHOP.blueDream, quantity: 100 }));
    }
    stop();
  });

  it('is of one’s own location', async () => {
    expect(refusalOf(await till.get(`${ATTENTION}?location_id=19`))).toEqual([404, 'not_found']);
    expect(refusalOf(await reorder({ location_id: 19 }))).toEqual([403, 'not_allowed']);
    expect((await reorder({ location_id: 19 }, manager)).statusCode).toBe(200);
    expect((await manager.get(`${ATTENTION}?location_id=19`)).json()).toMatchObject({ counts: { low: 1 } });
  });

  it.each<[object, [number, string]]>([
    [{ reorder_level: -1 }, [422, 'quantity_not_valid']],
    [{ product_id: 999 }, [422, 'product_unknown']],
    [{ product_id: SHOP.shirt }, [422, 'not_valid']],
    [{ reorder_level: 'NaN' }, [400, 'invalid_request']],
  ])('has no reorder level of %j', async (part, expected) => {
    expect(refusalOf(await reorder(part))).toEqual(expected);
  });
});

it('leaves the books right', async () => {
  const report = await verifyBooks(shop.database.connection);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
