import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { ORDER_STATUSES } from '#contract/orders.ts';
import { answerOf, detailOf, pageOf } from '#server/testing/wire/order-answer.ts';
import { addCustomer, SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';

let customer: number;

const { shop, staff: till, manager } = await staffedShop();

beforeAll(async () => {
  customer = await addCustomer(shop);
});

async function sellGrinders(quantity: number): Promise<number> {
  const reply = await till.post('/api/orders', {
    pos_order: true,
    set_paid: true,
    payment_method: 'card',
    customer_id: customer,
    line_items: [{ product_id: SHOP.grinder, quantity }],
  });
  return answerOf(reply).id;
}
const setStatus = (id: number, status: string, more = {}, by = till) =>
  by.send('PUT', '/api/orders', { orderId: id, status, ...more });
const points = async (): Promise<number> =>
  (
    await sql<{ balance: number }>`SELECT balance FROM points_balances WHERE customer_id = ${customer}`.execute(
      shop.database.db,
    )
  ).rows[0]?.balance ?? 0;

it('returns stock and takes back points once, and sells again once, however often the status flips', async () => {
  const [stock, balance] = [await stockOf(shop, SHOP.grinder), await points()];
  const id = await sellGrinders(2);
  expect([await stockOf(shop, SHOP.grinder), await points()]).toEqual([stock - 2, balance + 47]);
  for (const status of ['cancelled', 'refunded', 'cancelled', 'cancelled']) await setStatus(id, status);
  expect([await stockOf(shop, SHOP.grinder), await points()]).toEqual([stock, balance]);
  for (const status of ['processing', 'on-hold', 'completed', 'failed', 'completed']) await setStatus(id, status);
  expect([await stockOf(shop, SHOP.grinder), await points()]).toEqual([stock - 2, balance + 47]);
  await setStatus(id, 'refunded');
  expect([await stockOf(shop, SHOP.grinder), await points()]).toEqual([stock, balance]);
});

it('keeps in the timeline what each change of status did', async () => {
  const id = await sellGrinders(2);
  for (const status of ['refunded', 'completed', 'on-hold']) await setStatus(id, status);
  const { timeline } = detailOf(await till.get(`/api/orders/${id}`));
  expect(timeline.filter(({ kind }) => kind === 'status').map(({ details }) => details)).toMatchObject([
    { to: 'refunded', stock: 'returned', items: 2, points: -47, refund_cents: 5198 },
    { to: 'completed', stock: 'sold', items: 2, points: 47, refund_cents: 0 },
    { to: 'on-hold', stock: 'unchanged', items: 0, points: 0, refund_cents: 0 },
  ]);
});

it('can be set to any status from any other', async () => {
  const id = await sellGrinders(1);
  for (const status of [...ORDER_STATUSES, ...ORDER_STATUSES.toReversed()]) {
    const reply = await setStatus(id, status);
    expect(answerOf(reply)).toMatchObject({ success: true, data: { status } });
  }
});

it('flips once when ten people cancel the same order at once', async () => {
  const stock = await stockOf(shop, SHOP.grinder);
  const id = await sellGrinders(3);
  const replies = await Promise.all(Array.from({ length: 10 }, () => setStatus(id, 'cancelled')));
  expect(replies.map((reply) => reply.statusCode)).toEqual(Array.from({ length: 10 }, () => 200));
  expect(await stockOf(shop, SHOP.grinder)).toBe(stock);
});

it('will not sell again what is no longer there, unless a manager says so', async () => {
  const id = await sellGrinders(1);
  await setStatus(id, 'cancelled');
  await sellGrinders(await stockOf(shop, SHOP.grinder));
  const refused = await setStatus(id, 'completed');
  expect(answerOf(refused)).toMatchObject({
    code: 'out_of_stock',
    lines: [{ name: 'Grinder', requested: 1, available: 0 }],
  });
  expect((await setStatus(id, 'completed', { allow_oversell: true })).statusCode).toBe(403);
  const sold = await setStatus(id, 'completed', { allow_oversell: true }, manager);
  expect(answerOf(sold).data).toMatchObject({ has_shortfall: true, line_items: [{ shortfall: 1 }] });
  await setStatus(id, 'cancelled');
  expect(await stockOf(shop, SHOP.grinder)).toBe(0);
});

it('keeps completing and awarding a second time without effect, as older clients do', async () => {
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: 502, delta: 5, action: 'restock' }])}::jsonb)`.execute(
    shop.database.db,
  );
  const balance = await points();
  const id = await sellGrinders(1);
  const put = await till.send('PUT', `/api/orders/${id}`, { status: 'completed', date_paid: 'x', date_completed: 'y' });
  expect(put.statusCode).toBe(200);
  const award = await till.post('/api/orders/award-points-native', { orderId: id, customerId: customer });
  expect(answerOf(award)).toMatchObject({ points_awarded: 23, already_awarded: true });
  expect(await points()).toBe(balance + 23);
  const other = await till.post('/api/orders/award-points-native', { orderId: id, customerId: customer + 1 });
  expect(other.statusCode).toBe(422);

  // Points that were taken back are not said to be there.
  await till.send('PUT', `/api/orders/${id}`, { status: 'cancelled' });
  const cancelled = await till.post('/api/orders/award-points-native', { orderId: id, customerId: customer });
  expect(answerOf(cancelled)).toMatchObject({ points_awarded: 0, already_awarded: true });
  expect(await points()).toBe(balance);
});

it('shows staff the orders of their own location only', async () => {
  const id = await sellGrinders(1);
  const elsewhere = await shop.signIn('staff', { locationId: 19 });
  expect((await elsewhere.get(`/api/orders/${id}`)).statusCode).toBe(404);
  expect(pageOf(await elsewhere.get('/api/orders'))).toMatchObject({ data: [], meta: { total: 0 } });
  expect((await elsewhere.get('/api/orders?location_id=20')).statusCode).toBe(404);
  expect((await setStatus(id, 'cancelled', {}, elsewhere)).statusCode).toBe(404);
  expect(pageOf(await manager.get(`/api/orders?location_id=20&per_page=1`)).data[0]?.id).toBe(id);
});

it('pages through every order once, in both directions, with the right total', async () => {
  const total = pageOf(await till.get('/api/orders')).meta.total;
  for (const order of ['asc', 'desc']) {
    const seen: number[] = [];
    for (let page = 1; page <= Math.ceil(total / 3); page += 1) {
      const reply = pageOf(await till.get(`/api/orders?per_page=3&page=${page}&order=${order}`));
      expect(reply.meta).toMatchObject({ total, pages: Math.ceil(total / 3), page, per_page: 3 });
      seen.push(...reply.data.map((row) => row.id));
    }
    expect(seen).toHaveLength(total);
    expect(seen).toEqual(seen.toSorted((a, b) => (order === 'asc' ? a - b : b - a)));
  }
  const cancelled = pageOf(await till.get('/api/orders?status=cancelled&per_page=100'));
  expect(cancelled.data).toHaveLength(cancelled.meta.total);
  const mine = pageOf(await till.get(`/api/orders?customer=${customer}&per_page=1`));
  expect(mine.meta.total).toBe(total);
  expect(pageOf(await till.get('/api/orders?page=99999')).data).toEqual([]);
});

it('keeps the tallies in step after folding them together', async () => {
  await sql`SELECT fold_order_tallies()`.execute(shop.database.db);
  const { rows } = await sql<{ wrong: number }>`
    SELECT count(*) AS wrong FROM (
      SELECT location_id, local_day, status, count(*)::bigint AS orders FROM orders WHERE voided_at IS NULL GROUP BY 1, 2, 3
      EXCEPT SELECT location_id, local_day, status, sum(orders)::bigint FROM order_tallies GROUP BY 1, 2, 3) t`.execute(
    shop.database.db,
  );
  expect(rows[0]?.wrong).toBe(0);
});

it.each([
  'page=0',
  'page=-1',
  'per_page=101',
  'per_page=1e3',
  'page=1&page=2',
  'status=paid',
  'date_from=yesterday',
  'customer=0x1',
  'order=up',
])('refuses the query %s', async (query) => {
  const reply = await till.get(`/api/orders?${query}`);
  expect([reply.statusCode, answerOf(reply).success]).toEqual([400, false]);
});
