import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const TEXT: unknown = expect.any(String);
const numbered = (pattern: RegExp): unknown => expect.stringMatching(pattern);

let shop: TestApp;
let till: Till;
let manager: Till;

interface Page {
  data: HistoryEntry[];
  total: number;
  sale_lines: HistoryEntry[];
  net_by_unit: {
    batch_id: number | null;
    receipt_id: number | null;
    unit: string;
    net_change: number;
    decrease: number;
  }[];
  batches: {
    id: number;
    batch_name: string;
    audit_number: string;
    total_products: number;
    net_change: number;
    user_name: string;
  }[];
  receipts: { id: number; po_number: string; total_products: number }[];
  quiet_audits: Page['batches'];
}
const log = async (query: string, who = till): Promise<Page> => {
  const reply = await who.get(`/api/audit-log?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Page>();
};

/** Three sales of papers a day on past days, written straight into the ledger. */
const PAST_DAYS = 40;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff', { username: 'kim' });
  manager = await shop.signIn('manager');
  const { db } = shop.database;
  await sql`
    INSERT INTO stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action, reason, created_at)
      SELECT 20, ${SHOP.papers}, -1, 1000 - n, 999 - n, 'order_deduction', 'Order #POS-' || n,
             now() - make_interval(days => ${PAST_DAYS} - n / 3, mins => -1 - n % 3)
        FROM generate_series(0, ${PAST_DAYS} * 3 - 1) n`.execute(db);
  await till.post('/api/inventory/batch-adjust', {
    batch_name: 'May',
    adjustments: [SHOP.grinder, SHOP.blueDream, SHOP.brokenRolls].map((product_id) => ({
      product_id,
      adjustment_quantity: 2,
    })),
  });
  await till.post('/api/proxy/flora-im/purchase-orders/generate-from-restock', {
    supplier_name: 'Farm',
    items: [SHOP.grinder, SHOP.blueDream].map((product_id) => ({ product_id, quantity: 5 })),
  });
  await till.post('/api/inventory/adjust', {
    adjustments: [
      { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, adjustment_quantity: -1, reason: 'Manual decrease' },
    ],
  });
});
afterAll(() => shop.close());

const SALES = PAST_DAYS * 3;
const OPENING = 5;

describe('the history of a location', () => {
  it('runs newest first, with the batch and the receipt its entries belong to', async () => {
    const { data, total, batches, receipts } = await log('limit=6');
    expect(total).toBe(SALES + OPENING + 3 + 2 + 1);
    expect(data.map(({ product_name, action, quantity_change }) => [product_name, action, quantity_change])).toEqual([
      ['Shirt - Small', 'manual_adjustment', -1],
      ['Blue Dream', 'restock', 5],
      ['Grinder', 'restock', 5],
      ['Broken Rolls', 'audit', 2],
      ['Grinder', 'audit', 2],
      ['Blue Dream', 'audit', 2],
    ]);
    expect(data[0]).toMatchObject({
      details: 'Manual decrease',
      user_name: 'kim',
      sku: 'AC-SH-S',
      old_stock: 5,
      new_stock: 4,
      batch_id: null,
    });
    expect(batches).toMatchObject([
      { audit_number: numbered(/^AUD-/), total_products: 3, net_change: 6, user_name: 'kim' },
    ]);
    expect(receipts).toMatchObject([{ po_number: numbered(/^PO-/), total_products: 2, id: data[1]?.receipt_id }]);
    expect(data[3]?.batch_id).toBe(data[5]?.batch_id);
    expect(data.map(({ reference }) => reference)).toEqual([
      null,
      ...[receipts[0], receipts[0]].map((receipt) => receipt?.po_number),
      ...[batches[0], batches[0], batches[0]].map((batch) => batch?.audit_number),
    ]);
  });

  it('gives a batch one place when it is grouped, whatever its size', async () => {
    const { data, total } = await log('limit=4&grouped=1');
    expect(total).toBe(SALES + OPENING + 1 + 1 + 1);
    expect(data.map(({ action }) => action)).toEqual(['manual_adjustment', 'restock', 'audit', 'opening_stock']);
  });

  it.each([
    ['', ''],
    ['&grouped=1', ''],
    ['&days=30', ''],
    ['&action=order_deduction', 'order_deduction'],
    ['&action=order_deduction&days=7', 'order_deduction'],
    ['&action=inventory_update', ''],
  ])('shows every entry once, page by page%s', async (filter, only) => {
    const { total } = await log(`limit=1${filter}`);
    const seen: HistoryEntry[] = [];
    for (let offset = 0; offset < total + 7; offset += 7)
      seen.push(...(await log(`limit=7&offset=${offset}${filter}`)).data);
    expect(seen).toHaveLength(total);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(total);
    const instants = seen.map(({ created_at }) => created_at);
    expect(instants).toEqual(instants.toSorted().toReversed());
    if (only) expect(new Set(seen.map(({ action }) => action))).toEqual(new Set([only]));
  });

  it.each([
    ['1', 3],
    ['7', 21],
    ['30', 90],
    ['90', SALES],
    ['all', SALES],
    ['', SALES],
  ])('of %s days has %i sales', async (days, sales) => {
    expect((await log(`days=${days}&action=order_deduction`)).total).toBe(sales);
  });

  it.each([
    ['inventory_update', OPENING + 3],
    ['manual_adjustment', 1],
    ['restock', 2],
    ['stock_transfer', 0],
    ['stock_conversion', 0],
  ])('of %s has %i', async (action, expected) => {
    const page = await log(`action=${action}`);
    expect([page.total, page.data.length]).toEqual([expected, expected]);
  });

  it('has names for what is gone', async () => {
    const { db } = shop.database;
    await sql`UPDATE products SET status = 'trash' WHERE id = ${SHOP.brokenRolls}`.execute(db);
    const page = await log('action=inventory_update');
    expect(page.data.map(({ product_name }) => product_name)).toContain(`[Deleted] Product #${SHOP.brokenRolls}`);
    await sql`UPDATE products SET status = 'publish' WHERE id = ${SHOP.brokenRolls}`.execute(db);
  });

  it('is of one’s own location', async () => {
    expect(refusalOf(await till.get('/api/audit-log?location_id=19'))).toEqual([404, 'not_found']);
    expect(await log('location_id=19', manager)).toMatchObject({ data: [], total: 0 });
  });

  it.each(['limit=0', 'limit=201', 'offset=-1', 'days=2', 'action=nothing', 'limit=a'])(
    'is not asked for by %s',
    async (query) => {
      expect((await till.get(`/api/audit-log?${query}`)).statusCode).toBe(400);
    },
  );

  it('stays as it is when its tallies are folded', async () => {
    const before = await log('limit=50&days=30');
    await sql`SELECT fold_stock_tallies()`.execute(shop.database.db);
    expect(await log('limit=50&days=30')).toEqual(before);
  });
});

describe('the number of an item explained', () => {
  const explain = async (query: string) => {
    const reply = await till.get(`/api/inventory/movements?${query}`);
    return reply.json<{ data: HistoryEntry[]; next: number | null; current: { since?: unknown } | null }>();
  };

  /** The count found two more than the books said. */
  const COUNTED = {
    begin: 'count',
    at: TEXT,
    by: 'kim',
    matched: false,
    quantity: 12,
    moved: [{ kind: 'restock', change: 5 }],
  };

  it('is its movements, newest first, each ending where the next begins', async () => {
    const { data, next, current } = await explain(`product_id=${SHOP.grinder}`);
    expect(data.map(({ action, old_stock, new_stock }) => [action, old_stock, new_stock])).toEqual([
      ['restock', 12, 17],
      ['audit', 10, 12],
      ['opening_stock', 0, 10],
    ]);
    expect(next).toBeNull();
    expect(current).toEqual({
      quantity: 17,
      movements: 3,
      opened_at: TEXT,
      reorder_level: null,
      needs_count_since: null,
      elsewhere: [],
      since: COUNTED,
    });
  });

  it('names the stock of other open locations to everybody, but not its movements', async () => {
    const { db } = shop.database;
    await sql`INSERT INTO locations (id, name) VALUES (31, 'Barn'), (32, 'Annex'), (33, 'Cellar')`.execute(db);
    const item = { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall };
    for (const location_id of [19, 31, 32]) {
      const told = { ...item, location_id, quantity: location_id / 2 };
      expect((await manager.post('/api/proxy/flora-im/inventory', told)).statusCode).toBe(200);
    }
    await sql`UPDATE locations SET closed_at = now(), closed_by = (SELECT min(id) FROM users) WHERE id = 31`.execute(
      db,
    );
    const { current } = await explain(`product_id=${SHOP.shirt}&variation_id=${SHOP.shirtSmall}&action=restock`);
    expect(current).toMatchObject({
      elsewhere: [
        { location_id: 32, location_name: 'Annex', quantity: 16 },
        { location_id: 19, location_name: 'Charlotte Monroe', quantity: 9.5 },
      ],
    });
    expect((await explain(`product_id=${SHOP.shirt}`)).current).toMatchObject({ elsewhere: [] });
    expect(refusalOf(await till.get(`/api/inventory/movements?product_id=${SHOP.shirt}&location_id=19`))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('says from which stock on it is low, and is 0 where there was never any', async () => {
    const item = { product_id: SHOP.shirt, variation_id: SHOP.shirtLarge };
    const nothing = { quantity: 0, movements: 0, opened_at: null, needs_count_since: null, elsewhere: [], since: null };
    const asked = `product_id=${SHOP.shirt}&variation_id=${SHOP.shirtLarge}`;
    expect((await explain(asked)).current).toEqual({ ...nothing, reorder_level: null });
    await till.send('PUT', '/api/inventory/reorder-level', { ...item, reorder_level: 2.5 });
    expect((await explain(asked)).current).toEqual({ ...nothing, reorder_level: 2.5 });
  });

  const sinceCount = async (query: string) => (await explain(query)).current?.since;

  it('adds up from the last count by kind, however many movements there are', async () => {
    expect(await sinceCount(`product_id=${SHOP.grinder}&limit=1`)).toEqual(COUNTED);
    // Never counted: it begins with the stock that was there when the books began.
    expect(await sinceCount(`product_id=${SHOP.papers}&limit=1`)).toEqual({
      begin: 'opening',
      at: TEXT,
      by: null,
      matched: false,
      quantity: 1000,
      moved: [{ kind: 'sale', change: -SALES }],
    });
    expect(await sinceCount(`product_id=${SHOP.papers}&limit=1&before=100000`)).toBeUndefined();
    expect(await sinceCount(`product_id=${SHOP.papers}&action=restock`)).toBeUndefined();
  });

  it('is narrowed to one kind of movement', async () => {
    const { data, current } = await explain(`product_id=${SHOP.grinder}&action=restock`);
    expect(data.map(({ action }) => action)).toEqual(['restock']);
    expect(current).toMatchObject({ quantity: 17, movements: 3 });
  });

  it('comes in pages', async () => {
    const seen: number[] = [];
    for (let before: number | null = null; ;) {
      const page = await explain(`product_id=${SHOP.papers}&limit=50${before === null ? '' : `&before=${before}`}`);
      seen.push(...page.data.map(({ id }) => id));
      if (page.next === null) break;
      before = page.next;
    }
    expect(seen).toHaveLength(SALES + 1);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  it('or those of one receipt', async () => {
    const { receipts } = await log('limit=3');
    const { data, current } = await explain(`receipt_id=${receipts[0]?.id}`);
    expect([data.length, current]).toEqual([2, null]);
    const other = await shop.signIn('staff', { locationId: 19 });
    expect(refusalOf(await other.get(`/api/inventory/movements?receipt_id=${receipts[0]?.id}`))).toEqual([
      404,
      'not_found',
    ]);
  });

  it('needs to know which', async () => {
    expect(refusalOf(await till.get('/api/inventory/movements'))).toEqual([422, 'not_valid']);
    expect(refusalOf(await till.get('/api/inventory/movements?product_id=999'))).toEqual([404, 'not_found']);
    expect(refusalOf(await till.get(`/api/inventory/movements?product_id=501&location_id=19`))).toEqual([
      404,
      'not_found',
    ]);
  });
});

describe('an audit in which everything agreed', () => {
  it('is on the page where it was made', async () => {
    const quiet = async (query: string) => (await log(query)).quiet_audits.map(({ batch_name }) => batch_name);
    const before = await log('days=all&grouped=1&limit=4');
    await till.post('/api/inventory/batch-adjust', {
      batch_name: 'All there',
      adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 0, counted_quantity: 4, system_quantity: 4 }],
    });
    const { quiet_audits: audits, ...page } = await log('days=all&grouped=1&limit=4');
    const explained = await till.get(`/api/inventory/movements?product_id=${SHOP.papers}`);
    // The last count is this one, although it moved nothing.
    expect(explained.json()).toMatchObject({
      current: { since: { begin: 'count', at: TEXT, by: 'kim', matched: true, quantity: 1000 - SALES, moved: [] } },
    });
    expect(audits).toMatchObject([{ batch_name: 'All there', total_products: 1, net_change: 0, user_name: 'kim' }]);
    // It does not count as an entry of the page.
    expect([page.total, page.data]).toEqual([before.total, before.data]);
    expect(await quiet('days=1&grouped=1&action=inventory_update')).toEqual(['All there']);
    expect(await quiet('days=all&grouped=1&limit=4&offset=4')).toEqual([]);
    expect(await quiet('days=all&limit=4')).toEqual([]);
    expect(await quiet('days=all&grouped=1&action=restock')).toEqual([]);
    expect(await quiet(`days=all&grouped=1&search=${audits[0]?.audit_number}`)).toEqual(['All there']);
    expect(await quiet('days=all&grouped=1&search=kim%20there')).toEqual(['All there']);
    expect(await quiet('days=all&grouped=1&search=elsewhere')).toEqual([]);

    // Later changes push it to the next page, together with the entry before it.
    await till.post('/api/inventory/adjust', {
      adjustments: [1, 2].map(() => ({ product_id: SHOP.grinder, adjustment_quantity: 1, reason: 'Found' })),
    });
    await till.post('/api/inventory/adjust', {
      adjustments: [{ product_id: SHOP.grinder, adjustment_quantity: -2, reason: 'Back' }],
    });
    expect(await quiet('days=all&grouped=1&limit=1')).toEqual([]);
    expect(await quiet('days=all&grouped=1&limit=2&offset=1')).toEqual(['All there']);
    expect(await quiet('days=all&grouped=1&limit=2&offset=3')).toEqual([]);
  });
});

describe('a page that a sale goes across', () => {
  it('has the lines beyond its edges beside it, and net changes for each unit', async () => {
    const sold = await till.post('/api/orders', {
      payment_method: 'card',
      pos_order: true,
      set_paid: true,
      line_items: [
        { product_id: SHOP.grinder, quantity: 1 },
        { product_id: SHOP.papers, quantity: 2 },
        { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, quantity: 1 },
      ],
    });
    expect(sold.statusCode, sold.body).toBe(200);
    const page = async (query: string) => {
      const { data, sale_lines: lines } = await log(`days=1&${query}`);
      return [data.map(({ id }) => id), lines.map(({ id }) => id)];
    };
    const [ids = []] = await page('limit=3');
    const [newest, middle, oldest] = ids;
    expect(await page('limit=3&grouped=1')).toEqual([ids, []]);
    expect(await page('limit=2&grouped=1')).toEqual([[newest, middle], [oldest]]);
    expect(await page('limit=1&offset=1&grouped=1')).toEqual([[middle], [newest, oldest]]);
    expect(await page('limit=2&offset=2')).toMatchObject([[oldest, expect.any(Number)], []]);

    const sent = await till.post('/api/inventory/transfer', {
      to_location_id: 19,
      items: [SHOP.grinder, SHOP.papers].map((product_id) => ({ product_id, quantity: 1 })),
    });
    expect(sent.statusCode, sent.body).toBe(201);
    expect(await page('limit=1&grouped=1')).toEqual([[expect.any(Number)], [expect.any(Number)]]);

    const { batches, receipts, net_by_unit: nets } = await log('days=all&limit=200&grouped=1');
    const audit = batches.find(({ batch_name: name }) => name === 'May');
    const of = (column: 'batch_id' | 'receipt_id', id: number | undefined) =>
      Object.fromEntries(nets.flatMap((net) => (net[column] === id ? [[net.unit, net.net_change]] : [])));
    expect(of('batch_id', audit?.id)).toEqual({ '': 4, g: 2 });
    expect(of('receipt_id', receipts[0]?.id)).toEqual({ '': 5, g: 5 });
    expect(await log('days=all')).toMatchObject({ net_by_unit: [], sale_lines: [] });

    const level = await till.post('/api/inventory/batch-adjust', {
      batch_name: 'Level',
      adjustments: [
        { product_id: SHOP.grinder, adjustment_quantity: -2 },
        { product_id: SHOP.brokenRolls, adjustment_quantity: 2 },
      ],
    });
    const { id } = level.json<{ data: { id: number } }>().data;
    const told = (await log('limit=5&grouped=1')).net_by_unit.filter(({ batch_id: batchId }) => batchId === id);
    expect(told).toEqual([{ batch_id: id, receipt_id: null, unit: '', net_change: 0, decrease: -2 }]);
  });
});
