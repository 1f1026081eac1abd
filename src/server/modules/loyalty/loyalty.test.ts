import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from 'kysely';
import { testApp, type TestApp, type Till } from '#server/testing/app.ts';

let shop: TestApp;
let till: Till;

const BASE = '/api/proxy/wc-points-rewards';

beforeAll(async () => {
  shop = await testApp();
  till = await shop.signIn();
  await sql`
    INSERT INTO users (id, username, email) VALUES (5001, 'ann', 'ann@example.com'), (5002, 'bo', 'bo@example.com'),
      (5003, 'one', 'one@example.com')`.execute(shop.database.db);
  await sql`INSERT INTO points_balances (customer_id, balance) VALUES (5001, 450), (5003, 1)`.execute(shop.database.db);
});
afterAll(() => shop.close());

it('tells a customer’s points, with the singular for exactly one', async () => {
  const balance = async (id: number | string) =>
    (await till.get(`${BASE}/user/${id}/balance`)).json<Record<string, unknown>>();
  const told = (points: number, redeemable_points: number, redeemable_amount: string) => ({
    success: true,
    balance: points,
    points_label: 'Point:Points',
    redeemable_points,
    redeemable_amount,
  });
  expect(await balance(5001)).toEqual(told(450, 400, '20.00'));
  expect(await balance(5002)).toEqual(told(0, 0, '0.00'));
  expect(await balance(5003)).toEqual(told(1, 0, '0.00'));
  for (const id of [0, 9999, till.userId]) expect(await balance(id)).toMatchObject({ code: 'not_found' });
  expect(await balance('me')).toMatchObject({ code: 'invalid_request' });
});

it('tells how points are earned and what they are worth', async () => {
  expect((await till.get(`${BASE}/settings`)).json()).toEqual({
    success: true,
    earn_points: 1,
    earn_amount: '1.00',
    rounding: 'down',
    minimum_amount: '0.00',
    excluded_category_ids: [],
    earn_on_discounted: true,
    expire_after_days: null,
    version: 1,
    redeem_points: 100,
    redeem_amount: '5.00',
    points_label: 'Point:Points',
  });
});

it('works out what points are worth, in whole steps, and takes none', async () => {
  const reply = await till.post(`${BASE}/redeem/calculate`, { user_id: 5001, points: 250 });
  expect(reply.json()).toEqual({
    success: true,
    points: 200,
    discount: '10.00',
    balance: 450,
    points_label: 'Point:Points',
  });
  expect((await till.get(`${BASE}/user/5001/balance`)).json()).toMatchObject({ balance: 450 });
});

it('never takes more off than the cart is worth', async () => {
  const apply = async (cart_total: unknown) =>
    (await till.post(`${BASE}/redeem/apply`, { user_id: 5001, points: 400, cart_total })).json<
      Record<string, unknown>
    >();
  expect(await apply('12.00')).toMatchObject({ points: 200, discount: '10.00' });
  expect(await apply(100)).toMatchObject({ points: 400, discount: '20.00' });
  expect(await apply('0.00')).toMatchObject({ points: 0, discount: '0.00' });
  expect(await apply('-1.00')).toMatchObject({ code: 'not_valid' });
  expect(await apply('12.345')).toMatchObject({ code: 'invalid_request' });
});

it.each([
  [422, 'points_insufficient', { user_id: 5001, points: 451 }],
  [422, 'points_not_redeemable', { user_id: 5001, points: 99 }],
  [404, 'not_found', { user_id: 9999, points: 100 }],
  [400, 'invalid_request', { user_id: 5001, points: 0 }],
  [400, 'invalid_request', { user_id: 5001, points: -100 }],
  [400, 'invalid_request', { user_id: 5001, points: 100.5 }],
  [400, 'invalid_request', { user_id: 5001, points: ['100'] }],
  [400, 'invalid_request', { user_id: '5001', points: 100 }],
])('refuses with %i %s: %j', async (status, code, body) => {
  const reply = await till.post(`${BASE}/redeem/calculate`, body);
  expect(reply.statusCode).toBe(status);
  expect(reply.json()).toMatchObject({ success: false, code });
});

it('lists customers with their points, and no made-up addresses', async () => {
  await sql`INSERT INTO users (id, username, email, display_name) VALUES (5009, 'cy', 'cy@customers.invalid', 'Cy Bulk')`.execute(
    shop.database.db,
  );
  const reply = await till.get(`${BASE}/bulk/users?search=bulk&per_page=10`);
  expect(reply.json()).toEqual({
    success: true,
    users: [{ id: 5009, username: 'cy', email: '', display_name: 'Cy Bulk', balance: 0 }],
    points_label: 'Point:Points',
    pagination: { total: 1, total_pages: 1, page: 1, per_page: 10 },
  });
});

it('tells nothing to who is not signed in', async () => {
  expect((await shop.inject({ method: 'GET', url: `${BASE}/settings` })).statusCode).toBe(401);
});
