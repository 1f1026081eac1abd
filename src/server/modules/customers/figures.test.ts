import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toMoney } from '#contract/wire.ts';
import { toCents } from '#domain/money.ts';
import { orderStatistics } from '#domain/order-statistics.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { times } from '#testing/times.ts';
import { openTills } from '#server/testing/trade/customers.ts';
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

let numbers = 0;
async function insertOrders(customerId: number, bought: readonly Bought[]): Promise<void> {
  for (const { status, totalCents, minute, locationId, isVoid } of bought) {
    await sql`
      INSERT INTO orders (number, location_id, customer_id, status, subtotal_cents, taxable_cents, tax_cents, total_cents, payment_method,
                          created_at, local_day, voided_at)
      VALUES (${`T-${(numbers += 1)}`}, ${locationId}, ${customerId}, ${status}, ${totalCents}, 0, 0, ${totalCents}, 'card',
              timestamptz '2026-01-01 12:00Z' + make_interval(mins => ${minute}), date '2026-01-01', ${isVoid ? '2026-02-01' : null})`.execute(
      shop.database.db,
    );
  }
}

const bought: fc.Arbitrary<Bought> = fc.record({
  status: fc.constantFrom(...STATUSES),
  totalCents: fc.integer({ min: 0, max: 1_000_000 }),
  minute: fc.integer({ min: 0, max: 100_000 }),
  locationId: fc.constantFrom(19, 20),
  isVoid: fc.boolean(),
});

it('answers the figures of the formulas, whatever somebody bought', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bought, { maxLength: 12 }), async (orders) => {
      const id = await addCustomer(shop);
      await insertOrders(id, orders);
      const counted = orders.filter(({ isVoid }) => !isVoid);
      const expected = orderStatistics(
        counted.map(({ status, totalCents, minute }) => ({
          status,
          totalCents: toCents(totalCents),
          createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)),
        })),
      );
      const figures = {
        lifetime_value: toMoney(expected.lifetimeValueCents),
        average_order_value: toMoney(expected.averageOrderValueCents),
        total_orders: expected.totalOrders,
        completed_orders: expected.completedOrders,
        last_order_date: expected.lastOrderDate?.toISOString() ?? null,
      };
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
