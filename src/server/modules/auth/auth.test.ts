import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { quickHash } from '#server/testing/quick-password.ts';
import { changeAccount } from './service.ts';
import { findSession, type Session, type Staff } from '#server/http/guard/session.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
  const hash = await quickHash('correct horse');
  await sql`INSERT INTO locations (id, name) VALUES (19, 'Monroe'), (20, 'Central')`.execute(shop.database.db);
  await sql`INSERT INTO tax_rates (id, location_id, code, rate_ppm) VALUES (1, 20, 'NC', 87500)`.execute(
    shop.database.db,
  );
  await sql`
    INSERT INTO users (id, username, email, display_name, role, status, location_id, password_hash, demo) VALUES
      (1, 'Ada', 'ada@shop.example', 'Ada L', 'staff', 'active', 20, ${hash}, false),
      (2, 'mel', 'mel@shop.example', '', 'manager', 'active', 20, ${hash}, false),
      (3, 'gone', 'gone@shop.example', '', 'staff', 'disabled', 20, ${hash}, false),
      (4, 'cust', 'cust@shop.example', '', 'customer', 'active', NULL, ${hash}, false),
      (5, 'nopass', 'nopass@shop.example', '', 'staff', 'active', 20, NULL, false),
      (6, 'demo', 'demo@shop.example', '', 'staff', 'active', 20, ${hash}, true)`.execute(shop.database.db);
});
afterAll(() => shop.close());
afterEach(() => sql`DELETE FROM sign_in_failures`.execute(shop.database.db));

const sessionOf = async ({ token }: Till) =>
  (await findSession(shop.database.db, token, 'bearer')) as Session<Staff> | null;

function login(
  username: unknown,
  password: unknown = 'correct horse',
  { ip = '10.0.0.1', headers = {}, app = shop } = {},
) {
  return app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers,
    remoteAddress: ip,
    payload: { username, password },
  });
}

describe('signing in', () => {
  it.each(['ＡＤＡ', 'a\u200bda', ' Ada\u00a0'])('takes %j for ada', async (name) => {
    expect((await login(name)).statusCode).toBe(200);
  });

  it('opens a session by username or e-mail, whatever the case, and gives a cookie that scripts cannot read', async () => {
    for (const name of ['ada', 'ADA@shop.EXAMPLE', '  Ada ']) {
      const reply = await login(name);
      expect(reply.json()).toMatchObject({
        success: true,
        user: { id: 1, username: 'Ada', name: 'Ada L', role: 'staff', location: 'Central', location_id: 20 },
      });
      expect(reply.headers['cache-control']).toBe('no-store');
      const cookie = String(reply.headers['set-cookie']);
      expect(cookie).toMatch(/HttpOnly/);
      expect(cookie).toMatch(/SameSite=Strict/);
      const me = await shop.inject({
        method: 'GET',
        url: '/api/auth/me',
        headers: { cookie: cookie.split(';')[0] ?? '' },
      });
      expect(me.statusCode).toBe(200);
    }
  });

  it('keeps only the hash of the token', async () => {
    const { token } = (await login('ada')).json<{ token: string }>();
    const { rows } = await sql<{ t: string }>`SELECT s::text AS t FROM sessions s`.execute(shop.database.db);
    expect(rows.every(({ t }) => !t.includes(token))).toBe(true);
  });

  it('answers alike for a wrong password, an unknown name, a disabled account, a customer and one without a password', async () => {
    const replies = await Promise.all([
      login('ada', 'wrong'),
      login('nobody'),
      login('gone'),
      login('cust'),
      login('nopass'),
    ]);
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([401]));
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect(replies.every((reply) => reply.headers['set-cookie'] === undefined)).toBe(true);
  });

  it.each([
    [{ username: '', password: 'x' }],
    [{ username: 'ada' }],
    [{ username: ['ada'], password: 'correct horse' }],
    [{ username: 'ada', password: { length: 1 } }],
    [{ username: 'ada\u0000', password: 'x' }],
    [{ username: 'a'.repeat(400), password: 'x' }],
    [{ username: 'ada', password: 'x'.repeat(1001) }],
  ])('refuses %j with a sentence', async (payload) => {
    const reply = await shop.inject({ method: 'POST', url: '/api/auth/login', payload });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toMatchObject({ success: false, code: 'invalid_request' });
  });

  it('takes SQL in the name for a name nobody has', async () => {
    expect((await login("' OR 1=1 --")).statusCode).toBe(401);
  });

  it('ends the session a browser had when somebody signs in there again', async () => {
    const first = await login('ada');
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    await login('mel', 'correct horse', { headers: { cookie } });
    const me = await shop.inject({ method: 'GET', url: '/api/auth/me', headers: { cookie } });
    expect(me.statusCode).toBe(401);
  });
});

describe('guessing', () => {
  it('makes a place wait for an account after five failures, also with the right password, and says for how long', async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await login('ada', 'wrong')).statusCode).toBe(401);
    }
    const reply = await login('ada');
    expect(reply.statusCode).toBe(429);
    expect(reply.json()).toMatchObject({ success: false, code: 'too_many_requests' });
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(10);
    expect((await login('mel')).statusCode).toBe(200);
  });

  it('makes an address wait whatever it says of itself to the proxy in front', async () => {
    const proxied = await testApp({ database: shop.database, env: { TRUST_PROXY: '1' } });
    const statuses: number[] = [];
    for (let guess = 0; guess < 30; guess += 1) {
      const headers = { 'x-forwarded-for': `${'9'.repeat(guess * 200)}10.9.8.${guess}, 203.0.113.7` };
      statuses.push((await login(`nobody-${guess}`, 'wrong', { app: proxied, headers })).statusCode);
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    const odd = { 'x-forwarded-for': 'x'.repeat(4000) };
    expect((await login('nobody', 'wrong', { app: proxied, headers: odd })).statusCode).toBe(401);
    await proxied.close();
  });

  it('does not tell which e-mail belongs to which username, or that there is such an account', async () => {
    for (const [name, email] of [
      ['ada', 'ada@shop.example'],
      ['nobody', 'nobody@shop.example'],
    ] as const) {
      for (let guess = 0; guess < 5; guess += 1) await login(name, 'wrong', { ip: '10.7.0.1' });
      expect((await login(name, 'wrong', { ip: '10.7.0.1' })).statusCode).toBe(429);
      expect((await login(email, 'wrong', { ip: '10.7.0.1' })).statusCode).toBe(401);
    }
  });

  it('looks at no more than five of forty guesses sent at once', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => login('ada', 'wrong')));
    expect(replies.filter((reply) => reply.statusCode === 401)).toHaveLength(5);
    expect(replies.filter((reply) => reply.statusCode === 429)).toHaveLength(35);
  });

  it('lets forty tills of one account in that open at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => login('ada', 'correct horse', { ip: '10.9.0.1' })),
    );
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]));
  });

  it('makes an unknown name wait just the same', async () => {
    for (let guess = 0; guess < 5; guess += 1) await login('nobody', 'wrong');
    expect((await login('nobody')).statusCode).toBe(429);
  });

  it('makes an address wait that tries many names', async () => {
    for (let guess = 0; guess < 25; guess += 1) await login(`name-${guess}`, 'wrong', { ip: '10.4.0.1' });
    expect((await login('ada', 'correct horse', { ip: '10.4.0.1' })).statusCode).toBe(429);
    expect((await login('ada', 'correct horse', { ip: '10.4.0.2' })).statusCode).toBe(200);
  });

  it('waits longer with each failure, at most 15 minutes, and forgets after success', async () => {
    const waitOf = async () => {
      await sql`UPDATE sign_in_failures SET blocked_until = NULL`.execute(shop.database.db);
      await login('ada', 'wrong');
      return Number((await login('ada', 'wrong')).headers['retry-after']);
    };
    for (let guess = 0; guess < 4; guess += 1) await login('ada', 'wrong');
    const waits = [await waitOf(), await waitOf(), await waitOf()];
    expect(waits).toEqual([15, 30, 60]);
    await sql`UPDATE sign_in_failures SET failures = 90`.execute(shop.database.db);
    expect(await waitOf()).toBe(900);
    await sql`UPDATE sign_in_failures SET blocked_until = NULL WHERE subject LIKE 'place:%'`.execute(shop.database.db);
    await sql`DELETE FROM sign_in_failures WHERE subject NOT LIKE 'place:%'`.execute(shop.database.db);
    expect((await login('ada')).statusCode).toBe(200);
    expect((await login('ada', 'wrong')).statusCode).toBe(401);
  });

  it('lets a whole shop in again once its address has waited, and forgets its failures however many sign in', async () => {
    const ip = '10.6.0.1';
    for (let guess = 0; guess < 25; guess += 1) await login(`name-${guess}`, 'wrong', { ip });
    await sql`UPDATE sign_in_failures SET blocked_until = NULL, last_failed_at = now() - interval '59 minutes'`.execute(
      shop.database.db,
    );
    for (const name of ['ada', 'mel', 'ada']) expect((await login(name, 'correct horse', { ip })).statusCode).toBe(200);
    await sql`UPDATE sign_in_failures SET last_failed_at = last_failed_at - interval '2 minutes'`.execute(
      shop.database.db,
    );
    expect((await login('name-1', 'wrong', { ip })).statusCode).toBe(401);
    expect((await login('mel', 'correct horse', { ip })).statusCode).toBe(200);
  });

  it('does not hold successes against an address', async () => {
    for (let times = 0; times < 27; times += 1) expect((await login('ada')).statusCode).toBe(200);
  });
});

describe('a session', () => {
  it('tells who, where, with which taxes and which locations there are', async () => {
    const { token } = (await login('ada')).json<{ token: string }>();
    const me = await shop.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(me.json()).toMatchObject({
      user: { username: 'Ada' },
      taxes: [{ id: 1, code: 'NC', rate: 0.0875 }],
      locations: [
        { id: 20, name: 'Central' },
        { id: 19, name: 'Monroe' },
      ],
      environment: 'production',
      trust_path: null,
    });
  });

  it('is over after signing out', async () => {
    const till = await shop.signIn();
    const reply = await till.post('/api/auth/logout');
    expect(reply.json()).toEqual({ success: true });
    expect(String(reply.headers['set-cookie'])).toMatch(/Expires=Thu, 01 Jan 1970/);
    expect((await till.get('/api/auth/me')).statusCode).toBe(401);
    expect((await till.post('/api/auth/logout')).statusCode).toBe(401);
  });

  it('works at another location for a manager only, and only at one that exists', async () => {
    const manager = await shop.signIn('manager', { locationId: 20 });
    expect((await manager.send('PUT', '/api/auth/location', { location_id: 19 })).json()).toMatchObject({
      user: { location_id: 19, location: 'Monroe' },
    });
    expect((await manager.get('/api/auth/me')).json()).toMatchObject({
      user: { location_id: 19 },
      taxes: [{ rate: 0.08 }],
    });
    expect((await manager.send('PUT', '/api/auth/location', { location_id: 99 })).statusCode).toBe(404);
    expect((await manager.send('PUT', '/api/auth/location', { location_id: ['19'] })).statusCode).toBe(400);
    const staff = await shop.signIn('staff');
    expect((await staff.send('PUT', '/api/auth/location', { location_id: 19 })).json()).toMatchObject({
      code: 'not_allowed',
    });
  });

  it.each([{ passwordHash: 'another' }, { status: 'disabled' as const }, { role: 'manager' as const }])(
    'ends when the account changes: %j',
    async (change) => {
      const till = await shop.signIn('staff');
      const admin = await shop.signIn('administrator');
      const actor = await sessionOf(admin);
      await shop.database.db.transaction().execute((tx) => changeAccount(tx, actor!, till.userId, change));
      expect((await till.get('/api/auth/me')).statusCode).toBe(401);
      expect((await admin.get('/api/auth/me')).statusCode).toBe(200);
    },
  );
});

describe('one’s own password', () => {
  it('changes for who knows the present one, and ends the other sessions', async () => {
    const other = (await login('mel')).json<{ token: string }>().token;
    const mine = (await login('mel')).json<{ token: string }>().token;
    const send = (token: string, current: string, next: string) =>
      shop.inject({
        method: 'PUT',
        url: '/api/auth/password',
        headers: { authorization: `Bearer ${token}` },
        payload: { current_password: current, new_password: next },
      });
    const me = (token: string) =>
      shop.inject({ method: 'GET', url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    expect(refusalOf(await send(mine, 'wrong', 'a longer password'))).toEqual([403, 'wrong_password']);
    expect(refusalOf(await send(mine, 'correct horse', 'short'))).toEqual([400, 'invalid_request']);
    expect((await send(mine, 'correct horse', 'a longer password')).statusCode).toBe(200);
    expect([(await me(mine)).statusCode, (await me(other)).statusCode]).toEqual([200, 401]);
    expect((await login('mel')).statusCode).toBe(401);
    expect((await login('mel', 'a longer password')).statusCode).toBe(200);
    expect((await send(mine, 'a longer password', 'correct horse')).statusCode).toBe(200);
  });

  it('opens no session that outlives its change, though it was right when it was looked at', async () => {
    const { db } = shop.database;
    const mine = await shop.signIn('administrator');
    const actor = await sessionOf(mine);
    const passwordHash = await quickHash('a longer password');
    const isHeldUp = async () => {
      const { rows } = await sql<{ held: boolean }>`
        SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS held`.execute(
        db,
      );
      return rows[0]?.held === true;
    };
    let signingIn: ReturnType<typeof login> | undefined;
    await db.transaction().execute(async (tx) => {
      await changeAccount(tx, actor!, 2, { passwordHash });
      let isAnswered = false;
      signingIn = login('mel').finally(() => (isAnswered = true));
      await expect.poll(async () => isAnswered || (await isHeldUp())).toBe(true);
    });
    expect((await signingIn)?.statusCode).toBe(401);
    await sql`UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = 1) WHERE id = 2`.execute(db);
  });

  it('is changed once by two who know it', async () => {
    const first = (await login('mel')).json<{ token: string }>().token;
    const second = (await login('mel')).json<{ token: string }>().token;
    const replies = await Promise.all(
      [first, second].map((token) =>
        shop.inject({
          method: 'PUT',
          url: '/api/auth/password',
          headers: { authorization: `Bearer ${token}` },
          payload: { current_password: 'correct horse', new_password: `a password of ${token}` },
        }),
      ),
    );
    await sql`UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE id = 1) WHERE id = 2`.execute(
      shop.database.db,
    );
    const [changed, refused] = replies.map(({ statusCode }) => statusCode).sort((a, b) => a - b);
    expect(changed).toBe(200);
    // The first change ends the session of the second one.
    expect([401, 403]).toContain(refused);
  });

  it('is not guessed at by a session that was left open', async () => {
    const till = await shop.signIn('staff', { username: 'left-open' });
    for (let guess = 0; guess < 5; guess += 1) {
      await till.send('PUT', '/api/auth/password', {
        current_password: `guess ${guess}`,
        new_password: 'a longer password',
      });
    }
    const reply = await till.send('PUT', '/api/auth/password', {
      current_password: 'x',
      new_password: 'a longer password',
    });
    expect(refusalOf(reply)).toEqual([429, 'too_many_requests']);
  });
});

describe('demo accounts', () => {
  it('are hinted at and work on loopback', async () => {
    const hints = await shop.inject({ method: 'GET', url: '/api/auth/hints' });
    expect(hints.json()).toMatchObject({ demo: true, accounts: [{ username: 'demo', password: 'tillwright' }] });
    expect((await login('demo')).statusCode).toBe(200);
  });

  it.each<Record<string, string>>([
    { HOST: '0.0.0.0' },
    { TRUST_PROXY: '1' },
    { PUBLIC_URL: 'https://till.example.com' },
  ])('neither sign in, nor stay signed in, nor are shown with %j', async (env) => {
    const { token } = (await login('demo')).json<{ token: string }>();
    const open = await testApp({ database: shop.database, env });
    try {
      expect((await open.inject({ method: 'GET', url: '/api/auth/hints' })).json()).toMatchObject({
        demo: false,
        accounts: [],
      });
      expect((await login('demo', 'correct horse', { app: open })).statusCode).toBe(401);
      expect((await login('ada', 'correct horse', { app: open })).statusCode).toBe(200);
      const me = await open.inject({
        method: 'GET',
        url: '/api/auth/me',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(me.statusCode).toBe(401);
    } finally {
      await open.close();
    }
  });

  it('work anywhere when the owner says DEMO=1', async () => {
    const open = await testApp({ database: shop.database, env: { HOST: '0.0.0.0', DEMO: '1' } });
    expect((await login('demo', 'correct horse', { app: open })).statusCode).toBe(200);
    await open.close();
  });

  it('are somebody’s own once their password was changed', async () => {
    const admin = await shop.signIn('administrator');
    const actor = await sessionOf(admin);
    const hash = await quickHash('my own');
    await shop.database.db.transaction().execute((tx) => changeAccount(tx, actor!, 6, { passwordHash: hash }));
    const hints = await shop.inject({ method: 'GET', url: '/api/auth/hints' });
    expect(hints.json()).toMatchObject({ demo: false });
    expect((await login('demo', 'my own')).statusCode).toBe(200);
  });
});

describe('the points calls', () => {
  const BASE = '/api/proxy/wc-points-rewards';
  const signIn = (username: string, password = 'correct horse') =>
    shop.inject({ method: 'POST', url: `${BASE}/auth/token`, payload: { username, password } });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const validate = (headers: Record<string, string>) =>
    shop.inject({ method: 'POST', url: `${BASE}/auth/validate`, headers });

  it('give a token without a cookie that opens them, and say whose it is', async () => {
    const reply = await signIn('mel');
    expect(reply.statusCode, reply.body).toBe(200);
    expect([reply.headers['set-cookie'], reply.headers['cache-control']]).toEqual([undefined, 'no-store']);
    const { token } = reply.json<{ token: string }>();
    const users = await shop.inject({ method: 'GET', url: `${BASE}/bulk/users`, headers: bearer(token) });
    expect(users.json()).toMatchObject({ success: true, users: [{ id: 4 }] });
    expect((await validate(bearer(token))).json()).toMatchObject({ valid: true, user_id: 2 });
  });

  it('refuse a token of a session that ended, and none at all', async () => {
    const { token } = (await signIn('mel')).json<{ token: string }>();
    const left = await shop.inject({ method: 'POST', url: '/api/auth/logout', headers: bearer(token) });
    expect(left.statusCode, left.body).toBe(200);
    for (const headers of [bearer(token), bearer('tw_of_nobody'), {}])
      expect((await validate(headers)).statusCode).toBe(401);
  });

  it('sign in no customer, nobody who is gone, and nobody with a wrong password', async () => {
    for (const [name, password] of [
      ['cust', 'correct horse'],
      ['gone', 'correct horse'],
      ['mel', 'wrong horse'],
    ] as const)
      expect(refusalOf(await signIn(name, password))).toEqual([401, 'wrong_credentials']);
  });
});
