import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffMember } from '#contract/staff.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { addCustomer } from '#server/testing/shop.ts';

let shop: TestApp;
let admin: Till;

beforeAll(async () => {
  shop = await testApp();
  admin = await shop.signIn('administrator');
});
afterAll(() => shop.close());

const ask = async <Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await query.execute(shop.database.db)).rows;
const listed = async (id: number): Promise<StaffMember | undefined> =>
  (await admin.get('/api/manage/staff')).json<{ data: StaffMember[] }>().data.find((member) => member.id === id);
const create = (body: object, by = admin) =>
  by.post('/api/manage/staff', { name: 'Jordan Lee', role: 'staff', location_id: 20, ...body });
const made = async (body: object = {}): Promise<StaffMember> => {
  const reply = await create(body);
  expect(reply.statusCode, reply.body).toBe(201);
  return reply.json<{ data: StaffMember }>().data;
};
const change = (id: number, body: object, by = admin) => by.send('PUT', `/api/manage/staff/${id}`, body);
const givePassword = (id: number) =>
  sql`UPDATE users SET password_hash = 'x' WHERE id = ${id}`.execute(shop.database.db);
const auditOf = (id: number, action: string) =>
  ask<{ actor_id: number; details: unknown }>(
    sql`SELECT actor_id, details FROM audit_trail WHERE entity = 'user' AND entity_id = ${String(id)} AND action = ${action} ORDER BY id DESC`,
  );

describe('a new account', () => {
  it('has no password, gets a free user name from the name, and is in the audit trail', async () => {
    const [one, two] = [await made({ name: 'Zoë Münster' }), await made({ name: 'Zoë Münster' })];
    expect(one).toMatchObject({ username: 'zoe.munster', has_password: false, last_sign_in_at: null, sessions: 0 });
    expect(two.username).toBe('zoe.munster-2');
    expect(await auditOf(one.id, 'account_created')).toMatchObject([
      { actor_id: admin.userId, details: { username: 'zoe.munster', role: 'staff', location_id: 20 } },
    ]);
  });

  it('cannot have a name or an address that signs somebody else in', async () => {
    const one = await made({ username: 'casey', email: 'casey@example.com' });
    expect(refusalOf(await create({ username: 'Casey' }))).toEqual([409, 'username_taken']);
    expect(refusalOf(await create({ email: 'CASEY@example.com' }))).toEqual([409, 'email_taken']);
    const other = await made({});
    expect(refusalOf(await change(other.id, { username: 'casey' }))).toEqual([409, 'username_taken']);
    expect(refusalOf(await change(other.id, { email: 'casey@example.com' }))).toEqual([409, 'email_taken']);
    expect((await change(one.id, { username: 'casey.b' })).statusCode).toBe(200);
    expect(refusalOf(await create({ location_id: 999 }))).toEqual([422, 'not_valid']);
  });

  it('is opened by its link: the owner sets a password and signs in with it', async () => {
    const { id, username } = await made({ name: 'Robin Invited' });
    const reply = await admin.post(`/api/manage/staff/${id}/link`);
    const { link, sent, expires_at } = reply.json<{ link: string; sent: boolean; expires_at: string }>();
    expect(sent).toBe(false);
    expect(Date.parse(expires_at) - Date.now()).toBeGreaterThan(71 * 3600_000);
    expect(await listed(id)).toMatchObject({ invited_until: expires_at, has_password: false });
    const password = 'robin has a password';
    const headers = { 'content-type': 'application/json' };
    const token = link.split('#')[1];
    const post = (url: string, payload: object) => shop.inject({ method: 'POST', url, headers, payload });
    expect((await post('/api/password-reset', { token, password })).statusCode).toBe(200);
    expect((await post('/api/auth/login', { username, password })).statusCode).toBe(200);
    const member = await listed(id);
    expect(member).toMatchObject({ has_password: true, invited_until: null, sessions: 1 });
    expect(Date.now() - Date.parse(member?.last_sign_in_at ?? '')).toBeLessThan(60_000);
    // From now on a link is a reset: an hour, and it ends the sessions.
    const again = (await admin.post(`/api/manage/staff/${id}/link`)).json<{ link: string; expires_at: string }>();
    expect(Date.parse(again.expires_at) - Date.now()).toBeLessThan(3600_000 + 1000);
    expect((await post('/api/password-reset', { token: again.link, password: 'another password' })).statusCode).toBe(
      200,
    );
    expect((await listed(id))?.sessions).toBe(0);
  });

  it('of staff is no customer, and a customer is no staff account', async () => {
    const customer = await addCustomer(shop);
    const { id } = await made();
    expect(refusalOf(await admin.post(`/api/manage/staff/${customer}/link`))).toEqual([404, 'not_found']);
    expect(refusalOf(await change(customer, { role: 'administrator' }))).toEqual([404, 'not_found']);
    expect(refusalOf(await admin.post(`/api/users-matrix/users/${id}/password-reset`))).toEqual([404, 'not_found']);
  });

  it('has a link that ends when the account is disabled, or becomes another kind', async () => {
    const { id } = await made();
    const check = async (token: string) =>
      (await shop.inject({ method: 'POST', url: '/api/password-reset/check', payload: { token } })).statusCode;
    const linkOf = async () =>
      (await admin.post(`/api/manage/staff/${id}/link`)).json<{ link: string }>().link.split('#')[1] ?? '';
    const first = await linkOf();
    await change(id, { status: 'disabled' });
    expect(await check(first)).toBe(422);
    expect(refusalOf(await admin.post(`/api/manage/staff/${id}/link`))).toEqual([404, 'not_found']);
    await change(id, { status: 'active' });
    expect(await check(first)).toBe(422);
    const second = await linkOf();
    await sql`UPDATE users SET role = 'customer' WHERE id = ${id}`.execute(shop.database.db);
    expect(await check(second)).toBe(422);
  });
});

describe('a change of an account', () => {
  it('is recorded with what was and what is, and compares what was seen', async () => {
    const { id, version } = await made();
    const reply = await change(id, { name: 'Jo Lee', location_id: null, version });
    expect(reply.json()).toMatchObject({ data: { name: 'Jo Lee', location_id: null, version: version + 1 } });
    expect(await auditOf(id, 'account_changed')).toMatchObject([
      {
        actor_id: admin.userId,
        details: { from: { name: 'Jordan Lee', location_id: 20 }, to: { name: 'Jo Lee', location_id: null } },
      },
    ]);
    const late = await change(id, { role: 'manager', version });
    expect(refusalOf(late)).toEqual([409, 'changed_meanwhile']);
    expect(late.json()).toMatchObject({ current: { name: 'Jo Lee', role: 'staff', version: version + 1 } });
    expect(refusalOf(await change(id, { name: 'Jo Lee' }))).toEqual([422, 'nothing_to_do']);
  });

  it.each([{ status: 'disabled' }, { role: 'manager' }])('to %j ends the sessions at once', async (body) => {
    const member = await shop.signIn('staff');
    expect((await member.get('/api/auth/me')).statusCode).toBe(200);
    expect((await change(member.userId, body)).statusCode).toBe(200);
    expect((await member.get('/api/auth/me')).statusCode).toBe(401);
  });

  it('of the name or the location keeps the sessions; they work at the new location', async () => {
    const member = await shop.signIn('staff');
    await shop.signIn('staff', { locationId: 19 });
    expect((await change(member.userId, { location_id: 19 })).statusCode).toBe(200);
    expect((await member.get('/api/auth/me')).json()).toMatchObject({ user: { location_id: 19 } });
  });

  it('never is of one’s own role or status', async () => {
    for (const body of [{ role: 'staff' }, { status: 'disabled' }])
      expect(refusalOf(await change(admin.userId, body))).toEqual([403, 'own_account']);
    expect((await change(admin.userId, { name: 'Avery' })).statusCode).toBe(200);
  });

  it('leaves an administrator who can sign in', async () => {
    const invited = await made({ role: 'administrator' });
    await givePassword(admin.userId);
    const second = await shop.signIn('administrator');
    // The second signed in by other means than a password, and so counts no more than somebody invited does.
    expect(refusalOf(await change(admin.userId, { role: 'manager' }, second))).toEqual([409, 'last_administrator']);
    expect(refusalOf(await change(admin.userId, { status: 'disabled' }, second))).toEqual([409, 'last_administrator']);
    await givePassword(invited.id);
    expect((await change(second.userId, { status: 'disabled' })).statusCode).toBe(200);
  });

  it('by two administrators who demote each other at one moment takes only one of them', async () => {
    const [one, two] = [await shop.signIn('administrator'), await shop.signIn('administrator')];
    for (const { userId } of [one, two]) await givePassword(userId);
    for (let round = 0; round < 5; round += 1) {
      const replies = await Promise.all([
        change(two.userId, { role: 'manager' }, one),
        change(one.userId, { role: 'manager' }, two),
      ]);
      expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
        200,
        expect.toSatisfy((status) => [401, 403].includes(status as number)),
      ]);
      const left = await ask<{ id: number }>(
        sql`SELECT id FROM users WHERE role = 'administrator' AND id IN (${one.userId}, ${two.userId})`,
      );
      expect(left).toHaveLength(1);
      for (const till of [one, two]) {
        await sql`UPDATE users SET role = 'administrator' WHERE id = ${till.userId}`.execute(shop.database.db);
        await sql`INSERT INTO sessions (token_hash, user_id, expires_at)
                  VALUES (sha256(convert_to(${till.token}, 'UTF8')), ${till.userId}, now() + interval '1 day') ON CONFLICT DO NOTHING`.execute(
          shop.database.db,
        );
      }
    }
  });
});

describe('sessions', () => {
  it('are listed by a name that opens nothing, and ended one by one or all; one’s own stays', async () => {
    const member = await shop.signIn('staff');
    const url = `/api/manage/staff/${member.userId}/sessions`;
    const [session] = (await admin.get(url)).json<{ data: { id: string; location: string }[] }>().data;
    expect(session).toMatchObject({ location: 'Location 20', user_agent: 'test', current: false });
    expect(
      (await shop.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${session?.id}` } })).statusCode,
    ).toBe(401);
    expect((await admin.post(`${url}/end`, { session_id: session?.id })).json()).toMatchObject({ ended: 1 });
    expect((await member.get('/api/auth/me')).statusCode).toBe(401);
    expect(refusalOf(await admin.post(`${url}/end`, { session_id: session?.id }))).toEqual([404, 'not_found']);
    expect((await admin.post(`/api/manage/staff/${admin.userId}/sessions/end`, {})).statusCode).toBe(200);
    expect((await admin.get('/api/auth/me')).statusCode).toBe(200);
    expect(await auditOf(member.userId, 'sessions_ended')).toHaveLength(1);
  });
});

describe('whoever is no administrator', () => {
  it.each(['staff', 'manager'] as const)('as %s reaches none of it', async (role) => {
    const till = await shop.signIn(role);
    const { id } = await made();
    const url = `/api/manage/staff/${id}`;
    const replies = [
      await till.get('/api/manage/staff'),
      await create({}, till),
      await change(till.userId, { role: 'administrator' }, till),
      await till.post(`${url}/link`),
      await till.get(`${url}/sessions`),
      await till.post(`${url}/sessions/end`, {}),
    ];
    expect(replies.map(refusalOf)).toEqual(replies.map(() => [403, 'not_allowed']));
    expect((await till.get('/api/auth/me')).json()).toMatchObject({ user: { role } });
  });

  it('cannot slip in what the server says', async () => {
    const reply = await create({ password: 'a password of mine', id: 1, demo: true });
    expect(refusalOf(reply)).toEqual([400, 'invalid_request']);
    const { id } = await made({ password_hash: 'x', demo: true, has_password: true });
    expect(await ask(sql`SELECT password_hash, demo FROM users WHERE id = ${id}`)).toEqual([
      { password_hash: null, demo: false },
    ]);
    expect(refusalOf(await create({ role: 'customer' }))).toEqual([400, 'invalid_request']);
  });
});
