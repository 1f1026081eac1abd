import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';
import { edited, productFiles } from '#server/testing/trade/product-files.ts';

const { shop, manager } = await staffedShop();
const { exported, preview, imported } = productFiles(manager);
const { add, read } = managedProducts(manager);

describe('a price of a file', () => {
  it('keeps the sale that is planned when the price is edited, so that each step has the new price', async () => {
    const planned = {
      sale_price: '8.00',
      sale_from: '2099-01-01T05:00:00.000Z',
      sale_until: '2099-01-04T05:00:00.000Z',
    };
    const { id } = await add({ name: 'Planned', regular_price: '10.00', ...planned });
    const file = edited(await exported(), id, { 'Regular price': '12' });
    expect((await preview(file)).changes).toMatchObject([
      { fields: [{ field: 'regular_price', from: '$10.00', to: '$12.00' }] },
    ]);
    expect(await imported(file)).toMatchObject({ updated: 1 });
    expect(await read(id)).toMatchObject({ regular_price: '12.00', ...planned, price_changes: [] });
    const { rows } = await sql<{ regular: number; sale: number | null; created_by: number }>`
      SELECT regular_price_cents AS regular, sale_price_cents AS sale, created_by FROM item_prices
       WHERE product_id = ${id} AND valid_from > now() ORDER BY valid_from`.execute(shop.database.db);
    expect(rows).toEqual([
      { regular: 1200, sale: 800, created_by: manager.userId },
      { regular: 1200, sale: null, created_by: manager.userId },
    ]);
    const raised = edited(await exported(), id, { 'Regular price': '7' });
    expect((await preview(raised)).problems).toMatchObject([
      { column: 'Sale price', reason: 'is not below the regular price from 2099-01-01 00:00 on' },
    ]);
  });

  it('is refused a price below the sale price that the product has here, if it has one of the two columns only', async () => {
    const both = { Type: 'simple', SKU: 'W-2', Name: 'Wick, long', 'Regular price': '10', 'Sale price': '8' };
    expect(await imported([both])).toMatchObject({ created: 1 });
    const { 'Regular price': _regular, ...sale } = both;
    const { 'Sale price': _sale, ...regular } = both;
    for (const line of [
      { ...regular, 'Regular price': '7' },
      { ...sale, 'Sale price': '11' },
    ])
      expect((await preview([line])).problems).toEqual([
        { line: 2, column: 'Sale price', reason: 'is not below the regular price' },
      ]);
    expect(await imported([{ ...regular, 'Regular price': '9' }])).toMatchObject({ updated: 1 });
  });

  it('is reduced from the day to the day that the file has, by the clock of the location', async () => {
    const mug = { Type: 'simple', SKU: 'MUG-9', Name: 'Mug', 'Regular price': '20', 'Sale price': '5' };
    const starts = (text: string, ends = '') => [
      { ...mug, 'Date sale price starts': text, 'Date sale price ends': ends },
    ];
    expect(await imported(starts('2099-01-01', '2099-01-31'))).toMatchObject({ created: 1 });
    const line = (await exported()).find(({ SKU: sku }) => sku === 'MUG-9');
    expect(line).toMatchObject({
      'Sale price': '5.00',
      'Date sale price starts': '2099-01-01T00:00:00-05:00',
      'Date sale price ends': '2099-02-01T00:00:00-05:00',
    });
    const prices = async () => read(Number(line?.['ID']));
    const sale = { regular_price: '20.00', sale_price: '5.00' };
    const january = { sale_from: '2099-01-01T05:00:00.000Z', sale_until: '2099-02-01T05:00:00.000Z' };
    expect(await prices()).toMatchObject({ ...sale, ...january, price_changes: [] });
    expect(await preview(starts('2099-01-01', '2099-01-31'))).toMatchObject({ updated: 0, unchanged: 1 });
    // A file without these columns says nothing of a sale that is to come.
    expect(await imported([{ ...mug, 'Regular price': '21', 'Sale price': '' }])).toMatchObject({ updated: 1 });
    expect(await prices()).toMatchObject({ ...sale, ...january, regular_price: '21.00' });
    // As WooCommerce writes it.
    expect((await preview(starts('2099-07-01 9:00:00', '2099-07-31 23:59:59'))).changes).toMatchObject([
      {
        fields: [
          { field: 'regular_price', from: '$21.00', to: '$20.00' },
          { field: 'sale_from', from: '2099-01-01 00:00', to: '2099-07-01 09:00' },
          { field: 'sale_until', from: '2099-02-01 00:00', to: '2099-07-31 23:59' },
        ],
      },
    ]);
    expect(await imported(starts(''))).toMatchObject({ updated: 1 });
    expect(await prices()).toMatchObject({ ...sale, sale_from: null, sale_until: null });
    expect(await preview(starts('2026-01-01', '2026-01-31'))).toMatchObject({
      changes: [{ fields: [{ field: 'sale_price', from: '$5.00', to: '' }] }],
      notes: [{ column: 'Date sale price ends', reason: 'has passed, so the sale price is left out' }],
    });
    for (const [from, until] of [
      ['31.12.2099', ''],
      ['2099-02-30', ''],
      ['2099-01-01 24:00', ''],
      ['2099-01-02', '2099-01-01'],
    ] as const)
      expect((await preview(starts(from, until))).bad, from).toBe(1);
  });

  it('is reduced later when the row of an exported sale gets other days, or another price for the same days', async () => {
    const planned = {
      sale_price: '8.00',
      sale_from: '2099-01-01T05:00:00.000Z',
      sale_until: '2099-01-04T05:00:00.000Z',
    };
    const { id } = await add({ name: 'Later', regular_price: '10.00', ...planned });
    await imported(edited(await exported(), id, { 'Sale price': '7' }));
    expect(await read(id)).toMatchObject({ ...planned, sale_price: '7.00' });
    await imported(edited(await exported(), id, { 'Date sale price ends': '2099-01-09' }));
    expect(await read(id)).toMatchObject({ sale_price: '7.00', sale_until: '2099-01-10T05:00:00.000Z' });
    await imported(edited(await exported(), id, { 'Sale price': '' }));
    expect(await read(id)).toMatchObject({ regular_price: '10.00', sale_price: null, sale_from: null });
  });

  it('is judged beside the regular price that the item will have, and may be the same twice', async () => {
    const line = { Type: 'simple', Name: 'Sock' };
    const { problems } = await preview([
      { ...line, SKU: 'F', 'Regular price': '5', 'Sale price': '6' },
      { ...line, SKU: 'G', 'Regular price': '', 'Sale price': '6' },
      { ...line, SKU: 'H', 'Regular price': '6', 'Sale price': '6' },
    ]);
    expect(problems).toEqual([
      { line: 2, column: 'Sale price', reason: 'is not below the regular price' },
      { line: 3, column: 'Sale price', reason: 'stands without a regular price' },
    ]);
  });
});
