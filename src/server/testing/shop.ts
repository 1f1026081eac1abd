import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { testApp, type TestApp, type Till } from './app.ts';
import { TELL_STOCK } from './trade/told-stock.ts';

/** Items of the small shop below. Prices in dollars before tax; stock is at location 20. */
export const SHOP = {
  /** Flower: 1 g $15, 3.5 g $40, 7 g $60; pre-rolls at $8 draw 0.7 g of its jar each. 100 g in stock. */
  blueDream: 501,
  /** A grinder: $23.90 a piece, 10 in stock. */
  grinder: 502,
  /** A shirt in two sizes: 503-1 Small $25 (5 in stock), 503-2 Large $27 (none). */
  shirt: 503,
  shirtSmall: 5031,
  shirtLarge: 5032,
  /** Papers: $2, untaxed, 1000 in stock. */
  papers: 504,
  /** Flower whose pre-roll tier lost its conversion ratio. */
  brokenRolls: 505,
  /** A draft: not for sale. */
  draft: 506,
} as const;

/** The shop of `openShop` on a server of the test file, with one of the staff and a manager signed in at location 20. */
export async function staffedShop(): Promise<{ shop: TestApp; staff: Till; manager: Till }> {
  const shop = await testApp();
  afterAll(() => shop.close());
  await openShop(shop);
  return { shop, staff: await shop.signIn('staff'), manager: await shop.signIn('manager') };
}

/** A shop of a few items at location 20 (8.75 % tax) and 19, made by SQL so that every figure is known. */
export async function openShop({ database: { db } }: TestApp): Promise<void> {
  await sql`
    INSERT INTO locations (id, name) VALUES (19, 'Charlotte Monroe'), (20, 'Charlotte Central') ON CONFLICT DO NOTHING`.execute(
    db,
  );
  await sql`
    INSERT INTO tax_rates (location_id, code, rate_ppm) VALUES (19, 'NC-MONROE', 87500), (20, 'NC-CENTRAL', 87500)`.execute(
    db,
  );
  await sql`
    INSERT INTO blueprints (id, name, slug) VALUES (39, 'Flower', 'flower'), (40, 'Broken', 'broken')`.execute(db);
  await sql`
    INSERT INTO pricing_rules (id, blueprint_id, name, product_type, position) VALUES
      (1, 39, 'Flower', 'flower', 0), (2, 39, 'Pre-rolls', 'preroll', 1), (3, 40, 'Rolls', 'preroll', 0)`.execute(db);
  await sql`
    INSERT INTO pricing_tiers (rule_id, min, price_cents, label, unit, conversion_ratio) VALUES
      (1, 1, 1500, '1 g', 'g', NULL), (1, 3.5, 4000, '3.5 g', 'g', NULL), (1, 7, 6000, '7 g', 'g', NULL),
      (2, 1, 800, '1 pre-roll', 'pc', '{"input_amount": 0.7, "input_unit": "g", "output_amount": 1, "output_unit": "pre-roll"}'),
      (3, 1, 800, '1 pre-roll', 'pc', NULL)`.execute(db);
  await sql`
    INSERT INTO categories (id, name, slug, blueprint_id) VALUES (25, 'Flower', 'flower', 39), (30, 'Accessories', 'accessories', NULL)`.execute(
    db,
  );
  await sql`
    INSERT INTO products (id, name, sku, type, status, regular_price_cents, taxable, blueprint_id, category_ids) VALUES
      (501, 'Blue Dream', 'FL-BD', 'simple', 'publish', NULL, true, 39, '{25}'),
      (502, 'Grinder', 'AC-GR', 'simple', 'publish', 2390, true, NULL, '{30}'),
      (503, 'Shirt', 'AC-SH', 'variable', 'publish', NULL, true, NULL, '{30}'),
      (504, 'Papers', 'AC-PA', 'simple', 'publish', 200, false, NULL, '{30}'),
      (505, 'Broken Rolls', 'FL-BR', 'simple', 'publish', NULL, true, 40, '{}'),
      (506, 'Draft', 'AC-DR', 'simple', 'draft', 100, true, NULL, '{30}')`.execute(db);
  await sql`
    INSERT INTO variations (id, product_id, sku, regular_price_cents, attributes, position) VALUES
      (5031, 503, 'AC-SH-S', 2500, '[{"name": "Size", "option": "Small"}]', 0),
      (5032, 503, 'AC-SH-L', 2700, '[{"name": "Size", "option": "Large"}]', 1)`.execute(db);
  for (const [product, variation, quantity] of [
    [501, null, 100],
    [502, null, 10],
    [503, 5031, 5],
    [504, null, 1000],
    [505, null, 10],
  ] as const) {
    const moves = JSON.stringify([
      { product_id: product, variation_id: variation, delta: quantity, action: 'opening_stock' },
    ]);
    await sql`SELECT move_stock(20, NULL, ${moves}::jsonb)`.execute(db);
  }
  await sql.raw(TELL_STOCK).execute(db);
}

/** A customer of the directory with no points yet. */
export async function addCustomer({ database: { db } }: TestApp, name = 'Dana Reed'): Promise<number> {
  const username = `${name.toLowerCase().replaceAll(' ', '.')}-${Math.random().toString(36).slice(2, 8)}`;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (username, email, display_name, role) VALUES (${username}, ${`${username}@example.com`}, ${name}, 'customer')
    RETURNING id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the customer was not written');
  return row.id;
}

/** Stock on the books, in units. */
export async function stockOf(
  { database: { db } }: TestApp,
  productId: number,
  variationId: number | null = null,
  locationId = 20,
): Promise<number> {
  const { rows } = await sql<{ quantity: string }>`
    SELECT quantity FROM stock_levels WHERE location_id = ${locationId} AND product_id = ${productId}
       AND variation_id IS NOT DISTINCT FROM ${variationId}`.execute(db);
  return Number(rows[0]?.quantity ?? 0);
}
