import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import type { refundRoute, WireRefund } from '#contract/refunds.ts';
import type { ReplyOf } from '#contract/route.ts';
import { centsOf } from '#domain/money.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf, detailOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP, stockOf } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

let shop: TestApp;
let till: Till;
let customer: number;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
  customer = await addCustomer(shop);
});
afterAll(() => shop.close());

interface Sold {
  id: number;
  lines: number[];
}

async function sell(lines: unknown[], more: Record<string, unknown> = {}): Promise<Sold> {
  const reply = await till.post('/api/orders', sale(lines, { customer_id: customer, ...more }));
  expect(reply.statusCode, reply.body).toBe(200);
  const { data } = answerOf(reply);
  return { id: data.id, lines: data.line_items.map(({ id }) => id) };
}

const discounted = (quantity: number, percent: number) => ({
  product_id: SHOP.grinder,
  quantity,
  meta_data: meta({ _discount_percentage: percent }),
});
const ask = (order: Sold, wishes: [place: number, quantity: number, restock?: boolean][], more = {}, path = '') =>
  till.post(`/api/orders/${order.id}/refunds${path}`, {
    lines: wishes.map(([place, quantity, restock = true]) => ({ line_id: order.lines[place] ?? 0, quantity, restock })),
    ...more,
  });
async function refund(...wish: Parameters<typeof ask>): Promise<WireRefund> {
  const reply = await ask(...wish);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<ReplyOf<typeof refundRoute>>().data;
}
const orderOf = async ({ id }: Sold) => detailOf(await till.get(`/api/orders/${id}`));
const points = async (): Promise<number> =>
  (
    await sql<{ balance: number }>`SELECT balance FROM points_balances WHERE customer_id = ${customer}`.execute(
      shop.database.db,
    )
  ).rows[0]?.balance ?? 0;
async function restockGrinders(): Promise<void> {
  const moves = JSON.stringify([{ product_id: SHOP.grinder, delta: 50, action: 'restock' }]);
  await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(shop.database.db);
}

it('refunds 10 grinders less 25 % to the cent, whatever the steps, and sets the status with the last', async () => {
  const [before, balance] = [await stockOf(shop, SHOP.grinder), await points()];
  const order = await sell([discounted(10, 25)]);
  expect(await points()).toBe(balance + 179);
  const amounts: number[] = [];
  for (const quantity of [3, 1, 4, 2]) {
    const made = await refund(order, [[0, quantity]]);
    amounts.push(centsOf(made.amount));
    expect((await orderOf(order)).status).toBe(amounts.length < 4 ? 'completed' : 'refunded');
  }
  // 179.25 and 8.75 % of it.
  expect(Math.round(amounts.reduce((sum, amount) => sum + amount, 0))).toBe(17_925 + 1568);
  expect([await stockOf(shop, SHOP.grinder), await points()]).toEqual([before, balance]);
  const whole = await orderOf(order);
  expect(whole).toMatchObject({
    refunded: whole.total,
    points_refunded: 179,
    line_items: [{ refunded_quantity: 10, refunded: '179.25' }],
  });
  expect(whole.refunds.map(({ kind }) => kind)).toEqual(['lines', 'lines', 'lines', 'lines']);
  expect(whole.timeline.map(({ kind }) => kind).slice(-5)).toEqual(['refund', 'refund', 'refund', 'refund', 'status']);
  const { rows: empty } = await shop.database.pool.query<{ reason: string }>(
    'select reason from stock_movements where order_id = $1 and delta = 0',
    [whole.id],
  );
  expect(empty).toEqual([{ reason: `Order #${whole.number}: nothing left to return` }]);
});

it('shows beforehand exactly what a refund does, and changes nothing by showing it', async () => {
  await restockGrinders();
  const order = await sell([discounted(3, 10), eighth], {
    payment_method: 'split',
    meta_data: meta({
      _split_payments: [
        { method: 'cash', amount: 50 },
        { method: 'card', amount: 63.68 },
      ],
    }),
  });
  const preview = (
    await ask(
      order,
      [
        [0, 2],
        [1, 1.25, false],
      ],
      {},
      '/preview',
    )
  ).json<{ data: object }>().data;
  expect((await orderOf(order)).refunds).toEqual([]);
  const made = await refund(order, [
    [0, 2],
    [1, 1.25, false],
  ]);
  const { amount, goods, tax, tax_lines, lines, tenders, points: taken } = made;
  expect(preview).toEqual({
    amount,
    goods,
    tax,
    tax_lines,
    lines,
    tenders,
    points: taken,
    points_returned: 0,
    is_full: false,
  });
  expect(made).toMatchObject({ goods: '57.31', tax: '5.02', amount: '62.33' });
  expect(tenders.map(({ method }) => method)).toEqual(['cash', 'card']);
  expect(tenders.reduce((sum, tender) => sum + centsOf(tender.amount), 0)).toBe(6233);
});

it('leaves goods that were written off out of stock, also when the order is cancelled and sold again', async () => {
  await restockGrinders();
  const before = await stockOf(shop, SHOP.grinder);
  const order = await sell([discounted(5, 0)]);
  await refund(order, [[0, 2, false]]);
  await refund(order, [[0, 1, true]]);
  expect(await stockOf(shop, SHOP.grinder)).toBe(before - 4);
  const setStatus = (status: string) => till.send('PUT', '/api/orders', { orderId: order.id, status });
  await setStatus('cancelled');
  expect(await stockOf(shop, SHOP.grinder)).toBe(before - 2);
  await setStatus('completed');
  expect(await stockOf(shop, SHOP.grinder)).toBe(before - 4);
  await setStatus('refunded');
  const refunded = await orderOf(order);
  expect(refunded).toMatchObject({
    refunded: refunded.total,
    refunds: [{ kind: 'lines' }, { kind: 'lines' }, { kind: 'status' }],
  });
  expect(await stockOf(shop, SHOP.grinder)).toBe(before - 2);
  await setStatus('completed');
  const again = await orderOf(order);
  expect(Number(again.refunded)).toBeLessThan(Number(again.total));
  expect(again.refunds.at(-1)?.reversed_at).not.toBeNull();
});

it('turns down what cannot be refunded, with a code and a sentence', async () => {
  await restockGrinders();
  const order = await sell([discounted(2, 0)]);
  expect(refusalOf(await ask(order, [[0, 3]]))).toEqual([409, 'refund_exceeds_sold']);
  expect(refusalOf(await ask(order, [[0, 0.5]]))).toEqual([422, 'refund_quantity_not_valid']);
  expect(refusalOf(await ask(order, [[0, 0]]))).toEqual([422, 'refund_quantity_not_valid']);
  expect(
    refusalOf(
      await ask(order, [
        [0, 1],
        [0, 1],
      ]),
    ),
  ).toEqual([422, 'refund_quantity_not_valid']);
  expect(refusalOf(await ask(order, [[7, 1]]))).toEqual([400, 'invalid_request']);
  expect(refusalOf(await ask({ id: order.id, lines: [1] }, [[0, 1]]))).toEqual([404, 'not_found']);
  expect(refusalOf(await ask(order, [[0, 1]], { amount: '1.00' }))).toEqual([409, 'refund_changed']);
  const elsewhere = await shop.signIn('staff', { locationId: 19 });
  expect(
    refusalOf(
      await elsewhere.post(`/api/orders/${order.id}/refunds`, {
        lines: [{ line_id: order.lines[0], quantity: 1, restock: true }],
      }),
    ),
  ).toEqual([404, 'not_found']);
  await till.send('PUT', '/api/orders', { orderId: order.id, status: 'cancelled' });
  expect(refusalOf(await ask(order, [[0, 1]]))).toEqual([409, 'order_not_refundable']);
  await till.send('PUT', '/api/orders', { orderId: order.id, status: 'refunded' });
  expect(refusalOf(await ask(order, [[0, 1]]))).toEqual([409, 'already_refunded']);
});

it('refunds once when the answer was lost and asked for again, and once when ten people press', async () => {
  await restockGrinders();
  const order = await sell([discounted(2, 0)]);
  const key = { 'idempotency-key': 'refund-lost-answer-1' };
  const body = { lines: [{ line_id: order.lines[0], quantity: 1, restock: true }] };
  const first = await till.post(`/api/orders/${order.id}/refunds`, body, key);
  const second = await till.post(`/api/orders/${order.id}/refunds`, body, key);
  expect(second.json()).toEqual(first.json());
  const replies = await Promise.all(Array.from({ length: 10 }, () => ask(order, [[0, 1]])));
  expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1);
  expect((await orderOf(order)).refunds).toHaveLength(2);
});

it('gives back in cash what was paid by card, if that is asked, and says so to the books and whoever reads', async () => {
  await restockGrinders();
  const order = await sell([discounted(4, 0)]);
  const asked = { refund_to: 'cash' };
  const preview = (await ask(order, [[0, 1]], asked, '/preview')).json<{ data: object }>().data;
  expect(preview).toMatchObject({ tenders: [{ method: 'cash', amount: '25.99' }] });
  const first = await ask(order, [[0, 1]], asked);
  expect(first.json()).toMatchObject({ data: { refund_to: 'cash', tenders: [{ method: 'cash', amount: '25.99' }] } });
  await refund(order, [[0, 1]]);
  await till.send('PUT', '/api/orders', { orderId: order.id, status: 'refunded' });
  const { refunds, total } = await orderOf(order);
  expect(refunds.map(({ refund_to: to, kind, tenders }) => [to, kind, tenders.map(({ method }) => method)])).toEqual([
    ['cash', 'lines', ['cash']],
    [null, 'lines', ['card']],
    [null, 'status', ['card']],
  ]);
  const back = refunds.flatMap(({ tenders }) => tenders).reduce((sum, { amount }) => sum + centsOf(amount), 0);
  expect(back).toBe(centsOf(total));
  const { rows } = await sql<{ details: object }>`
    SELECT details FROM audit_trail WHERE action = 'order_refund' AND entity_id = ${String(order.id)} ORDER BY id LIMIT 1`.execute(
    shop.database.db,
  );
  expect(rows[0]?.details).toMatchObject({ refund_to: 'cash', tenders: [{ method: 'cash', amount_cents: 2599 }] });
});

it('prints a receipt of a refund, marked when it is a copy', async () => {
  await restockGrinders();
  const order = await sell([discounted(2, 0)]);
  const made = await refund(order, [[0, 1]], { reason: 'Lid does not close' });
  const receipt = await till.get(`/api/orders/${order.id}/refunds/${made.id}/receipt?copy=true`);
  const { number, rows } = receipt.json<{
    data: { number: string; rows: { left?: string; right?: string; text?: string }[] };
  }>().data;
  const texts = rows.map(({ left, right, text }) => text ?? [left, right].filter(Boolean).join(' | '));
  expect(number).toBe(made.number);
  expect(texts).toEqual(
    expect.arrayContaining([
      'Refund',
      'Copy',
      `Refund | ${made.number}`,
      'Grinder | $23.90',
      'Refunded | $25.99',
      'Card | $25.99',
      'Reason | Lid does not close',
    ]),
  );
  const pdf = await till.get(`/api/orders/${order.id}/refunds/${made.id}/receipt.pdf`);
  expect([pdf.statusCode, pdf.headers['content-type'], pdf.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  const another = await sell([discounted(1, 0)]);
  expect(refusalOf(await till.get(`/api/orders/${another.id}/refunds/${made.id}/receipt`))).toEqual([404, 'not_found']);
});

it('takes the jars in the one order of all tills, also with the refund that leaves nothing', async () => {
  await restockGrinders();
  const cart = [
    { product_id: SHOP.grinder, quantity: 1 },
    { product_id: SHOP.papers, quantity: 1 },
  ];
  const { id, line_items: lines } = answerOf(
    await till.post('/api/orders', sale(cart, { customer_id: customer })),
  ).data;
  // The papers go back, the grinder is written off; then the status moves the goods of all lines.
  const body = { lines: lines.map((line, index) => ({ line_id: line.id, quantity: 1, restock: index === 1 })) };
  const { db } = shop.database;
  const refunding = await db.transaction().execute(async (tx) => {
    // As a sale does: the first jar, and then the others.
    await sql`SELECT 1 FROM stock_levels WHERE location_id = 20 AND product_id = ${SHOP.grinder} FOR UPDATE`.execute(
      tx,
    );
    const reply = till.post(`/api/orders/${id}/refunds`, body);
    const waiting = sql<{ waits: boolean }>`SELECT EXISTS (SELECT 1 FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock') AS waits`;
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.waits, { timeout: 20_000 }).toBe(true);
    await sql`SELECT 1 FROM stock_levels WHERE location_id = 20 AND product_id = ${SHOP.papers} FOR UPDATE NOWAIT`.execute(
      tx,
    );
    await sql`SELECT 1 FROM points_balances WHERE customer_id = ${customer} FOR UPDATE NOWAIT`.execute(tx);
    return { reply };
  });
  expect((await refunding.reply).statusCode).toBe(201);
}, 60_000);

it('keeps the books right', async () => {
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  const report = await verifyBooks(shop.database.connection);
  expect(report.checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

describe('the status refunded', () => {
  const effects = async ({ id }: Sold) =>
    (await till.get(`/api/orders/${id}/effects?status=refunded`)).json<{ data: WireEffects }>().data;
  const setRefunded = ({ id }: Sold, more: object, by = till, headers = {}) =>
    by.send('PUT', '/api/orders', { orderId: id, status: 'refunded', ...more }, headers);

  it('gives back no other amount than was shown, even when another till refunded a part meanwhile', async () => {
    await restockGrinders();
    const order = await sell([discounted(2, 0)]);
    const { refund: shown } = await effects(order);
    const part = await refund(order, [[0, 1]]);
    const reply = await setRefunded(order, { refund: shown });
    expect(refusalOf(reply)).toEqual([409, 'refund_changed']);
    const { refund: left } = await effects(order);
    expect(reply.json()).toMatchObject({ amount: left });
    expect(Number(left) + Number(part.amount)).toBeCloseTo(Number(shown), 6);
    expect((await orderOf(order)).status).toBe('completed');
    expect((await setRefunded(order, { refund: left })).statusCode).toBe(200);
  });

  it('gives nothing back a second time, and says so to the other till that was shown the amount', async () => {
    await restockGrinders();
    for (const first of [
      (order: Sold, refund: string) => setRefunded(order, { refund }),
      (order: Sold) => ask(order, [[0, 1]]),
    ]) {
      const order = await sell([discounted(1, 0)]);
      const { refund: shown } = await effects(order);
      const made = await first(order, shown);
      expect(made.statusCode, made.body).toBeLessThan(300);
      const reply = await setRefunded(order, { refund: shown });
      expect(refusalOf(reply)).toEqual([409, 'refund_changed']);
      expect(reply.json()).toMatchObject({ amount: '0.00' });
      expect((await setRefunded(order, { refund: '0.00' })).statusCode).toBe(200);
      expect((await setRefunded(order, {})).statusCode).toBe(200);
      expect((await orderOf(order)).refunds).toHaveLength(1);
    }
  });

  it('counts where and when it was given, and its place hears of it', async () => {
    await restockGrinders();
    const order = await sell([discounted(1, 0)]);
    const elsewhere = await shop.signIn('manager', { locationId: 19 });
    const heard: unknown[] = [];
    const stop = shop.app.deps.live.subscribe((event) => {
      if (event.type === 'orders' && event.order_id === order.id && event.status === 'refunded')
        heard.push(event.location_id);
    });
    const reply = await setRefunded(order, {}, elsewhere, { 'x-sent-before': String(36 * 3_600_000) });
    expect(reply.statusCode, reply.body).toBe(200);
    await expect.poll(() => heard).toEqual([20, 19]);
    stop();
    const [made] = (await orderOf(order)).refunds;
    const aged = Date.parse(made?.created_at ?? '') - Date.parse(made?.refunded_at ?? '');
    expect(Math.round(aged / 3_600_000)).toBe(36);
    const { rows } = await sql`SELECT location_id FROM order_refunds WHERE order_id = ${order.id}`.execute(
      shop.database.db,
    );
    expect(rows).toEqual([{ location_id: 19 }]);
  });
});
