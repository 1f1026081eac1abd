import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMoney } from '#contract/wire.ts';
import { scaled, sum, toCents, ZERO_CENTS } from '#domain/money.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { times } from '#testing/times.ts';
import { openTills } from '#server/testing/trade/customers.ts';
import { writePastOrders } from '#server/testing/trade/past-orders.ts';
import { addCustomer } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => shop.close());

const STATUSES = ['pending', 'processing', 'on-hold', 'completed', 'cancelled', 'refunded', 'failed'] as const;

interface Bought {
  readonly status: (typeof STATUSES)[number];
  readonly totalCents: number;
  readonly minute: number;
  readonly locationId: number;
  readonly isVoid: boolean;
}

const insertOrders = (customerId: number, orders: readonly Bought[]): Promise<void> =>
  writePastOrders(
    shop.database.db,
    orders.map((order) => ({ ...order, customerId })),
  );

const bought: fc.Arbitrary<Bought> = fc.record({
  status: fc.constantFrom(...STATUSES),
  totalCents: fc.integer({ min: 0, max: 1_000_000 }),
  minute: fc.integer({ min: 0, max: 100_000 }),
  locationId: fc.constantFrom(19, 20),
  isVoid: fc.boolean(),
});

/** The formulas of customers/statistics, worked out order by order. */
function figuresOf(orders: readonly Bought[]) {
  const totalOf = (some: readonly Bought[]) => sum(some.map(({ totalCents }) => toCents(totalCents)));
  const completed = orders.filter(({ status }) => status === 'completed' || status === 'processing');
  const averaged = [...completed, ...orders.filter(({ status }) => status === 'refunded')];
  const average = averaged.length === 0 ? ZERO_CENTS : toCents(scaled(totalOf(averaged), 1, averaged.length));
  const last = Math.max(...orders.map(({ minute }) => minute));
  return {
    lifetime_value: toMoney(totalOf(completed)),
    average_order_value: toMoney(average),
    total_orders: orders.length,
    completed_orders: completed.length,
    last_order_date: orders.length === 0 ? null : new Date(Date.UTC(2026, 0, 1, 12, last)).toISOString(),
  };
}

it('sums, averages and counts the orders of a customer by their status', async () => {
  const id = await addCustomer(shop);
  const of = (status: Bought['status'], totalCents: number, minute: number) => ({ status, totalCents, minute });
  const orders = [
    of('completed', 1000, 3),
    of('processing', 2001, 9),
    of('refunded', 500, 1),
    of('cancelled', 9900, 12),
    of('failed', 100, 2),
  ];
  await insertOrders(
    id,
    orders.map((one) => ({ ...one, locationId: 20, isVoid: false })),
  );
  expect((await till.get(`/api/customers/${id}/statistics`)).json()).toMatchObject({
    data: {
      lifetime_value: '30.01',
      average_order_value: '11.67',
      total_orders: 5,
      completed_orders: 2,
      last_order_date: '2026-01-01T12:12:00.000Z',
    },
  });
});

it('answers the figures of the formulas, whatever somebody bought', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bought, { maxLength: 12 }), async (orders) => {
      const id = await addCustomer(shop);
      await insertOrders(id, orders);
      const counted = orders.filter(({ isVoid }) => !isVoid);
      const figures = figuresOf(counted);
      const elsewhere = counted.filter(({ locationId }) => locationId === 19).length;
      const url = `/api/customers/${id}/statistics`;
      expect((await till.get(url)).json()).toEqual({
        success: true,
        data: { ...figures, orders_elsewhere: elsewhere },
      });
      expect((await manager.get(url)).json()).toEqual({ success: true, data: { ...figures, orders_elsewhere: 0 } });
      expect((await till.get(`/api/customers/totals?ids=${id}`)).json()).toEqual({
        success: true,
        data: [
          {
            id,
            total_orders: figures.total_orders,
            total_spent: figures.lifetime_value,
            last_order: figures.last_order_date,
          },
        ],
      });
    }),
    { numRuns: times(10) },
  );
});

it('answers the totals of a page in its order, each customer once, and of nobody else', async () => {
  const [one, two] = [await addCustomer(shop), await addCustomer(shop)];
  const reply = await till.get(`/api/customers/totals?ids=${two},${one},${two},999999`);
  expect(reply.json<{ data: { id: number }[] }>().data.map(({ id }) => id)).toEqual([two, one]);
  for (const ids of ['', 'x', '1,,2', '1,', Array.from({ length: 201 }, () => '1').join(',')])
    expect(refusalOf(await till.get(`/api/customers/totals?ids=${ids}`))).toEqual([400, 'invalid_request']);
  expect(refusalOf(await till.get('/api/customers/999999/statistics'))).toEqual([404, 'not_found']);
});
