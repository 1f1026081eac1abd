import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { WireBulkEffects } from '#contract/order-changes.ts';
import type { WireOrder } from '#contract/orders.ts';
import type { RoleSettings } from '#contract/roles.ts';
import { centsOf } from '#domain/money.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, meta, sale } from '#server/testing/sales.ts';
import { openShop } from '#server/testing/shop.ts';
import { hashPassword } from './service.ts';

const PASSWORD = 'a password of mine';
const PIN = '482913';

let shop: TestApp;
let passwordHash: string;
let cashier: Till;
let manager: Till;
let admin: Till;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
});
beforeEach(async () => {
  await shop?.close();
  shop = await testApp();
  await openShop(shop);
  [cashier, manager, admin] = [
    await shop.signIn('staff'),
    await shop.signIn('manager'),
    await shop.signIn('administrator'),
  ];
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${manager.userId}`.execute(shop.database.db);
  await manager.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin: PIN });
});
afterAll(() => shop.close());

interface Needed {
  needs: { permission: string; amount: number; reason: string }[];
}
const neededBy = (reply: { json: <T>() => T }) => reply.json<Needed>().needs;
const approve = (key: string, needs: object[], more: object = {}) =>
  cashier.post('/api/auth/approve', { user_id: manager.userId, pin: PIN, key, title: 'At the till', needs, ...more });
const keyed = (key: string) => ({ 'idempotency-key': key });

async function setRole(role: 'staff' | 'manager', change: Partial<RoleSettings>): Promise<void> {
  const { data } = (await admin.get('/api/manage/roles')).json<{ data: RoleSettings[] }>();
  const before = data.find((one) => one.role === role);
  const reply = await admin.send('PUT', `/api/manage/roles/${role}`, { ...before, ...change });
  expect(reply.statusCode, reply.body).toBe(200);
}
async function audited(action: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT actor_id, entity_id, details FROM audit_trail WHERE action = ${action} ORDER BY id`.execute(
    shop.database.db,
  );
  return rows;
}
async function sold(): Promise<WireOrder> {
  const reply = await cashier.post('/api/orders', sale([grinder]));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: WireOrder }>().data;
}
const many = sale([{ ...grinder, quantity: 900 }], { allow_oversell: true });

it('lends what one sale needs, to the key of that sale', async () => {
  const key = randomUUID();
  const refused = await cashier.post('/api/orders', many, keyed(key));
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  expect(neededBy(refused)).toEqual([
    { permission: 'sell-anyway', amount: 0, reason: 'selling more than is in stock' },
  ]);
  const approved = await approve(key, neededBy(refused));
  expect(approved.json(), approved.body).toMatchObject({ approved_by: { id: manager.userId } });
  expect(refusalOf(await cashier.post('/api/orders', many))).toEqual([403, 'approval_needed']);
  const reply = await cashier.post('/api/orders', many, keyed(key));
  expect(reply.statusCode, reply.body).toBe(200);
  // Its answer was lost: the same request again is the same sale.
  await sql`UPDATE approvals SET made_at = made_at - interval '1 day'`.execute(shop.database.db);
  const again = await cashier.post('/api/orders', many, keyed(key));
  expect(again.json<{ id: number }>().id).toBe(reply.json<{ id: number }>().id);
  expect(await audited('approval_given')).toMatchObject([
    { actor_id: manager.userId, entity_id: String(cashier.userId), details: { title: 'At the till' } },
  ]);
  expect(await audited('sale')).toMatchObject([
    { actor_id: cashier.userId, details: { approved_by: { id: manager.userId } } },
  ]);
});

it('is asked for a discount above the limit of the role, however it is given, and approved up to what it was', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const off = (percent: number) => sale([{ ...grinder, meta_data: [{ key: '_discount_percentage', value: percent }] }]);
  expect((await cashier.post('/api/orders', off(20))).statusCode).toBe(200);
  const key = randomUUID();
  const refused = await cashier.post('/api/orders', off(30), keyed(key));
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  expect(neededBy(refused)).toMatchObject([{ permission: 'override-prices', amount: 30 }]);
  const override = sale([{ ...grinder, meta_data: [{ key: '_override_price', value: '10.00' }] }]);
  expect(neededBy(await cashier.post('/api/orders', override))).toMatchObject([{ amount: 59 }]);
  expect((await manager.post('/api/orders', off(30))).statusCode).toBe(200);
  expect((await approve(key, neededBy(refused))).statusCode).toBe(200);
  expect(refusalOf(await cashier.post('/api/orders', off(40), keyed(key)))).toEqual([403, 'approval_needed']);
  expect((await cashier.post('/api/orders', off(30), keyed(key))).statusCode).toBe(200);
});

it('is asked for a refund above the limit, by lines and by status', async () => {
  await setRole('staff', { most_refund: '10.00' });
  const order = await sold();
  const lines = [{ line_id: order.line_items[0]?.id, quantity: 1, restock: true }];
  const key = randomUUID();
  const refused = await cashier.post(`/api/orders/${order.id}/refunds`, { lines }, keyed(key));
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  expect(neededBy(refused)).toMatchObject([{ permission: 'change-orders', amount: 2599 }]);
  const byStatus = await cashier.send('PUT', `/api/orders/${order.id}`, { status: 'refunded' });
  expect(refusalOf(byStatus)).toEqual([403, 'approval_needed']);
  await approve(key, neededBy(refused));
  const reply = await cashier.post(`/api/orders/${order.id}/refunds`, { lines }, keyed(key));
  expect(reply.statusCode, reply.body).toBe(201);
  expect(await audited('order_refund')).toMatchObject([{ details: { approved_by: { id: manager.userId } } }]);
});

it('opens a call that the role does not have, once', async () => {
  const [first, second] = [await sold(), await sold()];
  const key = randomUUID();
  const voids = (id: number, of: string) => cashier.send('DELETE', `/api/orders?id=${id}`, undefined, keyed(of));
  const refused = await voids(first.id, key);
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  await approve(key, neededBy(refused));
  expect((await voids(first.id, key)).statusCode).toBe(200);
  expect(refusalOf(await voids(second.id, randomUUID()))).toEqual([403, 'approval_needed']);
  expect(refusalOf(await voids(second.id, key))[1]).toBe('idempotency_key_reused');
  expect(await audited('order_void')).toMatchObject([{ details: { approved_by: { id: manager.userId } } }]);
});

const discounted = (percent: number, more: object = {}) => ({
  ...grinder,
  meta_data: [{ key: '_discount_percentage', value: percent }],
  ...more,
});
/** Sends a sale that needs an approval, and has it approved. */
async function approved(key: string, body: object) {
  const refused = await cashier.post('/api/orders', body, keyed(key));
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  return approve(key, neededBy(refused));
}

it('holds for the request that was refused, and for no other of its key', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  const sell = (line: object) => cashier.post('/api/orders', sale([line]), keyed(key));
  expect((await approved(key, sale([discounted(60)]))).statusCode).toBe(200);
  // Less off, but of more; the same price for somebody else.
  for (const other of [discounted(30, { quantity: 10 }), discounted(60, { quantity: 2 })])
    expect(refusalOf(await sell(other))).toEqual([403, 'approval_needed']);
  // A deletion and a note under the same key, though they need less than a sale.
  const order = await sold();
  const deleted = await cashier.send('DELETE', `/api/orders?id=${order.id}`, undefined, keyed(key));
  expect(refusalOf(deleted)).toEqual([403, 'approval_needed']);
  expect((await sell(discounted(60))).statusCode).toBe(200);
});

it('is one of the prices and goods, however they are paid', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  await approved(key, sale([discounted(60)]));
  const cash = { payment_method: 'cash', meta_data: meta({ _cash_received: 100 }) };
  expect((await cashier.post('/api/orders', sale([discounted(60)], cash), keyed(key))).statusCode).toBe(200);
});

it('is given for what was asked, which is written down with its key and its order', async () => {
  const order = await sold();
  const key = randomUUID();
  const voids = () => cashier.send('DELETE', `/api/orders?id=${order.id}`, undefined, keyed(key));
  const refused = await voids();
  const less = [{ permission: 'override-prices', amount: 1, reason: '1% off' }];
  expect(refusalOf(await approve(key, less))).toEqual([409, 'approval_not_asked']);
  expect(refusalOf(await approve(randomUUID(), neededBy(refused)))).toEqual([409, 'approval_not_asked']);
  expect(await audited('approval_given')).toEqual([]);
  expect((await approve(key, neededBy(refused))).statusCode).toBe(200);
  expect(await audited('approval_given')).toMatchObject([
    { details: { key, order_id: order.id, request: 'DELETE /api/orders', needs: neededBy(refused) } },
  ]);
});

it('is not asked for what stock, points or prices refuse', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const orders = async () =>
    (await sql<{ next: number }>`SELECT last_value::int AS next FROM orders_id_seq`.execute(shop.database.db)).rows[0]
      ?.next;
  const before = await orders();
  const sell = (line: object, more: Record<string, unknown> = {}) => cashier.post('/api/orders', sale([line], more));
  expect(refusalOf(await sell(discounted(60, { quantity: 900 })))).toEqual([409, 'out_of_stock']);
  expect(refusalOf(await sell(discounted(60), { total: '1.00' }))[1]).toBe('totals_mismatch');
  const split = { payment_method: 'split', meta_data: meta({ _split_payments: [{ method: 'cash', amount: 1 }] }) };
  expect(refusalOf(await sell(discounted(60), split))[1]).toBe('tender_insufficient');
  expect(refusalOf(await sell(discounted(60)))).toEqual([403, 'approval_needed']);
  // No number of an order was used up.
  expect(await orders()).toBe(before);
});

it('is asked by a trial before the payment, and holds for the sale', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  const tries = (body: object) => cashier.post('/api/orders/try', body, keyed(key));
  expect((await tries(sale([discounted(10)]))).statusCode).toBe(200);
  expect(refusalOf(await tries(sale([discounted(60, { quantity: 900 })])))).toEqual([409, 'out_of_stock']);
  const refused = await tries(sale([discounted(60)]));
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  expect((await approve(key, neededBy(refused))).statusCode).toBe(200);
  expect((await tries(sale([discounted(60)]))).statusCode).toBe(200);
  expect(await audited('sale')).toEqual([]);
  expect((await cashier.post('/api/orders', sale([discounted(60)]), keyed(key))).statusCode).toBe(200);
  expect(await audited('sale')).toMatchObject([{ details: { approved_by: { id: manager.userId } } }]);
});

it('is tried without a trace, and what was sold meanwhile can be sold, whatever it costs now', async () => {
  const { db } = shop.database;
  const key = randomUUID();
  const body = sale([{ ...grinder, total: '23.90' }], { allow_oversell: true });
  const tries = (asked: object) => cashier.post('/api/orders/try', asked, keyed(key));
  await sql`DELETE FROM stock_levels WHERE product_id = ${grinder.product_id}`.execute(db);
  expect(refusalOf(await tries(body))).toEqual([403, 'approval_needed']);
  const { rows } = await sql`SELECT FROM stock_levels WHERE product_id = ${grinder.product_id}`.execute(db);
  expect(rows).toEqual([]);
  const made = await manager.post('/api/orders', body, keyed(key));
  const { id } = made.json<{ data: WireOrder }>().data;
  await sql`UPDATE products SET regular_price_cents = regular_price_cents + 100 WHERE id = ${grinder.product_id}`.execute(
    db,
  );
  expect(refusalOf(await manager.post('/api/orders/try', body))).toEqual([409, 'price_changed']);
  const again = await manager.post('/api/orders/try', body, keyed(key));
  expect([again.statusCode, again.json()]).toEqual([200, { success: true }]);
  const other = await manager.post('/api/orders/try', sale([grinder], { payment_method: 'cash' }), keyed(key));
  expect(refusalOf(other)).toEqual([422, 'idempotency_key_reused']);
  expect(other.json()).toMatchObject({ recorded_id: id });
});

it('is named by a note, and with two people who approved by both', async () => {
  const order = await sold();
  const other = await shop.signIn('manager');
  await sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${other.userId}`.execute(shop.database.db);
  await other.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin: '593820' });
  const { permissions } = (await admin.get('/api/manage/roles'))
    .json<{ data: RoleSettings[] }>()
    .data.find(({ role }) => role === 'staff') as RoleSettings;
  await setRole('staff', { permissions: permissions.filter((one) => one !== 'change-orders') });
  const note = (key: string) => cashier.post(`/api/orders/${order.id}/notes`, { text: 'Torn bag' }, keyed(key));
  const key = randomUUID();
  await approve(key, neededBy(await note(key)));
  expect((await note(key)).statusCode).toBe(201);
  expect(await audited('order_note')).toMatchObject([{ details: { approved_by: { id: manager.userId } } }]);
  const put = (status: string, of: string) =>
    cashier.send('PUT', `/api/orders/${order.id}`, { status, allow_oversell: true }, keyed(of));
  await manager.send('PUT', `/api/orders/${order.id}`, { status: 'cancelled' });
  const again = randomUUID();
  await approve(again, neededBy(await put('completed', again)));
  const more = neededBy(await put('completed', again));
  expect(more).toMatchObject([{ permission: 'sell-anyway' }]);
  await approve(again, more, { user_id: other.userId, pin: '593820' });
  expect((await put('completed', again)).statusCode).toBe(200);
  const both = [{ id: manager.userId }, { id: other.userId }];
  expect((await audited('order_status')).at(-1)).toMatchObject({ details: { approved_by: both } });
});

it('names the worst line and how many more are changed, and can be given for a product with a long name', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  const body = sale([discounted(30), discounted(50), discounted(10)]);
  expect(neededBy(await cashier.post('/api/orders', body))[0]?.reason).toBe('50% off Grinder and 2 more');
  await sql`UPDATE products SET name = repeat('😀', 250) WHERE id = ${grinder.product_id}`.execute(shop.database.db);
  const refused = await cashier.post('/api/orders', body, keyed(key));
  expect(neededBy(refused)[0]?.reason).toMatch(/^50% off 😀+… and 2 more$/u);
  const approved = await approve(key, neededBy(refused));
  expect(approved.statusCode, approved.body).toBe(200);
});

it('ends with the account, the PIN or the permission of who gave it, and with a clock set back', async () => {
  const ends = async (change: () => Promise<unknown>) => {
    const key = randomUUID();
    expect((await approved(key, many)).statusCode).toBe(200);
    await change();
    expect(refusalOf(await cashier.post('/api/orders', many, keyed(key)))).toEqual([403, 'approval_needed']);
  };
  const { db } = shop.database;
  await ends(() => sql`UPDATE approvals SET made_at = now() + interval '1 hour'`.execute(db));
  await ends(async () => {
    await sql`UPDATE users SET role = 'staff' WHERE id = ${manager.userId}`.execute(db);
  });
  await sql`UPDATE users SET role = 'manager' WHERE id = ${manager.userId}`.execute(db);
  await ends(() => sql`UPDATE users SET status = 'disabled' WHERE id = ${manager.userId}`.execute(db));
  await sql`UPDATE users SET status = 'active' WHERE id = ${manager.userId}`.execute(db);
  await ends(() => admin.post(`/api/manage/staff/${manager.userId}/pin/remove`, {}));
});

it('is named by the preview of a change of several orders, which refunds none of them', async () => {
  await setRole('staff', { most_refund: '30.00' });
  const [small, large] = [await sold(), await cashier.post('/api/orders', sale([{ ...grinder, quantity: 2 }]))];
  const { id, number, total } = large.json<{ data: WireOrder }>().data;
  const body = { order_ids: [small.id, id], status: 'refunded' };
  const { data } = (await cashier.post('/api/orders/bulk-status/preview', body)).json<{ data: WireBulkEffects }>();
  expect(data).toMatchObject({
    changing: 1,
    refund: small.total,
    refused: [{ order_id: id, number, error: `A manager has to approve this: refunding $${total}.` }],
  });
  const reply = await cashier.send('PUT', '/api/orders/bulk-status', body);
  expect(reply.json()).toMatchObject({ changed: 1, refused: 1 });
});

it('is asked for refunds in pieces that come to more than the limit', async () => {
  await setRole('staff', { most_refund: '40.00' });
  const reply = await cashier.post('/api/orders', sale([{ ...grinder, quantity: 2 }]));
  const order = reply.json<{ data: WireOrder }>().data;
  const lines = [{ line_id: order.line_items[0]?.id, quantity: 1, restock: true }];
  const refund = () => cashier.post(`/api/orders/${order.id}/refunds`, { lines });
  expect((await refund()).statusCode).toBe(201);
  const refused = await refund();
  expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
  expect(neededBy(refused)).toMatchObject([{ amount: centsOf(order.total) }]);
  const byStatus = await cashier.send('PUT', `/api/orders/${order.id}`, { status: 'refunded' });
  expect(refusalOf(byStatus)).toEqual([403, 'approval_needed']);
});

it('is named by a status that it opened, and by one that sells beyond stock', async () => {
  const order = await sold();
  const put = (status: string, of: string, more: object = {}) =>
    cashier.send('PUT', `/api/orders/${order.id}`, { status, ...more }, keyed(of));
  const { permissions } = (await admin.get('/api/manage/roles'))
    .json<{ data: RoleSettings[] }>()
    .data.find(({ role }) => role === 'staff') as RoleSettings;
  await setRole('staff', { permissions: permissions.filter((one) => one !== 'change-orders') });
  for (const [status, key, more] of [
    ['cancelled', randomUUID(), {}],
    ['completed', randomUUID(), { allow_oversell: true }],
  ] as const) {
    for (let asked = 0; asked < 2; asked += 1) {
      const refused = await put(status, key, more);
      if (refused.statusCode === 200) break;
      expect(refusalOf(refused)).toEqual([403, 'approval_needed']);
      await approve(key, neededBy(refused));
    }
    expect((await put(status, key, more)).statusCode).toBe(200);
    if (status === 'cancelled') await setRole('staff', { permissions });
  }
  const approved = { details: { approved_by: { id: manager.userId } } };
  expect(await audited('order_status')).toMatchObject([approved, approved]);
});

it('ends when the request is refused for something else', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  await approved(key, sale([discounted(30)]));
  const short = await cashier.post('/api/orders', sale([discounted(30, { quantity: 900 })]), keyed(key));
  expect(refusalOf(short)).toEqual([409, 'out_of_stock']);
  const again = await cashier.post('/api/orders', sale([discounted(30)]), keyed(key));
  expect(refusalOf(again)).toEqual([403, 'approval_needed']);
});

it('counts no right PIN as a wrong one, whoever may not approve that much', async () => {
  await setRole('manager', { most_discount_percent: 50 });
  await setRole('staff', { most_discount_percent: 20 });
  for (let tries = 0; tries < 6; tries += 1)
    expect(refusalOf(await approved(randomUUID(), sale([discounted(60)])))).toEqual([403, 'not_allowed']);
  expect((await approved(randomUUID(), sale([discounted(50)]))).statusCode).toBe(200);
});

it('is refused for a wrong PIN, for too little, and for those who may not themselves', async () => {
  await setRole('staff', { most_discount_percent: 20 });
  const key = randomUUID();
  const needs = neededBy(await cashier.post('/api/orders', sale([discounted(60)]), keyed(key)));
  expect(refusalOf(await approve(key, needs, { pin: '111222' }))).toEqual([403, 'wrong_pin']);
  await setRole('manager', { most_discount_percent: 50 });
  const tooMuch = await approve(key, needs);
  expect(refusalOf(tooMuch)).toEqual([403, 'not_allowed']);
  expect(tooMuch.json<{ error: string }>().error).toContain('may not approve this: 60% off Grinder');
  expect(await audited('approval_given')).toEqual([]);
  const { data } = (await cashier.get('/api/auth/people')).json<{ data: { approves: string[] }[] }>();
  expect(data.map(({ approves }) => approves)).toEqual([
    ['override-prices', 'sell-below-floor', 'sell-anyway', 'change-orders', 'void-orders'],
  ]);
});

it('a role is changed by administrators, in open sessions, too, and never gets what is theirs alone', async () => {
  const permissionsOf = async (till: Till) =>
    (await till.get('/api/auth/me')).json<{ user: { permissions: string[] } }>().user.permissions;
  const usual = await permissionsOf(cashier);
  const changed = [...usual.filter((one) => one !== 'override-prices'), 'see-costs'] as RoleSettings['permissions'];
  await setRole('staff', { permissions: changed });
  expect((await permissionsOf(cashier)).toSorted()).toEqual(changed.toSorted());
  expect(await permissionsOf(manager)).toContain('override-prices');
  const discounted = sale([{ ...grinder, meta_data: [{ key: '_discount_percentage', value: 1 }] }]);
  expect(refusalOf(await cashier.post('/api/orders', discounted))).toEqual([403, 'approval_needed']);
  expect(await audited('role_changed')).toMatchObject([{ entity_id: 'staff', actor_id: admin.userId }]);
  const put = (by: Till, body: object) =>
    by.send('PUT', '/api/manage/roles/staff', {
      permissions: ['sell', 'manage-staff'],
      most_discount_percent: null,
      most_refund: null,
      version: 2,
      ...body,
    });
  expect(refusalOf(await put(admin, {}))).toEqual([422, 'not_valid']);
  expect(refusalOf(await put(admin, { version: 1 }))).toEqual([409, 'changed_meanwhile']);
  expect(refusalOf(await put(manager, {}))).toEqual([403, 'not_allowed']);
});
