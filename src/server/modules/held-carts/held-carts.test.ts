import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { heldCartsRoute, holdCartRoute, resumeCartRoute } from '#contract/held-carts.ts';
import { parsePersistedCart, persistCart } from '#domain/cart-persistence.ts';
import { holdKey } from '#domain/held-cart.ts';
import { verifyBooks } from '#server/books/verify.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { aCart, grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop } from '#server/testing/shop.ts';

const PATH = '/api/held-carts';

let shop: TestApp;
let casey: Till;
let drew: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  casey = await shop.signIn('staff');
  drew = await shop.signIn('staff');
});
afterAll(() => shop.close());

const cartOf = (saleKey: string, more: Record<string, unknown> = {}) => ({
  sale_key: saleKey,
  holds: 0,
  name: null,
  cart: persistCart(aCart),
  customer_id: null,
  points: null,
  ...more,
});
const hold = (saleKey: string, more: Record<string, unknown> = {}, by = casey) =>
  by.post(PATH, cartOf(saleKey, more), { 'idempotency-key': holdKey(saleKey, Number(more['holds'] ?? 0)) });
const held = async (saleKey = randomUUID(), more: Record<string, unknown> = {}) => {
  const reply = await hold(saleKey, more);
  expect(reply.statusCode, reply.body).toBe(200);
  return { saleKey, ...holdCartRoute.reply.parse(reply.json()).data };
};
const resume = (id: number, by = drew, key = randomUUID()) =>
  by.post(`${PATH}/${id}/resume`, {}, { 'idempotency-key': key });
const listed = async (by = drew) => heldCartsRoute.reply.parse((await by.get(PATH)).json()).data;
const idsListed = async (by = drew) => (await listed(by)).map(({ id }) => id);

describe('a held cart', () => {
  it('waits for any till of its location, with its customer, its prices and its key, and moves nothing in the books', async () => {
    const customer = await addCustomer(shop);
    const priced = aCart.map((line) => ({ ...line, discount: 1000, overrideReason: 'Regular' }));
    const points = { points: 100, redeemPoints: 100, redeemCents: 500, label: 'Point:Points' };
    const { id, saleKey } = await held(randomUUID(), {
      name: ' Blue jacket ',
      cart: persistCart(priced),
      customer_id: customer,
      points,
    });
    const [cart] = (await listed()).filter((one) => one.id === id);
    expect(cart).toMatchObject({ name: 'Blue jacket', customer_id: customer, items: 2, subtotal: '43.02' });
    expect(cart?.first_item).toBe(aCart[0]?.name);
    expect(Date.parse(cart?.lapses_at ?? '') - Date.parse(cart?.held_at ?? '')).toBe(24 * 60 * 60 * 1000);
    const { data } = resumeCartRoute.reply.parse((await resume(id)).json());
    expect(data).toMatchObject({ sale_key: saleKey, holds: 1, customer_id: customer, points, name: 'Blue jacket' });
    expect(parsePersistedCart(data.cart)).toEqual(priced);
    expect(await idsListed()).not.toContain(id);
    const trail = await sql<{ action: string; actor_id: number }>`
      SELECT action, actor_id FROM audit_trail WHERE entity = 'held_cart' AND entity_id = ${String(id)} ORDER BY id`.execute(
      shop.database.db,
    );
    expect(trail.rows).toEqual([
      { action: 'cart_held', actor_id: casey.userId },
      { action: 'cart_resumed', actor_id: drew.userId },
    ]);
    expect((await verifyBooks(shop.database.connection)).checks.filter(({ broken }) => broken > 0)).toEqual([]);
  });

  it('goes to one of two tills that resume it at once; the other is told who has it', async () => {
    const { id } = await held();
    const replies = await Promise.all([resume(id, casey), resume(id, drew)]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const late = replies.find(({ statusCode }) => statusCode === 409);
    expect(refusalOf(late!)).toEqual([409, 'held_cart_gone']);
    expect(late?.json()).toMatchObject({ as: 'resumed' });
    expect(refusalOf(await casey.post(`${PATH}/${id}/burn`, {}))).toEqual([409, 'held_cart_gone']);
  });

  it('is held and resumed once when the answer was lost and the till asks again', async () => {
    const saleKey = randomUUID();
    const first = await hold(saleKey);
    const again = await hold(saleKey);
    expect(again.json()).toEqual(first.json());
    const { id } = await held(saleKey, {}).catch(() => first.json<{ data: { id: number } }>().data);
    expect((await idsListed()).filter((one) => one === id)).toEqual([id]);
    const key = randomUUID();
    const resumed = await resume(id, drew, key);
    expect((await resume(id, drew, key)).json()).toEqual(resumed.json());
  });

  it('is not held a second time by an older copy of it', async () => {
    const { saleKey, id } = await held();
    const copy = { cart: persistCart(aCart.map((line) => ({ ...line, taxable: false }))) };
    expect(refusalOf(await hold(saleKey, copy))).toEqual([422, 'idempotency_key_reused']);
    expect(refusalOf(await casey.post(PATH, cartOf(saleKey)))).toEqual([409, 'cart_not_at_hand']);
    await resume(id);
    const later = await hold(saleKey, { holds: 1 }, drew);
    expect(later.statusCode, later.body).toBe(200);
  });

  it('is no cart whose sale was sent: it cannot be held, and one that is sold leaves the list', async () => {
    const { saleKey, id } = await held();
    expect((await casey.post('/api/orders', sale([grinder]), { 'idempotency-key': saleKey })).statusCode).toBe(200);
    expect(await idsListed()).not.toContain(id);
    expect(refusalOf(await resume(id))).toEqual([409, 'held_cart_gone']);
    expect(refusalOf(await hold(saleKey, { holds: 1 }))).toEqual([409, 'cart_not_at_hand']);
  });

  it('lapses after 24 hours', async () => {
    const { id } = await held();
    const age = (by: string) =>
      sql`UPDATE held_carts SET held_at = held_at - ${by}::interval WHERE id = ${id}`.execute(shop.database.db);
    await age('23 hours');
    expect(await idsListed()).toContain(id);
    await age('1 hour');
    expect(await idsListed()).not.toContain(id);
    expect(refusalOf(await resume(id))).toEqual([409, 'held_cart_gone']);
  });

  it('is burned by whoever sells there, and is nothing to another location', async () => {
    const { id } = await held();
    const elsewhere = await shop.signIn('staff', { locationId: 19 });
    expect(await idsListed(elsewhere)).toEqual([]);
    expect(refusalOf(await resume(id, elsewhere))).toEqual([404, 'not_found']);
    expect((await drew.post(`${PATH}/${id}/burn`, {})).json()).toMatchObject({ success: true, id });
    expect(await idsListed()).not.toContain(id);
    expect(refusalOf(await resume(id))).toEqual([409, 'held_cart_gone']);
  });

  it('is refused when it cannot be read, or is for somebody unknown', async () => {
    expect(refusalOf(await hold(randomUUID(), { cart: '{}' }))).toEqual([422, 'not_valid']);
    expect(refusalOf(await hold(randomUUID(), { customer_id: 999_999 }))).toEqual([422, 'customer_unknown']);
    expect(refusalOf(await hold(randomUUID(), { name: '  ' }))).toEqual([400, 'invalid_request']);
  });

  it('keeps nothing of a customer who was forgotten but the cart', async () => {
    const customer = await addCustomer(shop);
    const { id } = await held(randomUUID(), { customer_id: customer, name: 'Maya, back at noon' });
    const manager = await shop.signIn('manager');
    const gone = await manager.send('DELETE', `/api/users-matrix/users/${customer}`);
    expect(gone.statusCode, gone.body).toBe(200);
    expect((await listed()).find((one) => one.id === id)).toMatchObject({
      customer_id: null,
      customer_name: null,
      name: null,
    });
  });
});
