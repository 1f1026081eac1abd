import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { StreamedEvent } from '#contract/live.ts';
import type { bulkEffectsRoute, bulkStatusRoute, WireEffects } from '#contract/order-changes.ts';
import type { ReplyOf } from '#contract/route.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf, detailOf, pageOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { addCustomer, SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

let customer: number;

const { shop, staff: till, manager } = await staffedShop();

beforeAll(async () => {
  customer = await addCustomer(shop);
});

async function sellPapers(quantity: number): Promise<number> {
  const reply = await till.post(
    '/api/orders',
    sale([{ product_id: SHOP.papers, quantity }], { customer_id: customer }),
  );
  return answerOf(reply).id;
}
const points = async (): Promise<number> =>
  (
    await sql<{ balance: number }>`SELECT balance FROM points_balances WHERE customer_id = ${customer}`.execute(
      shop.database.db,
    )
  ).rows[0]?.balance ?? 0;
const effects = async (id: number, status: string): Promise<WireEffects> =>
  (await till.get(`/api/orders/${id}/effects?status=${status}`)).json<{ data: WireEffects }>().data;
const setStatus = (id: number, status: string) => till.send('PUT', '/api/orders', { orderId: id, status });

it('deletes an order once: effects reversed, hidden everywhere, kept in the books', async () => {
  const [stock, balance, total] = [
    await stockOf(shop, SHOP.papers),
    await points(),
    pageOf(await till.get('/api/orders')).meta.total,
  ];
  const id = await sellPapers(20);
  expect(refusalOf(await till.send('DELETE', `/api/orders?id=${id}`))).toEqual([403, 'approval_needed']);
  const replies = await Promise.all(Array.from({ length: 5 }, () => manager.send('DELETE', `/api/orders?id=${id}`)));
  expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404, 404]);
  expect([await stockOf(shop, SHOP.papers), await points()]).toEqual([stock, balance]);
  expect(refusalOf(await manager.get(`/api/orders/${id}`))).toEqual([404, 'not_found']);
  expect(refusalOf(await manager.send('PUT', '/api/orders', { orderId: id, status: 'completed' }))).toEqual([
    404,
    'not_found',
  ]);
  const list = pageOf(await till.get('/api/orders?per_page=100'));
  expect([list.meta.total, list.data.some((order) => order.id === id)]).toEqual([total, false]);
});

it('does not return anything a second time when a cancelled order is deleted', async () => {
  const [stock, balance] = [await stockOf(shop, SHOP.papers), await points()];
  const id = await sellPapers(20);
  await setStatus(id, 'cancelled');
  expect(await effects(id, 'void')).toMatchObject({ stock: 'unchanged', items: [], points: 0 });
  await manager.send('DELETE', `/api/orders?id=${id}`);
  expect([await stockOf(shop, SHOP.papers), await points()]).toEqual([stock, balance]);
});

it('says what a status would do before it is set', async () => {
  const id = await sellPapers(20);
  const item = { name: 'Papers', quantity: 20 };
  expect(await effects(id, 'cancelled')).toMatchObject({
    stock: 'returned',
    items: [item],
    points: -40,
    refund: '0.00',
    tenders: [],
  });
  expect(await effects(id, 'refunded')).toMatchObject({
    stock: 'returned',
    items: [item],
    points: -40,
    refund: '40.00',
    tenders: [{ method: 'card', amount: '40.00' }],
  });
  expect(await effects(id, 'processing')).toMatchObject({ stock: 'unchanged', items: [], points: 0, refund: '0.00' });
  const [line] = detailOf(await till.get(`/api/orders/${id}`)).line_items;
  await till.post(`/api/orders/${id}/refunds`, { lines: [{ line_id: line?.id, quantity: 5, restock: true }] });
  expect(await effects(id, 'refunded')).toMatchObject({ items: [{ quantity: 15 }], points: -30, refund: '30.00' });
  await setStatus(id, 'refunded');
  expect(await effects(id, 'completed')).toMatchObject({
    stock: 'sold',
    items: [{ quantity: 15 }],
    short: false,
    points: 30,
    refund: '0.00',
    refund_undone: '30.00',
  });
  const before = await points();
  await setStatus(id, 'completed');
  expect(await points()).toBe(before + 30);
  expect(refusalOf(await till.get(`/api/orders/${id}/effects?status=lost`))).toEqual([400, 'invalid_request']);
});

it('keeps notes for staff with author and time', async () => {
  const id = await sellPapers(1);
  const reply = await till.post(`/api/orders/${id}/notes`, { text: '  Called back on Friday.  ' });
  expect([reply.statusCode, reply.json()]).toMatchObject([201, { data: { text: 'Called back on Friday.' } }]);
  expect(refusalOf(await till.post(`/api/orders/${id}/notes`, { text: '   ' }))).toEqual([422, 'note_empty']);
  const elsewhere = await shop.signIn('staff', { locationId: 19 });
  expect(refusalOf(await elsewhere.post(`/api/orders/${id}/notes`, { text: 'Hello' }))).toEqual([404, 'not_found']);
  const [note, ...others] = detailOf(await till.get(`/api/orders/${id}`)).notes;
  expect(note).toMatchObject({ text: 'Called back on Friday.', author: expect.stringMatching(/^staff-/) as string });
  expect(others).toEqual([]);
});

it('sets the status of many orders, and says of each whether it could', async () => {
  const ids = await Promise.all([1, 2, 3].map(sellPapers));
  const elsewhere = await shop.signIn('manager', { locationId: 19 });
  await sql`INSERT INTO stock_levels (location_id, product_id, quantity) VALUES (19, ${SHOP.papers}, 0) ON CONFLICT DO NOTHING`.execute(
    shop.database.db,
  );
  await sql`SELECT move_stock(19, NULL, ${JSON.stringify([{ product_id: SHOP.papers, delta: 5, action: 'restock' }])}::jsonb)`.execute(
    shop.database.db,
  );
  const foreign = answerOf(await elsewhere.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]))).id;
  const stock = await stockOf(shop, SHOP.papers);
  const reply = await till.send('PUT', '/api/orders/bulk-status', {
    order_ids: [...ids, foreign, 999_999, ids[0]],
    status: 'cancelled',
  });
  const { changed, refused, results } = reply.json<ReplyOf<typeof bulkStatusRoute>>();
  expect([changed, refused]).toEqual([3, 2]);
  expect(results.map(({ order_id, status, code }) => [order_id, status, code])).toEqual([
    ...ids.map((id) => [id, 'cancelled', null]),
    [foreign, null, 'not_found'],
    [999_999, null, 'not_found'],
  ]);
  expect(await stockOf(shop, SHOP.papers)).toBe(stock + 6);
  await sql`UPDATE products SET name = name WHERE id = ${SHOP.papers}`.execute(shop.database.db);
  const both = await Promise.all(
    ['completed', 'cancelled', 'refunded', 'completed'].map((status, turn) =>
      till.send('PUT', '/api/orders/bulk-status', { order_ids: turn % 2 ? ids : ids.toReversed(), status }),
    ),
  );
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(refusalOf(await till.send('PUT', '/api/orders/bulk-status', { order_ids: [], status: 'completed' }))).toEqual([
    400,
    'invalid_request',
  ]);
});

it('refuses what may not come with a status, and says that more was returned than can be counted', async () => {
  const [id, other] = [await sellPapers(2), await sellPapers(3)];
  for (const more of [{ total: '0.01' }, { customer_id: 5 }, { line_items: [] }, { location_id: 19 }]) {
    const reply = await till.send('PUT', `/api/orders/${id}`, { status: 'cancelled', ...more });
    expect(refusalOf(reply)).toEqual([400, 'invalid_request']);
  }
  const stock = await stockOf(shop, SHOP.papers);
  const fill = (delta: number) =>
    sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: SHOP.papers, delta, action: 'restock' }])}::jsonb)`.execute(
      shop.database.db,
    );
  const toTheBrim = 999_999_997 - stock;
  await fill(toTheBrim);
  const full = await till.send('PUT', `/api/orders/${other}`, { status: 'cancelled' });
  expect([full.statusCode, full.json()]).toMatchObject([422, { error: 'That is more than can be counted.' }]);
  const both = await till.send('PUT', '/api/orders/bulk-status', { order_ids: [other, id], status: 'cancelled' });
  expect(both.json()).toMatchObject({
    changed: 1,
    refused: 1,
    results: [
      { order_id: other, status: null, code: 'not_valid', error: 'That is more than can be counted.' },
      { order_id: id, status: 'cancelled' },
    ],
  });
  const seen = await till.post('/api/proxy/flora-im/inventory', {
    product_id: SHOP.papers,
    quantity: stock,
    expected_quantity: 999_999_999,
  });
  expect(seen.statusCode, seen.body).toBe(200);
});

it('says in one answer what a status would do to many orders, as it then does', async () => {
  const preview = async (orderIds: number[], status: string, by = till) => {
    const reply = await by.post('/api/orders/bulk-status/preview', { order_ids: orderIds, status });
    expect(reply.statusCode, reply.body).toBe(200);
    return reply.json<ReplyOf<typeof bulkEffectsRoute>>().data;
  };
  const ids = [await sellPapers(2), await sellPapers(3), await sellPapers(4)];
  const [first = 0, second = 0, third = 0] = ids;
  const [stock, balance] = [await stockOf(shop, SHOP.papers), await points()];
  expect(await preview([...ids, third, 999_999], 'refunded')).toMatchObject({
    to: 'refunded',
    changing: 3,
    refused: [{ order_id: 999_999, number: null, error: 'There is no such order.' }],
    stock: 'returned',
    items: [{ quantity: 2 }, { quantity: 3 }, { quantity: 4 }],
    points: -18,
    refund: '18.00',
    tenders: [{ method: 'card', amount: '18.00' }],
  });
  expect(await preview([first], 'completed')).toMatchObject({ changing: 0, refused: [], items: [] });
  expect(await preview(ids, 'cancelled', await shop.signIn('staff', { locationId: 19 }))).toMatchObject({
    changing: 0,
    refused: [{ number: null }, { number: null }, { number: null }],
  });
  expect([await stockOf(shop, SHOP.papers), await points()]).toEqual([stock, balance]);

  const bulk = (status: string) => till.send('PUT', '/api/orders/bulk-status', { order_ids: ids.toReversed(), status });
  await bulk('cancelled');
  expect(await points()).toBe(balance - 18);
  // Enough for any one of them, and for the first two: what they take is not promised to the third.
  const left = await till.post('/api/proxy/flora-im/inventory', { product_id: SHOP.papers, quantity: 6 });
  expect(left.statusCode).toBe(200);
  const foreseen = await preview(ids.toReversed(), 'completed');
  expect(foreseen).toMatchObject({
    changing: 2,
    stock: 'sold',
    items: [{ quantity: 2 }, { quantity: 3 }],
    points: 10,
    refused: [{ order_id: third, error: 'There is not enough stock to sell this order again: Papers.' }],
  });
  const { results } = (await bulk('completed')).json<ReplyOf<typeof bulkStatusRoute>>();
  expect(results.flatMap(({ order_id, error }) => (error === null ? [] : [{ order_id, error }]))).toEqual(
    foreseen.refused.map(({ order_id, error }) => ({ order_id, error })),
  );
  expect(await stockOf(shop, SHOP.papers)).toBe(1);
  expect(await preview([second, third], 'completed')).toMatchObject({ changing: 0, refused: [{ order_id: third }] });
  // As many clients send it: a type for the body, and none.
  const voided = await manager.send('DELETE', `/api/orders?id=${second}`, undefined, {
    'content-type': 'application/json',
  });
  expect(voided.statusCode, voided.body).toBe(200);
  expect((await preview([second], 'cancelled')).refused).toMatchObject([{ number: null }]);
  await till.post('/api/proxy/flora-im/inventory', { product_id: SHOP.papers, quantity: 100 });
});

it('tells the other tills of every change, and what it does to stock', async () => {
  const heard: StreamedEvent[] = [];
  const stop = shop.app.deps.live.subscribe((event) => void heard.push(event));
  /** A mark of our own: events arrive in the order they were published, so all before it are there. */
  const told = async (): Promise<string[]> => {
    shop.app.deps.live.publish({ type: 'backups' });
    await expect.poll(() => heard.some(({ type }) => type === 'backups')).toBe(true);
    const events = heard.splice(0).filter(({ type }) => type !== 'backups');
    return events
      .map((event) => {
        if (event.type === 'customers') return [event.customer_id === customer, ...(event.parts ?? [])].join(' ');
        return event.type === 'orders' ? `${event.order_id} ${event.status}` : event.type;
      })
      .toSorted();
  };
  const bought = 'true points orders';
  await told();
  const id = await sellPapers(4);
  expect(await told()).toEqual([`${id} completed`, 'stock', bought]);
  await till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
  expect(await told()).toEqual([expect.stringContaining('completed'), 'stock']);
  const [line] = detailOf(await till.get(`/api/orders/${id}`)).line_items;
  await till.post(`/api/orders/${id}/refunds`, { lines: [{ line_id: line?.id, quantity: 1, restock: true }] });
  expect(await told()).toEqual([`${id} completed`, 'stock', bought]);
  await till.post(`/api/orders/${id}/notes`, { text: 'Asked for a bag.' });
  expect(await told()).toEqual([`${id} completed`]);
  await till.send('PUT', '/api/orders/bulk-status', { order_ids: [id], status: 'cancelled' });
  expect(await told()).toEqual([`${id} cancelled`, 'stock', bought]);
  await manager.send('DELETE', `/api/orders?id=${id}`);
  expect(await told()).toEqual([`${id} voided`, bought]);
  stop();
});

it('keeps the books right', async () => {
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  const report = await verifyBooks(shop.database.connection);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
