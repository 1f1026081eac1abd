import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CustomerMerge } from '#contract/customer-merges.ts';
import type { Customer } from '#contract/customers.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { USERS, addedAt, closeAgreed, detailsAt, identityMeta, openTills } from '#server/testing/trade/customers.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { SHOP } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let people = 0;

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => closeAgreed(shop));

const made = (body: object = {}) =>
  addedAt(till, { first_name: 'Pat', email: `person-${(people += 1)}@example.com`, ...body });
const papers = { product_id: SHOP.papers, quantity: 10 };
const sell = async (customer: number, lines: unknown[] = [papers]) =>
  answerOf(await till.post('/api/orders', sale(lines, { customer_id: customer }))).data;
const customer = (id: number) => detailsAt(till, id);
const merge = (kept: number, merged: number, more = {}, headers = {}) =>
  manager.post(`/api/customers/${kept}/merge`, { merge_id: merged, ...more }, headers);
async function merged(kept: number, other: number): Promise<CustomerMerge> {
  const reply = await merge(kept, other);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ data: CustomerMerge }>().data;
}
const undo = (id: number) => manager.post(`/api/customers/merges/${id}/undo`);
const ordersOf = async (id: number) =>
  (await till.get(`/api/orders?customer=${id}`)).json<{ data: { id: number }[] }>().data.map((order) => order.id);
const balance = async (id: number): Promise<number> => {
  const { rows } = await sql<{
    balance: number;
  }>`SELECT balance FROM points_balances WHERE customer_id = ${id}`.execute(shop.database.db);
  return rows[0]?.balance ?? 0;
};

it('brings orders, points, notes, labels and what was not known yet to one account, as its preview says', async () => {
  const kept = await made({ first_name: 'Dana', last_name: 'Reed', email: '', billing: { phone: '704-555-0150' } });
  const other = await made({
    first_name: 'D.',
    email: 'dana.reed@example.com',
    billing: { address_1: '811 Central Ave', city: 'Charlotte' },
    meta_data: [{ key: '_date_of_birth', value: '1990-12-31' }],
  });
  const first = await sell(kept.id);
  const second = await sell(other.id);
  await till.post(`/api/customers/${other.id}/notes`, { text: 'Prefers mornings.' });
  await till.send('PUT', `${USERS}/${other.id}`, {
    groups: ['Early birds'],
    flag: { kind: 'banned', text: 'Shouted.' },
  });
  const preview = (await manager.get(`/api/customers/${kept.id}/merge-preview?merge_id=${other.id}`)).json<{
    data: { kept: Customer; merged: Customer; result: Customer; orders: number; points: number; notes: number };
  }>().data;
  expect(preview).toMatchObject({ orders: 1, points: 20, notes: 1, kept: { id: kept.id }, merged: { id: other.id } });

  const reply = await merge(kept.id, other.id, {
    expected_version: preview.kept.version,
    merge_version: preview.merged.version,
  });
  expect(reply.statusCode, reply.body).toBe(200);
  const after = await customer(kept.id);
  expect({ ...after, version: 0 }).toEqual({ ...preview.result, version: 0 });
  expect(after).toMatchObject({
    email: 'dana.reed@example.com',
    phone: '704-555-0150',
    billing: { address_1: '811 Central Ave', city: 'Charlotte' },
    flag: { kind: 'banned' },
    groups: ['Early birds'],
    points_balance: 40,
    has_birth_date: true,
  });
  expect(await ordersOf(kept.id)).toEqual([second.id, first.id]);
  expect((await till.get(`/api/customers/${kept.id}/statistics`)).json()).toMatchObject({
    data: { total_orders: 2, lifetime_value: '40.00' },
  });
  expect((await till.get(`/api/customers/${kept.id}/notes`)).json()).toMatchObject({
    data: [{ text: 'Prefers mornings.' }],
  });
  const history = await till.get(`/api/proxy/wc-points-rewards/user/${kept.id}/history`);
  expect(
    history.json<{ events: { type: string; points: number }[] }>().events.map(({ type, points }) => [type, points]),
  ).toEqual([
    ['merged', 20],
    ['merged', -20],
    ['order-placed', 20],
    ['order-placed', 20],
  ]);
  expect(refusalOf(await till.get(`/api/proxy/wc-points-rewards/user/${other.id}/balance`))).toEqual([
    404,
    'not_found',
  ]);
  const gone = await till.get(`/api/users-matrix/customers/${other.id}`);
  expect([refusalOf(gone), gone.json<{ merged_into: number }>().merged_into]).toEqual([[404, 'not_found'], kept.id]);
  expect((await till.get(`${USERS}?search=dana.reed@example.com`)).json()).toMatchObject({ data: [{ id: kept.id }] });
});

it('is undone as if it had not been, with what became of the orders’ points meanwhile', async () => {
  const kept = await made({ billing: { phone: '704-555-0151' } });
  const other = await made({ meta_data: [{ key: '_license_number', value: 'L-77' }] });
  const [own, moved] = [await sell(kept.id), await sell(other.id, [papers, grinder])];
  await till.post(`/api/customers/${other.id}/notes`, { text: 'Of the other.' });
  await till.send('PUT', `${USERS}/${other.id}`, { groups: ['Others'] });
  const before = [await customer(kept.id), await customer(other.id)];
  const { id, undo_until: until } = await merged(kept.id, other.id);
  expect(Date.parse(String(until)) - Date.now()).toBeGreaterThan(29 * 86_400_000);
  await till.send('PUT', `/api/orders/${moved.id}`, { status: 'cancelled' });
  const since = await sell(kept.id);
  expect(await balance(kept.id)).toBe(40);

  expect((await undo(id)).json()).toMatchObject({ success: true, data: { undo_until: null } });
  const clean = (each: Customer) => ({ ...each, version: 0, points_balance: 0 });
  expect([await customer(kept.id), await customer(other.id)].map(clean)).toEqual(before.map(clean));
  expect([await ordersOf(kept.id), await ordersOf(other.id)]).toEqual([[since.id, own.id], [moved.id]]);
  expect([await balance(kept.id), await balance(other.id)]).toEqual([40, 0]);
  await till.send('PUT', `/api/orders/${moved.id}`, { status: 'completed' });
  expect(await balance(other.id)).toBe(43);
  expect((await till.get(`/api/customers/${other.id}/notes`)).json()).toMatchObject({
    data: [{ text: 'Of the other.' }],
  });
  expect(refusalOf(await undo(id))).toEqual([409, 'status_conflict']);
  // The same two once more: points of the first time are not returned twice.
  const again = await merged(kept.id, other.id);
  await undo(again.id);
  expect([await balance(kept.id), await balance(other.id)]).toEqual([40, 43]);
});

it('gives back addresses and a flag that the merge brought, unless they were changed since', async () => {
  const brought = {
    billing: { address_1: '811 Central Ave', city: 'Charlotte', state: 'NC', postcode: '28204' },
    shipping: { address_1: '9 Mill St', city: 'Monroe' },
  };
  const [kept, other] = [await made(), await made(brought)];
  await till.send('PUT', `${USERS}/${other.id}`, { flag: { kind: 'check_id', text: 'Photo.' } });
  const before = await customer(kept.id);
  await undo((await merged(kept.id, other.id)).id);
  expect({ ...(await customer(kept.id)), version: 0 }).toEqual({ ...before, version: 0 });

  const again = await merged(kept.id, other.id);
  await till.send('PUT', `${USERS}/${kept.id}`, { billing: { city: 'Concord' } });
  await undo(again.id);
  expect(await customer(kept.id)).toMatchObject({
    billing: { address_1: '811 Central Ave', city: 'Concord' },
    shipping: before.shipping,
    flag: null,
  });
});

it('gives an e-mail address back to the account that had it, whatever the kept one has by then, unless it is somebody else’s', async () => {
  const bare = { email: '', billing: { phone: '704-555-0152' } };
  const [kept, other] = [await made(bare), await made()];
  const emails = async () => [(await customer(kept.id)).email, (await customer(other.id)).email];
  const before = [await customer(kept.id), await customer(other.id)];
  const first = await merged(kept.id, other.id);
  expect(await customer(kept.id)).toMatchObject({ email: other.email, billing: { email: other.email } });
  expect((await undo(first.id)).json()).toMatchObject({ not_returned: [] });
  const clean = (each: Customer) => ({ ...each, version: 0 });
  expect([await customer(kept.id), await customer(other.id)].map(clean)).toEqual(before.map(clean));

  const second = await merged(kept.id, other.id);
  await till.send('PUT', `${USERS}/${kept.id}`, { email: 'since@example.com' });
  await undo(second.id);
  expect(await emails()).toEqual(['since@example.com', other.email]);

  await till.send('PUT', `${USERS}/${kept.id}`, { email: '' });
  const third = await merged(kept.id, other.id);
  await till.send('PUT', `${USERS}/${kept.id}`, { email: 'again@example.com' });
  await made({ email: other.email.toUpperCase() });
  expect((await undo(third.id)).json()).toMatchObject({ not_returned: ['email'] });
  expect(await emails()).toEqual(['again@example.com', '']);
});

it('takes a brought address out of the kept account also when something beside it was changed since', async () => {
  const kept = await made({ email: '', billing: { phone: '704-555-0153' } });
  const other = await made({ billing: { address_1: '811 Central Ave', city: 'Charlotte', postcode: '28204' } });
  const before = await customer(kept.id);
  const { id } = await merged(kept.id, other.id);
  await till.send('PUT', `${USERS}/${kept.id}`, { billing: { phone: '704-555-0154', first_name: 'Patricia' } });
  expect(await customer(kept.id)).toMatchObject({ billing: { address_1: '811 Central Ave', email: other.email } });
  await undo(id);
  expect(await customer(kept.id)).toMatchObject({
    email: '',
    phone: '704-555-0154',
    billing: { ...before.billing, phone: '704-555-0154', first_name: 'Patricia' },
    shipping: before.shipping,
  });
});

it('says which balance an undoing leaves to the kept account, also one below zero', async () => {
  const [kept, other] = [await made(), await made()];
  const worth = { product_id: SHOP.papers, quantity: 50 };
  await sell(other.id, [worth]);
  const { id } = await merged(kept.id, other.id);
  await till.post('/api/orders', sale([worth], { customer_id: kept.id, redeem_points: 100 }));
  const left = (await balance(kept.id)) - 100;
  const reply = await undo(id);
  expect(reply.json()).toMatchObject({ data: { kept_id: kept.id }, points_balance: left });
  expect([await balance(kept.id), await balance(other.id)]).toEqual([left, 100]);
  expect(left).toBeLessThan(0);
});

it('brings the later check of an ID, and gives it back, unless a card was scanned since', async () => {
  const scanned = [...identityMeta('1990-12-31', 'L-90'), { key: '_id_checked', value: '1' }];
  const checkedAt = async (id: number) => (await customer(id)).id_checked_at;
  const checkedBy = async (id: number) => {
    const { rows } = await sql<{ checked_by: number | null }>`
      SELECT checked_by FROM customer_identities WHERE customer_id = ${id}`.execute(shop.database.db);
    return rows[0]?.checked_by;
  };
  const [kept, other] = [await made(), await made({ meta_data: scanned })];
  const at = await checkedAt(other.id);
  expect(at).not.toBeNull();
  const preview = await manager.get(`/api/customers/${kept.id}/merge-preview?merge_id=${other.id}`);
  expect(preview.json()).toMatchObject({ data: { result: { id_checked_at: at }, not_readable: [] } });
  const first = await merged(kept.id, other.id);
  expect([await checkedAt(kept.id), await checkedBy(kept.id)]).toEqual([at, till.userId]);
  await undo(first.id);
  expect([await checkedAt(kept.id), await checkedAt(other.id)]).toEqual([null, at]);

  // The earlier check of the merged account is not brought.
  await manager.send('PUT', `/api/users-matrix/customers/${kept.id}/identity`, { id_checked: true });
  const own = await checkedAt(kept.id);
  const second = await merged(kept.id, other.id);
  expect(await checkedAt(kept.id)).toBe(own);
  await undo(second.id);
  expect(await checkedAt(kept.id)).toBe(own);
});

it('says in its preview which values were encrypted under another key and stay behind', async () => {
  const [kept, other] = [await made(), await made({ meta_data: identityMeta('1990-12-31', 'L-91') })];
  await sql`
    UPDATE customer_identities SET license_sealed = regexp_replace(license_sealed, '^v1[.][0-9a-f]+', 'v1.0badc0de')
     WHERE customer_id = ${other.id}`.execute(shop.database.db);
  const preview = await manager.get(`/api/customers/${kept.id}/merge-preview?merge_id=${other.id}`);
  expect(preview.json()).toMatchObject({
    data: { result: { has_birth_date: true, has_licence: false }, not_readable: ['license_number'] },
  });
  await merged(kept.id, other.id);
  expect(await customer(kept.id)).toMatchObject({ has_birth_date: true, has_licence: false });
});

it('keeps three accounts apart when they are merged one into the next, and undone in turn', async () => {
  const [a, b, c] = [await made(), await made(), await made()];
  const sold = [await sell(a.id), await sell(b.id), await sell(c.id)].map(({ id }) => id);
  const first = await merged(b.id, a.id);
  const second = await merged(c.id, b.id);
  expect((await ordersOf(c.id)).toSorted((x, y) => x - y)).toEqual(sold);
  expect(await balance(c.id)).toBe(60);
  expect(refusalOf(await undo(first.id))).toEqual([409, 'status_conflict']);
  expect((await sell(a.id)).customer_id).toBe(c.id);
  await till.send('PUT', `/api/orders/${sold[0]}`, { status: 'cancelled' });
  await undo(second.id);
  expect([await balance(a.id), await balance(b.id), await balance(c.id)]).toEqual([0, 20, 40]);
  await undo(first.id);
  expect([await balance(a.id), await balance(b.id), await balance(c.id)]).toEqual([0, 20, 40]);
  expect(await ordersOf(a.id)).toEqual([sold[0]]);
});

it('gives sales that are made at the same moment to the account that is kept', async () => {
  const [kept, other] = [await made(), await made()];
  const [reply, ...sales] = await Promise.all([
    merge(kept.id, other.id),
    ...Array.from({ length: 6 }, () => till.post('/api/orders', sale([papers], { customer_id: other.id }))),
  ]);
  expect(reply.statusCode, reply.body).toBe(200);
  expect(sales.map(({ statusCode }) => statusCode)).toEqual(sales.map(() => 200));
  expect(await ordersOf(kept.id)).toHaveLength(6);
  expect([await balance(kept.id), await balance(other.id)]).toEqual([120, 0]);
});

it('happens once when its answer is lost and it is sent again', async () => {
  const [kept, other] = [await made(), await made()];
  await sell(other.id);
  const key = { 'idempotency-key': `merge-of-${other.id}` };
  const [first, second] = [await merge(kept.id, other.id, {}, key), await merge(kept.id, other.id, {}, key)];
  expect(second.json()).toEqual(first.json());
  expect(await balance(kept.id)).toBe(20);
  const { id } = first.json<{ data: CustomerMerge }>().data;
  const undoKey = { 'idempotency-key': `undo-of-${id}` };
  const send = () => manager.post(`/api/customers/merges/${id}/undo`, undefined, undoKey);
  expect((await send()).json()).toEqual((await send()).json());
  expect(await balance(other.id)).toBe(20);
});

it('is refused for who has changed since, for staff, for oneself, and to those who may not', async () => {
  const [kept, other] = [await made(), await made()];
  expect(refusalOf(await merge(kept.id, kept.id))).toEqual([422, 'not_valid']);
  expect(refusalOf(await merge(kept.id, till.userId))).toEqual([404, 'not_found']);
  expect(refusalOf(await merge(till.userId, kept.id))).toEqual([404, 'not_found']);
  expect(refusalOf(await merge(kept.id, other.id, { merge_version: 99 }))).toEqual([409, 'customer_changed']);
  expect(refusalOf(await till.post(`/api/customers/${kept.id}/merge`, { merge_id: other.id }))).toEqual([
    403,
    'not_allowed',
  ]);
  expect(refusalOf(await till.post('/api/customers/merges/1/undo'))).toEqual([403, 'not_allowed']);
  const { id } = await merged(kept.id, other.id);
  expect(refusalOf(await merge(kept.id, other.id))).toEqual([404, 'not_found']);
  await sql`UPDATE customer_merges SET merged_at = merged_at - interval '31 days' WHERE id = ${id}`.execute(
    shop.database.db,
  );
  expect(refusalOf(await undo(id))).toEqual([409, 'status_conflict']);
  await sql`UPDATE customer_merges SET merged_at = merged_at + interval '31 days' WHERE id = ${id}`.execute(
    shop.database.db,
  );
});
