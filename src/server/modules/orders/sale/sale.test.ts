import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createOrderRoute } from '#contract/sale.ts';
import { answerOf, detailOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, meta, preRoll, sale, untilAnswered } from '#server/testing/sales.ts';
import { addCustomer, SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';

const { shop, staff: till, manager } = await staffedShop();

const sell = (lines: unknown[], more: Record<string, unknown> = {}, by = till) =>
  by.post('/api/orders', sale(lines, more));
const orderCount = async (): Promise<number> =>
  (await sql<{ count: number }>`SELECT count(*) AS count FROM orders`.execute(shop.database.db)).rows[0]?.count ?? -1;

describe('a sale', () => {
  it('records order, tax, stock, points and timeline in one answer', async () => {
    const customer = await addCustomer(shop);
    const before = await stockOf(shop, SHOP.blueDream);
    const reply = await sell([eighth, { ...grinder, quantity: 2 }], {
      customer_id: customer,
      payment_method: 'cash',
      meta_data: meta({ _cash_received: '100.00' }),
      subtotal: '87.80',
      total: 95.48,
    });
    expect(reply.statusCode).toBe(200);
    const body = answerOf(reply);
    expect(createOrderRoute.reply.parse(reply.json())).toEqual(reply.json());
    expect(body).toMatchObject({
      success: true,
      points_awarded: 87,
      data: {
        status: 'completed',
        subtotal: '87.80',
        total_tax: '7.68',
        total: '95.48',
        change: '4.52',
        customer_id: customer,
        created_via: 'pos',
      },
      inventory: [
        {
          product_id: SHOP.blueDream,
          quantity_sold: 3.5,
          quantity_deducted: 3.5,
          old_stock: before,
          new_stock: before - 3.5,
          conversion_applied: false,
        },
        { product_id: SHOP.grinder, quantity_sold: 2, quantity_deducted: 2 },
      ],
    });
    expect(body.id).toBe(body.data.id);
    expect(await stockOf(shop, SHOP.blueDream)).toBe(before - 3.5);
    const { timeline, ...order } = detailOf(await till.get(`/api/orders/${body.id}`));
    expect(order).toMatchObject(body.data);
    expect(timeline.map(({ kind }) => kind)).toEqual([
      'created',
      'paid',
      'completed',
      'points_awarded',
      'stock_deducted',
    ]);
  });

  it('is answered the same when the same key comes again, and sells once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const before = await stockOf(shop, SHOP.grinder);
    const first = await till.post('/api/orders', sale([grinder]), key);
    const again = await till.post('/api/orders', sale([grinder]), key);
    expect(answerOf(again)).toEqual(answerOf(first));
    expect(again.headers['idempotent-replay']).toBe('true');
    expect(await stockOf(shop, SHOP.grinder)).toBe(before - 1);
  });

  it('is answered the same even when the price has changed since', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const body = sale([{ ...grinder, total: '23.90' }]);
    const first = await till.post('/api/orders', body, key);
    await sql`UPDATE products SET regular_price_cents = 9999 WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
    const again = await till.post('/api/orders', body, key);
    await sql`UPDATE products SET regular_price_cents = 2390 WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
    expect(answerOf(again)).toEqual(answerOf(first));
  });

  it('refuses a key that was used for another sale', async () => {
    const key = { 'idempotency-key': randomUUID() };
    await till.post('/api/orders', sale([grinder]), key);
    const other = await till.post('/api/orders', sale([{ ...grinder, quantity: 2 }]), key);
    expect([other.statusCode, answerOf(other).code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('bills a guest by the defaults and a customer by the directory, unless the till says otherwise', async () => {
    const billing = async (more: object) => answerOf(await sell([grinder], { ...more })).data.billing;
    expect(await billing({})).toMatchObject({
      first_name: 'POS',
      last_name: 'Customer',
      country: 'US',
      state: 'NC',
      postcode: '28105',
    });
    expect(await billing({ billing: { email: 'a@example.com' } })).toMatchObject({
      first_name: 'POS',
      email: 'a@example.com',
    });
    const customer = await addCustomer(shop, 'Robin Vale');
    await sql`UPDATE users SET first_name = 'Robin', last_name = 'Vale' WHERE id = ${customer}`.execute(
      shop.database.db,
    );
    expect(await billing({ customer_id: customer })).toMatchObject({
      first_name: 'Robin',
      last_name: 'Vale',
      state: '',
    });
    expect(await billing({ customer_id: customer, billing: { first_name: 'Rob' } })).toMatchObject({
      first_name: 'Rob',
      last_name: 'Vale',
    });
  });

  it('bills a customer without an address to none, not to the one that only fills the directory', async () => {
    const customer = await addCustomer(shop, 'Sam Post');
    await sql`UPDATE users SET email = 'sam@customers.invalid' WHERE id = ${customer}`.execute(shop.database.db);
    for (const more of [{}, { billing: { email: 'sam@customers.invalid' } }]) {
      const papers = { product_id: SHOP.papers, quantity: 1 };
      const { data } = answerOf(await sell([papers], { customer_id: customer, ...more }));
      expect(data.billing.email).toBe('');
    }
  });

  it('needs a key', async () => {
    const reply = await shop.inject({
      method: 'POST',
      url: '/api/orders',
      headers: till.headers,
      payload: sale([grinder]),
    });
    expect([reply.statusCode, answerOf(reply).code]).toEqual([400, 'idempotency_key_required']);
  });

  it('sells once when the same request arrives ten times at once', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const before = await stockOf(shop, SHOP.papers);
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => till.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]), key)),
    );
    expect(await stockOf(shop, SHOP.papers)).toBe(before - 1);
    const statuses = new Set(replies.map((reply) => reply.statusCode));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    expect(new Set(replies.filter((reply) => reply.statusCode === 200).map((reply) => answerOf(reply).id)).size).toBe(
      1,
    );
  });
});

describe('stock', () => {
  it('gives the last unit to one of fifty tills', async () => {
    const others = await Promise.all(Array.from({ length: 50 }, () => shop.signIn('staff')));
    await sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: 503, variation_id: 5032, delta: 1, action: 'restock' }])}::jsonb)`.execute(
      shop.database.db,
    );
    const replies = await Promise.all(
      others.map((other) =>
        untilAnswered((key) =>
          other.post(
            '/api/orders',
            sale([{ product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, quantity: 1 }]),
            key,
          ),
        ),
      ),
    );
    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1);
    const told = replies.filter((reply) => reply.statusCode === 409);
    expect(told).toHaveLength(49);
    expect(told[0] && answerOf(told[0])).toMatchObject({
      code: 'out_of_stock',
      lines: [{ name: 'Shirt - Large', requested: 1, available: 0 }],
    });
    expect(await stockOf(shop, SHOP.shirt, SHOP.shirtLarge)).toBe(0);
  });

  it('checks two lines and a pre-roll on one jar together', async () => {
    await sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: 501, delta: 7.5 - (await stockOf(shop, 501)), action: 'audit' }])}::jsonb)`.execute(
      shop.database.db,
    );
    const refused = await sell([eighth, { ...eighth }, preRoll]);
    expect(answerOf(refused)).toMatchObject({
      code: 'out_of_stock',
      lines: [{ position: 2, requested: 0.7, available: 0.5 }],
    });
    expect(await stockOf(shop, SHOP.blueDream)).toBe(7.5);
    const sold = await sell([eighth, preRoll]);
    expect(answerOf(sold).inventory[1]).toMatchObject({
      quantity_sold: 1,
      quantity_deducted: 0.7,
      conversion_applied: true,
      old_stock: 4,
      new_stock: 3.3,
    });
  });

  it('lets a manager sell anyway: stock stops at 0 and the shortfall is on the line', async () => {
    const line = { product_id: SHOP.shirt, variation_id: SHOP.shirtLarge, quantity: 2 };
    const staff = await sell([line], { allow_oversell: true });
    expect([staff.statusCode, answerOf(staff).code]).toEqual([403, 'approval_needed']);
    const sold = await sell([line], { allow_oversell: true }, manager);
    expect(answerOf(sold)).toMatchObject({
      data: { has_shortfall: true, line_items: [{ shortfall: 2 }] },
      inventory: [{ quantity_deducted: 0, shortfall: 2, new_stock: 0 }],
    });
    const { rows } = await sql<{
      due: boolean;
    }>`SELECT needs_count_since IS NOT NULL AS due FROM stock_levels WHERE variation_id = ${SHOP.shirtLarge} AND location_id = 20`.execute(
      shop.database.db,
    );
    expect(rows[0]?.due).toBe(true);
  });

  it('blocks a pre-roll without a conversion ratio before a row is written', async () => {
    const before = await orderCount();
    const reply = await sell([{ product_id: SHOP.brokenRolls, quantity: 1 }]);
    expect([reply.statusCode, answerOf(reply).code]).toEqual([422, 'conversion_ratio_required']);
    expect(await orderCount()).toBe(before);
  });
});

describe('money', () => {
  it('sells a tier n times for n times its price, never by the rounded unit price', async () => {
    await sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: 501, delta: 50, action: 'restock' }])}::jsonb)`.execute(
      shop.database.db,
    );
    const reply = await sell([{ ...eighth, quantity: 10.5, total: '120.00' }]);
    expect(answerOf(reply).data.line_items[0]).toMatchObject({ quantity: 10.5, total: '120.00', price: '11.43' });
  });

  it('names the new price when the till still has the old one', async () => {
    const reply = await sell([
      { ...eighth, meta_data: meta({ _pricing_tier_label: '3.5 g', _pricing_tier_price: 35 }) },
    ]);
    expect(reply.statusCode).toBe(409);
    expect(answerOf(reply)).toMatchObject({
      code: 'price_changed',
      changes: [{ name: 'Blue Dream', old_price: '35.00', new_price: '40.00' }],
      totals: { total: '43.50' },
    });
  });

  it.each([
    ['a forged order total', { total: '0.01' }],
    ['a forged tax', { total_tax: 0 }],
    ['a forged tax line', { tax_lines: [{ tax_total: '0.00' }] }],
    ['a forged tax rate', { meta_data: meta({ _tax_rate: 0 }) }],
    ['a forged discount', { discount_total: '5.00' }],
  ])('refuses %s with the right figures', async (_, more) => {
    const reply = await sell([grinder], more);
    expect([reply.statusCode, answerOf(reply).code]).toEqual([422, 'totals_mismatch']);
    expect(answerOf(reply).totals).toMatchObject({ subtotal: '23.90', total_tax: '2.09', total: '25.99' });
  });

  it('refuses a forged line price and a forged line total', async () => {
    expect(answerOf(await sell([{ ...grinder, price: '0.01' }])).code).toBe('price_changed');
    expect(answerOf(await sell([{ ...grinder, total: '0.01' }])).code).toBe('price_changed');
    expect(answerOf(await sell([{ ...grinder, subtotal: '23.90', total: '0.01' }])).code).toBe('totals_mismatch');
  });

  it('records overrides, discounts and adjustments as rows with the original price, who and why', async () => {
    const line = { ...grinder, quantity: 10 };
    await sql`SELECT move_stock(20, NULL, ${JSON.stringify([{ product_id: 502, delta: 50, action: 'restock' }])}::jsonb)`.execute(
      shop.database.db,
    );
    const why = { _discount_percentage: 25, _override_reason: 'Promotion' };
    const discounted = await sell([{ ...line, meta_data: meta(why) }]);
    expect(answerOf(discounted).data).toMatchObject({ subtotal: '179.25' });
    expect(answerOf(discounted).data.line_items[0]?.meta_data).toMatchObject(meta(why));
    const reply = await sell([
      {
        ...grinder,
        meta_data: meta({
          _override_price: '20.00',
          _override_reason: 'Scratched',
          _discount_percentage: 10,
          _adjustment_amount: '-1.00',
        }),
      },
    ]);
    expect(answerOf(reply).data.line_items[0]).toMatchObject({ subtotal: '23.90', total: '17.00' });
    const { rows } = await sql`
      SELECT c.kind, c.amount_cents, c.original_price_cents, c.reason, c.staff_id FROM order_line_price_changes c
        JOIN order_lines l ON l.id = c.order_line_id WHERE l.order_id = ${answerOf(reply).id} ORDER BY c.id`.execute(
      shop.database.db,
    );
    const note = { original_price_cents: 2390, reason: 'Scratched', staff_id: till.userId };
    expect(rows).toEqual([
      { kind: 'override', amount_cents: -390, ...note },
      { kind: 'discount', amount_cents: -200, ...note },
      { kind: 'adjustment', amount_cents: -100, ...note },
    ]);
  });

  it('takes no sale of more than ten million dollars', async () => {
    const lines = Array.from({ length: 2 }, () => ({ product_id: SHOP.grinder, quantity: 400_000 }));
    const reply = await sell(lines, { allow_oversell: true }, manager);
    expect(answerOf(reply)).toMatchObject({
      code: 'quantity_not_valid',
      error: 'No sale may exceed $10,000,000.00.',
    });
  });

  it('leaves untaxed goods untaxed', async () => {
    expect(answerOf(await sell([{ product_id: SHOP.papers, quantity: 3 }, grinder])).data).toMatchObject({
      subtotal: '29.90',
      total_tax: '2.09',
      total: '31.99',
    });
  });
});

describe('tender', () => {
  it('refuses cash below the total and says how much it takes', async () => {
    const reply = await sell([grinder], { payment_method: 'cash', meta_data: meta({ _cash_received: 25.98 }) });
    expect(answerOf(reply)).toMatchObject({
      code: 'tender_insufficient',
      error: 'Please provide at least $25.99 to complete this transaction.',
    });
  });

  it('keeps two fifties on a $97 bill as two fifties with three dollars change', async () => {
    const total = { product_id: SHOP.papers, quantity: 48, meta_data: meta({ _adjustment_amount: '1.00' }) };
    const reply = await sell([total], {
      payment_method: 'split',
      meta_data: meta({
        _split_payments: [
          { method: 'cash', amount: 50 },
          { method: 'cash', amount: '50.00' },
        ],
      }),
    });
    expect(answerOf(reply).data).toMatchObject({
      total: '97.00',
      change: '3.00',
      tenders: [
        { method: 'cash', amount: '50.00' },
        { method: 'cash', amount: '50.00' },
      ],
    });
  });

  it('takes two cents short as paid, and records them as rounding', async () => {
    const reply = await sell([{ product_id: SHOP.papers, quantity: 10 }], {
      payment_method: 'split',
      meta_data: meta({
        _split_payments: [
          { method: 'card', amount: 12 },
          { method: 'cash', amount: 7.98 },
        ],
      }),
    });
    expect(answerOf(reply).data).toMatchObject({ total: '20.00', change: '0.00', rounding: '0.02' });
  });

  it('refuses cards charged beyond the total, and splits that do not reach it', async () => {
    const papers = [{ product_id: SHOP.papers, quantity: 10 }];
    const over = await sell(papers, {
      payment_method: 'split',
      meta_data: meta({ _split_payments: [{ method: 'card', amount: 20.03 }] }),
    });
    expect(answerOf(over).code).toBe('tender_exceeds_remaining');
    const short = await sell(papers, {
      payment_method: 'split',
      meta_data: meta({ _split_payments: [{ method: 'card', amount: 19.97 }] }),
    });
    expect(answerOf(short)).toMatchObject({
      code: 'tender_insufficient',
      error: 'Total paid ($19.97) is less than the order total ($20.00).',
    });
    const many = await sell(papers, {
      payment_method: 'split',
      meta_data: meta({ _split_payments: Array.from({ length: 21 }).fill({ method: 'cash', amount: 1 }) }),
    });
    expect(answerOf(many)).toMatchObject({
      code: 'tender_too_many',
      error: 'A sale takes at most 20 payments. Remove some, and take larger ones.',
    });
    const near = await sell(papers, {
      payment_method: 'split',
      meta_data: meta({ _split_payments: [{ method: 'card', amount: 19.98 }] }),
    });
    expect(answerOf(near).data).toMatchObject({ rounding: '0.02', change: '0.00' });
  });
});
