import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';

let shop: TestApp;
let staff: Till;
let manager: Till;

const PRODUCTS = '/api/proxy/flora-im/products';
const STORE = '/api/proxy/woocommerce/products';
const VALUES = '/api/blueprint-values?field=cost';

beforeAll(async () => {
  shop = await testApp();
  staff = await shop.signIn('staff');
  manager = await shop.signIn('manager');
  await sql`
    INSERT INTO products (id, name, type, status, regular_price_cents, meta)
    VALUES (1, 'Grinder', 'simple', 'publish', 2500, '{"_blueprint_cost": "14.25", "_blueprint_supplier": "Halyard", "cost_price": 14}')`.execute(
    shop.database.db,
  );
});
afterAll(() => shop.close());

it.each([PRODUCTS, STORE, `${STORE}/1`])(
  'shows a manager what a product costs, and staff all but that: %s',
  async (url) => {
    const seen = await Promise.all([manager.get(url), staff.get(url)]);
    expect(seen.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(seen.map(({ body }) => body.includes('14'))).toEqual([true, false]);
    for (const { body } of seen) expect(body).toContain('Halyard');
  },
);

it('never answers that a till has it already when it has what somebody else may see', async () => {
  const etag = String((await manager.get(PRODUCTS)).headers['etag']);
  expect((await manager.get(PRODUCTS, { 'if-none-match': etag })).statusCode).toBe(304);
  const reply = await staff.get(PRODUCTS, { 'if-none-match': etag });
  expect([reply.statusCode, reply.headers['cache-control']]).toEqual([200, 'private, no-cache']);
});

it('lists the costs in use for a manager only', async () => {
  expect((await manager.get(VALUES)).json()).toEqual({ success: true, values: [{ value: '14.25', count: 1 }] });
  expect((await staff.get(VALUES)).json()).toEqual({ success: true, values: [] });
});

it('lets nobody set a cost, or any other value, whose role keeps it from them', async () => {
  for (const key of ['_blueprint_cost', '_blueprint_supplier']) {
    const body = { meta_data: [{ key, value: '1.00' }] };
    expect(refusalOf(await staff.send('PUT', `${STORE}/1`, body))).toEqual([403, 'not_allowed']);
    expect((await manager.send('PUT', `${STORE}/1`, body)).statusCode).toBe(200);
  }
});
