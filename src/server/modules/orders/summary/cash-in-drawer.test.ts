import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { WireEffects } from '#contract/order-changes.ts';
import type { orderSummaryRoute, WireSummary } from '#contract/order-summary.ts';
import type { ReplyOf } from '#contract/route.ts';
import type { refundRoute } from '#contract/refunds.ts';
import { centsOf } from '#domain/money.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { answerOf, detailOf } from '#server/testing/wire/order-answer.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { times } from '#testing/times.ts';

const DAY_MS = 86_400_000;
/** A till says how long ago it acted, and at most a week. */
const DAYS = 5;
/** Papers cost 2.00 and are not taxed. */
const PAPERS_CENTS = 200;

/** The location of the orders, and another one whose people may change them. */
const PLACES = [20, 19] as const;
type Place = (typeof PLACES)[number];

let shop: TestApp;
let till: Till;
let tills: Record<Place, Till>;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
  tills = { 20: till, 19: await shop.signIn('manager', { locationId: 19 }) };
});
afterAll(() => shop.close());

const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** About noon in the shop, this many days ago. */
const noon = (daysAgo: number): number => TODAY - daysAgo * DAY_MS - 7 * 3_600_000;
const dayOf = (daysAgo: number): string => new Date(noon(daysAgo)).toISOString().slice(0, 10);
const sentAt = (daysAgo: number) => ({ 'x-sent-before': String(Date.now() - noon(daysAgo)) });

async function summaryOf(day: string, place?: Place): Promise<WireSummary> {
  const where = place === undefined ? '' : `&location_id=${place}`;
  const reply = await till.get(`/api/orders/summary?date_from=${day}&date_to=${day}${where}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<ReplyOf<typeof orderSummaryRoute>>().data;
}

const cashIn = (tenders: readonly { method: string; amount: string }[]): number =>
  tenders.reduce((sum, { method, amount }) => sum + (method === 'cash' ? centsOf(amount) : 0), 0);

const TO = ['cash', 'card', undefined] as const;
const moment = { daysAgo: fc.integer({ min: 1, max: DAYS }), place: fc.constantFrom(...PLACES) };
const trade = fc.record({
  paidIn: fc.constantFrom('cash', 'card', 'split'),
  quantity: fc.integer({ min: 1, max: 4 }),
  soldDaysAgo: fc.integer({ min: 1, max: DAYS }),
  /** Of an order that is placed unpaid; a split payment is made at once. */
  paidLater: fc.option(fc.record(moment)),
  changes: fc.array(
    fc.record({
      what: fc.constantFrom('lines', 'lines', 'refunded', 'completed'),
      quantity: fc.integer({ min: 1, max: 2 }),
      to: fc.constantFrom(...TO),
      ...moment,
    }),
    { maxLength: 4 },
  ),
});

it('adds up to the drawer: cash in where and when it was taken, cash out where and when it was given', async () => {
  const drawer = new Map(
    PLACES.flatMap((place) =>
      Array.from({ length: DAYS }, (_, index): [string, Record<'in' | 'out' | 'refunds', number>] => [
        `${place} ${dayOf(index + 1)}`,
        { in: 0, out: 0, refunds: 0 },
      ]),
    ),
  );
  const of = (place: Place, daysAgo: number) => drawer.get(`${place} ${dayOf(daysAgo)}`) ?? expect.fail('no such day');
  await fc.assert(
    fc.asyncProperty(trade, async ({ paidIn, quantity, soldDaysAgo, paidLater, changes }) => {
      const later = paidIn === 'split' ? null : paidLater;
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
            ...(later && { set_paid: false }),
            meta_data: meta(
              paidIn === 'cash' ? { _cash_received: 100 } : { _split_payments: payments[paidIn as 'split'] },
            ),
          }),
          sentAt(soldDaysAgo),
        ),
      ).data;
      const total = centsOf(sold.total);
      expect(total).toBe(quantity * PAPERS_CENTS);
      const put = ({ place, daysAgo }: { place: Place; daysAgo: number }, body: object) =>
        tills[place].send('PUT', '/api/orders', { orderId: sold.id, allow_oversell: true, ...body }, sentAt(daysAgo));
      if (later) {
        const paid = await put(later, { status: 'completed' });
        expect(paid.statusCode, paid.body).toBe(200);
        if (paidIn === 'cash') of(later.place, later.daysAgo).in += total;
      } else {
        // Whatever a card did not pay came in cash.
        const cards = sold.tenders.reduce(
          (sum, { method, amount }) => sum + (method === 'card' ? centsOf(amount) : 0),
          0,
        );
        of(20, soldDaysAgo).in += total - cards;
      }
      /** The refund by status that counts now. */
      let byStatus: { at: { out: number; refunds: number }; cash: number } | null = null;
      for (const { what, quantity: back, to, ...when } of changes) {
        const at = of(when.place, when.daysAgo);
        if (what === 'lines') {
          const reply = await tills[when.place].post(
            `/api/orders/${sold.id}/refunds`,
            {
              lines: [{ line_id: sold.line_items[0]?.id, quantity: back, restock: true }],
              ...(to && { refund_to: to }),
            },
            sentAt(when.daysAgo),
          );
          if (reply.statusCode !== 201) continue;
          const { data } = reply.json<ReplyOf<typeof refundRoute>>();
          const cash = cashIn(data.tenders);
          if (to) expect(cash).toBe(to === 'cash' ? centsOf(data.amount) : 0);
          at.out += cash;
          at.refunds += 1;
          continue;
        }
        const effects = (await till.get(`/api/orders/${sold.id}/effects?status=${what}`)).json<{ data: WireEffects }>();
        const { refund, tenders, refund_undone: undone } = effects.data;
        const reply = await put(when, { status: what, ...(what === 'refunded' && { refund }) });
        expect(reply.statusCode, reply.body).toBe(200);
        if (centsOf(refund) > 0) {
          byStatus = { at, cash: cashIn(tenders) };
          at.out += byStatus.cash;
          at.refunds += 1;
        } else if (centsOf(undone) > 0 && byStatus) {
          byStatus.at.out -= byStatus.cash;
          byStatus.at.refunds -= 1;
          byStatus = null;
        }
      }
      const { refunds: made } = detailOf(await till.get(`/api/orders/${sold.id}`));
      const given = made.filter(({ reversed_at: undone }) => undone === null);
      expect(given.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBeLessThanOrEqual(total);
    }),
    { numRuns: times(16) },
  );
  for (const [key, expected] of drawer) {
    const [place, day = ''] = key.split(' ');
    const {
      tenders,
      by_refund: refunds,
      by_day: days,
      refunds: given,
      refunds_made: count,
    } = await summaryOf(day, Number(place) as Place);
    const [cash] = tenders;
    expect({ key, in: centsOf(cash?.taken ?? ''), out: centsOf(cash?.refunded ?? ''), refunds: count }).toEqual({
      key,
      ...expected,
    });
    expect(centsOf(cash?.net ?? '')).toBe(expected.in - expected.out);
    expect(refunds.every((refund) => refund.day === day)).toBe(true);
    expect(refunds.reduce((sum, { amount }) => sum + centsOf(amount), 0)).toBe(centsOf(given));
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
    after.map((sums, at) => centsOf(of(sums)) - centsOf(of(before[at] ?? sums)));
  expect(changes(({ total }) => total)).toEqual([400, 0]);
  expect(changes(({ refunds }) => refunds)).toEqual([0, 200]);
  expect(changes(({ net }) => net)).toEqual([400, -200]);
  const items = (sums: WireSummary) => sums.by_product.top.reduce((sum, { refunds }) => sum + centsOf(refunds), 0);
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
