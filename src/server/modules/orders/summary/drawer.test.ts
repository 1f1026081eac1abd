import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { orderSummaryRoute, WireSummary } from '#contract/order-summary.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { refundRoute } from '#contract/refunds.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf, detailOf } from '#server/testing/wire/order-answer.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

const DAY_MS = 86_400_000;
/** A till says how long ago it acted, and at most a week. */
const DAYS = 5;
/** Papers cost 2.00 and are not taxed. */
const PAPERS_CENTS = 200;

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
});
afterAll(() => shop.close());

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** About noon in the shop, so many days ago. */
const noon = (daysAgo: number): number => TODAY - daysAgo * DAY_MS - 7 * 3_600_000;
const dayOf = (daysAgo: number): string => new Date(noon(daysAgo)).toISOString().slice(0, 10);
const sentAt = (daysAgo: number) => ({ 'x-sent-before': String(Date.now() - noon(daysAgo)) });
const toCents = (amount: string): number => Math.round(Number(amount) * 100);

async function summaryOf(day: string): Promise<WireSummary> {
  const reply = await till.get(`/api/orders/summary?date_from=${day}&date_to=${day}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof orderSummaryRoute>>().data;
}

const TO = ['cash', 'card', undefined] as const;
const trade = fc.record({
  paidIn: fc.constantFrom('cash', 'card', 'split'),
  quantity: fc.integer({ min: 1, max: 4 }),
  soldDaysAgo: fc.integer({ min: 1, max: DAYS }),
  refunds: fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 2 }),
      to: fc.constantFrom(...TO),
      daysAgo: fc.integer({ min: 1, max: DAYS }),
    }),
    { maxLength: 3 },
  ),
});

it('adds up to the drawer: cash in on the day of the sale, cash out on the day of the refund', async () => {
  const drawer = new Map(Array.from({ length: DAYS }, (_, index) => [dayOf(index + 1), { in: 0, out: 0, refunds: 0 }]));
  const of = (daysAgo: number) => drawer.get(dayOf(daysAgo)) ?? expect.fail('no such day');
  await fc.assert(
    fc.asyncProperty(trade, async ({ paidIn, quantity, soldDaysAgo, refunds }) => {
      const payments = {
        cash: [],
        card: [],
        split: [
          { method: 'cash', amount: 1 },
          { method: 'card', amount: quantity * 2 - 1 },
        ],
      };
      const sold = answerOf(
        await till.post(
          '/api/orders',
          sale([{ product_id: SHOP.papers, quantity }], {
            payment_method: paidIn,
            allow_oversell: true,
            meta_data: meta(
              paidIn === 'cash' ? { _cash_received: 100 } : { _split_payments: payments[paidIn as 'split'] },
            ),
          }),
          sentAt(soldDaysAgo),
        ),
      ).data;
      const total = toCents(sold.total);
      expect(total).toBe(quantity * PAPERS_CENTS);
      // Whatever a card did not pay came in cash.
      const cards = sold.tenders.reduce(
        (sum, { method, amount }) => sum + (method === 'card' ? toCents(amount) : 0),
        0,
      );
      of(soldDaysAgo).in += paidIn === 'card' ? 0 : total - cards;
      for (const { quantity: back, to, daysAgo } of refunds) {
        const reply = await till.post(
          `/api/orders/${sold.id}/refunds`,
          { lines: [{ line_id: sold.line_items[0]?.id, quantity: back, restock: true }], ...(to && { refund_to: to }) },
          sentAt(daysAgo),
        );
        if (reply.statusCode !== 201) continue;
        const { data } = reply.json<ReplyOf<typeof refundRoute>>();
        const cash = data.tenders.reduce(
          (sum, { method, amount }) => sum + (method === 'cash' ? toCents(amount) : 0),
          0,
        );
        if (to) expect(cash).toBe(to === 'cash' ? toCents(data.amount) : 0);
        of(daysAgo).out += cash;
        of(daysAgo).refunds += 1;
      }
      const { refunds: made } = detailOf(await till.get(`/api/orders/${sold.id}`));
      expect(made.reduce((sum, { amount }) => sum + toCents(amount), 0)).toBeLessThanOrEqual(total);
    }),
    { numRuns: 12 },
  );
  for (const [day, expected] of drawer) {
    const { tenders, by_refund: refunds, by_day: days, refunds: given, refunds_made: count } = await summaryOf(day);
    const [cash] = tenders;
    expect({ day, in: toCents(cash?.taken ?? ''), out: toCents(cash?.refunded ?? ''), refunds: count }).toEqual({
      day,
      ...expected,
    });
    expect(toCents(cash?.net ?? '')).toBe(expected.in - expected.out);
    expect(refunds.every((refund) => refund.day === day)).toBe(true);
    expect(refunds.reduce((sum, { amount }) => sum + toCents(amount), 0)).toBe(toCents(given));
    expect(days.filter((row) => row.day !== day)).toEqual([]);
  }
  expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
});

it('shows a refund on its own day with the day of the sale beside it, and both sums come to what was sold and given', async () => {
  const before = await Promise.all([summaryOf(dayOf(4)), summaryOf(dayOf(2))]);
  const sold = answerOf(
    await till.post(
      '/api/orders',
      sale([{ product_id: SHOP.papers, quantity: 2 }], { allow_oversell: true }),
      sentAt(4),
    ),
  ).data;
  await till.post(
    `/api/orders/${sold.id}/refunds`,
    { lines: [{ line_id: sold.line_items[0]?.id, quantity: 1, restock: true }], reason: 'Torn', refund_to: 'cash' },
    sentAt(2),
  );
  const after = await Promise.all([summaryOf(dayOf(4)), summaryOf(dayOf(2))]);
  const changes = (of: (sums: WireSummary) => string) =>
    after.map((sums, at) => toCents(of(sums)) - toCents(of(before[at] ?? sums)));
  expect(changes(({ total }) => total)).toEqual([400, 0]);
  expect(changes(({ refunds }) => refunds)).toEqual([0, 200]);
  expect(changes(({ net }) => net)).toEqual([400, -200]);
  const items = (sums: WireSummary) => sums.by_product.top.reduce((sum, { refunds }) => sum + toCents(refunds), 0);
  expect(after.map((sums, at) => items(sums) - items(before[at] ?? sums))).toEqual([0, 200]);
  expect(after[1].by_refund.find(({ order_id: id }) => id === sold.id)).toMatchObject({
    day: dayOf(2),
    sold_on: dayOf(4),
    order_number: sold.number,
    reason: 'Torn',
    cash: '2.00',
    card: '0.00',
  });
});
