import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { writePastOrders } from '#server/testing/trade/past-orders.ts';
import { ordersWithItems } from './item-search.ts';
import type { OrderFilter } from './order-filter.ts';

let database: TestDatabase;

const EVERYTHING: OrderFilter = {
  locationId: null,
  status: null,
  customerId: null,
  employeeId: null,
  from: null,
  to: null,
  quick: null,
  search: 'x',
  also: [],
  withoutBuyers: false,
};

/**
 * 3,000 orders of 300 days with one to three lines of ten products. One in twenty has an id out of its time, as orders
 * that were brought in from elsewhere have; the first days have none but those.
 */
beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  await sql`INSERT INTO locations (id, name) VALUES (19, 'Monroe'), (20, 'Central')`.execute(db);
  await sql`INSERT INTO products (id, name) SELECT n, 'Product ' || n FROM generate_series(1, 10) n`.execute(db);
  await sql`INSERT INTO variations (id, product_id) SELECT 100 + n, n FROM generate_series(1, 10) n`.execute(db);
  const orders = Array.from({ length: 3000 }, (_, index) => {
    const n = index + 1;
    const id = 5000 + n;
    const place = n % 20 === 0 ? (n * 7919) % 3000 : n;
    return {
      id,
      locationId: id % 3 === 0 ? 19 : 20,
      status: id % 7 === 0 ? 'refunded' : 'completed',
      minute: place * 144,
    };
  });
  await writePastOrders(db, orders);
  await sql`
    INSERT INTO order_lines (order_id, position, product_id, variation_id, name, quantity, unit_price_cents, original_cents,
        total_cents, taxable, stock_quantity, deducted)
      SELECT o.id, p, 1 + (o.id * 31 + p * 17) % 10, CASE WHEN o.id % 2 = 0 THEN 101 + (o.id * 31 + p * 17) % 10 END, 'x', 1, 100, 100, 100, true, 1, 1
        FROM orders o, generate_series(0, 2) p WHERE p <= o.id % 3`.execute(db);
  await sql`ANALYZE`.execute(db);
});
afterAll(() => database.close());

/** The same, as anybody would ask for it. */
async function plainly(
  productIds: readonly number[],
  variationIds: readonly number[],
  { locationId, status, from, to }: OrderFilter,
  order: 'asc' | 'desc',
): Promise<number[]> {
  const way = sql.raw(order);
  const { rows } = await sql<{ id: number }>`
    SELECT o.id FROM orders o
     WHERE (${locationId}::int IS NULL OR o.location_id = ${locationId}) AND (${status}::text IS NULL OR o.status = ${status})
       AND (${from}::date IS NULL OR o.local_day >= ${from}::date) AND (${to}::date IS NULL OR o.local_day <= ${to}::date)
       AND EXISTS (SELECT 1 FROM order_lines l WHERE l.order_id = o.id
                    AND (l.product_id = ANY(${[...productIds]}::int[]) OR l.variation_id = ANY(${[...variationIds]}::int[])))
     ORDER BY o.local_day ${way}, o.created_at ${way}, o.id ${way}`.execute(database.db);
  return rows.map(({ id }) => id);
}

const FILTERS: [string, Partial<OrderFilter>][] = [
  ['everything', {}],
  ['a location', { locationId: 19 }],
  ['a status that most have', { status: 'completed' }],
  ['a status that few have', { status: 'refunded' }],
  ['days in the middle', { from: '2026-03-01', to: '2026-05-31' }],
  ['up to a day, somewhere', { to: '2026-06-15', locationId: 20, status: 'refunded' }],
];

it.each(FILTERS)('finds the first orders of %s with an item, however common it is', async (_, narrowed) => {
  const filter = { ...EVERYTHING, ...narrowed };
  for (const order of ['desc', 'asc'] as const) {
    for (const [productIds, variationIds, share] of [
      [[3], [], 0.1],
      [[3, 4, 5], [109], 0.4],
      [[], [102, 103], 0.1],
      [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], [], 1],
      // Thought to be there, and found nowhere: looked for everywhere at last.
      [[77], [], 0.15],
      // Common in the catalogue, and hardly ever sold.
      [[3], [], 0.9],
      [[77], [], 0.9],
    ] as const) {
      const all = await plainly(productIds, variationIds, filter, order);
      for (const upTo of [1, 10, 60, 5000]) {
        const found = await ordersWithItems(database.db, { productIds, variationIds, share }, filter, { order, upTo });
        const isRight = new Set(all);
        expect(found.filter((id) => !isRight.has(id))).toEqual([]);
        expect(new Set(found).size).toBe(found.length);
        const has = new Set(found);
        expect(all.slice(0, upTo).filter((id) => !has.has(id))).toEqual([]);
      }
    }
  }
});
