import { sql } from 'kysely';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let kim: Till;
let robin: Till;
let number: string;

interface Page {
  data: HistoryEntry[];
  total: number;
  total_is_lower_bound: boolean;
}

async function find(search: string, more = '&grouped=1'): Promise<Page> {
  const reply = await kim.get(`/api/audit-log?limit=200&search=${encodeURIComponent(search)}${more}`);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<Page>();
}
const briefly = ({ data }: Page) => data.map(({ product_name, action }) => `${action} ${product_name}`);

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  kim = await shop.signIn('staff', { username: 'kim' });
  robin = await shop.signIn('staff', { username: 'robin' });
  number = answerOf(await kim.post('/api/orders', sale([grinder]))).data.number;
  await robin.post('/api/inventory/batch-adjust', {
    batch_name: 'Spring count',
    adjustments: [SHOP.grinder, SHOP.blueDream].map((product_id) => ({ product_id, adjustment_quantity: 2 })),
  });
  await robin.post('/api/inventory/adjust', {
    adjustments: [{ product_id: SHOP.shirt, variation_id: SHOP.shirtSmall, adjustment_quantity: -1, reason: '=1+1' }],
  });
  await kim.post('/api/proxy/flora-im/purchase-orders/generate-from-restock', {
    supplier_name: 'Ridge Farm',
    items: [SHOP.papers, SHOP.blueDream].map((product_id) => ({ product_id, quantity: 5 })),
  });
});
afterAll(() => shop.close());

describe('a search of the history', () => {
  it('finds an item by its name or SKU, line by line', async () => {
    const grinders = ['audit Grinder', 'order_deduction Grinder', 'opening_stock Grinder'];
    expect(briefly(await find('grind'))).toEqual(grinders);
    expect(briefly(await find('ac-gr'))).toEqual(grinders);
    expect(briefly(await find('small SHIRT'))).toEqual([
      'manual_adjustment Shirt - Small',
      'opening_stock Shirt - Small',
    ]);
  });

  it('finds what somebody did, a batch in one place, and their sales', async () => {
    expect(briefly(await find('robin'))).toEqual(['manual_adjustment Shirt - Small', 'audit Blue Dream']);
    expect(briefly(await find('robin', ''))).toHaveLength(3);
    expect(briefly(await find('kim'))).toEqual(['restock Papers', 'order_deduction Grinder']);
  });

  it('finds an order, an audit and a purchase order by number, name and supplier', async () => {
    const [audit] = (await find('spring count')).data;
    expect(audit?.action).toBe('audit');
    expect(briefly(await find(audit?.reference ?? ''))).toEqual(['audit Blue Dream']);
    expect(briefly(await find(number))).toEqual(['order_deduction Grinder']);
    expect((await find(number.replace(/\D/g, ''))).data.map(({ reference }) => reference)).toContain(number);
    expect(briefly(await find('ridge', ''))).toEqual(['restock Blue Dream', 'restock Papers']);
  });

  it('reads no ledger from end to end for what a movement belongs to', async () => {
    const { rows } = await shop.database.pool.query<{ indexdef: string }>(
      `select indexdef from pg_indexes where tablename = 'stock_movements'`,
    );
    for (const column of ['order_id', 'batch_id', 'receipt_id', 'purchase_order_id', 'transfer_id', 'conversion_id'])
      expect(
        rows.some(({ indexdef }) => indexdef.includes(`(${column}`)),
        column,
      ).toBe(true);
    const client = await shop.database.pool.connect();
    try {
      await client.query('begin');
      await client.query(`insert into stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action)
        select 20, ${SHOP.papers}, 0, 1, 1, 'inventory_update' from generate_series(1, 20000)`);
      await client.query('analyze stock_movements');
      for (const column of ['purchase_order_id', 'transfer_id', 'conversion_id']) {
        const plan = await client.query<{ 'QUERY PLAN': string }>(
          `explain select id from stock_movements m where m.${column} = any('{1,2}'::bigint[]) and m.location_id = 20 order by m.id desc limit 1001`,
        );
        expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), column).not.toMatch(
          /Seq Scan|stock_movements_history/,
        );
      }
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('keeps to the period, the action and the location', async () => {
    expect(briefly(await find('grinder', '&action=order_deduction'))).toEqual(['order_deduction Grinder']);
    expect((await find('grinder', '&days=1')).total).toBe(3);
    const other = await shop.signIn('staff', { locationId: 19 });
    expect((await other.get('/api/audit-log?search=grinder')).json<Page>().total).toBe(0);
    expect(await find('no such thing')).toMatchObject({ data: [], total: 0, total_is_lower_bound: false });
    expect((await find('%')).total).toBe(0);
    expect((await find('   ')).total).toBeGreaterThan(5);
  });

  it('counts to a thousand', async () => {
    await sql`
      INSERT INTO stock_movements (location_id, product_id, delta, quantity_before, quantity_after, action)
        SELECT 20, ${SHOP.brokenRolls}, 0, 10, 10, 'inventory_update' FROM generate_series(1, 1001)`.execute(
      shop.database.db,
    );
    expect(await find('broken', '&offset=990')).toMatchObject({ total: 1000, total_is_lower_bound: true });
    expect((await find('broken', '&offset=990')).data).toHaveLength(10);
  });
});

describe('the export of the history', () => {
  const exported = async (query: string, by = kim) => {
    const reply = await by.get(`/api/audit-log/export.csv?${query}`);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    return Papa.parse<Record<string, string>>(reply.body, { header: true, skipEmptyLines: true }).data;
  };

  it('has every movement of the filter once, newest first', async () => {
    const { total } = (await kim.get('/api/audit-log?limit=1')).json<Page>();
    const rows = await exported('');
    expect(rows).toHaveLength(total);
    expect(rows.at(-1)).toMatchObject({ Type: 'Restock', Before: '0', User: 'System', Location: 'Charlotte Central' });
    const sold = await exported('action=order_deduction');
    expect(sold).toMatchObject([
      { Product: 'Grinder', SKU: 'AC-GR', Type: 'Sale', Change: '-1', User: 'kim', Source: number },
    ]);
    expect(await exported('search=grinder&days=7')).toHaveLength(3);
  });

  it('has no cell that a spreadsheet would run', async () => {
    expect(await exported('action=manual_adjustment')).toMatchObject([{ Product: 'Shirt - Small', Reason: "'=1+1" }]);
  });

  it('is of the own location only', async () => {
    expect(refusalOf(await kim.get('/api/audit-log/export.csv?location_id=19'))).toEqual([404, 'not_found']);
    expect(await exported('', await shop.signIn('staff', { locationId: 19 }))).toEqual([]);
  });
});

it('does not mind accents and apostrophes, in goods, people, audits and suppliers', async () => {
  await sql`UPDATE products SET name = 'Granny’s Brûlée' WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
  const renee = await shop.signIn('staff', { username: 'renée.o’dell' });
  await renee.post('/api/inventory/batch-adjust', {
    batch_name: 'Zoë’s count',
    adjustments: [{ product_id: SHOP.blueDream, adjustment_quantity: 2 }],
  });
  await renee.post('/api/inventory/batch-adjust', {
    batch_name: 'L’été',
    adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 0, counted_quantity: 4, system_quantity: 4 }],
  });
  await kim.post('/api/proxy/flora-im/purchase-orders/generate-from-restock', {
    supplier_name: 'O’Brien’s Ferme d’Été',
    items: [{ product_id: SHOP.papers, quantity: 5 }],
  });
  for (const typed of ["granny's brulee", 'GRANNYS'])
    expect(new Set(briefly(await find(typed, '')).map((row) => row.split(' ').at(-1)))).toEqual(new Set(['Brûlée']));
  for (const typed of ["zoe's count", 'zoes', 'Zoë']) expect(briefly(await find(typed))).toEqual(['audit Blue Dream']);
  for (const typed of ["o'brien", 'obriens ferme', "d'ete ferme"])
    expect(briefly(await find(typed))).toEqual(['restock Papers']);
  for (const typed of ["renee.o'dell", 'odell']) expect(briefly(await find(typed))).toEqual(['audit Blue Dream']);
  const { quiet_audits: quiet } = (
    await kim.get(`/api/audit-log?days=all&grouped=1&search=${encodeURIComponent("l'ete odell")}`)
  ).json<{ quiet_audits: { batch_name: string }[] }>();
  expect(quiet.map(({ batch_name }) => batch_name)).toEqual(['L’été']);
});
