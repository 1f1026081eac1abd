import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { IS_LONG, times } from '#testing/times.ts';

/** Number of operations of the random run, and of races between a count and a sale. */
const OPERATIONS = times(160);
const RACES = times(20);
const AT_ONCE = 8;

let shop: TestApp;
let managers: Till[];

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  managers = await Promise.all(Array.from({ length: 4 }, () => shop.signIn('manager')));
});
afterAll(() => shop.close());

/** Random numbers that a seed repeats (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (most: number): number => Math.floor(next() * most);
  return { int, pick: <T>(list: readonly T[]): T => list[int(list.length)] as T };
}

const ITEMS = [
  { product_id: SHOP.papers },
  { product_id: SHOP.grinder },
  { product_id: SHOP.blueDream },
  { product_id: SHOP.shirt, variation_id: SHOP.shirtSmall },
  { product_id: SHOP.shirt, variation_id: SHOP.shirtLarge },
] as const;
const ORDERS = '/api/proxy/flora-im/purchase-orders';

type Random = ReturnType<typeof randomOf>;
type Operation = (till: Till, random: Random) => Promise<LightMyRequestResponse>;

/** Some of the items in random order, each with a quantity from 0.25 to 6. */
function some(random: Random): { product_id: number; variation_id?: number; quantity: number }[] {
  const start = random.int(ITEMS.length);
  return Array.from({ length: 1 + random.int(3) }, (_, n) => ({
    ...(ITEMS[(start + n * 3) % ITEMS.length] ?? ITEMS[0]),
    quantity: (1 + random.int(24)) / 4,
  }));
}

const sold: string[] = [];
const openOrders: { id: number; items: { id: number }[] }[] = [];

const OPERATIONS_OF_A_SHOP: readonly Operation[] = [
  // A sale of papers and a grinder, in either order, sometimes beyond the stock.
  async (till, random) => {
    const lines = [
      { product_id: SHOP.papers, quantity: 1 + random.int(5), price: '2.00' },
      { product_id: SHOP.grinder, quantity: 1 + random.int(2), price: '23.90' },
    ];
    const reply = await till.post('/api/orders', {
      payment_method: 'card',
      pos_order: true,
      set_paid: true,
      line_items: random.int(2) ? lines : lines.toReversed(),
      allow_oversell: random.int(4) === 0,
    });
    if (reply.statusCode < 300) sold.push(String(reply.json<{ data: { id: number } }>().data.id));
    return reply;
  },
  (till, random) =>
    till.send('PUT', `/api/orders/${sold.at(-1 - random.int(3)) ?? 1}`, {
      status: random.pick(['cancelled', 'completed', 'refunded']),
      allow_oversell: true,
    }),
  (till, random) => till.send('DELETE', `/api/orders?id=${sold.at(-1 - random.int(3)) ?? 1}`),
  (till, random) =>
    till.post('/api/inventory/batch-adjust', {
      batch_name: 'Count',
      adjustments: some(random).map(({ quantity, ...item }) => ({ ...item, adjustment_quantity: quantity - 3 })),
    }),
  (till, random) =>
    till.post('/api/inventory/adjust', {
      adjustments: some(random).map(({ quantity, ...item }) => ({ ...item, adjustment_quantity: quantity - 2.5 })),
    }),
  async (till, random) => {
    const item = random.pick(ITEMS);
    const variation = 'variation_id' in item ? item.variation_id : null;
    const seen = await stockOf(shop, item.product_id, variation);
    const quantity = Math.round((seen + random.int(9)) * 4) / 4;
    return till.post('/api/proxy/flora-im/inventory', { ...item, quantity, expected_quantity: seen });
  },
  (till, random) => {
    const [from, to] = random.int(3) === 0 ? [19, 20] : [20, 19];
    return till.post('/api/inventory/transfer', { from_location_id: from, to_location_id: to, items: some(random) });
  },
  (till, random) =>
    till.post('/api/inventory/convert', {
      from: { product_id: SHOP.blueDream },
      to: { product_id: SHOP.papers },
      output_quantity: 1 + random.int(9),
      conversion_ratio: { input_amount: 0.7, input_unit: 'g', output_amount: 1, output_unit: 'pc' },
    }),
  (till, random) => till.post(`${ORDERS}/generate-from-restock`, { supplier_name: 'Farm', items: some(random) }),
  async (till, random) => {
    const items = some(random).map(({ quantity, ...item }) => ({ ...item, quantity_ordered: quantity }));
    const reply = await till.post(ORDERS, { supplier_name: 'Farm', tax_percent: 8.75, items });
    const { data } = reply.json<{ data: { id: number; items: { id: number }[] } }>();
    const ordered = await till.send('PUT', `${ORDERS}/${data.id}`, { status: 'ordered' });
    openOrders.push(data);
    return ordered;
  },
  // Two people often unpack the same order.
  (till, random) => {
    const order = openOrders.at(-1 - random.int(2));
    return till.post(`${ORDERS}/${order?.id ?? 1}/receive`, {
      items: (order?.items ?? []).map(({ id }) => ({ item_id: id, quantity_received: random.int(5) / 2 })),
      confirm_over_receipt: random.int(5) === 0,
    });
  },
  (till, random) =>
    till.send('PUT', '/api/inventory/reorder-level', { ...random.pick(ITEMS), reorder_level: random.int(20) }),
];

const deadlocks = async (): Promise<number> => {
  const { rows } = await sql<{ deadlocks: number }>`
    SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(shop.database.db);
  return rows[0]?.deadlocks ?? 0;
};

describe('whatever a shop does at once', () => {
  it('keeps the books: stock is the sum of its movements, unbroken and never negative, and nobody waits in a circle', async () => {
    const seed = Number(process.env['STOCK_SEED'] ?? Math.floor(Math.random() * 1e9));
    const outcomes = new Map<string, number>();
    let left = OPERATIONS;
    const work = async (worker: number): Promise<void> => {
      const random = randomOf(seed + worker);
      const till = managers[worker % managers.length] as Till;
      while (left > 0) {
        left -= 1;
        const reply = await random.pick(OPERATIONS_OF_A_SHOP)(till, random);
        const outcome = reply.statusCode < 300 ? 'done' : `${reply.statusCode} ${reply.json<{ code: string }>().code}`;
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, (_, worker) => work(worker)));
    const told = `seed ${seed}: ${JSON.stringify([...outcomes])}`;
    if (IS_LONG) process.stdout.write(`${told}\n`);
    const expected =
      /^(done|404 not_found|409 (out_of_stock|stock_changed|receipt_exceeds_order|status_conflict)|422 (nothing_to_do|product_unknown))$/;
    expect(
      [...outcomes.keys()].filter((outcome) => !expected.test(outcome)),
      told,
    ).toEqual([]);
    expect(outcomes.get('done') ?? 0, told).toBeGreaterThan(OPERATIONS / 3);
    const report = await verifyBooks(shop.database.connection);
    expect(
      report.checks.filter(({ broken }) => broken > 0),
      told,
    ).toEqual([]);
    expect(await deadlocks(), told).toBe(0);
  }, 3_600_000);

  it('loses neither a sale nor a count when somebody sets what somebody else sells', async () => {
    const [till, other] = managers as [Till, Till];
    const item = { product_id: SHOP.papers };
    let expected = await stockOf(shop, SHOP.papers);
    for (let race = 0; race < RACES; race += 1) {
      const seen = expected;
      const [set, sale] = await Promise.all([
        till.post('/api/proxy/flora-im/inventory', { ...item, quantity: seen + 7, expected_quantity: seen }),
        other.post('/api/inventory/adjust', { adjustments: [{ ...item, adjustment_quantity: 3 }] }),
      ]);
      expect(sale.statusCode).toBe(200);
      expect([200, 409]).toContain(set.statusCode);
      expected = seen + 3 + (set.statusCode === 200 ? 7 : 0);
      expect(await stockOf(shop, SHOP.papers), `race ${race}`).toBe(expected);
    }
  }, 3_600_000);

  it('answers one audit, sent many times at once with one key, once', async () => {
    const [till] = managers as [Till];
    const key = { 'idempotency-key': randomUUID() };
    const before = await stockOf(shop, SHOP.papers);
    const body = { batch_name: 'Once', adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 5 }] };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => till.post('/api/inventory/batch-adjust', body, key)),
    );
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect(await stockOf(shop, SHOP.papers)).toBe(before + 5);
  });
});
