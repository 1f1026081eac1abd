import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { FirstRun } from '#contract/first-run.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let admin: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  admin = await shop.signIn('administrator');
});
afterAll(() => shop.close());

const read = async () => (await admin.get('/api/manage/first-run')).json<FirstRun>();

it('reads from the books what is done, and forgets the beginning a week after the first sale', async () => {
  await sql`DELETE FROM tax_rates WHERE location_id = 20`.execute(shop.database.db);
  expect(await read()).toMatchObject({
    is_new: true,
    location_id: 20,
    has_address: false,
    has_tax: false,
    has_stock: true,
    has_own_password: false,
    has_receipt: false,
    has_sold: false,
    has_undone: false,
  });
  const location = { address: { address_1: '1 Main St', city: 'Charlotte' }, receipt_footer: 'See you' };
  await admin.send('PUT', '/api/manage/locations/20', location);
  await admin.post('/api/manage/taxes', { location_id: 20, code: 'NONE', name: 'No tax', rate: '0' });
  const sold = await admin.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
  expect(sold.statusCode, sold.body).toBe(200);
  const { staff } = await read();
  await shop.signIn('staff');
  expect(await read()).toMatchObject({
    is_new: true,
    has_address: true,
    has_tax: true,
    has_receipt: true,
    has_sold: true,
    staff: staff + 1,
  });
  const { id } = sold.json<{ id: number }>();
  await sql`UPDATE orders SET created_at = now() - interval '8 days', paid_at = NULL WHERE id = ${id}`.execute(
    shop.database.db,
  );
  expect(await read()).toMatchObject({ is_new: false });
});

it('counts products that are on sale and have a price', async () => {
  const { products } = await read();
  const make = async (body: object): Promise<void> => {
    const reply = await admin.post('/api/manage/products', { type: 'simple', ...body });
    expect(reply.statusCode, reply.body).toBe(201);
  };
  await make({ name: 'Tray', status: 'publish', regular_price: '5.00' });
  await make({ name: 'Free of price', status: 'publish' });
  await make({ name: 'Not yet', status: 'draft', regular_price: '5.00' });
  expect(await read()).toMatchObject({ products: products + 1 });
});

it('is for administrators', async () => {
  const manager = await shop.signIn('manager');
  expect(refusalOf(await manager.get('/api/manage/first-run'))).toEqual([403, 'not_allowed']);
});
