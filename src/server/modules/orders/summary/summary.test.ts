import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { orderSummaryRoute, WireSummary } from '#contract/order-summary.ts';
import type { WireOrder } from '#contract/orders.ts';
import type { ReplyOf } from '#contract/route.ts';
import { centsOf } from '#domain/money.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf, detailOf, pageOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, meta, preRoll, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let other: Till;
let manager: Till;
let customer: number;

const sumUp = async (): Promise<void> => void (await sql`SELECT sum_sales_days(1000)`.execute(shop.database.db));

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  [till, other, manager] = await Promise.all([
    shop.signIn('staff'),
    shop.signIn('staff'),
    shop.signIn('manager', { locationId: 19 }),
  ]);
  customer = await addCustomer(shop);
  const sell = async (lines: unknown[], more = {}, by = till): Promise<WireOrder> =>
    answerOf(await by.post('/api/orders', sale(lines, more))).data;
  const papers = (quantity: number) => ({ product_id: SHOP.papers, quantity });
  const cash = { payment_method: 'cash', meta_data: meta({ _cash_received: 500 }) };
  const split = {
    payment_method: 'split',
    meta_data: meta({
      _split_payments: [
        { method: 'cash', amount: 10 },
        { method: 'card', amount: 16 },
      ],
    }),
  };
  await sell([grinder, papers(3)], cash);
  const some = await sell([papers(10), eighth], { customer_id: customer });
  const shared = await sell([grinder], split, other);
  const whole = await sell([preRoll, papers(1)]);
  const cancelled = await sell([papers(7)]);
  const deleted = await sell([papers(11)]);
  const pending = await sell([eighth]);
  const moved = await sell([papers(2)], cash);
  await sell([papers(5)], { allow_oversell: true }, manager);
  const status = (order: WireOrder, to: string) => till.send('PUT', '/api/orders', { orderId: order.id, status: to });
  const back = (order: WireOrder, quantity: number, restock: boolean) =>
    till.post(`/api/orders/${order.id}/refunds`, { lines: [{ line_id: order.line_items[0]?.id, quantity, restock }] });
  await back(some, 3, true);
  await sumUp();
  await back(shared, 1, false);
  await status(whole, 'refunded');
  await status(cancelled, 'cancelled');
  await status(pending, 'pending');
  await manager.send('DELETE', `/api/orders?id=${deleted.id}`);
  // Moves the sale to another day, in the tallies of both days, too.
  await sql`
    WITH tallied AS (
      INSERT INTO order_tallies SELECT location_id, t.day, status, t.orders
        FROM orders, LATERAL (VALUES (local_day, -1), ('2026-03-08'::date, 1)) AS t(day, orders) WHERE id = ${moved.id}
    )
    UPDATE orders SET created_at = '2026-03-08T08:30:00Z', local_day = '2026-03-08' WHERE id = ${moved.id}`.execute(
    shop.database.db,
  );
});
afterAll(() => shop.close());

async function summary(query: string, by = till): Promise<WireSummary> {
  const reply = await by.get(`/api/orders/summary?${query}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof orderSummaryRoute>>().data;
}

/** The refunds of the orders of a list, whatever person made them on whatever day. */
async function refundsOf(query: string, by: Till) {
  const sold = pageOf(await by.get(`/api/orders?per_page=100&${query}`)).data.filter(
    ({ status }) => status !== 'cancelled' && status !== 'failed',
  );
  const details = await Promise.all(sold.map(async ({ id }) => detailOf(await by.get(`/api/orders/${id}`))));
  return details.flatMap(({ refunds }) => refunds).reduce((sum, { amount }) => sum + centsOf(amount), 0);
}

/** The same figures from the list, one order after the other. */
async function listSums(query: string, by: Till, given: string) {
  const sold = pageOf(await by.get(`/api/orders?per_page=100&${query}`)).data.filter(
    ({ status }) => status !== 'cancelled' && status !== 'failed',
  );
  const add = (of: (order: WireOrder) => string): number => sold.reduce((sum, order) => sum + centsOf(of(order)), 0);
  return {
    orders: sold.length,
    sales: add(({ subtotal }) => subtotal),
    tax: add(({ total_tax }) => total_tax),
    total: add(({ total }) => total),
    refunds: await refundsOf(given, by),
    goods: add(({ subtotal }) => subtotal),
    taken: add(({ tenders, change }) =>
      ((tenders.reduce((sum, tender) => sum + centsOf(tender.amount), 0) - centsOf(change)) / 100).toFixed(2),
    ),
  };
}

/** With the same filter less what is about the sale alone: a refund has a day and an employee of its own. */
const queries: [string, () => string, given?: string][] = [
  ['everything', () => ''],
  ['a day', () => 'date_from=2026-03-08&date_to=2026-03-08', 'date_to=2020-01-01'],
  ['days without sales', () => 'date_to=2020-01-01'],
  ['an employee', () => `employee=${other.userId}`, 'date_to=2020-01-01'],
  ['a customer', () => `customer=${customer}`],
  ['a status', () => 'status=refunded'],
  ['cancelled orders, which are no sales', () => 'status=cancelled'],
  ['a search', () => 'search=papers'],
  ['what needs attention', () => 'quick=needs_attention'],
  ['one location', () => 'location_id=20'],
];

describe.each([
  ['while days are marked', async () => undefined],
  ['once all days are summed up', sumUp],
])('%s', (_when, prepare) => {
  beforeAll(prepare);

  it.each(queries)('sums %s as the list shows it, to the cent', async (_what, query, given) => {
    for (const by of query().includes('location_id') ? [manager] : [till, manager]) {
      const [sums, listed] = [await summary(query(), by), await listSums(query(), by, given ?? query())];
      const { orders, sales, tax, total, refunds, net } = sums;
      expect({
        orders,
        sales: centsOf(sales),
        tax: centsOf(tax),
        total: centsOf(total),
        refunds: centsOf(refunds),
      }).toEqual({
        orders: listed.orders,
        sales: listed.sales,
        tax: listed.tax,
        total: listed.total,
        refunds: listed.refunds,
      });
      expect(centsOf(net)).toBe(listed.total - listed.refunds);
      expect(centsOf(sums.average_order)).toBe(listed.orders === 0 ? 0 : Math.round(listed.total / listed.orders));
      expect(sums.tenders.reduce((sum, { taken }) => sum + centsOf(taken), 0)).toBe(listed.taken);
      for (const rows of [sums.by_day, sums.by_hour, sums.by_employee, sums.by_location]) {
        expect(rows.reduce((sum, row) => sum + row.orders, 0)).toBe(listed.orders);
        expect(rows.reduce((sum, row) => sum + centsOf(row.total), 0)).toBe(listed.total);
        expect(rows.reduce((sum, row) => sum + centsOf(row.refunds), 0)).toBe(listed.refunds);
      }
      for (const rows of [
        sums.by_category,
        [...sums.by_product.top, ...(sums.by_product.rest ? [sums.by_product.rest] : [])],
      ]) {
        expect(rows.reduce((sum, row) => sum + centsOf(row.sales), 0)).toBe(listed.goods);
      }
    }
  });
});

it('says by which tenders money came and went', async () => {
  const { tenders, refunds } = await summary('');
  expect(tenders.map(({ method }) => method)).toEqual(['cash', 'card']);
  // A split of 25.99 paid with 26.00: the cent of change is in nobody's way.
  expect(tenders.reduce((sum, { refunded }) => sum + centsOf(refunded), 0)).toBe(centsOf(refunds));
});

it('puts a sale under the hour of the shop, also on the night the clocks change', async () => {
  const { by_hour: hours, by_day: days } = await summary('date_from=2026-03-08&date_to=2026-03-08');
  expect([hours.map(({ hour }) => hour), days.map(({ day }) => day)]).toEqual([[4], ['2026-03-08']]);
});

it('writes each table as CSV', async () => {
  const sums = await summary('');
  const read = async (table: string) =>
    Papa.parse<Record<string, string>>((await till.get(`/api/orders/summary.csv?table=${table}`)).body, {
      header: true,
      skipEmptyLines: true,
    }).data;
  expect((await read('day')).map((row) => [row['Day'], row['Total']])).toEqual(
    sums.by_day.map((row) => [row.day, row.total]),
  );
  expect((await read('product')).map((row) => row['Product'])).toEqual(sums.by_product.top.map(({ name }) => name));
  expect((await read('tender')).map((row) => row['Taken'])).toEqual(sums.tenders.map(({ taken }) => taken));
  for (const table of ['hour', 'category', 'employee', 'location', 'refund'])
    expect((await read(table)).length).toBeGreaterThan(0);
});

it('sums the own location only', async () => {
  expect((await summary('', await shop.signIn('staff', { locationId: 23 }))).orders).toBe(0);
  expect(refusalOf(await till.get('/api/orders/summary?location_id=19'))).toEqual([404, 'not_found']);
});

it('asks for a shorter period rather than let the tills wait', async () => {
  await shop.signIn('staff', { locationId: 25 });
  await sql`INSERT INTO order_tallies VALUES (25, '2026-01-01', 'completed', 1500000)`.execute(shop.database.db);
  expect((await summary('location_id=25', manager)).orders).toBe(0);
  // Items of a status are summed from the orders, which takes longer.
  const refused = { code: 'period_too_long', orders: 1_500_000 };
  const completed = await manager.get('/api/orders/summary?location_id=25&status=completed');
  expect([completed.statusCode, completed.json()]).toMatchObject([422, refused]);
  await sql`INSERT INTO order_tallies VALUES (25, '2026-01-01', 'completed', 1)`.execute(shop.database.db);
  const reply = await manager.get('/api/orders/summary?location_id=25');
  expect([reply.statusCode, reply.json()]).toMatchObject([422, { ...refused, orders: 1_500_001 }]);
  expect((await summary('location_id=25&date_from=2026-01-02', manager)).orders).toBe(0);
  await sql`DELETE FROM order_tallies WHERE location_id = 25`.execute(shop.database.db);
});

it('keeps the sums of the days in the books', async () => {
  await sumUp();
  const broken = async () =>
    // The order that was put into March is another one than was sold: rule 10 would name it.
    (await verifyBooks(shop.database.connection)).checks
      .filter((check) => check.rule !== 10 && check.broken > 0)
      .map(({ name }) => name);
  expect(await broken()).toEqual([]);
  await sql`UPDATE sales_by_hour SET cash_cents = cash_cents + 1`.execute(shop.database.db);
  await sql`UPDATE sales_by_item SET sales_cents = sales_cents + 1`.execute(shop.database.db);
  expect(await broken()).toEqual([
    'the sums of a day are those of its orders',
    'the sums of items of a day are those of its lines',
  ]);
});
