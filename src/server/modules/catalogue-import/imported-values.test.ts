import { describe, expect, it } from 'vitest';
import { staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';
import { edited, lineOf, productFiles } from '#server/testing/trade/product-files.ts';

const { manager } = await staffedShop();
const { exported, preview, imported } = productFiles(manager);
const { add, read } = managedProducts(manager);

const idOf = async (sku: string): Promise<number> =>
  Number((await exported()).find((line) => line['SKU'] === sku)?.['ID']);

describe('a blank cell', () => {
  it('changes nothing of a product that is here, and puts no draft on sale', async () => {
    const line = { Type: 'simple', SKU: 'DRAFT-1', Name: 'Draft', 'Regular price': '3' };
    await imported([{ ...line, Published: '0', 'Tax status': 'none' }]);
    const id = await idOf('DRAFT-1');
    await imported([{ ...line, 'Regular price': '4', Published: '', 'Tax status': '' }]);
    expect(await read(id)).toMatchObject({ regular_price: '4.00', status: 'draft', taxable: false });
    await imported([{ ...line, SKU: 'NEW-1', Published: '', 'Tax status': '' }]);
    expect(await read(await idOf('NEW-1'))).toMatchObject({ status: 'publish', taxable: true });
  });

  it('of an exported file is named when it says nothing though it was emptied', async () => {
    const { id } = await add({ name: 'Kept', sku: 'KEPT-1', description: 'Long', category_ids: [25], status: 'draft' });
    await manager.send('PUT', `/api/proxy/woocommerce/products/${id}`, { meta_data: [{ key: 'shelf', value: 'B4' }] });
    const lines = await exported();
    const blank = { SKU: '', Description: '', Categories: '', Published: '', 'Meta: shelf': '' };
    const line = lines.indexOf(lineOf(lines, id)) + 2;
    const plan = await preview(edited(lines, id, blank));
    expect(plan).toMatchObject({ updated: 0, problems: [] });
    const reason = 'was emptied, and stays as it is here';
    expect(plan.notes).toEqual(
      ['SKU', 'Published', 'Description', 'Categories', 'Meta: shelf'].map((column) => ({ line, column, reason })),
    );
  });
});

describe('a barcode of a file', () => {
  const lamp = { Type: 'simple', Name: 'Lamp', 'Regular price': '3' };
  const upc = '036000291452';

  it('belongs to one item only, whatever its form, and may be handed on', async () => {
    await add({ name: 'Holder', sku: 'HOLDER', barcode: upc });
    const taken = { column: 'Barcode', reason: `"0${upc}" belongs to "Holder" already` };
    expect((await preview([{ ...lamp, SKU: 'L-1', Barcode: `0${upc}` }])).problems).toMatchObject([taken]);
    expect((await preview([{ ...lamp, SKU: upc }])).problems).toMatchObject([
      { column: 'SKU', reason: `"${upc}" belongs to "Holder" already` },
    ]);
    const twice = ['L-1', 'L-2'].map((sku) => ({ ...lamp, SKU: sku, Barcode: '4006381333931' }));
    expect((await preview(twice)).problems).toEqual([
      { line: 3, column: 'Barcode', reason: '"4006381333931" is also the barcode of line 2' },
    ]);
    const handed = [
      { ...lamp, SKU: 'L-1', Barcode: upc },
      { ...lamp, SKU: 'HOLDER', Name: 'Holder', Barcode: '4006381333931' },
    ];
    expect(await imported(handed)).toMatchObject({ created: 1, updated: 1 });
    expect(await preview(handed)).toMatchObject({ updated: 0, problems: [] });
  });

  it('is worth a look when its check digit is wrong', async () => {
    const file = [{ ...lamp, SKU: 'L-3', Barcode: '12345' }];
    const reason = 'is no UPC-A or EAN-13 with a right check digit; kept as it is';
    expect((await preview(file)).notes).toEqual([{ line: 2, column: 'Barcode', reason }]);
    await imported(file);
    expect((await preview(file)).notes).toEqual([]);
  });
});
