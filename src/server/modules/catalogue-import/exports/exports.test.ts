import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { exportProductsRoute, importProductsRoute, previewProductImportRoute } from '#contract/catalogue-files.ts';
import type { LiveEvent } from '#contract/live.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf } from '#server/testing/app.ts';
import { times } from '#testing/times.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP, staffedShop, stockOf } from '#server/testing/shop.ts';
import { managedProducts } from '#server/testing/trade/managed-products.ts';
import { edited, lineOf, productFiles } from '#server/testing/trade/product-files.ts';

const PRODUCTS = '/api/manage/products';

const { shop, staff, manager } = await staffedShop();

const { exported, fileOf, preview, imported } = productFiles(manager);
const { add, read } = managedProducts(manager);

describe('a file that this shop exported', () => {
  it('changes just what was edited in it, and undoes no sale made since', async () => {
    const before = await read(SHOP.grinder);
    const lines = await exported();
    const stock = await stockOf(shop, SHOP.grinder);
    expect(lineOf(lines, SHOP.grinder)).toMatchObject({
      'Regular price': '23.90',
      Stock: String(stock),
      Published: '1',
    });
    expect((await staff.post('/api/orders', sale([grinder]))).statusCode).toBe(200);
    // As a spreadsheet writes it.
    const file = edited(lines, SHOP.grinder, { 'Regular price': '24.5' });
    const plan = await preview(file);
    expect(plan).toMatchObject({ own: true, created: 0, updated: 1, unchanged: lines.length - 1, problems: [] });
    expect(plan.changes).toMatchObject([
      {
        name: before.name,
        change: 'update',
        fields: [{ field: 'regular_price', from: '$23.90', to: '$24.50' }],
        stock: null,
      },
    ]);
    const heard: LiveEvent[] = [];
    shop.app.deps.live.subscribe((event) => event.type === 'catalogue' && heard.push(event));
    expect(await imported(file)).toMatchObject({ updated: 1, stock_set: 0 });
    await expect.poll(() => heard).toEqual([{ type: 'catalogue', product_ids: [SHOP.grinder] }]);
    const after = await read(SHOP.grinder);
    const { version, updated_at } = after;
    expect(version).toBeGreaterThan(before.version);
    expect(after).toEqual({ ...before, regular_price: '24.50', in_books: true, version, updated_at });
    expect(await stockOf(shop, SHOP.grinder)).toBe(stock - 1);
    const { rows } = await sql<{ actor_id: number; details: object }>`
      SELECT actor_id, details FROM audit_trail WHERE action = 'catalogue_import' ORDER BY id DESC LIMIT 1`.execute(
      shop.database.db,
    );
    expect(rows[0]).toMatchObject({
      actor_id: manager.userId,
      details: { updated: 1, changed: [{ fields: [{ field: 'regular_price', from: '$23.90', to: '$24.50' }] }] },
    });
  });

  it('is refused for a row that was edited and changed here meanwhile; other rows stay as they are here', async () => {
    const lines = await exported();
    await manager.send('PUT', `${PRODUCTS}/${SHOP.grinder}`, { name: 'Fine Grinder' });
    expect(await preview(lines)).toMatchObject({ updated: 0, created: 0, problems: [] });
    const file = edited(lines, SHOP.grinder, { 'Regular price': '26' });
    const plan = await preview(file);
    expect(plan).toMatchObject({
      bad: 1,
      problems: [{ column: null, reason: expect.stringContaining('was changed here') as string }],
    });
    expect(plan.bad_rows).toContain('Problem,');
    expect(refusalOf(await manager.post(importProductsRoute.path, fileOf(file)))).toEqual([422, 'import_not_clean']);
    expect(await read(SHOP.grinder)).toMatchObject({ name: 'Fine Grinder', regular_price: '24.50' });
  });

  it('sets stock that was edited, adds lines, and leaves out what was deleted here since', async () => {
    const { id } = await add({ name: 'Gone soon' });
    const lines = edited(await exported(), SHOP.papers, { Stock: '7' });
    await manager.send('DELETE', `${PRODUCTS}/${id}`);
    const blank = Object.fromEntries(Object.keys(lines[0] ?? {}).map((title) => [title, '']));
    const fresh = { ...blank, Type: 'simple', SKU: 'NEW-1', Name: 'Lantern', 'Regular price': '12', Published: '1' };
    const file = [...edited(lines, id, { Name: 'Not gone' }), fresh];
    expect((await preview(file)).left_out).toMatchObject([{ name: 'Not gone' }]);
    expect(await imported(file)).toMatchObject({ created: 1, updated: 1, stock_set: 1, skipped: 1 });
    expect(await stockOf(shop, SHOP.papers)).toBe(7);
    expect((await exported()).map(({ Name: name }) => name)).toContain('Lantern');
  });

  it('sets edited stock to a figure that was imported before, and only while the stock is what was exported', async () => {
    expect(await imported(edited(await exported(), SHOP.papers, { Stock: '12' }))).toMatchObject({ stock_set: 1 });
    expect(await imported(edited(await exported(), SHOP.papers, { Stock: '9' }))).toMatchObject({ stock_set: 1 });
    const file = edited(await exported(), SHOP.papers, { Stock: '12' });
    // Only the stock was edited: the name of the file is the former one.
    await manager.send('PUT', `${PRODUCTS}/${SHOP.papers}`, { name: 'Long Papers' });
    expect((await preview(file)).changes).toMatchObject([{ fields: [], stock: 12 }]);
    expect(await imported(file)).toMatchObject({ updated: 1, stock_set: 1 });
    expect(await read(SHOP.papers)).toMatchObject({ name: 'Long Papers' });
    expect(await stockOf(shop, SHOP.papers)).toBe(12);
    expect(await imported(file)).toMatchObject({ updated: 0, stock_set: 0 });

    const late = edited(await exported(), SHOP.grinder, { Stock: '50' });
    expect((await staff.post('/api/orders', sale([grinder]))).statusCode).toBe(200);
    const left = await stockOf(shop, SHOP.grinder);
    expect((await preview(late)).problems).toMatchObject([
      { column: 'Stock', reason: expect.stringContaining('moved here since') as string },
    ]);
    expect(refusalOf(await manager.post(importProductsRoute.path, fileOf(late)))).toEqual([422, 'import_not_clean']);
    expect(await stockOf(shop, SHOP.grinder)).toBe(left);
  });

  it('sets no stock that moves while the file is imported', async () => {
    const file = edited(await exported(), SHOP.papers, { Stock: '33' });
    const { pool } = shop.database;
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update stock_levels set quantity = quantity - 1 where product_id = $1', [SHOP.papers]);
      const answer = manager.post(importProductsRoute.path, fileOf(file));
      const waiting = `select count(*)::int as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await pool.query<{ count: number }>(waiting)).rows[0]?.count).toBe(1);
      await client.query('commit');
      expect(refusalOf(await answer)).toEqual([409, 'request_in_progress']);
    } finally {
      await client.query('rollback');
      client.release();
    }
    await pool.query('update stock_levels set quantity = quantity + 1 where product_id = $1', [SHOP.papers]);
  });

  it('is refused a price that is not above the sale price here, also where the file has no column for that', async () => {
    const { id } = await add({ name: 'On sale', regular_price: '10.00', sale_price: '8.00' });
    const file = edited(await exported(), id, { 'Regular price': '7' }).map(({ 'Sale price': _sale, ...line }) => line);
    expect((await preview(file)).problems).toMatchObject([{ reason: 'is not below the regular price' }]);
  });

  it('sets no stock that was edited in a file of another location', async () => {
    const file = edited(await exported(), SHOP.papers, { Stock: '40' }).map((line) => ({
      ...line,
      'Exported as': line['Exported as']?.replace(/@\d+/, '@999999') ?? '',
    }));
    expect((await preview(file)).problems).toMatchObject([
      { column: 'Stock', reason: expect.stringContaining('another location') as string },
    ]);
  });

  it('changes nothing when another shop exported it, whose numbers mean other products', async () => {
    const file = edited(await exported(), SHOP.papers, { Name: 'Theirs' });
    expect((await preview(file)).problems).toEqual([]);
    const theirs = file.map((line) => ({
      ...line,
      'Exported as': line['Exported as']?.replace(/#[0-9a-f]{8}$/, '#00000000') ?? '',
    }));
    const { problems, changes } = await preview(theirs);
    expect(problems).toMatchObject([{ line: 2, reason: expect.stringContaining('by another shop') as string }]);
    expect(changes).toEqual([]);
    // Files of former builds do not say which shop it was.
    const unmarked = file.map((line) => ({ ...line, 'Exported as': line['Exported as']?.replace(/ #\w+$/, '') ?? '' }));
    expect((await preview(unmarked)).problems).toEqual([]);
  });

  it('has no cell that a spreadsheet would run, and no archived product', async () => {
    const { id } = await add({ name: '=1+1', description: '@SUM(A1)' });
    const { id: archived } = await add({ name: 'Old', status: 'trash' });
    const reply = await manager.get(exportProductsRoute.path);
    expect(reply.body).toContain("'=1+1");
    expect(reply.body).toContain("'@SUM(A1)");
    expect(reply.body).not.toMatch(/(?:^|,)[=+@]/m);
    const lines = await exported();
    expect(lines.map(({ ID: one }) => Number(one))).not.toContain(archived);
    expect((await preview(edited(lines, id, { 'Regular price': '2' }))).changes).toMatchObject([
      { name: '=1+1', fields: [{ field: 'regular_price' }] },
    ]);
  });

  const word = fc.constantFrom(
    'Lamp',
    'Crème, brûlée',
    "=SUM('x')",
    '-5 °C',
    '+1',
    '"quoted"',
    'a > b & c',
    '花',
    '\\n',
    '0012',
    "'=x",
  );
  const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
  const price = fc.option(
    fc.integer({ min: 100, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
    { nil: null },
  );
  const product = fc.record({
    name: text,
    description: fc.array(text, { maxLength: 3 }).map((lines) => lines.join('\n')),
    status: fc.constantFrom('publish', 'draft', 'private'),
    taxable: fc.boolean(),
    measure: fc.constantFrom({}, { unit: 'g', step: 0.1 }, { step: 6 }, { unit: 'fl oz' }),
    regular_price: price,
    sale: fc.constantFrom<object>(
      {},
      { sale_price: '0.50' },
      { sale_price: '0.50', sale_until: '2099-01-04T05:00:00.000Z' },
      { sale_price: '0.50', sale_from: '2098-11-02T05:30:00.250Z' },
      { sale_price: '0.50', sale_from: '2098-11-02T06:30:00.000Z', sale_until: '2099-01-04T05:00:00.000Z' },
    ),
    category_ids: fc.subarray([25, 30]),
    options: fc.uniqueArray(text, { maxLength: 3, selector: (option) => option.trim().toLowerCase() }),
  });

  it('changes nothing as it is, and one cell when one cell is edited, whatever the products are called', async () => {
    await fc.assert(
      fc.asyncProperty(
        product,
        fc.integer({ min: 1, max: 9999 }),
        async ({ options, measure, sale: onSale, ...fields }, cents) => {
          const variations = options.map((option) => ({
            attributes: [{ name: 'Kind, of', option }],
            regular_price: '5.00',
            ...onSale,
          }));
          const { id, ...made } = await add({
            ...fields,
            ...measure,
            ...onSale,
            ...(options.length > 0 && { type: 'variable', variations }),
          });
          const lines = await exported();
          expect(await preview(lines)).toMatchObject({ own: true, created: 0, updated: 0, problems: [], stock_set: 0 });
          const file = edited(lines, id, { 'Regular price': `${cents}` });
          if (Number(fields.regular_price) === cents) return;
          expect((await preview(file)).changes).toMatchObject([{ fields: [{ field: 'regular_price' }], stock: null }]);
          expect(await imported(file)).toMatchObject({ created: 0, updated: 1, stock_set: 0 });
          const after = await read(id);
          const { version, updated_at } = after;
          expect(version).toBeGreaterThan(made.version);
          expect(after).toEqual({ id, ...made, regular_price: `${cents}.00`, version, updated_at });
          expect((await preview(await exported())).updated).toBe(0);
        },
      ),
      { numRuns: times(6) },
    );
  }, 120_000);
});

it('takes step and floor price from a file, and the unit of a new product, but changes no unit of what is here', async () => {
  const { id } = await add({ name: 'Trim', regular_price: '3.00', unit: 'g', step: 0.1, floor_price: '2.50' });
  const lines = await exported();
  expect(lineOf(lines, id)).toMatchObject({ 'Sold by': 'g', 'In steps of': '0.1', 'Floor price': '2.50' });
  expect(lineOf(lines, SHOP.papers)).toMatchObject({ 'Sold by': 'piece', 'In steps of': '1', 'Floor price': '' });
  expect(await imported(edited(lines, id, { 'In steps of': '.5' }))).toMatchObject({ updated: 1 });
  expect(await read(id)).toMatchObject({ unit: 'g', step: 0.5, floor_price: '2.50' });
  expect(await imported(edited(await exported(), id, { 'Floor price': '2' }))).toMatchObject({ updated: 1 });
  expect((await read(id)).floor_price).toBe('2.00');
  expect(await imported(edited(await exported(), id, { 'Floor price': '' }))).toMatchObject({ updated: 1 });
  expect((await read(id)).floor_price).toBeNull();
  const wrong = await preview(edited(await exported(), id, { 'Sold by': 'oz' }));
  expect(wrong.problems).toMatchObject([
    { column: 'Sold by', reason: 'is g here: the unit of a product is changed under Manage' },
  ]);
  const loose = { Type: 'simple', SKU: 'W-9', Name: 'Wax', 'Regular price': '20' };
  expect((await preview([{ ...loose, 'Sold by': 'spoon' }])).bad).toBe(1);
  expect((await preview([{ ...loose, 'In steps of': '0.5' }])).bad).toBe(1);
  expect(await imported([{ ...loose, 'Sold by': 'G', 'In steps of': '0.25' }])).toMatchObject({ created: 1 });
  const made = (await exported()).find(({ SKU: sku }) => sku === 'W-9');
  expect(made).toMatchObject({ 'Sold by': 'g', 'In steps of': '0.25' });
});

describe('a file of another store', () => {
  const lines = [{ Type: 'simple', SKU: 'W-1', Name: 'Wick', Preis: '3', Stock: '4' }];

  it('is read by the columns that are chosen, and sets the stock of the location', async () => {
    const wrong = await preview(lines);
    expect(wrong).toMatchObject({ own: false, header: ['Type', 'SKU', 'Name', 'Preis', 'Stock'] });
    const mapping = { 'Regular price': 'Preis' };
    const set = { stock_set: 1, stock_missing: 0, location_name: 'Charlotte Central' };
    expect(await preview(lines)).toMatchObject({ created: 1, ...set, price_missing: 1 });
    expect(await preview(lines, { mapping })).toMatchObject({ created: 1, ...set, price_missing: 0 });
    const reply = await manager.post(importProductsRoute.path, { ...fileOf(lines), mapping });
    expect(reply.json()).toMatchObject({ data: { created: 1, stock_set: 1 } });
    const line = (await exported()).find(({ SKU: sku }) => sku === 'W-1');
    expect(line).toMatchObject({ Name: 'Wick', 'Regular price': '3.00', Stock: '4' });
  });

  it('is told what is wrong, row by row, and nothing of it is imported', async () => {
    const plan = await preview([...lines, { Type: 'simple', SKU: '', Name: '', Preis: 'x', Stock: 'many' }]);
    expect(plan.bad).toBe(1);
    expect(plan.bad_rows.split('\r\n')[0]).toBe('Problem,Type,SKU,Name,Preis,Stock');
  });
});

it('is not for staff', async () => {
  for (const reply of [
    await staff.get(exportProductsRoute.path),
    await staff.post(previewProductImportRoute.path, { file: '' }),
    await staff.post(importProductsRoute.path, { file: '' }),
  ])
    expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
});

it('leaves books that are right', async () => {
  expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
});
