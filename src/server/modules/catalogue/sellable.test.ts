import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testDatabase, type TestDatabase } from '#server/testing/database.ts';
import { loadSellable } from './service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await sql`
    WITH b AS (INSERT INTO blueprints (id, name, slug) VALUES (39, 'Flower', 'flower')),
         c AS (INSERT INTO categories (id, name, slug, blueprint_id) VALUES (25, 'Flower', 'flower', 39), (31, 'Accessories', 'accessories', NULL)),
         r AS (INSERT INTO pricing_rules (id, blueprint_id, name, product_type, price_class, position)
                 VALUES (1, 39, 'House', 'flower', 'house', 1), (2, 39, 'Reserve', 'flower', 'reserve', 2), (3, 39, 'Rolls', 'preroll', NULL, 3)),
         t AS (INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit, conversion_ratio) VALUES
                 (1, 3.5, 4000, '3.5 g', 'g', NULL), (1, 1, 1500, '1 g', 'g', NULL), (2, 1, 1800, '1 g', 'g', NULL),
                 (3, 1, 1000, '1 roll', 'roll', '{"input_amount": 0.7, "input_unit": "g", "output_amount": 1, "output_unit": "roll"}'),
                 (3, 2, 1900, '2 rolls', 'roll', '{"input_amount": 1e-7}'))
    INSERT INTO products (id, name, sku, type, status, regular_price_cents, sale_price_cents, price_class, category_ids, taxable) VALUES
      (1, 'Sour Dogwood', 'F-1', 'simple', 'publish', NULL, NULL, 'house', '{999,25,31}', true),
      (2, 'Grinder', 'A-2', 'simple', 'draft', 2500, 1999, NULL, '{31}', false),
      (3, 'Hoodie', 'A-3', 'variable', 'publish', 100, NULL, NULL, '{31}', true)`.execute(database.db);
  await sql`
    INSERT INTO variations (id, product_id, name, sku, status, regular_price_cents, sale_price_cents, attributes) VALUES
      (4, 3, NULL, 'A-3-L', 'publish', 4500, NULL, '[{"name": "Size", "option": "Large"}, {"name": "Colour", "option": "Blue"}]'),
      (5, 3, 'Odd one', NULL, 'private', NULL, NULL, '[]')`.execute(database.db);
});
afterAll(() => database.close());

it('prices a product by the rules of its category and its own price class', async () => {
  const found = await loadSellable(database.db, [{ productId: 1, variationId: null }]);
  expect(found.get('1')).toMatchObject({
    name: 'Sour Dogwood',
    category: 'Flower',
    published: true,
    hasVariants: false,
    priceCents: null,
    pricing: {
      blueprintId: 39,
      blueprintName: 'Flower',
      ruleGroups: [
        {
          ruleName: 'House',
          tiers: [
            { minMilli: 1000, priceCents: 1500 },
            { minMilli: 3500, priceCents: 4000 },
          ],
        },
        { ruleName: 'Rolls', tiers: [{ conversionRatio: { inputMilli: 700, outputMilli: 1000 } }, { minMilli: 2000 }] },
      ],
    },
  });
});

it('keeps a ratio that cannot be read as one that no sale accepts', async () => {
  const found = await loadSellable(database.db, [{ productId: 1, variationId: null }]);
  expect(found.get('1')?.pricing?.ruleGroups[1]?.tiers[1]?.conversionRatio).toMatchObject({ inputMilli: 0 });
});

it('sells at the sale price, a variant at its own and under both names', async () => {
  const found = await loadSellable(database.db, [
    { productId: 2, variationId: null },
    { productId: 3, variationId: 4 },
    { productId: 3, variationId: 5 },
    { productId: 3, variationId: null },
  ]);
  expect(found.get('2')).toMatchObject({ priceCents: 1999, published: false, taxable: false, pricing: null });
  expect(found.get('3-4')).toMatchObject({
    name: 'Hoodie - Large, Blue',
    sku: 'A-3-L',
    priceCents: 4500,
    published: true,
  });
  expect(found.get('3-5')).toMatchObject({ name: 'Hoodie - Odd one', sku: 'A-3', priceCents: null, published: false });
  expect(found.get('3')).toMatchObject({ hasVariants: true });
});

it('knows nothing of an item that is not there, nor of a variation under another product', async () => {
  const found = await loadSellable(database.db, [
    { productId: 77, variationId: null },
    { productId: 2, variationId: 4 },
  ]);
  expect(found.size).toBe(0);
  expect((await loadSellable(database.db, [])).size).toBe(0);
});

it('sees a changed tier at once, and forgets a change that was undone', async () => {
  const priceOf = async () =>
    (await loadSellable(database.db, [{ productId: 1, variationId: null }])).get('1')?.pricing?.ruleGroups[0]?.tiers[0]
      ?.priceCents;
  const undone = database.db.transaction().execute(async (tx) => {
    await sql`UPDATE pricing_tiers SET price_cents = 1 WHERE rule_id = 1 AND min = 1`.execute(tx);
    const inside = await loadSellable(tx, [{ productId: 1, variationId: null }]);
    expect(inside.get('1')?.pricing?.ruleGroups[0]?.tiers[0]?.priceCents).toBe(1);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await priceOf()).toBe(1500);
  await sql`UPDATE pricing_tiers SET price_cents = 1600 WHERE rule_id = 1 AND min = 1`.execute(database.db);
  expect(await priceOf()).toBe(1600);
});
