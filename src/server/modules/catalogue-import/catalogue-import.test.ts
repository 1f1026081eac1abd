import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#server/testing/database.ts';
import { IMPORT_LOCK } from './queries.ts';
import { problemLine } from './report.ts';
import { importCatalogue, type ImportOptions } from './service.ts';
import { IS_LONG } from '#testing/times.ts';

const HEADER =
  'ID,Type,SKU,Name,Published,Stock,Regular price,Sale price,Categories,Parent,Position,Attribute 1 name,Attribute 1 value(s),Meta: _blueprint_nose';
const SHOP = [
  '7,simple,MUG-1,Mug,1,5,12.50,,Accessories > Mugs,,,,,',
  '8,variable,TEE,T-shirt,1,,,,Clothing,,,Size,"S, L",',
  '9,variation,TEE-S,T-shirt - S,1,3,20,15,,TEE,1,Size,S,',
  '10,variation,,T-shirt - L,1,0,20,,,id:8,2,Size,L,',
  '11,simple,,Kief,0,2.25,9,,Flowers > Kief,,,,,Pine',
];

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

beforeEach(async () => {
  await database.pool.query(`
    truncate import_sources, stock_movements, stock_levels, variations, products, categories, locations restart identity cascade;
    alter sequence catalogue_ids restart;
    insert into locations (id, name) values (19, 'Monroe'), (20, 'Central');
    insert into categories (id, name, slug) values (25, 'Flower', 'flower'), (31, 'Accessories', 'accessories')`);
});

function run(rows: readonly string[], options: Partial<ImportOptions> = {}) {
  const bytes = new TextEncoder().encode([HEADER, ...rows].join('\r\n'));
  const standard = { fileName: 'shop.csv', source: 'woocommerce', locationId: 20, dryRun: false };
  return importCatalogue(database.db, bytes, { ...standard, ...options });
}

async function rows<T>(text: string): Promise<T[]> {
  return (await sql<T>`${sql.raw(text)}`.execute(database.db)).rows;
}

/** Everything an import may touch. */
async function everything(): Promise<unknown> {
  return rows(`select (select json_agg(p order by id) from products p) as products,
    (select json_agg(v order by id) from variations v) as variations,
    (select json_agg(c order by id) from categories c) as categories,
    (select json_agg(s order by product_id, variation_id) from stock_levels s) as stock,
    (select json_agg(m order by id) from stock_movements m) as movements,
    (select json_agg(i order by source_id) from import_sources i) as links,
    (select json_agg(f order by location_id, product_id, variation_id) from imported_stock f) as figures,
    (select count(*) from audit_trail) as audits, (select version from catalogue_version) as version,
    (select last_value from catalogue_ids) as last_id`);
}

const stockOf = () =>
  rows(`select l.location_id, l.product_id, l.variation_id, l.quantity, sum(m.delta) as moved, array_agg(m.action order by m.id) as actions
          from stock_levels l left join stock_movements m on m.location_id = l.location_id and m.product_id = l.product_id
           and m.variation_id is not distinct from l.variation_id group by 1, 2, 3, 4 order by 1, 2, 3`);

describe('importing a catalogue', () => {
  it('counts new items without a price, and those whose price the file takes away', async () => {
    const priced = SHOP[0] ?? '';
    expect((await run([priced, '12,simple,,Cap,1,1,,,,,,,,'])).counts).toMatchObject({
      priceMissing: 1,
      priceCleared: 0,
    });
    const blank = priced.replace('12.50', '');
    expect((await run([blank])).counts).toMatchObject({ priceMissing: 0, priceCleared: 1 });
    expect((await run([blank])).counts).toMatchObject({ priceMissing: 0, priceCleared: 0 });
  });

  it('brings products, variations, categories and opening stock, all with the numbers of the file', async () => {
    const report = await run(SHOP);
    expect(report.problems).toEqual([]);
    expect(report.counts).toEqual({
      created: 5,
      updated: 0,
      unchanged: 0,
      categoriesCreated: 3,
      stockSet: 4,
      stockLeft: 0,
      stockMissing: 0,
      priceMissing: 0,
      priceCleared: 0,
    });
    expect(
      await rows(
        'select id, name, sku, type, status, regular_price_cents, category_ids, meta from products order by id',
      ),
    ).toEqual([
      {
        id: 7,
        name: 'Mug',
        sku: 'MUG-1',
        type: 'simple',
        status: 'publish',
        regular_price_cents: 1250,
        category_ids: [1000, 31],
        meta: {},
      },
      {
        id: 8,
        name: 'T-shirt',
        sku: 'TEE',
        type: 'variable',
        status: 'publish',
        regular_price_cents: null,
        category_ids: [1001],
        meta: { _attributes: [{ name: 'Size', options: ['S', 'L'], visible: true, global: false }] },
      },
      {
        id: 11,
        name: 'Kief',
        sku: null,
        type: 'simple',
        status: 'draft',
        regular_price_cents: 900,
        category_ids: [1002, 25],
        meta: { _blueprint_nose: 'Pine' },
      },
    ]);
    expect(
      await rows('select id, product_id, sku, sale_price_cents, attributes, position from variations order by id'),
    ).toEqual([
      {
        id: 9,
        product_id: 8,
        sku: 'TEE-S',
        sale_price_cents: 1500,
        attributes: [{ name: 'Size', option: 'S' }],
        position: 1,
      },
      {
        id: 10,
        product_id: 8,
        sku: null,
        sale_price_cents: null,
        attributes: [{ name: 'Size', option: 'L' }],
        position: 2,
      },
    ]);
    expect(await stockOf()).toEqual([
      {
        location_id: 20,
        product_id: 7,
        variation_id: null,
        quantity: '5.000',
        moved: '5.000',
        actions: ['opening_stock'],
      },
      {
        location_id: 20,
        product_id: 8,
        variation_id: 9,
        quantity: '3.000',
        moved: '3.000',
        actions: ['opening_stock'],
      },
      { location_id: 20, product_id: 8, variation_id: 10, quantity: '0.000', moved: null, actions: [null] },
      {
        location_id: 20,
        product_id: 11,
        variation_id: null,
        quantity: '2.250',
        moved: '2.250',
        actions: ['opening_stock'],
      },
    ]);
    expect(
      await rows(
        `select action, entity_id, location_id, details ->> 'created' as created from audit_trail order by id desc limit 1`,
      ),
    ).toEqual([{ action: 'catalogue_import', entity_id: 'woocommerce', location_id: 20, created: '5' }]);
  });

  it('changes nothing the second time', async () => {
    await run(SHOP);
    const before = await everything();
    const report = await run(SHOP);
    expect(report.counts).toEqual({
      created: 0,
      updated: 0,
      unchanged: 5,
      categoriesCreated: 0,
      stockSet: 0,
      stockLeft: 0,
      stockMissing: 0,
      priceMissing: 0,
      priceCleared: 0,
    });
    expect(await everything()).toEqual(before);
  });

  it('says in a dry run what it would do, and writes nothing', async () => {
    const before = await everything();
    const dry = await run(SHOP, { dryRun: true });
    expect(await everything()).toEqual(before);
    expect((await run(SHOP)).counts).toEqual(dry.counts);
  });

  it('writes nothing at all when one row of many is wrong, and names every wrong one', async () => {
    await run(SHOP);
    const before = await everything();
    const report = await run([
      '7,simple,MUG-1,Bigger mug,1,9,14,,,,,,,',
      ',simple,,,1,,,,,,,,,',
      '21,variation,,,1,,5,,,NOBODY,,,,',
      '22,variation,,,1,,5,,,id:99,,,,',
      '23,variation,,,1,,5,,,id:7,,,,',
    ]);
    expect(report.problems.map(problemLine)).toEqual([
      'line 3, SKU: is blank and so is the ID: nothing to know the row by when it comes again',
      'line 3, Name: is missing',
      'line 4, Parent: "NOBODY" is neither in the file nor in the shop',
      'line 5, Parent: id:99 is neither in the file nor in the shop',
      'line 6, Parent: id:7 is line 2, which is not a variable product',
    ]);
    expect(await everything()).toEqual(before);
  });

  it('does not report a variation for what is wrong with its product', async () => {
    const report = await run(['1,variable,P,Shirt,9,,,,,,,,,', '2,variation,,,1,,5,,,P,,,,']);
    expect(report.problems.map(problemLine)).toEqual(['line 2, Published: "9" is none of 1, 0 and -1']);
  });

  it('tells what has changed in the file since, and enters the difference in the stock ledger', async () => {
    await run(SHOP);
    const report = await run(SHOP.with(0, '7,simple,MUG-2,Mug,1,2,,,,,,,,Clay'));
    expect(report.counts).toMatchObject({ created: 0, updated: 1, unchanged: 4, stockSet: 1 });
    expect(
      await rows('select id, name, sku, regular_price_cents, category_ids, meta from products where id = 7'),
    ).toEqual([
      {
        id: 7,
        name: 'Mug',
        sku: 'MUG-2',
        regular_price_cents: null,
        category_ids: [1000, 31],
        meta: { _blueprint_nose: 'Clay' },
      },
    ]);
    expect((await stockOf())[0]).toMatchObject({
      quantity: '2.000',
      moved: '2.000',
      actions: ['opening_stock', 'inventory_update'],
    });
  });

  it('keeps what staff have added to a product', async () => {
    await run(SHOP);
    await database.pool.query(
      `update products set meta = meta || '{"_shelf": "B4"}', image = '/pictures/mug.webp', barcode = '123' where id = 7`,
    );
    await run(SHOP.with(0, '7,simple,MUG-1,Big mug,1,5,12.50,,,,,,,Clay'));
    expect(await rows('select name, image, barcode, meta from products where id = 7')).toEqual([
      { name: 'Big mug', image: '/pictures/mug.webp', barcode: '123', meta: { _shelf: 'B4', _blueprint_nose: 'Clay' } },
    ]);
  });

  it('keeps the name that staff gave a product which has none in the file', async () => {
    const file = ['7,simple,MUG-1,,1,,,,,,,,,', '8,simple,,,1,,,,,,,,,'];
    await run(file);
    expect(await rows('select name from products order by id')).toEqual([{ name: 'MUG-1' }, { name: 'Product 8' }]);
    expect((await run(file)).counts.unchanged).toBe(2);
    await database.pool.query(`update products set name = 'Mug' where id = 7`);
    expect((await run(file)).counts.unchanged).toBe(2);
    expect(await rows('select name from products order by id')).toEqual([{ name: 'Mug' }, { name: 'Product 8' }]);
  });

  it('writes a row that stands in the file twice once', async () => {
    const report = await run([...SHOP, ...SHOP]);
    expect(report.counts).toMatchObject({ created: 5, stockSet: 4 });
    expect(report.skipped.map(({ line, repeats }) => [line, repeats])).toEqual([
      [7, 2],
      [8, 3],
      [9, 4],
      [10, 5],
      [11, 6],
    ]);
  });

  it('sets the stock of the location it is told, and leaves the others', async () => {
    await run(SHOP);
    const report = await run(SHOP, { locationId: 19 });
    expect(report.counts).toEqual({
      created: 0,
      updated: 4,
      unchanged: 1,
      categoriesCreated: 0,
      stockSet: 4,
      stockLeft: 0,
      stockMissing: 0,
      priceMissing: 0,
      priceCleared: 0,
    });
    expect(await rows('select location_id, sum(quantity) as stock from stock_levels group by 1 order by 1')).toEqual([
      { location_id: 19, stock: '10.250' },
      { location_id: 20, stock: '10.250' },
    ]);
    await expect(run(SHOP, { locationId: 5 })).rejects.toThrow(
      'There is no location 5; name one with --location: 19 Monroe, 20 Central.',
    );
  });

  it('knows where a shop with one location has it, and takes the usual one of several', async () => {
    expect((await run(SHOP, { locationId: null })).locationName).toBe('Central');
    await database.pool.query(
      `truncate stock_movements, stock_levels, locations cascade; insert into locations (id, name) values (1, 'Main')`,
    );
    expect((await run(SHOP, { locationId: null, dryRun: true })).locationName).toBe('Main');
  });
});

describe('the number a row gets', () => {
  beforeEach(() =>
    database.pool.query(
      `insert into products (id, name, sku) values (7, 'Demo jar', 'JAR'), (1000001, 'Made here', 'HERE')`,
    ),
  );

  it('is a new one when another product has it, and the same one the next time', async () => {
    await run(['7,simple,,Mug,1,5,1,,,,,,,', '2147483648,simple,,Cap,1,,1,,,,,,,']);
    expect(await rows('select id, name from products order by id')).toEqual([
      { id: 7, name: 'Demo jar' },
      { id: 1_000_001, name: 'Made here' },
      { id: 1_000_002, name: 'Mug' },
      { id: 1_000_003, name: 'Cap' },
    ]);
    expect((await run(['7,simple,,Mug,1,5,1,,,,,,,', '2147483648,simple,,Cap,1,,1,,,,,,,'])).counts.unchanged).toBe(2);
  });

  it('is that of the product with its SKU, whatever its case', async () => {
    const report = await run(['70,simple,jar,Jar with a lid,1,,3,,,,,,,', ',simple,Here,Made there,1,,4,,,,,,,']);
    expect(report.counts).toMatchObject({ created: 0, updated: 2 });
    expect(await rows('select id, name from products order by id')).toEqual([
      { id: 7, name: 'Jar with a lid' },
      { id: 1_000_001, name: 'Made there' },
    ]);
  });

  it('is never given to a product made later', async () => {
    await run(['1000005,simple,,Mug,1,,1,,,,,,,']);
    const [next] = await rows<{ id: number }>(`insert into products (name) values ('Later') returning id`);
    expect(next?.id).toBe(1_000_006);
  });

  it('means another product in the file of another store', async () => {
    await run(['70,simple,MUG,Mug,1,,1,,,,,,,']);
    const other = ['70,simple,CAP,Cap,1,,2,,,,,,,'];
    expect((await run(other)).problems.map(problemLine)).toEqual([
      'line 2, ID: 70 was imported as product 70 "Mug", which has another SKU and name; a file of another store needs a --source of its own',
    ]);
    expect((await run(other, { source: 'second-shop' })).counts).toMatchObject({ created: 1, updated: 0 });
    expect((await run(other, { source: 'second-shop' })).counts).toMatchObject({ created: 0, unchanged: 1 });
  });

  it('is not guessed when the ID is one product and the SKU another', async () => {
    await run(['70,simple,MUG,Mug,1,,1,,,,,,,', '71,simple,CAP,Cap,1,,1,,,,,,,']);
    expect((await run(['70,simple,CAP,Cap,1,,1,,,,,,,'])).problems.map(problemLine)).toEqual([
      'line 2, SKU: is that of product 71 "Cap", but ID 70 was imported as product 70 "Mug"',
    ]);
    expect(
      (await run(['70,simple,,Mug,1,,1,,,,,,,', ',simple,mug,Mug,1,,1,,,,,,,'])).problems.map(problemLine),
    ).toEqual(['line 3: is product 70 "Mug", and so is line 2']);
  });
});

describe('a product that becomes something else', () => {
  it('may not get variations while it has stock of its own, nor lose those it has', async () => {
    await run(SHOP);
    expect(
      (
        await run([
          '7,variable,MUG-1,Mug,1,,,,,,,,,',
          '8,simple,TEE,T-shirt,1,,,,,,,,,',
          '9,simple,TEE-S,T-shirt - S,1,,20,,,,,,,',
        ])
      ).problems.map(problemLine),
    ).toEqual([
      'line 2, Type: makes variations of a product that has stock of its own; set that to 0 first',
      'line 3, Type: is simple, and the product here has variations',
      'line 4, Type: makes it a simple product, but it is variation 9 "T-shirt - S" here',
    ]);
  });

  it('takes new variations for a product imported before', async () => {
    await run(SHOP);
    const report = await run(['12,variation,TEE-M,T-shirt - M,1,4,20,,,id:8,3,Size,M,']);
    expect(report.counts).toMatchObject({ created: 1, stockSet: 1 });
    expect(await rows('select product_id from variations where id = 12')).toEqual([{ product_id: 8 }]);
  });
});

describe('an import beside the work of the shop', () => {
  it('waits for nobody and is refused while another one runs', async () => {
    const client = await database.pool.connect();
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${IMPORT_LOCK})`);
      await expect(run(SHOP)).rejects.toThrow('Another import is running; wait for it to end.');
      expect(await run(SHOP, { dryRun: true })).toMatchObject({ problems: [] });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it.runIf(IS_LONG)('imports 3,000 rows with their stock in a few statements', async () => {
    const many = Array.from(
      { length: 3000 },
      (_, n) => `${n + 1},simple,S-${n},Product ${n},1,${n % 50},${n % 90}.99,,Flower,,,,,`,
    );
    expect((await run(many)).counts).toMatchObject({ created: 3000, stockSet: 3000 });
    expect((await run(many)).counts).toMatchObject({ created: 0, updated: 0, unchanged: 3000, stockSet: 0 });
    expect(
      await rows(
        `select count(*) as items, sum(quantity) = (select sum(delta) from stock_movements) as adds_up from stock_levels`,
      ),
    ).toEqual([{ items: 3000, adds_up: true }]);
  });
});
