import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';
import { times } from '#testing/times.ts';

const STEPS = times(256);
const AT_ONCE = 8;

let shop: TestApp;
let tills: Till[];
let customers: number[];
let refunds = 0;
/** Sold by the gram, in steps of 0.1. */
const TRIM = 590;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await sql`
    INSERT INTO products (id, name, regular_price_cents, unit, quantity_step) VALUES (${TRIM}, 'Trim', 333, 'g', 0.1)`.execute(
    shop.database.db,
  );
  const moves = JSON.stringify([{ product_id: TRIM, variation_id: null, delta: 40, action: 'opening_stock' }]);
  await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  tills = await Promise.all([shop.signIn('manager'), shop.signIn('manager'), shop.signIn('staff')]);
  customers = await Promise.all(['Ada Fenn', 'Bo Marsh'].map((name) => addCustomer(shop, name)));
});
afterAll(() => shop.close());

const line = fc.oneof(
  fc.record({ product_id: fc.constantFrom(SHOP.grinder, SHOP.papers), quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ product_id: fc.constant(TRIM), quantity: fc.integer({ min: 1, max: 60 }).map((tenths) => tenths / 10) }),
  fc.record({
    product_id: fc.constant(SHOP.blueDream),
    quantity: fc.constantFrom(1, 3.5, 7, 10.5),
    tier: fc.constantFrom('1 g', '3.5 g', '7 g', '1 pre-roll'),
  }),
  fc.record({
    product_id: fc.constant(SHOP.shirt),
    variation_id: fc.constantFrom(SHOP.shirtSmall, SHOP.shirtLarge),
    quantity: fc.integer({ min: 1, max: 2 }),
  }),
);
const change = fc.record(
  {
    _override_price: fc.integer({ min: 0, max: 9000 }).map((cents) => cents / 100),
    _discount_percentage: fc.integer({ min: 0, max: 10_000 }).map((points) => points / 100),
    _adjustment_amount: fc.integer({ min: -3000, max: 3000 }).map((cents) => cents / 100),
  },
  { requiredKeys: [] },
);
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('sell' as const),
      lines: fc.array(fc.tuple(line, change), { minLength: 1, maxLength: 4 }),
      guest: fc.boolean(),
      method: fc.constantFrom('cash', 'card', 'split'),
      paid: fc.integer({ min: 0, max: 2 }).map((of) => of > 0),
      oversell: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      which: fc.nat(),
      status: fc.constantFrom(...ORDER_STATUSES),
      oversell: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(),
      wishes: fc.array(fc.record({ line: fc.nat(), part: fc.integer({ min: 1, max: 1000 }), restock: fc.boolean() }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bulk' as const),
      some: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      status: fc.constantFrom(...ORDER_STATUSES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('void' as const), which: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('stock' as const),
      product_id: fc.constantFrom(SHOP.grinder, SHOP.papers, SHOP.blueDream),
      quantity: fc.integer({ min: 0, max: 60_000 }).map((milli) => milli / 1000),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Refund = Extract<Step, { kind: 'refund' }>;

/** Some of what is left of some lines; whole pieces, or any part of a tier or a unit. Another till may be quicker. */
async function refund(till: Till, orderId: number, { wishes }: Refund): Promise<void> {
  const { rows } = await sql<{ id: number; left: number; divisible: boolean }>`
    SELECT id, (quantity - refunded_quantity)::float8 AS left, coalesce(tier::text, unit) IS NOT NULL AS divisible FROM order_lines
     WHERE order_id = ${orderId} AND refunded_quantity < quantity`.execute(shop.database.db);
  const lines = wishes.flatMap(({ line, part, restock }) => {
    const chosen = rows.at(line % Math.max(rows.length, 1));
    if (!chosen) return [];
    const amount = (chosen.left * part) / 1000;
    const quantity = chosen.divisible ? Math.max(1, Math.round(amount * 1000)) / 1000 : Math.ceil(amount);
    return [{ line_id: chosen.id, quantity, restock }];
  });
  if (lines.length === 0) return;
  const reply = await till.post(`/api/orders/${orderId}/refunds`, { lines });
  expect([201, 404, 409, 422]).toContain(reply.statusCode);
  if (reply.statusCode === 201) refunds += 1;
}

/** More than any of these sales costs. */
const PLENTY = 5000;
const PAID = {
  cash: [{ key: '_cash_received', value: PLENTY }],
  card: [],
  split: [
    {
      key: '_split_payments',
      value: [
        { method: 'card', amount: 0.01 },
        { method: 'cash', amount: PLENTY },
      ],
    },
  ],
};

/** Known answers: the shop may refuse a step, it may never break on one. */
async function take(action: Step, turn: number, orders: number[]): Promise<void> {
  const till = tills[turn % tills.length] as Till;
  const mayOversell = turn % tills.length < 2;
  if (action.kind === 'stock') {
    const reply = await till.post('/api/proxy/flora-im/inventory', {
      product_id: action.product_id,
      quantity: action.quantity,
    });
    expect([200, 409, 422]).toContain(reply.statusCode);
  } else if (action.kind === 'refund') {
    const orderId = orders[action.which % Math.max(orders.length, 1)];
    if (orderId !== undefined) await refund(till, orderId, action);
  } else if (action.kind === 'bulk') {
    if (orders.length === 0) return;
    const ids = action.some.map((which) => orders[which % orders.length]);
    const reply = await till.send('PUT', '/api/orders/bulk-status', { order_ids: ids, status: action.status });
    expect(reply.statusCode).toBe(200);
  } else if (action.kind === 'void') {
    const orderId = orders[action.which % Math.max(orders.length, 1)];
    if (orderId === undefined) return;
    const reply = await till.send('DELETE', `/api/orders?id=${orderId}`);
    expect([200, 403, 404]).toContain(reply.statusCode);
  } else if (action.kind === 'status') {
    if (orders.length === 0) return;
    const orderId = orders[action.which % orders.length];
    const reply = await till.send('PUT', '/api/orders', {
      orderId,
      status: action.status,
      allow_oversell: action.oversell && mayOversell,
    });
    expect([200, 404, 409]).toContain(reply.statusCode);
  } else {
    const reply = await till.post('/api/orders', {
      pos_order: true,
      set_paid: action.paid,
      payment_method: action.method,
      customer_id: action.guest ? 0 : customers[turn % customers.length],
      allow_oversell: action.oversell && mayOversell,
      line_items: action.lines.map(([item, changes]) => ({
        ...item,
        meta_data: [
          ...Object.entries(changes).map(([key, value]) => ({ key, value })),
          ...('tier' in item ? [{ key: '_pricing_tier_label', value: item.tier }] : []),
        ],
      })),
      meta_data: PAID[action.method],
    });
    expect([200, 409, 422]).toContain(reply.statusCode);
    if (reply.statusCode === 200) orders.push(answerOf(reply).id);
  }
}

/** The random steps may happen to pay no order later than it was taken, and to refund none: one is for certain. */
async function payLaterAndRefund(): Promise<void> {
  const [manager] = tills as [Till, ...Till[]];
  const line_items = [{ product_id: SHOP.papers, quantity: 1 }];
  const order = await manager.post('/api/orders', {
    set_paid: false,
    payment_method: 'card',
    allow_oversell: true,
    line_items,
  });
  expect(order.statusCode).toBe(200);
  const id = answerOf(order).id;
  const paid = await manager.send('PUT', '/api/orders', { orderId: id, status: 'completed', allow_oversell: true });
  expect(paid.statusCode).toBe(200);
  await refund(manager, id, { kind: 'refund', which: 0, wishes: [{ line: 0, part: 1000, restock: true }] });
}

it(
  `keeps every book through ${STEPS} random sales, status changes, refunds, voids and stock counts at ${AT_ONCE} tills`,
  async () => {
    const orders: number[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: AT_ONCE * 4, maxLength: AT_ONCE * 4 }), async (steps) => {
        for (let start = 0; start < steps.length; start += AT_ONCE) {
          await Promise.all(steps.slice(start, start + AT_ONCE).map((action, turn) => take(action, turn, orders)));
        }
      }),
      { numRuns: Math.ceil(STEPS / (AT_ONCE * 4)), endOnFailure: true },
    );
    await payLaterAndRefund();
    expect(orders.length).toBeGreaterThan(STEPS / 20);
    expect(refunds).toBeGreaterThan(0);
    const { rows: paidLater } = await sql<{ n: number }>`SELECT count(*) AS n FROM order_payments`.execute(
      shop.database.db,
    );
    expect(paidLater[0]?.n).toBeGreaterThan(0);
    const report = await verifyBooks(shop.database.connection);
    expect(report.checks.filter((check) => check.broken > 0)).toEqual([]);
    const { rows } = await sql<{
      deadlocks: number;
    }>`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(shop.database.db);
    expect(rows[0]?.deadlocks).toBe(0);
  },
  60_000 + STEPS * 100,
);
