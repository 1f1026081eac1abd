import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp, type Till, refusalOf } from '#server/testing/app.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  till = await shop.signIn('staff');
});
afterAll(() => shop.close());

const sell = (lines: unknown[], more: Record<string, unknown> = {}) => till.post('/api/orders', sale(lines, more));
const change = (statement: string) => sql.raw(statement).execute(shop.database.db);

/** As a till sends it: 7 g for $60, chosen while the blueprint had that tier. */
const sevenGrams = {
  product_id: SHOP.blueDream,
  quantity: 7,
  price: '60.00',
  subtotal: '60.00',
  total: '60.00',
  meta_data: meta({
    _pricing_tier_label: '7 g',
    _pricing_tier_rule_id: 1,
    _pricing_tier_rule_name: 'Flower',
    _pricing_tier_price: '60.00',
    _pricing_tier_quantity: 7,
  }),
};

it('refuses a tier that is gone and names the line, rather than offering the price of a piece for all of it', async () => {
  expect((await sell([grinder, sevenGrams])).statusCode).toBe(200);
  await change(
    `UPDATE products SET blueprint_id = NULL, category_ids = '{}', regular_price_cents = 1200 WHERE id = ${SHOP.blueDream}`,
  );
  try {
    const reply = await sell([grinder, sevenGrams]);
    expect(refusalOf(reply)).toEqual([422, 'tier_unknown']);
    expect(answerOf(reply)).toMatchObject({
      error: 'Blue Dream is not sold as 7 g. Remove it, or choose its quantity again.',
      lines: [{ position: 1, product_id: SHOP.blueDream, variation_id: null, name: 'Blue Dream', tier: '7 g' }],
    });
    // By the piece, as it is sold now.
    const pieces = { product_id: SHOP.blueDream, quantity: 7, price: '12.00', subtotal: '84.00', total: '84.00' };
    expect(answerOf(await sell([pieces])).data.subtotal).toBe('84.00');
  } finally {
    await change(
      `UPDATE products SET blueprint_id = 39, category_ids = '{25}', regular_price_cents = NULL WHERE id = ${SHOP.blueDream}`,
    );
  }
});

it('refuses seven pieces of what is sold by tiers now, rather than taking $60 for the price of each', async () => {
  const pieces = { product_id: SHOP.blueDream, quantity: 7, price: '12.00', subtotal: '84.00', total: '84.00' };
  const reply = await sell([pieces]);
  expect(refusalOf(reply)).toEqual([422, 'tier_unknown']);
  expect(answerOf(reply).lines).toMatchObject([{ position: 0, name: 'Blue Dream', tier: '7' }]);
});

it('names every line whose tier is gone', async () => {
  const gone = { ...sevenGrams, meta_data: meta({ _pricing_tier_label: 'Half' }) };
  const reply = await sell([gone, grinder, { ...gone, quantity: 3.5 }]);
  expect(refusalOf(reply)).toEqual([422, 'tier_unknown']);
  expect(answerOf(reply)).toMatchObject({
    error: expect.stringContaining('Blue Dream (Half), Blue Dream (Half)') as unknown,
    lines: [{ position: 0 }, { position: 2 }],
  });
});

it('sells by the rule whose id is sent, where two rules have one name', async () => {
  await change(`INSERT INTO pricing_rules (id, blueprint_id, price_class, name, product_type, position)
    VALUES (21, 39, 'top', 'Flower', 'flower', 5)`);
  await change(
    `INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit) VALUES (21, 3.5, 4000, '3.5 g', 'g')`,
  );
  await change(`UPDATE products SET price_class = 'top' WHERE id = ${SHOP.blueDream}`);
  const byRule = (id: unknown) =>
    sell([
      {
        ...eighth,
        meta_data: [...eighth.meta_data, ...meta({ _pricing_tier_rule_name: 'Flower', _pricing_tier_rule_id: id })],
      },
    ]);
  for (const id of [1, '21']) {
    const reply = await byRule(id);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(answerOf(reply).data.line_items[0]?.meta_data).toContainEqual({
      key: '_pricing_tier_rule_id',
      value: Number(id),
    });
  }
  expect(refusalOf(await byRule(null))).toEqual([422, 'tier_ambiguous']);
  expect(refusalOf(await byRule(22))).toEqual([422, 'tier_unknown']);
  for (const odd of ['one', 1.5, -1, [1]]) expect(refusalOf(await byRule(odd))).toEqual([422, 'not_valid']);
  await change(`UPDATE products SET price_class = NULL WHERE id = ${SHOP.blueDream}`);
  await change('DELETE FROM pricing_rules WHERE id = 21');
  // Tills of before know rules by name only.
  expect((await byRule(null)).statusCode).toBe(200);
});
