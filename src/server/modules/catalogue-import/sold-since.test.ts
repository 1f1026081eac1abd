import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { importCatalogue } from './service.ts';

const HEADER = 'ID,Type,SKU,Name,Stock,Regular price,Parent';
const TEE = ['8,variable,TEE,T-shirt,,,', '9,variation,TEE-S,T-shirt - S,3,20,TEE'];
const mug = (stock: number, price = '12.50') => [`7,simple,MUG,Mug,${stock},${price},`, ...TEE];

let shop: TestApp;
let till: Till;

beforeEach(async () => {
  shop = await testApp();
  till = await shop.signIn('staff');
});
afterEach(() => shop.close());

async function run(rows: readonly string[], locationId = 20) {
  const bytes = new TextEncoder().encode([HEADER, ...rows].join('\n'));
  const options = { fileName: 'shop.csv', source: 'woocommerce', locationId, dryRun: false };
  const report = await importCatalogue(shop.database.db, bytes, options);
  expect(report.problems).toEqual([]);
  return report.counts;
}

async function sell(...lines: { product_id: number; variation_id?: number; quantity: number }[]): Promise<void> {
  const reply = await till.post('/api/orders', {
    payment_method: 'card',
    status: 'processing',
    pos_order: true,
    set_paid: true,
    line_items: lines,
  });
  expect(reply.statusCode).toBe(200);
}

async function rows<T>(text: string): Promise<T[]> {
  return (await sql<T>`${sql.raw(text)}`.execute(shop.database.db)).rows;
}

/** Of the mug and the T-shirt. */
async function stock(): Promise<number[]> {
  const levels = await rows<{ quantity: string }>(
    'select quantity from stock_levels where location_id = 20 order by product_id, variation_id',
  );
  return levels.map(({ quantity }) => Number(quantity));
}

const everything = () =>
  rows(`select (select json_agg(s order by product_id, variation_id) from stock_levels s) as stock,
    (select json_agg(m order by id) from stock_movements m) as movements,
    (select json_agg(f order by product_id, variation_id) from imported_stock f) as figures,
    (select count(*) from audit_trail) as audits, (select version from catalogue_version) as version`);

describe('a sale between two imports', () => {
  it('stays sold while the file says the same, and is counted', async () => {
    await run(mug(5));
    await sell({ product_id: 7, quantity: 2 }, { product_id: 8, variation_id: 9, quantity: 1 });
    const before = await everything();
    expect(await run(mug(5))).toMatchObject({ created: 0, updated: 0, unchanged: 3, stockSet: 0, stockLeft: 2 });
    expect(await everything()).toEqual(before);
    expect(await stock()).toEqual([3, 2]);
  });

  it('stays sold when something else of its row has changed', async () => {
    await run(mug(5));
    await sell({ product_id: 7, quantity: 2 });
    expect(await run(mug(5, '13'))).toMatchObject({ updated: 1, stockSet: 0, stockLeft: 1 });
    expect(await stock()).toEqual([3, 3]);
  });

  it('gives way to another figure in the file, with the difference in the ledger', async () => {
    await run(mug(5));
    await sell({ product_id: 7, quantity: 2 });
    expect(await run(mug(9))).toMatchObject({ updated: 1, stockSet: 1, stockLeft: 0 });
    await sell({ product_id: 7, quantity: 1 });
    expect(await run(mug(9))).toMatchObject({ unchanged: 3, stockSet: 0, stockLeft: 1 });
    expect(
      await rows('select delta, quantity_after, action from stock_movements where product_id = 7 order by id'),
    ).toEqual([
      { delta: '5.000', quantity_after: '5.000', action: 'opening_stock' },
      { delta: '-2.000', quantity_after: '3.000', action: 'order_deduction' },
      { delta: '6.000', quantity_after: '9.000', action: 'inventory_update' },
      { delta: '-1.000', quantity_after: '8.000', action: 'order_deduction' },
    ]);
  });

  it('stays sold after a file that had caught up with the sales before it', async () => {
    await run(mug(5));
    await sell({ product_id: 7, quantity: 2 });
    expect(await run(mug(3))).toMatchObject({ stockSet: 0, stockLeft: 0 });
    await sell({ product_id: 7, quantity: 1 });
    expect(await run(mug(3))).toMatchObject({ unchanged: 3, stockSet: 0, stockLeft: 1 });
    expect(await stock()).toEqual([2, 3]);
  });

  it('says nothing of the stock of another location', async () => {
    await rows(`insert into locations (id, name) values (19, 'Monroe')`);
    await run(mug(5));
    await sell({ product_id: 7, quantity: 2 });
    expect(await run(mug(5), 19)).toMatchObject({ stockSet: 2, stockLeft: 0 });
    expect(await run(mug(5), 19)).toMatchObject({ unchanged: 3, stockLeft: 0 });
    expect(await stock()).toEqual([3, 3]);
  });

  it('is nothing to an import that is the first to bring a figure for the item', async () => {
    await run(['7,simple,MUG,Mug,,12.50,', ...TEE]);
    expect(await run(mug(5))).toMatchObject({ updated: 1, stockSet: 1, stockLeft: 0 });
    expect(await stock()).toEqual([5, 3]);
  });
});

it('counts new items for which the file has no figure, once, and no product of variations', async () => {
  const shelf = [...mug(5), '10,simple,CAP,Cap,,20,', '11,variation,TEE-M,T-shirt - M,,20,TEE'];
  expect(await run(shelf)).toMatchObject({ created: 5, stockSet: 2, stockMissing: 2 });
  expect(await run(shelf)).toMatchObject({ created: 0, stockMissing: 0 });
});
