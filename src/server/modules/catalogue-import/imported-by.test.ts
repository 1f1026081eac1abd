import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { importProductsRoute } from '#contract/catalogue-files.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';
import { edited, productFiles } from '#server/testing/trade/product-files.ts';

const { shop, manager } = await staffedShop();
const { exported, fileOf, preview, imported } = productFiles(manager);

const withhold = (permissions: string) =>
  sql`INSERT INTO role_settings (role, withheld) VALUES ('manager', ${permissions}::text[])
      ON CONFLICT (role) DO UPDATE SET withheld = excluded.withheld`.execute(shop.database.db);
afterEach(() => withhold('{}'));

const line = { Type: 'simple', SKU: 'LAMP-1', Name: 'Lamp', 'Regular price': '9' };

describe('a file of somebody', () => {
  it('puts stock on the books as that person', async () => {
    expect(await imported([{ ...line, Stock: '4' }])).toMatchObject({ created: 1, stock_set: 1 });
    expect(await imported([{ ...line, Stock: '6' }])).toMatchObject({ stock_set: 1 });
    const { rows } = await sql<object>`
      SELECT m.action, m.delta::float8 AS delta, m.actor_id FROM stock_movements m JOIN products p ON p.id = m.product_id
       WHERE p.sku = 'LAMP-1' ORDER BY m.id`.execute(shop.database.db);
    expect(rows).toEqual([
      { action: 'opening_stock', delta: 4, actor_id: manager.userId },
      { action: 'inventory_update', delta: 2, actor_id: manager.userId },
    ]);
    const { checks } = await verifyBooks(shop.database.connection);
    expect(checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('sets no stock when that person may not count, and everything else', async () => {
    const stock = await stockOf(shop, SHOP.papers);
    const lines = await exported();
    await withhold('{adjust-stock}');
    const counted = edited(lines, SHOP.papers, { Stock: '77' });
    expect((await preview(counted)).problems).toMatchObject([
      { column: 'Stock', reason: 'would change, and your role may not count stock' },
    ]);
    expect(refusalOf(await manager.post(importProductsRoute.path, fileOf(counted)))).toEqual([422, 'import_not_clean']);
    expect(await stockOf(shop, SHOP.papers)).toBe(stock);
    const fresh = { ...line, SKU: 'LAMP-2' };
    expect((await preview([{ ...fresh, Stock: '3' }])).bad).toBe(1);
    expect(await imported([{ ...fresh, Stock: '0' }])).toMatchObject({ created: 1 });
    expect(await imported(edited(lines, SHOP.papers, { 'Regular price': '3.10' }))).toMatchObject({ updated: 1 });
  });

  it('brings and shows no costs when that person may not see them', async () => {
    expect(await imported([{ ...line, 'Meta: _blueprint_cost': '14.25', Cost: '14' }])).toMatchObject({ updated: 1 });
    await withhold('{see-costs}');
    const file = [{ ...line, Name: 'Big lamp', 'Meta: _blueprint_cost': '1', Cost: '14' }];
    const plan = await preview(file);
    const reason = 'is about costs, which your role keeps from you: take this column out';
    expect(plan.problems).toEqual([
      { line: 1, column: 'Meta: _blueprint_cost', reason },
      { line: 1, column: 'Cost', reason },
    ]);
    expect(plan.changes).toEqual([]);
    expect(JSON.stringify(plan)).not.toContain('14.25');
    expect(refusalOf(await manager.post(importProductsRoute.path, fileOf(file)))).toEqual([422, 'import_not_clean']);
  });
});
