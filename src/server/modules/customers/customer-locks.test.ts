import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expirePoints } from '#server/modules/loyalty/service.ts';
import { refusalOf, type TestApp, type Till } from '#server/testing/app.ts';
import { closeAgreed, openTills, USERS } from '#server/testing/trade/customers.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { answerOf } from '#server/testing/wire/order-answer.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer } from '#server/testing/shop.ts';

let shop: TestApp;
let till: Till;
let manager: Till;
let customer: number;

const CUSTOMERS = '/api/users-matrix/customers';

beforeAll(async () => {
  ({ shop, till, manager } = await openTills());
});
afterAll(() => closeAgreed(shop));
beforeEach(async () => {
  customer = await addCustomer(shop);
});

/** Somebody who merges or forgets the customer has the account, and is not done. */
const busyWith = (id: number) => holding(shop, 'select from users where id = $1 for update', [id]);
const run = async (statement: ReturnType<typeof sql>) => (await statement.execute(shop.database.db)).rows;

it('changes nothing that somebody else changed while it waited', async () => {
  const other = await busyWith(customer);
  const changing = manager.send('PUT', `${USERS}/${customer}`, { first_name: 'Dana' });
  await untilWaiting(shop);
  await other.run(`insert into customer_details (user_id, flag_kind, flag_text) values ($1, 'banned', 'Shouted')`, [
    customer,
  ]);
  await other.letGo();
  expect((await changing).json()).toMatchObject({
    data: { first_name: 'Dana', flag: { kind: 'banned', text: 'Shouted' } },
  });
});

describe('date of birth and licence number', () => {
  it('are not written for somebody who is being forgotten', async () => {
    const other = await busyWith(customer);
    const writing = manager.send('PUT', `${CUSTOMERS}/${customer}/identity`, { date_of_birth: '1990-12-31' });
    await untilWaiting(shop);
    await other.run(`update users set status = 'forgotten' where id = $1`, [customer]);
    await other.letGo();
    expect(refusalOf(await writing)).toEqual([404, 'not_found']);
    expect(await run(sql`SELECT FROM customer_identities WHERE customer_id = ${customer}`)).toEqual([]);
  });

  it('are those of the account that was kept, which the refusal names', async () => {
    const kept = await addCustomer(shop, 'Dana R. Reed');
    await manager.post(`/api/customers/${kept}/merge`, { merge_id: customer });
    for (const reply of [
      await manager.send('PUT', `${CUSTOMERS}/${customer}/identity`, { date_of_birth: '1990-12-31' }),
      await manager.post(`${CUSTOMERS}/${customer}/identity/reveal`),
    ]) {
      expect(refusalOf(reply)).toEqual([404, 'not_found']);
      expect(reply.json()).toMatchObject({ merged_into: kept });
    }
  });
});

describe('while a customer is being merged or forgotten', () => {
  it('an adjustment waits without holding the balance', async () => {
    const other = await busyWith(customer);
    const adjusting = manager.post(`/api/proxy/wc-points-rewards/user/${customer}/adjust`, {
      points: 5,
      description: 'Birthday bonus',
    });
    await untilWaiting(shop);
    await other.run('set local lock_timeout = 300');
    await other.run('insert into points_balances (customer_id) values ($1) on conflict do nothing', [customer]);
    await other.letGo();
    expect((await adjusting).json()).toMatchObject({ balance: 5 });
  });

  it('points lapse without holding the balance', async () => {
    await run(sql`
      WITH given AS (
        INSERT INTO points_events (customer_id, type, points, created_at) VALUES (${customer}, 'opening-balance', 50, now() - interval '400 days')
        RETURNING created_at), told AS (
        INSERT INTO audit_trail (at, action, entity, entity_id, details)
        SELECT created_at, 'points_opened', 'user', ${customer}::text, '{"points": 50}' FROM given)
      INSERT INTO points_balances (customer_id, balance) VALUES (${customer}, 50)`);
    await run(sql`SELECT seal_audit_trail()`);
    await run(sql`UPDATE loyalty_settings SET expire_after_days = 365`);
    const other = await busyWith(customer);
    const lapsing = expirePoints(shop.database.db, shop.app.deps.secrets, { after: customer - 1 });
    await untilWaiting(shop);
    await other.run('set local lock_timeout = 300');
    await other.run('select from points_balances where customer_id = $1 for update', [customer]);
    await other.letGo();
    await lapsing;
    expect(await run(sql`SELECT balance FROM points_balances WHERE customer_id = ${customer}`)).toEqual([
      { balance: 0 },
    ]);
  });

  it.each([
    ['a status', (id: number) => manager.send('PUT', `/api/orders/${id}`, { status: 'cancelled' })],
    [
      'a refund',
      (id: number, line_id: number) =>
        manager.post(`/api/orders/${id}/refunds`, { lines: [{ line_id, quantity: 1, restock: true }] }),
    ],
    ['a deletion', (id: number) => manager.send('DELETE', `/api/orders?id=${id}`)],
  ])('%s of an order waits without holding its stock', async (_what, change) => {
    const { id, line_items } = answerOf(
      await till.post('/api/orders', sale([grinder], { customer_id: customer })),
    ).data;
    const other = await busyWith(customer);
    const changing = change(id, line_items[0]?.id ?? 0);
    await untilWaiting(shop);
    const elsewhere = await till.post('/api/orders', sale([grinder]));
    await other.letGo();
    expect(elsewhere.statusCode, elsewhere.body).toBe(200);
    expect((await changing).statusCode).toBeLessThan(300);
  });
});

it('keeps no text of a note that was deleted while its customer was being forgotten', async () => {
  const note = await till.post(`/api/customers/${customer}/notes`, { text: 'Prefers mornings.' });
  const other = await busyWith(customer);
  const deleting = till.send(
    'DELETE',
    `/api/customers/${customer}/notes/${note.json<{ data: { id: number } }>().data.id}`,
  );
  await untilWaiting(shop);
  await other.run('delete from audit_personal where customer_id = $1', [customer]);
  await other.run('delete from customer_notes where customer_id = $1', [customer]);
  await other.run(`update users set status = 'forgotten' where id = $1`, [customer]);
  await other.run(
    `insert into audit_trail (action, entity, entity_id) values ('customer_forgotten', 'user', $1::integer::text)`,
    [customer],
  );
  await other.letGo();
  expect(refusalOf(await deleting)).toEqual([404, 'not_found']);
  expect(await run(sql`SELECT FROM audit_personal WHERE customer_id = ${customer}`)).toEqual([]);
});

it('forgets a customer whose merge somebody undoes at the same time', async () => {
  const merged = await addCustomer(shop, 'Dana R. Reed');
  const reply = await manager.post(`/api/customers/${customer}/merge`, { merge_id: merged });
  const { id } = reply.json<{ data: { id: number } }>().data;
  const other = await busyWith(merged);
  const undoing = manager.post(`/api/customers/merges/${id}/undo`);
  await untilWaiting(shop, 1);
  await other.run('set local lock_timeout = 300');
  await other.run('update customer_merges set changed = null where id = $1', [id]);
  await other.letGo();
  expect(refusalOf(await undoing)).toEqual([409, 'status_conflict']);
});
