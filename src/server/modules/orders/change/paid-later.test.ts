import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireBulkEffects, WireEffects } from '#contract/order-changes.ts';
import type { WireSummary } from '#contract/order-summary.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerOf, detailOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP, stockOf } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let customer: number;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
  manager = await shop.signIn('manager');
});
beforeEach(async () => {
  customer = await addCustomer(shop);
});
afterAll(async () => {
  // The books of all tests at once: to look through them takes longer than most tests.
  const report = await verifyBooks(shop.database.connection);
  await shop.close();
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

const unpaid = (lines: unknown[] = [grinder], more = {}) =>
  sale(lines, { set_paid: false, customer_id: customer, ...more });
const place = async (more = {}, lines: unknown[] = [grinder]): Promise<number> => {
  const reply = await till.post('/api/orders', unpaid(lines, more));
  expect(reply.statusCode, reply.body).toBe(200);
  return answerOf(reply).id;
};
const setStatus = (id: number, status: string, more = {}, by = till) =>
  by.send('PUT', '/api/orders', { orderId: id, status, ...more });
const effects = async (id: number, status: string) =>
  (await till.get(`/api/orders/${id}/effects?status=${status}`)).json<{ data: WireEffects }>().data;
const detail = async (id: number) => detailOf(await till.get(`/api/orders/${id}`));
const count = async (query: string): Promise<number> =>
  (await sql<{ count: number }>`${sql.raw(query)}`.execute(shop.database.db)).rows[0]?.count ?? 0;
const points = () =>
  count(`SELECT coalesce(sum(points), 0)::int AS count FROM points_events WHERE customer_id = ${customer}`);
/** The figures of the shop that an order may change. */
const things = async () => ({
  grinders: await stockOf(shop, SHOP.grinder),
  points: await points(),
  movements: await count('SELECT count(*) AS count FROM stock_movements'),
});
const revenue = async () => {
  const { data } = (await manager.get('/api/orders/summary')).json<{ data: WireSummary }>();
  const taken = (method: string) => data.tenders.find((tender) => tender.method === method)?.taken ?? '0.00';
  return { orders: data.orders, total: data.total, card: taken('card'), cash: taken('cash') };
};

describe('an order that is not paid', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without set_paid', { set_paid: undefined }],
    ['with set_paid false', { set_paid: false }],
    ['without pos_order', { set_paid: true, pos_order: undefined }],
    ['with pos_order false', { set_paid: true, pos_order: false }],
    ['as pending', { status: 'pending' }],
  ])('is recorded pending when it is sent %s, and moves nothing', async (_what, more) => {
    const [before, sold] = [await things(), await revenue()];
    const reply = await till.post('/api/orders', unpaid([grinder], { total: '25.99', ...more }));
    expect(reply.statusCode, reply.body).toBe(200);
    const { data, inventory, points_awarded } = answerOf(reply);
    expect({ inventory, points_awarded }).toEqual({ inventory: [], points_awarded: 0 });
    const recorded = {
      status: 'pending',
      date_paid: null,
      date_completed: null,
      total: '25.99',
      total_tax: '2.09',
      tenders: [],
      line_items: [{ total: '23.90', shortfall: 0 }],
      tax_lines: [{ tax_total: '2.09' }],
    };
    expect(data).toMatchObject(recorded);
    const read = await detail(data.id);
    expect(read).toMatchObject(recorded);
    expect(read.timeline.map(({ kind, details }) => [kind, details])).toEqual([['created', { status: 'pending' }]]);
    expect([await things(), await revenue()]).toEqual([before, sold]);
  });

  it('is priced and compared as a sale', async () => {
    const before = await count('SELECT count(*) AS count FROM orders');
    expect(refusalOf(await till.post('/api/orders', unpaid([grinder], { total: '25.98' })))).toEqual([
      422,
      'totals_mismatch',
    ]);
    expect(refusalOf(await till.post('/api/orders', unpaid([{ ...grinder, price: 20 }])))).toEqual([
      409,
      'price_changed',
    ]);
    expect(await count('SELECT count(*) AS count FROM orders')).toBe(before);
  });

  it('may be for more than there is in stock', async () => {
    expect((await detail(await place({}, [{ ...grinder, quantity: 500 }]))).has_shortfall).toBe(false);
  });

  it('is recorded once per key, and answered as the first time', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const first = await till.post('/api/orders', unpaid(), key);
    await setStatus(answerOf(first).id, 'completed');
    const again = await till.post('/api/orders', unpaid(), key);
    expect(again.body).toBe(first.body);
    expect(refusalOf(await till.post('/api/orders', sale([grinder], { customer_id: customer }), key))).toEqual([
      422,
      'idempotency_key_reused',
    ]);
  });

  it('keeps what its till noted of a payment, and counts none of it', async () => {
    const id = await place({ payment_method: 'cash', meta_data: meta({ _cash_received: '40.00' }) });
    const order = await detail(id);
    expect(order).toMatchObject({ change: '0.00', tenders: [] });
    expect(order.meta_data.filter(({ key }) => key.startsWith('_cash'))).toEqual([
      { key: '_cash_received', value: '40.00' },
    ]);
  });

  it('has a receipt that says so', async () => {
    const rows = (await till.get(`/api/orders/${await place()}/receipt`)).json<{ data: { rows: object[] } }>();
    expect(JSON.stringify(rows)).toContain('Not paid');
  });
});

describe('an order that is paid later', () => {
  it.each(['processing', 'completed'])('is paid, sold and awarded once by the status %s', async (status) => {
    const [before, sold] = [await things(), await revenue()];
    const id = await place();
    for (const waiting of ['on-hold', 'failed', 'cancelled', 'pending']) await setStatus(id, waiting);
    expect([await things(), await revenue()]).toEqual([before, sold]);

    expect(await effects(id, status)).toMatchObject({
      stock: 'sold',
      items: [{ quantity: 1 }],
      points: 23,
      refund: '0.00',
      payments: [{ method: 'card', amount: '25.99' }],
    });
    expect((await setStatus(id, status)).statusCode).toBe(200);
    const paid = await detail(id);
    expect(paid).toMatchObject({ status, tenders: [{ method: 'card', amount: '25.99' }], points_awarded: 23 });
    expect(paid.date_paid).not.toBeNull();
    expect(paid.timeline.slice(-2).map(({ kind, details }) => [kind, details])).toMatchObject([
      ['paid', { payment_method: 'card', amount_cents: 2599, points: 23 }],
      ['status', { to: status, stock: 'sold', items: 1, points: 23, paid_cents: 2599 }],
    ]);
    const after = { grinders: before.grinders - 1, points: 23 };
    expect(await things()).toMatchObject(after);
    expect(await revenue()).toEqual({
      orders: sold.orders + 1,
      total: (Number(sold.total) + 25.99).toFixed(2),
      card: (Number(sold.card) + 25.99).toFixed(2),
      cash: sold.cash,
    });

    // From here on it is as any other order that was paid.
    for (const next of ['on-hold', 'pending', 'completed', 'processing']) await setStatus(id, next);
    expect(await things()).toMatchObject(after);
    await setStatus(id, 'cancelled');
    expect(await things()).toMatchObject({ grinders: before.grinders, points: 0 });
    await setStatus(id, 'completed');
    expect(await things()).toMatchObject(after);
    expect((await detail(id)).tenders).toEqual([{ method: 'card', amount: '25.99' }]);
    await setStatus(id, 'refunded');
    expect(await detail(id)).toMatchObject({
      refunded: '25.99',
      refunds: [{ tenders: [{ method: 'card', amount: '25.99' }] }],
    });
    expect(await things()).toMatchObject({ grinders: before.grinders, points: 0 });
  });

  it('is paid once when ten people complete it at once', async () => {
    const before = await things();
    const id = await place({ payment_method: 'cash' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => setStatus(id, 'completed')));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await things()).toMatchObject({ grinders: before.grinders - 1, points: 23 });
    expect((await detail(id)).tenders).toEqual([{ method: 'cash', amount: '25.99' }]);
  });

  it('can have lines refunded, and earns a guest nothing', async () => {
    const id = await place({ customer_id: 0 }, [{ ...grinder, quantity: 2 }]);
    const line = (await detail(id)).line_items[0]?.id;
    await setStatus(id, 'completed');
    const made = await till.post(`/api/orders/${id}/refunds`, {
      lines: [{ line_id: line, quantity: 1, restock: true }],
    });
    expect(made.json()).toMatchObject({
      data: { tenders: [{ method: 'card', amount: '25.99' }] },
      points_taken_back: 0,
    });
  });

  it('stays unpaid while there is too little stock, unless a manager sells it anyway', async () => {
    const id = await place({}, [{ ...grinder, quantity: 100 }]);
    expect(await effects(id, 'completed')).toMatchObject({ short: true });
    const refused = await setStatus(id, 'completed');
    expect(answerOf(refused)).toMatchObject({
      code: 'out_of_stock',
      error: 'There is not enough stock to sell this order: Grinder.',
    });
    expect(await detail(id)).toMatchObject({ status: 'pending', date_paid: null, tenders: [] });
    expect((await setStatus(id, 'completed', { allow_oversell: true }, manager)).statusCode).toBe(200);
    expect(await detail(id)).toMatchObject({ has_shortfall: true, tenders: [{ amount: '2599.13' }] });
    await setStatus(id, 'cancelled');
  });
});

describe('what was never paid', () => {
  it('cannot be refunded, by lines or by status', async () => {
    const before = await things();
    const id = await place({}, [eighth]);
    const line = (await detail(id)).line_items[0]?.id;
    const lines = { lines: [{ line_id: line, quantity: 1, restock: true }] };
    expect(refusalOf(await till.post(`/api/orders/${id}/refunds`, lines))).toEqual([409, 'order_not_refundable']);
    expect(refusalOf(await setStatus(id, 'refunded'))).toEqual([409, 'status_conflict']);
    expect(refusalOf(await till.get(`/api/orders/${id}/effects?status=refunded`))).toEqual([409, 'status_conflict']);
    expect(await things()).toEqual(before);
  });

  it('gives nothing back when it is cancelled or deleted', async () => {
    const before = await things();
    const [cancelled, deleted] = [await place(), await place()];
    for (const [id, to] of [
      [cancelled, 'cancelled'],
      [deleted, 'void'],
    ] as const)
      expect(await effects(id, to)).toMatchObject({
        stock: 'unchanged',
        items: [],
        points: 0,
        refund: '0.00',
        payments: [],
      });
    await setStatus(cancelled, 'cancelled');
    expect((await manager.send('DELETE', `/api/orders?id=${deleted}`)).statusCode).toBe(200);
    expect(await things()).toEqual(before);
  });

  it('is paid or left alone by a bulk change, as its preview says', async () => {
    const ids = [await place(), await place({ payment_method: 'cash' })];
    const preview = async (status: string) =>
      (await manager.post('/api/orders/bulk-status/preview', { order_ids: ids, status })).json<{
        data: WireBulkEffects;
      }>().data;
    expect(await preview('refunded')).toMatchObject({
      changing: 0,
      refused: [{ order_id: ids[0] }, { order_id: ids[1] }],
    });
    expect(await preview('completed')).toMatchObject({
      changing: 2,
      points: 46,
      payments: [
        { method: 'cash', amount: '25.99' },
        { method: 'card', amount: '25.99' },
      ],
    });
    const refused = await manager.send('PUT', '/api/orders/bulk-status', { order_ids: ids, status: 'refunded' });
    expect(refused.json()).toMatchObject({
      changed: 0,
      results: [{ code: 'status_conflict' }, { code: 'status_conflict' }],
    });
    const done = await manager.send('PUT', '/api/orders/bulk-status', { order_ids: ids, status: 'completed' });
    expect(done.json()).toMatchObject({ changed: 2 });
    expect(await points()).toBe(46);
  });
});

it('keeps its seal when it is paid after it was sealed', async () => {
  const id = await place();
  const seal = () => sql`SELECT seal_ledgers()`.execute(shop.database.db);
  const sealedTo = () => count(`SELECT sealed_to AS count FROM ledger_marks WHERE ledger = 'orders'`);
  await expect
    .poll(async () => (await seal(), await sealedTo()), { timeout: 60_000, interval: 200 })
    .toBeGreaterThanOrEqual(id);
  expect((await setStatus(id, 'completed')).statusCode).toBe(200);
});
