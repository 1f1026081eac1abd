import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { eighth, grinder, meta, sale } from '#server/testing/sales.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { hashPassword } from '#server/modules/auth/service.ts';

const PASSWORD = 'a password of mine';
const PIN = '482913';

let shop: TestApp;
let cashier: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  [cashier, manager] = [await shop.signIn('staff'), await shop.signIn('manager')];
  const hash = await hashPassword(PASSWORD);
  await sql`UPDATE users SET password_hash = ${hash} WHERE id = ${manager.userId}`.execute(shop.database.db);
  await manager.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin: PIN });
  await sql`UPDATE products SET floor_price_cents = 2000 WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
  await sql`UPDATE products SET floor_price_cents = 1000 WHERE id = ${SHOP.blueDream}`.execute(shop.database.db);
});
afterAll(() => shop.close());

interface Refused {
  needs: { permission: string; amount: number; reason: string }[];
}
const at = (price: number, quantity = 1) => ({ ...grinder, quantity, meta_data: meta({ _override_price: price }) });
const sell = (by: Till, lines: unknown[], key: string = randomUUID()) =>
  by.post('/api/orders', sale(lines), { 'idempotency-key': key });

it('holds up a price typed below the floor until a manager approves it, for as much as was shown', async () => {
  expect((await sell(cashier, [at(20)])).statusCode).toBe(200);
  const key = randomUUID();
  const refused = await sell(cashier, [at(18, 2)], key);
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  const { needs } = refused.json<Refused>();
  expect(needs).toEqual([
    { permission: 'sell-below-floor', amount: 400, reason: 'Grinder below its floor price of $20.00' },
  ]);
  const approval = { user_id: manager.userId, pin: PIN, key, title: 'At the till', needs };
  expect((await cashier.post('/api/auth/approve', approval)).statusCode).toBe(200);
  expect(refusalOf(await sell(cashier, [at(17, 2)], key))).toEqual([403, 'approval_needed']);
  const reply = await sell(cashier, [at(18, 2)], key);
  expect(reply.statusCode, reply.body).toBe(200);
  // Its answer was lost: the same request again is the same sale.
  expect((await sell(cashier, [at(18, 2)], key)).json<{ id: number }>().id).toBe(reply.json<{ id: number }>().id);
});

it('is that of a tier for its whole quantity, counts discounts, and asks those who may not at all', async () => {
  const off = (percent: number) => ({
    ...eighth,
    meta_data: [...eighth.meta_data, ...meta({ _discount_percentage: percent })],
  });
  expect((await sell(cashier, [off(12.5)])).statusCode).toBe(200);
  expect((await sell(cashier, [off(20), at(19)])).json<Refused>().needs).toMatchObject([
    { amount: 300, reason: 'Blue Dream below its floor price of $10.00 and 1 more' },
  ]);
  expect((await sell(manager, [off(20), at(1)])).statusCode).toBe(200);
});

it('holds up no price of the catalogue, which may be below it', async () => {
  await sql`UPDATE products SET sale_price_cents = 1500 WHERE id = ${SHOP.grinder}`.execute(shop.database.db);
  expect((await sell(cashier, [grinder])).statusCode).toBe(200);
  expect(refusalOf(await sell(cashier, [at(14)]))).toEqual([403, 'approval_needed']);
});
