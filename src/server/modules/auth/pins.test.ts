import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { quickHash } from '#server/testing/quick-password.ts';

const PASSWORD = 'a password of mine';
const PIN = '482913';
let shop: TestApp;
let passwordHash: string;

beforeAll(async () => {
  shop = await testApp();
  passwordHash = await quickHash(PASSWORD);
});
afterAll(() => shop.close());

const { execute } = { execute: <Row>(query: ReturnType<typeof sql<Row>>) => query.execute(shop.database.db) };

/** Somebody with a PIN. */
async function withPin(...[role, options]: Parameters<TestApp['signIn']>): Promise<Till> {
  const till = await shop.signIn(role, options);
  await execute(sql`UPDATE users SET password_hash = ${passwordHash} WHERE id = ${till.userId}`);
  const reply = await till.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin: PIN });
  expect(reply.json(), reply.body).toMatchObject({ has_pin: true });
  return till;
}
const take = (till: Till, userId: number, pin = PIN) => till.post('/api/auth/switch', { user_id: userId, pin });
const me = (token: string) => shop.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });

describe('a PIN', () => {
  it('is set with the password, and kept so that it cannot be read or tried without the data key', async () => {
    const till = await withPin('staff');
    expect(refusalOf(await till.send('PUT', '/api/auth/pin', { current_password: 'wrong', pin: PIN }))).toEqual([
      403,
      'wrong_password',
    ]);
    for (const pin of ['123456', '111111', '12345', 'abcdef'])
      expect(refusalOf(await till.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin }))).toEqual([
        400,
        'invalid_request',
      ]);
    const { rows } = await execute<{ pin_hash: string }>(
      sql`SELECT pin_hash FROM staff_pins WHERE user_id = ${till.userId}`,
    );
    expect(rows[0]?.pin_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const removed = await till.send('PUT', '/api/auth/pin', { current_password: PASSWORD, pin: null });
    expect(removed.json()).toMatchObject({ has_pin: false });
  });

  it('takes over a till: the one session ends and the other begins, at the same location', async () => {
    const [cashier, colleague, manager] = [
      await shop.signIn('staff'),
      await withPin('staff'),
      await withPin('manager', { locationId: 19 }),
    ];
    const { data } = (await cashier.get('/api/auth/people')).json<{ data: { id: number }[] }>();
    expect(data.map(({ id }) => id)).toEqual(expect.arrayContaining([colleague.userId, manager.userId]));
    const reply = await take(cashier, colleague.userId);
    const { token } = reply.json<{ token: string }>();
    expect(reply.json()).toMatchObject({ user: { id: colleague.userId, location_id: 20 } });
    expect((await me(cashier.token)).statusCode).toBe(401);
    expect((await me(token)).json()).toMatchObject({ user: { id: colleague.userId } });
    const onward = await shop.inject({
      method: 'POST',
      url: '/api/auth/switch',
      headers: { authorization: `Bearer ${token}` },
      payload: { user_id: manager.userId, pin: PIN },
    });
    // The manager belongs elsewhere, and works here from now on.
    expect(onward.json()).toMatchObject({ user: { id: manager.userId, location_id: 20 } });
    const { rows } = await execute<{ details: unknown }>(
      sql`SELECT details FROM audit_trail WHERE action = 'sign_in' AND entity_id = ${String(manager.userId)}`,
    );
    expect(rows).toEqual([{ details: { by_pin: true, instead_of: colleague.userId } }]);
  });

  it('opens nothing for who may not work there, is disabled or has none; the answer is that of a wrong PIN', async () => {
    const cashier = await shop.signIn('staff');
    const elsewhere = await withPin('staff', { locationId: 19 });
    const disabled = await withPin('staff');
    await execute(sql`UPDATE users SET status = 'disabled' WHERE id = ${disabled.userId}`);
    const without = await shop.signIn('staff');
    for (const { userId } of [elsewhere, disabled, without])
      expect(refusalOf(await take(cashier, userId))).toEqual([403, 'wrong_pin']);
    expect(refusalOf(await take(cashier, 2_000_000))).toEqual([403, 'wrong_pin']);
    expect((await cashier.get('/api/auth/me')).statusCode).toBe(200);
    const { data } = (await cashier.get('/api/auth/people')).json<{ data: { id: number }[] }>();
    for (const { userId } of [elsewhere, disabled, without, cashier])
      expect(data.map(({ id }) => id)).not.toContain(userId);
  });

  it('is not tried more than five times in a row, also at one moment; a quarter of an hour later it is', async () => {
    const [cashier, colleague] = [await shop.signIn('staff'), await withPin('staff')];
    const replies = await Promise.all(Array.from({ length: 8 }, () => take(cashier, colleague.userId, '555444')));
    const codes = replies.map((reply) => refusalOf(reply)[1]);
    expect(codes.filter((code) => code === 'wrong_pin')).toHaveLength(5);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(3);
    const refused = await take(cashier, colleague.userId);
    expect(refusalOf(refused)).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(900);
    await execute(
      sql`UPDATE staff_pins SET blocked_until = now() - interval '1 second' WHERE user_id = ${colleague.userId}`,
    );
    expect(refusalOf(await take(cashier, colleague.userId, '555444'))).toEqual([403, 'wrong_pin']);
    expect((await take(cashier, colleague.userId)).statusCode).toBe(200);
    const { rows } = await execute(
      sql`SELECT failures, blocked_until FROM staff_pins WHERE user_id = ${colleague.userId}`,
    );
    expect(rows).toEqual([{ failures: 0, blocked_until: null }]);
  });

  it('is tried again at once when the clock was set back, and then no more than five times', async () => {
    const [cashier, colleague] = [await shop.signIn('staff'), await withPin('staff')];
    const wrong = async () => refusalOf(await take(cashier, colleague.userId, '555444'))[1];
    for (let guess = 0; guess < 5; guess += 1) expect(await wrong()).toBe('wrong_pin');
    expect(await wrong()).toBe('too_many_requests');
    await execute(
      sql`UPDATE staff_pins SET blocked_until = blocked_until + interval '5 hours' WHERE user_id = ${colleague.userId}`,
    );
    for (let guess = 0; guess < 5; guess += 1) expect(await wrong()).toBe('wrong_pin');
    expect(await wrong()).toBe('too_many_requests');
  });

  it('ends with the password that it was set with, also when that is changed while it is hashed', async () => {
    const till = await withPin('staff');
    const put = (path: string, body: object) => till.send('PUT', `/api/auth/${path}`, body);
    const next = 'another password of mine';
    expect((await put('password', { current_password: PASSWORD, new_password: next })).statusCode).toBe(200);
    const pins = () => execute(sql`SELECT FROM staff_pins WHERE user_id = ${till.userId}`);
    expect((await pins()).rows).toEqual([]);
    // Somebody sets it by a link, after it was checked for the PIN and before that is kept.
    const other = await holding(shop, 'UPDATE users SET password_hash = $1 WHERE id = $2', [passwordHash, till.userId]);
    const setting = put('pin', { current_password: next, pin: PIN });
    await untilWaiting(shop);
    await other.letGo();
    expect(refusalOf(await setting)).toEqual([403, 'wrong_password']);
    expect((await pins()).rows).toEqual([]);
  });

  it('ends with a password that is set by a link', async () => {
    const [admin, colleague] = [await shop.signIn('administrator'), await withPin('staff')];
    const { link } = (await admin.post(`/api/manage/staff/${colleague.userId}/link`)).json<{ link: string }>();
    const payload = { token: link.split('#')[1], password: 'a password by a link' };
    const headers = { 'content-type': 'application/json' };
    expect((await shop.inject({ method: 'POST', url: '/api/password-reset', headers, payload })).statusCode).toBe(200);
    expect((await execute(sql`SELECT FROM staff_pins WHERE user_id = ${colleague.userId}`)).rows).toEqual([]);
  });

  it('is removed by administrators, who never see it', async () => {
    const [admin, colleague] = [await shop.signIn('administrator'), await withPin('staff')];
    const remove = (till: Till) => till.post(`/api/manage/staff/${colleague.userId}/pin/remove`);
    expect(refusalOf(await remove(colleague))).toEqual([403, 'not_allowed']);
    expect((await remove(admin)).json()).toMatchObject({ removed: true });
    expect((await remove(admin)).json()).toMatchObject({ removed: false });
    expect(refusalOf(await admin.post('/api/manage/staff/999999/pin/remove'))).toEqual([404, 'not_found']);
  });
});
