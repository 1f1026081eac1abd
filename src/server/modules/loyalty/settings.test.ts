import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { ProductPoints } from '#contract/product-points.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let admin: Till;
let customer: number;

const BASE = '/api/proxy/wc-points-rewards';
const FLOWER = 25;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  await sql`INSERT INTO categories (id, name, slug, parent_id) VALUES (2, 'Everything', 'everything', NULL)`.execute(
    shop.database.db,
  );
  await sql`UPDATE categories SET parent_id = 2 WHERE id = ${FLOWER}`.execute(shop.database.db);
  till = await shop.signIn();
  manager = await shop.signIn('manager');
  admin = await shop.signIn('administrator');
});
afterAll(() => shop.close());
beforeEach(async () => {
  customer = await addCustomer(shop);
  await sql`UPDATE loyalty_settings SET earn_points = 1, earn_cents = 100, rounding = 'down', minimum_cents = 0,
    excluded_category_ids = '{}', earn_on_discounted = true, expire_after_days = NULL`.execute(shop.database.db);
  await sql`UPDATE products SET bonus_points = 0`.execute(shop.database.db);
});

const change = (body: Record<string, unknown>) => admin.send('PUT', `${BASE}/settings`, body);
const settings = async () => (await till.get(`${BASE}/settings`)).json<Record<string, unknown>>();
const earned = async (lines: unknown[]) =>
  (await till.post('/api/orders', sale(lines, { customer_id: customer }))).json<{ points_awarded: number }>()
    .points_awarded;
const discounted = { ...grinder, meta_data: meta({ _discount_percentage: 50 }) };

it('are one for the business: a sale earns by the ones of its moment', async () => {
  expect(await earned([grinder])).toBe(23);
  expect((await change({ earn_points: 3, rounding: 'up' })).json()).toMatchObject({ earn_points: 3, rounding: 'up' });
  expect(await earned([grinder])).toBe(72);
});

it('leave out categories with those below them, discounted lines, and sales below the minimum', async () => {
  await change({ excluded_category_ids: [2] });
  expect(await earned([eighth])).toBe(0);
  expect(await earned([eighth, grinder])).toBe(23);
  await change({ excluded_category_ids: [], earn_on_discounted: false });
  expect(await earned([eighth, discounted])).toBe(40);
  await change({ earn_on_discounted: true, minimum_amount: '51.95' });
  expect(await earned([eighth, discounted])).toBe(51);
  await change({ minimum_amount: '51.96' });
  expect(await earned([eighth, discounted])).toBe(0);
});

it('give a product’s bonus for each piece or tier', async () => {
  const reply = await manager.send('PUT', `${BASE}/product/${SHOP.grinder}/points`, { bonus_points: 5 });
  expect(reply.json()).toMatchObject({ product_id: SHOP.grinder, points: 28, bonus_points: 5, excluded: false });
  expect(await earned([{ ...grinder, quantity: 2 }])).toBe(57);
  expect(refusalOf(await till.send('PUT', `${BASE}/product/${SHOP.grinder}/points`, { bonus_points: 9 }))).toEqual([
    403,
    'not_allowed',
  ]);
  expect(refusalOf(await manager.send('PUT', `${BASE}/product/999/points`, { bonus_points: 9 }))).toEqual([
    404,
    'not_found',
  ]);
});

it('are kept apart from what somebody else changed about the product meanwhile', async () => {
  const path = `${BASE}/product/${SHOP.papers}/points`;
  const { version } = (await manager.get(path)).json<ProductPoints>();
  const first = await manager.send('PUT', path, { bonus_points: 3, version });
  expect(first.json()).toMatchObject({ bonus_points: 3, version: version + 1 });
  const second = await manager.send('PUT', path, { bonus_points: 4, version });
  expect(refusalOf(second)).toEqual([409, 'changed_meanwhile']);
  expect(second.json()).toMatchObject({ current: { bonus_points: 3, version: version + 1 } });
  expect((await manager.send('PUT', path, { bonus_points: 0, version: version + 1 })).statusCode).toBe(200);
});

it('say what a product earns at each of its prices', async () => {
  const points = async (id: number) => (await till.get(`${BASE}/product/${id}/points`)).json<Record<string, unknown>>();
  expect(await points(SHOP.blueDream)).toMatchObject({
    points: 15,
    prices: [
      { label: '1 g', price: '15.00', points: 15 },
      { label: '3.5 g', price: '40.00', points: 40 },
      { label: '7 g', price: '60.00', points: 60 },
      { label: '1 pre-roll', price: '8.00', points: 8 },
    ],
  });
  expect(await points(SHOP.shirt)).toMatchObject({
    prices: [
      { label: 'Shirt - Small', price: '25.00', points: 25 },
      { label: 'Shirt - Large', price: '27.00', points: 27 },
    ],
  });
  await change({ excluded_category_ids: [FLOWER], minimum_amount: '100.00' });
  expect(await points(SHOP.blueDream)).toMatchObject({ points: 0, excluded: true });
  expect(await points(SHOP.grinder)).toMatchObject({ points: 23, excluded: false });
  expect(await points(999)).toMatchObject({ code: 'not_found' });
});

it('apply when an order that was placed unpaid is paid', async () => {
  await manager.send('PUT', `${BASE}/product/${SHOP.grinder}/points`, { bonus_points: 5 });
  const placed = await till.post('/api/orders', {
    ...sale([eighth, grinder], { customer_id: customer }),
    set_paid: false,
    status: 'pending',
  });
  const { id } = placed.json<{ id: number }>();
  await change({ excluded_category_ids: [FLOWER] });
  const effects = await till.get(`/api/orders/${id}/effects?status=completed`);
  expect(effects.json<{ data: { points: number } }>().data.points).toBe(28);
  await till.send('PUT', `/api/orders/${id}`, { status: 'completed' });
  expect((await till.get(`${BASE}/user/${customer}/balance`)).json()).toMatchObject({ balance: 28 });
});

it('are changed by administrators, with before and after in the audit trail', async () => {
  for (const other of [till, manager]) {
    expect(refusalOf(await other.send('PUT', `${BASE}/settings`, { earn_points: 9 }))).toEqual([403, 'not_allowed']);
  }
  await change({ earn_points: 2, points_label: 'Leaf:Leaves' });
  const { rows } = await sql<{ actor_id: number; details: unknown }>`
    SELECT actor_id, details FROM audit_trail WHERE action = 'loyalty_settings' ORDER BY id DESC LIMIT 1`.execute(
    shop.database.db,
  );
  expect(rows).toEqual([
    {
      actor_id: admin.userId,
      details: { earn_points: { from: 1, to: 2 }, points_label: { from: 'Point:Points', to: 'Leaf:Leaves' } },
    },
  ]);
});

it('are not overwritten by somebody who saw older ones', async () => {
  const { version } = await settings();
  expect((await change({ earn_points: 2, version })).statusCode).toBe(200);
  const late = await change({ earn_points: 4, version });
  expect(late.statusCode).toBe(409);
  expect(late.json()).toMatchObject({ code: 'settings_changed', current: { earn_points: 2 } });
  expect(await settings()).toMatchObject({ earn_points: 2 });
});

it.each([
  [422, 'nothing_to_do', {}],
  [422, 'not_valid', { excluded_category_ids: [987] }],
  [400, 'invalid_request', { earn_points: -1 }],
  [400, 'invalid_request', { earn_amount: '0.00' }],
  [400, 'invalid_request', { minimum_amount: '-1.00' }],
  [400, 'invalid_request', { points_label: 'Points' }],
  [400, 'invalid_request', { rounding: 'sideways' }],
  [400, 'invalid_request', { expire_after_days: 0 }],
])('are refused with %i %s: %j', async (status, code, body) => {
  expect(refusalOf(await change(body))).toEqual([status, code]);
});
