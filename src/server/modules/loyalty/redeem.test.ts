import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import type { WireOrder } from '#contract/orders.ts';
import { redeemable } from '#domain/loyalty-points.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import { toMilli } from '#domain/quantity.ts';
import { totalSale } from '#domain/sale.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { times } from '#testing/times.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { TELL_STOCK } from '#server/testing/trade/told-stock.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let customer: number;

const BASE = '/api/proxy/wc-points-rewards';
const papers = { product_id: SHOP.papers, quantity: 5 };

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  const more = [SHOP.grinder, SHOP.blueDream].map((product_id) => ({
    product_id,
    delta: 500,
    action: 'opening_stock',
  }));
  await sql`SELECT move_stock(20, NULL, ${JSON.stringify(more)}::jsonb)`.execute(shop.database.db);
  await sql.raw(TELL_STOCK).execute(shop.database.db);
  till = await shop.signIn();
  manager = await shop.signIn('manager');
});
afterAll(async () => {
  // The books of all tests at once: to look through them takes longer than most tests.
  const { checks } = await verifyBooks(shop.database.connection);
  await shop.close();
  expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
beforeEach(async () => {
  customer = await addCustomer(shop);
  await give(1000);
});

interface Sold {
  id: number;
  data: WireOrder;
  points_awarded: number;
  points_redeemed: number;
  points_balance: number;
}
const give = (points: number) =>
  manager.post(`${BASE}/user/${customer}/adjust`, { points, description: 'Opening', confirm_below_zero: true });
const balance = async () => (await till.get(`${BASE}/user/${customer}/balance`)).json<{ balance: number }>().balance;
const sell = (
  lines: unknown[],
  redeem_points: number | undefined,
  more: Record<string, unknown> = {},
  key: string = randomUUID(),
) =>
  till.post('/api/orders', sale(lines, { customer_id: customer, redeem_points, ...more }), { 'idempotency-key': key });
const sold = async (lines: unknown[], points?: number): Promise<Sold> => {
  const reply = await sell(lines, points);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Sold>();
};
const set = (id: number, status: string) => till.send('PUT', `/api/orders/${id}`, { status });
const refund = async (order: Sold, index: number, quantity: number) => {
  const line_id = order.data.line_items[index]?.id;
  const reply = await till.post(`/api/orders/${order.id}/refunds`, { lines: [{ line_id, quantity, restock: true }] });
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: { points: number; points_returned: number; amount: string }; points_balance: number }>();
};

describe('points at the till', () => {
  it('take off one discount of the whole sale, spread over its lines, before tax', async () => {
    // 23.90 taxed at 8.75 % and 10.00 untaxed, less 10.00 for 200 points.
    const order = await sold([grinder, papers], 200);
    expect(order).toMatchObject({ points_redeemed: 200, points_awarded: 23, points_balance: 823 });
    expect(order.data).toMatchObject({
      subtotal: '23.90',
      total_tax: '1.47',
      total: '25.37',
      points_redeemed: 200,
      redeemed: '10.00',
      price_overridden: false,
    });
    expect(order.data.line_items.map(({ subtotal, redeemed, total }) => [subtotal, redeemed, total])).toEqual([
      ['23.90', '7.05', '16.85'],
      ['10.00', '2.95', '7.05'],
    ]);
    expect(order.data.line_items.flatMap(({ meta_data }) => meta_data)).toEqual([]);
    expect(await balance()).toBe(823);
    const shown = (await till.get(`/api/orders/${order.id}`)).json<{ data: WireOrder }>().data;
    expect(shown).toMatchObject({ points_redeemed: 200, redeemed: '10.00', total: '25.37' });
  });

  it('compare what the till worked out, after the points', async () => {
    const whole = { ...grinder, subtotal: '23.90', total: '18.90' };
    const right = { subtotal: '18.90', total_tax: '1.65', total: '20.55', discount_total: '5.00' };
    expect((await sell([whole], 100, right)).statusCode).toBe(200);
    expect((await sell([{ ...grinder, total: '18.90' }], 100)).statusCode).toBe(200);
    const wrong = await sell([grinder], 100, { total: '25.99' });
    expect(wrong.json()).toMatchObject({ code: 'totals_mismatch', totals: { total: '20.55' } });
    expect(await balance()).toBe(1000 - 200 + 36);
  });

  it('stand beside a discount of staff, and may pay all of the goods', async () => {
    const half = { ...grinder, quantity: 2, meta_data: meta({ _discount_percentage: 50 }) };
    await sql`UPDATE loyalty_settings SET redeem_cents = 239, redeem_points = 10`.execute(shop.database.db);
    const order = await sold([half], 100);
    await sql`UPDATE loyalty_settings SET redeem_cents = 500, redeem_points = 100`.execute(shop.database.db);
    expect(order.data).toMatchObject({ subtotal: '0.00', total: '0.00', redeemed: '23.90', price_overridden: true });
    expect(order).toMatchObject({ points_awarded: 0, points_balance: 900 });
    await refund(order, 0, 1);
    expect(await balance()).toBe(950);
    await set(order.id, 'refunded');
    expect(await balance()).toBe(1000);
  });

  it.each([
    ['points_not_redeemable', 150, [grinder], {}],
    ['points_not_redeemable', 50, [grinder], {}],
    ['points_exceed_cart', 500, [grinder], {}],
    ['points_insufficient', 1100, [{ ...grinder, quantity: 4 }], {}],
    ['not_valid', 100, [grinder], { customer_id: 0 }],
    ['not_valid', 100, [grinder], { set_paid: false, status: 'pending' }],
    ['invalid_request', -100, [grinder], {}],
    ['invalid_request', 100.5, [grinder], {}],
  ])('are refused with %s: %i points', async (code, points, lines, more) => {
    expect(refusalOf(await sell(lines, points, more))[1]).toBe(code);
    expect(await balance()).toBe(1000);
  });

  it('come to the same at the till, for any cart and any number of them', async () => {
    await give(200_000);
    const rate = { id: 0, code: 'NC', name: 'Sales Tax', ratePpm: 87_500 };
    const priced: Record<number, { cents: number; taxable: boolean }> = {
      [SHOP.grinder]: { cents: 2390, taxable: true },
      [SHOP.papers]: { cents: 200, taxable: false },
    };
    const anyLine = fc.record({
      product_id: fc.constantFrom(SHOP.grinder, SHOP.papers),
      quantity: fc.integer({ min: 1, max: 3 }),
      discount: fc.constantFrom(0, 1000, 3333, 10_000),
      adjustment: fc.constantFrom(0, -150, 275),
    });
    const lines = fc.uniqueArray(anyLine, { minLength: 1, maxLength: 2, selector: ({ product_id }) => product_id });
    await fc.assert(
      fc.asyncProperty(lines, fc.integer({ min: 100, max: 3000 }), async (chosen, wanted) => {
        const cart = chosen.map(({ product_id, quantity, discount, adjustment }) => ({
          productId: product_id,
          variationId: null,
          taxable: priced[product_id]?.taxable ?? false,
          sold: {
            kind: 'unit' as const,
            priceCents: toCents(priced[product_id]?.cents ?? 0),
            quantityMilli: toMilli(quantity * 1000),
          },
          changes: { discount, adjustmentCents: toCents(adjustment) },
        }));
        const goods = totalSale(cart, [rate]).subtotalCents;
        const used = redeemable(wanted, { redeemPoints: 100, redeemCents: toCents(500) }, goods);
        const till = totalSale(cart, [rate], used.discountCents);
        const body = chosen.map(({ product_id, quantity, discount, adjustment }, at) => ({
          product_id,
          quantity,
          total: formatMoney(till.lines[at]?.totalCents ?? toCents(-1)),
          meta_data: meta({ _discount_percentage: discount / 100, _adjustment_amount: adjustment / 100 }),
        }));
        const sums = {
          subtotal: formatMoney(till.subtotalCents),
          total_tax: formatMoney(till.taxCents),
          total: formatMoney(till.totalCents),
        };
        const reply = await sell(body, used.points || undefined, sums);
        expect(reply.statusCode, reply.body).toBe(200);
        expect(reply.json<Sold>().data).toMatchObject({ ...sums, redeemed: formatMoney(used.discountCents) });
      }),
      { numRuns: times(12) },
    );
  });

  it('say how many can be used for the goods', async () => {
    expect((await sell([grinder], 500)).json()).toMatchObject({ points: 400 });
  });

  it('are taken once, however often the sale is sent when its answer was lost', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => sell([grinder], 300, {}, key)));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0);
    const again = await sell([grinder], 300, {}, key);
    expect(again.json()).toMatchObject({ points_redeemed: 300, points_balance: 1000 - 300 + 8 });
    expect(await balance()).toBe(708);
  });

  it('are spent by one of the tills that would spend the same ones', async () => {
    await give(-400);
    const other = await shop.signIn();
    const body = sale([papers], { customer_id: customer, redeem_points: 200 });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => (n % 2 ? till : other).post('/api/orders', body)),
    );
    const codes = replies.map((reply) => reply.json<{ code?: string }>().code ?? 'sold');
    expect(codes.filter((code) => code === 'sold')).toHaveLength(3);
    expect(new Set(codes)).toEqual(new Set(['sold', 'points_insufficient']));
    expect(await balance()).toBe(0);
  });

  it('are named on the receipt: used, earned and the balance, on a copy too, and after a merge', async () => {
    const order = await sold([grinder, papers], 200);
    await give(50);
    const onCopy = async (heads: readonly string[]) => {
      const { data } = (await till.get(`/api/orders/${order.id}/receipt?copy=1`)).json<{
        data: { rows: { left?: string; right?: string }[] };
      }>();
      return heads.map((head) => data.rows.find((row) => row.left === head)?.right);
    };
    expect(await onCopy(['Grinder', 'Papers', '200 Points used', 'Subtotal'])).toEqual([
      '$23.90',
      '$10.00',
      '-$10.00',
      '$23.90',
    ]);
    const points = ['Points earned', 'Points used', 'Points balance'];
    const told = ['23 Points', '200 Points', '823 Points'];
    expect(await onCopy(points)).toEqual(told);
    const kept = await addCustomer(shop, 'Dana R. Reed');
    const merged = await manager.post(`/api/customers/${kept}/merge`, { merge_id: customer });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(await onCopy(points)).toEqual(told);
  });
});

describe('used points', () => {
  it('come back by share with refunds, and whole with the last one, once', async () => {
    const order = await sold([{ ...grinder, quantity: 3 }, papers], 500);
    expect(await balance()).toBe(1000 - 500 + 56);
    const first = await refund(order, 0, 1);
    expect(first.data).toMatchObject({ points_returned: 146 });
    const second = await refund(order, 1, 5);
    expect(second.data.points_returned).toBe(61);
    expect(second.points_balance).toBe(await balance());
    await refund(order, 0, 2);
    expect(await balance()).toBe(1000);
    expect((await till.get(`/api/orders/${order.id}`)).json()).toMatchObject({
      data: { status: 'refunded', points_redeemed: 500, points_returned: 500 },
    });
    await set(order.id, 'completed');
    await set(order.id, 'refunded');
    await manager.send('DELETE', `/api/orders?id=${order.id}`);
    expect(await balance()).toBe(1000);
  });

  it.each(['cancelled', 'refunded'])(
    'come back with the status %s, and are used again when it moves on',
    async (status) => {
      const order = await sold([grinder], 200);
      const afterSale = await balance();
      for (let turn = 0; turn < 3; turn += 1) {
        const effects = await till.get(`/api/orders/${order.id}/effects?status=${status}`);
        expect(effects.json()).toMatchObject({ data: { points: -13, points_returned: 200 } });
        await set(order.id, status);
        await set(order.id, status);
        expect(await balance()).toBe(1000);
        await set(order.id, 'completed');
        expect(await balance()).toBe(afterSale);
      }
    },
  );

  it('come back when the order is deleted, after a refund of a part too', async () => {
    const order = await sold([{ ...grinder, quantity: 2 }], 200);
    await refund(order, 0, 1);
    await manager.send('DELETE', `/api/orders?id=${order.id}`);
    expect(await balance()).toBe(1000);
  });

  it('are the same ten times over', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const order = await sold([grinder, papers], 300);
      await refund(order, 1, 2);
      await set(order.id, 'refunded');
    }
    expect(await balance()).toBe(1000);
  });

  it('leave a balance below zero when the points of the award were spent, and the answer says so', async () => {
    await give(-1000);
    const order = await sold([
      { ...eighth, quantity: 7, meta_data: meta({ _pricing_tier_label: '7 g' }) },
      { ...grinder, quantity: 2 },
    ]);
    expect(order.points_awarded).toBe(107);
    await sold([papers], 100);
    const made = await refund(order, 0, 7);
    expect([made.data.points, made.points_balance]).toEqual([60, 107 - 100 + 5 - 60]);
    expect(made.points_balance).toBeLessThan(0);
  });

  it.each(['cancelled', 'void'] as const)(
    'leave a balance below zero by %s, which is said before and after',
    async (to) => {
      await give(-1000);
      const order = await sold([{ ...grinder, quantity: 5 }]);
      expect(order.points_awarded).toBe(119);
      await sold([papers], 100);
      const said = (await till.get(`/api/orders/${order.id}/effects?status=${to}`)).json<{ data: WireEffects }>().data;
      expect(said).toMatchObject({ points: -119, points_returned: 0, points_balance: 119 - 100 + 5 - 119 });
      const several = { order_ids: [order.id], status: 'cancelled' };
      expect((await till.post('/api/orders/bulk-status/preview', several)).json()).toMatchObject({
        data: { points: -119, customers_below_zero: 1 },
      });
      const reply =
        to === 'void' ? await manager.send('DELETE', `/api/orders?id=${order.id}`) : await set(order.id, to);
      expect(reply.json()).toMatchObject({ points_balance: -95 });
      expect(await balance()).toBe(-95);
      if (to === 'void') return;
      // Nothing moves: there is nothing to say.
      expect((await set(order.id, to)).json()).toMatchObject({ points_balance: null });
    },
  );
});

describe('the award', () => {
  it('goes back with the goods that earned it, where others earned nothing', async () => {
    await sql`UPDATE loyalty_settings SET excluded_category_ids = '{25}'`.execute(shop.database.db);
    await sql`UPDATE products SET bonus_points = 10 WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
    const order = await sold([eighth, { ...grinder, quantity: 2 }]);
    await sql`UPDATE loyalty_settings SET excluded_category_ids = '{}'`.execute(shop.database.db);
    await sql`UPDATE products SET bonus_points = 0`.execute(shop.database.db);
    expect(order.points_awarded).toBe(67);
    expect(order.data.line_items.map((line) => line.points_awarded)).toEqual([0, 67]);
    expect((await refund(order, 0, 3.5)).data.points).toBe(0);
    expect((await refund(order, 1, 1)).data.points).toBe(34);
    expect((await refund(order, 1, 1)).data.points).toBe(33);
    expect(await balance()).toBe(1000);
  });

  it('is given once, however often and from how many tills it is asked for', async () => {
    const order = await sold([grinder]);
    const tills = await Promise.all(Array.from({ length: 50 }, () => shop.signIn('staff')));
    const replies = await Promise.all(
      tills.map((each) => each.post('/api/orders/award-points-native', { orderId: order.id, customerId: customer })),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
    expect(await balance()).toBe(1023);
  });
});
