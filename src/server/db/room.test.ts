import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyBooks } from '#server/books/verify.ts';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('manager');
});
afterAll(() => shop.close());

const ask = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await shop.database.pool.query<Row>(text, values)).rows;

/** Calls the recording function with more than today's server sends: the last sale again, under another key. */
async function record(more: object, lines?: object): Promise<number> {
  const [last] = await ask<{ template: { lines: object[] } }>(
    `select response -> 'template' as template from idempotency_keys where response ? 'template' order by created_at desc limit 1`,
  );
  const template = last?.template;
  const order = {
    ...template,
    ...more,
    ...(lines && { lines: template?.lines.map((line) => ({ ...line, ...lines })) }),
  };
  const [row] = await ask<{ answer: { outcome: string; result: { order_id: number } } }>(
    `select record_priced_sale($1, 'POST /api/orders', '\\x01', (select version || '.' || xmin from catalogue_version), $2) as answer`,
    [randomUUID(), JSON.stringify(order)],
  );
  expect(row?.answer).toMatchObject({ outcome: 'sold' });
  return row?.answer.result.order_id ?? 0;
}

const sell = async (lines: unknown[]): Promise<{ id: number; total: string }> => {
  const reply = await till.post('/api/orders', sale(lines));
  expect(reply.statusCode, reply.body).toBe(200);
  return answerOf(reply).data;
};
const broken = async () => (await verifyBooks(shop.database.connection)).checks.filter((check) => check.broken > 0);

describe('a sale of a till', () => {
  it('stands under the day on which the till sold, and under its till', async () => {
    const plain = await sell([grinder]);
    expect(await ask('select till_id, till_session_id, sold_at from orders where id = $1', [plain.id])).toEqual([
      { till_id: null, till_session_id: null, sold_at: null },
    ]);
    const [till_id, till_session_id] = [randomUUID(), randomUUID()];
    const id = await record({ till_id, till_session_id, sold_at: '2026-01-02T04:30:00Z' });
    const found = await ask(
      `select till_id, till_session_id, local_day::text as day, sold_at < created_at as earlier from orders where id = $1`,
      [id],
    );
    expect(found).toEqual([{ till_id, till_session_id, day: '2026-01-01', earlier: true }]);
    expect(await ask('select location_id, name from tills where id = $1', [till_id])).toEqual([
      { location_id: 20, name: null },
    ]);
    expect(await broken()).toEqual([]);
  });

  it('was not sold after it was recorded, whatever the clock of the till says', async () => {
    const id = await record({ sold_at: '2199-01-01T00:00:00Z' });
    expect(await ask('select sold_at = created_at as same from orders where id = $1', [id])).toEqual([{ same: true }]);
    await expect(ask(`update orders set sold_at = created_at + interval '1 s' where id = $1`, [id])).rejects.toThrow(
      'orders_sold_before_recorded',
    );
  });
});

describe('the price steps of a line', () => {
  const stepsOf = (id: number) =>
    ask(
      `select c.position, c.kind, c.source, c.source_id, c.order_change, c.amount_cents, c.staff_id is not null as by_staff
         from order_line_price_changes c join order_lines l on l.id = c.order_line_id where l.order_id = $1 order by c.position`,
      [id],
    );

  it('are an override, a discount and an adjustment by staff, in this order', async () => {
    const changes = { _override_price: 20, _discount_percentage: 10, _adjustment_amount: '-0.50' };
    const { id } = await sell([{ ...grinder, meta_data: meta(changes) }]);
    const by = { source: 'staff', source_id: null, order_change: null, by_staff: true };
    expect(await stepsOf(id)).toEqual([
      { position: 0, kind: 'override', amount_cents: -390, ...by },
      { position: 1, kind: 'discount', amount_cents: -200, ...by },
      { position: 2, kind: 'adjustment', amount_cents: -50, ...by },
    ]);
    expect(await broken()).toEqual([]);
  });

  it('come from deals and points, too, which is no price changed by hand', async () => {
    await sell([{ ...grinder, meta_data: meta({ _adjustment_amount: '-3.90' }) }]);
    const step = { original_price_cents: 2390, kind: 'adjustment' };
    const customer_id = await addCustomer(shop);
    const body = { points: 40, description: 'Opening' };
    await till.post(`/api/proxy/wc-points-rewards/user/${customer_id}/adjust`, body);
    const id = await record(
      { customer_id, points_redeemed: 40, redeemed_cents: 200 },
      {
        changes: [
          { ...step, source: 'deal', source_id: 'monday', order_change: 0, amount_cents: -190, value: -190 },
          { ...step, source: 'points', source_id: '1', amount_cents: -200, value: -200 },
        ],
      },
    );
    expect(await stepsOf(id)).toEqual([
      {
        position: 0,
        kind: 'adjustment',
        source: 'deal',
        source_id: 'monday',
        order_change: 0,
        amount_cents: -190,
        by_staff: false,
      },
      {
        position: 1,
        kind: 'adjustment',
        source: 'points',
        source_id: '1',
        order_change: null,
        amount_cents: -200,
        by_staff: false,
      },
    ]);
    expect(await ask('select price_overridden from orders where id = $1', [id])).toEqual([{ price_overridden: false }]);
    expect(await broken()).toEqual([]);
  });
});

describe('prices and taxes that hold from an instant on', () => {
  /** The same instant for everything that begins then, read just before. */
  const instant = async (): Promise<string> => {
    const [{ at } = { at: '' }] = await ask<{ at: string }>(`select (clock_timestamp() + interval '1 s')::text as at`);
    return `'${at}'::timestamptz`;
  };
  const reached = () =>
    expect
      .poll(() => ask('select next_change_at <= clock_timestamp() as due from catalogue_version'))
      .toEqual([{ due: true }]);

  it('leave a sale the price and the tax that hold at its time', async () => {
    const before = await sell([grinder]);
    const soon = await instant();
    await ask(`insert into item_prices (product_id, valid_from, regular_price_cents) values ($1, ${soon}, 3000)`, [
      SHOP.grinder,
    ]);
    await ask(`insert into tax_rates (location_id, code, rate_ppm, valid_from)
      select location_id, code, 100000, ${soon} from tax_rates where location_id = 20`);
    await reached();
    expect(before.total).toBe('25.99');
    // A till still shows the former price; the server answers for the new one.
    const reply = await till.post('/api/orders', sale([{ ...grinder, price: '30.00' }]));
    expect(reply.statusCode, reply.body).toBe(200);
    expect(answerOf(reply).data.total).toBe('33.00');
    expect((await till.get('/api/auth/me')).json<{ taxes: { rate: unknown }[] }>().taxes).toHaveLength(1);
    expect(await ask('select regular_price_cents as cents from products where id = $1', [SHOP.grinder])).toEqual([
      { cents: 3000 },
    ]);
    expect(await broken()).toEqual([]);
  });

  it('price a tier by the rule that holds now', async () => {
    const before = await sell([eighth]);
    const soon = await instant();
    await ask(`with later as (
        insert into pricing_rules (blueprint_id, name, product_type, price_class, position, valid_from)
          select blueprint_id, name, product_type, price_class, position, ${soon} from pricing_rules where name = 'Flower' returning id, blueprint_id)
      select 1 from later`);
    await reached();
    expect(before.total).not.toBe('0.00');
    // The rule that is in force from now on has no tiers yet.
    expect((await till.post('/api/orders', sale([eighth]))).statusCode).toBe(422);
  });

  it('keep every price that an item had', async () => {
    await ask('update products set regular_price_cents = 3100 where id = $1', [SHOP.papers]);
    await ask('update products set name = name where id = $1', [SHOP.papers]);
    const prices = await ask<{ cents: number; always: boolean }>(
      `select regular_price_cents as cents, valid_from = '-infinity' as always from item_prices where product_id = $1 order by valid_from`,
      [SHOP.papers],
    );
    expect(prices).toHaveLength(2);
    expect(prices[0]?.always).toBe(true);
    expect(prices[1]).toEqual({ cents: 3100, always: false });
  });
});

it('counts the changes of every row that administration edits, whatever the writer says', async () => {
  const tables = [
    'locations',
    'tax_rates',
    'users',
    'blueprints',
    'categories',
    'products',
    'variations',
    'pricing_rules',
    'suppliers',
  ];
  for (const table of tables) {
    const [row] = await ask<{ id: number; version: number }>(`select id, version from ${table} order by id limit 1`);
    await ask(`update ${table} set version = 1 where id = ${row?.id}`);
    expect(await ask(`select version from ${table} where id = ${row?.id}`), table).toEqual([
      { version: (row?.version ?? 0) + 1 },
    ]);
  }
  const [rule] = await ask<{ id: number; version: number }>(
    'select r.id, r.version from pricing_rules r join pricing_tiers t on t.rule_id = r.id order by r.id limit 1',
  );
  await ask('update pricing_tiers set price_cents = price_cents + 1 where rule_id = $1', [rule?.id]);
  const [after] = await ask<{ version: number }>('select version from pricing_rules where id = $1', [rule?.id]);
  expect(after?.version).toBe((rule?.version ?? 0) + 1);
});

it('takes opening hours that end after midnight, and none that make no sense', async () => {
  const open = (weekday: number, opens: string, closes: string) =>
    ask('insert into opening_hours (location_id, weekday, opens, closes) values (20, $1, $2, $3)', [
      weekday,
      opens,
      closes,
    ]);
  await open(5, '18:00', '02:00');
  await open(6, '00:00', '24:00');
  await expect(open(8, '09:00', '17:00')).rejects.toThrow('opening_hours_weekday_known');
  await expect(open(1, '09:00', '09:00')).rejects.toThrow('opening_hours_not_empty');
  await expect(open(1, '24:00', '02:00')).rejects.toThrow('opening_hours_opens_within_the_day');
  await ask(`insert into closed_days (location_id, day, reason) values (20, '2026-12-25', 'Christmas')`);
});
