import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
});
afterAll(() => shop.close());

const sell = (lines: unknown[], more: Record<string, unknown> = {}, by = till) =>
  by.post('/api/orders', sale(lines, more));
const orderCount = async (): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM orders`.execute(shop.database.db)).rows[0]?.count ?? -1;

describe('bad input', () => {
  it.each([
    ['negative', -1],
    ['zero', 0],
    ['a list', ['5']],
    ['twelve decimals', 0.123456789012],
    ['null', null],
    ['text', 'many'],
    ['an object', {}],
  ])('refuses a quantity that is %s', async (_, quantity) => {
    const before = await orderCount();
    const reply = await sell([{ product_id: SHOP.papers, quantity }]);
    expect([400, 422]).toContain(reply.statusCode);
    expect(answerOf(reply).success).toBe(false);
    expect(answerOf(reply).error).toMatch(/\w/);
    expect(await orderCount()).toBe(before);
  });

  it.each(['1e309', '-1e309', 'NaN', '-0', '1e-7'])(
    'refuses the quantity %s as it stands in the JSON',
    async (quantity) => {
      const reply = await till.post(
        '/api/orders',
        `{"payment_method":"card","line_items":[{"product_id":504,"quantity":${quantity}}]}`,
      );
      expect([400, 422]).toContain(reply.statusCode);
    },
  );

  it.each([
    ['an id', { id: 5 }, 400],
    ['a date', { date_paid: '2020-01-01' }, 400],
    ['roles', { roles: ['administrator'] }, 400],
    ['a status', { status: 'refunded' }, 400],
    ['another location', { location_id: 19 }, 403],
    ['another employee', { employee_id: 1 }, 403],
    ['another employee in meta', { meta_data: meta({ _employee_id: 1 }) }, 403],
    ['that it is paid and pending', { status: 'pending' }, 422],
    ['that it is yet to be paid by split payment', { set_paid: false, payment_method: 'split' }, 422],
    ['another currency', { currency: 'EUR' }, 400],
    ['points', { points_awarded: 1000 }, 400],
    ['another location in meta', { meta_data: meta({ _pos_location_id: 19 }) }, 403],
    ['another location in meta of older tills', { meta_data: meta({ _flora_location_id: 19 }) }, 403],
    ['postage', { shipping_lines: [{ method_title: 'UPS', total: '5.00' }] }, 400],
    ['a fee', { fee_lines: [{ total: '-10.00' }] }, 400],
    ['a coupon', { coupon_lines: [{ code: 'x', discount: '10.00' }] }, 400],
    ['an unknown customer', { customer_id: 999_999 }, 422],
    ['a staff member as customer', { customer_id: 1000 }, 422],
  ])('refuses a sale that says %s', async (_, more, status) => {
    const reply = await sell([grinder], more);
    expect(reply.statusCode).toBe(status);
    expect(answerOf(reply).success).toBe(false);
  });

  it('refuses products that are unknown, drafts, parents of variants or another product’s variation', async () => {
    for (const line of [
      { product_id: 99_999 },
      { product_id: SHOP.draft },
      { product_id: SHOP.shirt },
      { product_id: SHOP.grinder, variation_id: SHOP.shirtSmall },
    ]) {
      expect((await sell([{ quantity: 1, ...line }])).statusCode).toBe(422);
    }
  });

  it.each([
    ['cash for a card', 'card', { _cash_received: '1.00' }],
    ['change from a card', 'card', { _cash_change: '999.00' }],
    ['another split for a card', 'card', { _split_payments: [{ method: 'cash', amount: '9999.00' }] }],
    ['a split for cash', 'cash', { _split_payments: [{ method: 'card', amount: '25.99' }] }],
    ['other change', 'cash', { _cash_received: '30.00', _cash_change: '5.00' }],
    [
      'other cash than the split has',
      'split',
      { _split_payments: [{ method: 'cash', amount: '30' }], _cash_received: '5' },
    ],
    [
      'other change than the split gives',
      'split',
      { _split_payments: [{ method: 'cash', amount: '30' }], _cash_change: '999' },
    ],
  ])('refuses %s', async (_, payment_method, values) => {
    const reply = await sell([grinder], { payment_method, meta_data: meta(values) });
    expect([reply.statusCode, answerOf(reply).code], reply.body).toEqual([422, 'totals_mismatch']);
  });

  it.each([
    ['card', { _cash_received: '0.00', _cash_change: 0, _split_payments: [{ method: 'card', amount: '25.99' }] }],
    ['cash', { _cash_received: '30', _cash_change: '4.01', _split_payments: [{ method: 'cash', amount: 30 }] }],
    ['split', { _split_payments: [{ method: 'cash', amount: '30' }], _cash_received: '30', _cash_change: '4.01' }],
  ])('takes what agrees with a payment by %s', async (payment_method, values) => {
    const reply = await sell([grinder], { payment_method, meta_data: meta(values) });
    expect(reply.statusCode, reply.body).toBe(200);
  });

  it('refuses tax lines that only sum up', async () => {
    const me = (await till.get('/api/auth/me')).json<{ taxes: { id: number }[] }>();
    for (const tax_lines of [
      [{ tax_total: '5.00' }, { tax_total: '-2.91' }],
      [{ rate_id: me.taxes[0]?.id, tax_total: '0.00' }, { tax_total: '2.09' }],
    ]) {
      const reply = await sell([grinder], { tax_lines });
      expect([reply.statusCode, answerOf(reply).code]).toEqual([422, 'totals_mismatch']);
    }
  });

  it('refuses a number in meta that no number can hold, rather than losing it', async () => {
    const reply = await till.post(
      '/api/orders',
      `{"payment_method":"card","line_items":[{"product_id":502,"quantity":1}],"meta_data":[{"key":"x","value":[1e309]}]}`,
    );
    expect([reply.statusCode, answerOf(reply).code]).toEqual([400, 'invalid_request']);
  });

  it('refuses a line beyond ten million dollars', async () => {
    const reply = await sell([{ ...grinder, quantity: 999_999 }]);
    expect([reply.statusCode, answerOf(reply).code]).toEqual([422, 'quantity_not_valid']);
  });

  it('refuses 100,000 lines', async () => {
    const reply = await sell(Array.from({ length: 100_000 }, () => ({ product_id: 504, quantity: 1 })));
    expect([400, 413]).toContain(reply.statusCode);
  });

  it('keeps SQL and HTML in text fields as text', async () => {
    const note = `'); DROP TABLE orders; -- <script>alert(1)</script>`;
    const reply = await sell([grinder], { customer_note: note, meta_data: meta({ __proto__x: note, note }) });
    expect(answerOf(reply).data.customer_note).toBe(note);
  });

  it('tells somebody without a location that they cannot sell', async () => {
    const nobody = await shop.signIn('staff', { locationId: null });
    const reply = await sell([grinder], {}, nobody);
    expect([reply.statusCode, answerOf(reply).code]).toEqual([422, 'location_required']);
  });
});
