import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { staffedShop } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';
import { edited, lineOf, productFiles } from '#server/testing/trade/product-files.ts';

const { shop, manager } = await staffedShop();
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

describe('a value of a blueprint field', () => {
  const column = (name: string) => `Meta: _blueprint_${name}`;
  const [TYPE, THCA, TESTED, LOCAL] = ['strain_type', 'thca_percentage', 'tested_on', 'local'].map(column) as [
    string,
    string,
    string,
    string,
  ];
  const bud = { Type: 'simple', Name: 'Bud', Categories: 'Flower', Published: '1', [TYPE]: 'sativa' };
  const valuesOf = async (sku: string) => (await read(await idOf(sku))).field_values;

  beforeAll(async () => {
    const fields = [
      { name: 'strain_type', label: 'Type', type: 'select', options: ['Indica', 'Sativa'], required: true },
      { name: 'thca_percentage', label: 'THCA %', type: 'number', min: 0, max: 100 },
      { label: 'Tested on', type: 'date' },
      { label: 'Local', type: 'boolean', default_value: 'yes' },
    ];
    const reply = await manager.send('PUT', '/api/manage/blueprints/39', { fields });
    expect(reply.statusCode, reply.body).toBe(200);
  });

  it('is refused by line and column where the form would refuse it', async () => {
    const line = { ...bud, [THCA]: '', [TESTED]: '', [LOCAL]: '' };
    const { problems } = await preview([
      { ...line, SKU: 'B-1', [THCA]: 'lots', [TYPE]: 'Hybrid' },
      { ...line, SKU: 'B-2', [THCA]: '120', [TESTED]: '11/23/2026', [LOCAL]: 'maybe' },
      { ...line, SKU: 'B-3', [TYPE]: '' },
    ]);
    expect(problems).toEqual([
      { line: 2, column: TYPE, reason: '"Hybrid" does not fit: Type is one of Indica, Sativa' },
      { line: 2, column: THCA, reason: '"lots" does not fit: THCA % is a number, such as 12.5' },
      { line: 3, column: THCA, reason: '"120" does not fit: THCA % is 100 at most' },
      { line: 3, column: TESTED, reason: '"11/23/2026" does not fit: Tested on is a day, such as 2026-11-23' },
      { line: 3, column: LOCAL, reason: '"maybe" does not fit: Local is yes or no' },
      { line: 4, column: TYPE, reason: 'needs a value before this is for sale' },
    ]);
  });

  it('is kept in the form of its type, and a new product gets the defaults', async () => {
    const file = [{ ...bud, SKU: 'B-4', [THCA]: '22.50' }];
    expect(await imported(file)).toMatchObject({ created: 1 });
    expect(await valuesOf('B-4')).toEqual({ strain_type: 'Sativa', thca_percentage: '22.5', local: 'true' });
    expect(await preview(file)).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await imported([{ ...bud, SKU: 'B-4', [LOCAL]: 'No' }])).toMatchObject({ updated: 1 });
    expect(await valuesOf('B-4')).toMatchObject({ thca_percentage: '22.5', local: 'false' });
  });

  it('is needed when a file puts a product on sale, or into a category that needs it, and not for a draft', async () => {
    const { [TYPE]: _type, ...untyped } = bud;
    const needed = [{ line: 2, column: null, reason: 'Type needs a value before this is for sale' }];
    expect((await preview([{ ...untyped, SKU: 'B-5' }])).problems).toEqual(needed);
    expect(await imported([{ ...untyped, SKU: 'B-5', Published: '0' }])).toMatchObject({ created: 1 });
    expect((await preview([{ ...untyped, SKU: 'B-5' }])).problems).toEqual(needed);
    expect(await imported([{ ...untyped, SKU: 'B-6', Categories: 'Accessories' }])).toMatchObject({ created: 1 });
    expect((await preview([{ ...untyped, SKU: 'B-6' }])).problems).toEqual(needed);
    // A product that is on sale without it stays so: it was so before the field was needed.
    const { problems } = await preview([{ ...untyped, SKU: 'FL-BD', Name: 'Blue Dream', Description: 'Sweet' }]);
    expect(problems).toEqual([]);
  });

  it('that was wrong before is judged when it is edited', async () => {
    await sql`UPDATE products SET meta = '{"_blueprint_thca_percentage": "lots"}' WHERE sku = 'FL-BD'`.execute(
      shop.database.db,
    );
    const line = { Type: 'simple', SKU: 'FL-BD', Name: 'Blue Dream', [THCA]: 'lots' };
    expect((await preview([line])).problems).toEqual([]);
    const lines = await exported();
    const id = await idOf('FL-BD');
    expect((await preview(edited(lines, id, { Name: 'Blue Dreams' }))).problems).toEqual([]);
    expect((await preview(edited(lines, id, { [THCA]: 'more' }))).problems).toMatchObject([{ column: THCA }]);
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
