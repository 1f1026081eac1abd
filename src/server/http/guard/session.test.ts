import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { serve, serveWrite } from '../serve/serve.ts';
import {
  endSession,
  endSessionsOf,
  findSession,
  hashToken,
  moveSession,
  openSession,
  rewindSessions,
} from './session.ts';
import { setSessionCookie } from './session-cookie.ts';
import { success } from '../serve/success.ts';

const meRoute = route({
  name: 'me',
  description: 'Of a test.',
  method: 'GET',
  path: '/api/test/me',
  reply: z.object({
    success: z.literal(true),
    name: z.string(),
    location: z.int().nullable(),
    home: z.int().nullable(),
  }),
  summary: 'me',
  tags: ['test'],
  access: 'signed-in',
});
const done = z.object({ success: z.literal(true) });
const writeRoute = route({
  name: 'write',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/write',
  body: z.object({}),
  reply: done,
  summary: 'write',
  tags: ['test'],
  access: 'signed-in',
});
const cookieRoute = route({ ...writeRoute, path: '/api/test/cookie' });

const modules = [
  (app: Parameters<typeof serve>[0]) => {
    serve(app, meRoute, async ({ staff }) =>
      success({ name: staff.name, location: staff.locationId, home: staff.homeLocationId }),
    );
    serveWrite(app, writeRoute, async () => success({}));
    serveWrite(app, cookieRoute, async ({ request, reply, afterCommit }) => {
      afterCommit(() =>
        setSessionCookie(request, reply, app.deps.config, 'x'.repeat(43), new Date(Date.now() + 60_000)),
      );
      return success({});
    });
  },
];

describe('a session', () => {
  let shop: TestApp;
  let till: Till;
  const me = (who: Till = till) => who.get('/api/test/me');
  const unattended = () => shop.inject({ url: '/api/test/me', headers: { ...till.headers, 'x-unattended': 'true' } });
  const age = (interval: string, column: string) =>
    sql`update sessions set ${sql.ref(column)} = now() - ${interval}::interval where token_hash = ${hashToken(till.token)}`.execute(
      shop.database.db,
    );

  beforeAll(async () => {
    shop = await testApp({ modules });
  });
  afterAll(() => shop.close());
  /** Another session of the same person, last seen in the future and not used any more. */
  const signInAgain = async (): Promise<string> => {
    const { token } = await openSession(shop.database.db, { userId: till.userId, userAgent: 'left alone' });
    await sql`update sessions set last_seen_at = now() + interval '30 hours', expires_at = expires_at + interval '30 hours'
               where token_hash = ${hashToken(token)}`.execute(shop.database.db);
    return token;
  };
  const signIn = async (): Promise<void> => {
    till = await shop.signIn('manager', { locationId: 20 });
  };

  it('keeps only the hash of its token', async () => {
    await signIn();
    const { rows } = await sql<{
      found: number;
    }>`select count(*) as found from sessions where token_hash = ${hashToken(till.token)}`.execute(shop.database.db);
    expect(rows[0]?.found).toBe(1);
    expect(till.token).toMatch(/^[\w-]{43}$/);
  });

  it('ends after 12 hours without a request, and after 7 days in any case', async () => {
    await signIn();
    await age('11 hours 59 minutes', 'last_seen_at');
    expect((await me()).statusCode).toBe(200);
    await age('12 hours 1 minute', 'last_seen_at');
    expect(refusalOf(await me())).toEqual([401, 'login_required']);
    await signIn();
    await age('1 second', 'expires_at');
    expect((await me()).statusCode).toBe(401);
  });

  it('ends 12 hours after the last request of a page at which somebody is', async () => {
    await signIn();
    await age('11 hours 59 minutes', 'last_seen_at');
    expect((await unattended()).statusCode).toBe(200);
    const unseen = async () => {
      const { rows } = await sql<{ hours: number }>`
        select extract(epoch from now() - last_seen_at)::float8 / 3600 as hours from sessions
         where token_hash = ${hashToken(till.token)}`.execute(shop.database.db);
      return rows[0]?.hours;
    };
    expect(await unseen()).toBeGreaterThan(11);
    expect((await me()).statusCode).toBe(200);
    expect(await unseen()).toBeLessThan(11);
    await age('12 hours 1 minute', 'last_seen_at');
    expect(refusalOf(await unattended())).toEqual([401, 'login_required']);
  });

  it('ends 12 hours after it was left, though the clock was set back meanwhile', async () => {
    await signIn();
    await age('-30 hours', 'last_seen_at');
    await sql`update sessions set expires_at = expires_at + interval '30 hours'`.execute(shop.database.db);
    const left = await signInAgain();
    expect((await me()).statusCode).toBe(200);
    const state = async (token: string) => {
      const { rows } = await sql<{ unseen: number; left: number }>`
        select extract(epoch from now() - last_seen_at)::float8 as unseen, extract(epoch from expires_at - now())::float8 as left
          from sessions where token_hash = ${hashToken(token)}`.execute(shop.database.db);
      return rows[0];
    };
    // A used session is seen now; an unused one is corrected by the clean-up.
    expect((await state(till.token))?.unseen).toBeGreaterThanOrEqual(0);
    expect((await state(left))?.unseen).toBeLessThan(-100_000);
    await rewindSessions(shop.database.db);
    expect((await state(left))?.unseen).toBeGreaterThanOrEqual(0);
    for (const token of [left, till.token]) expect((await state(token))?.left).toBeLessThanOrEqual(7 * 86_400);
  });

  it('is looked up in one statement with all that are asked for at the same time, each as it stands then', async () => {
    const { db } = shop.database;
    const open = () => openSession(db, { userId: till.userId, userAgent: 'one of many' });
    const opened = await Promise.all(Array.from({ length: 20 }, open));
    const changing = await holding(shop, 'lock table sessions in access exclusive mode');
    const look = ({ token }: { token: string }) => findSession(db, token, 'bearer');
    const first = look(opened[0]!);
    await untilWaiting(shop, 1);
    const others = opened.slice(1).map(look);
    // All others are one statement, which waits for the first for a moment only.
    await untilWaiting(shop, 2);
    await changing.run('delete from sessions where token_hash = $1', [opened[7]?.tokenHash]);
    await changing.letGo();
    const hashes = (await Promise.all([first, ...others])).map((session) => session?.tokenHash.toString('hex') ?? null);
    expect(hashes).toEqual(opened.map(({ tokenHash }, at) => (at === 7 ? null : tokenHash.toString('hex'))));
  });

  it('notes when it was seen, at most once a minute', async () => {
    await signIn();
    const seen = async () => {
      const { rows } = await sql<{
        at: Date;
      }>`select last_seen_at as at from sessions where token_hash = ${hashToken(till.token)}`.execute(shop.database.db);
      return rows[0]?.at.getTime() ?? 0;
    };
    const first = await seen();
    await me();
    expect(await seen()).toBe(first);
    await age('61 seconds', 'last_seen_at');
    await me();
    expect(Date.now() - (await seen())).toBeLessThan(5000);
  });

  it('ends when its user is disabled or becomes a customer', async () => {
    for (const change of [sql`status = 'disabled'`, sql`role = 'customer'`]) {
      await signIn();
      await sql`update users set ${change} where id = ${till.userId}`.execute(shop.database.db);
      expect((await me()).statusCode).toBe(401);
    }
  });

  it('works at another location without changing where its user belongs', async () => {
    await signIn();
    await sql`insert into locations (id, name) values (19, 'Monroe') on conflict do nothing`.execute(shop.database.db);
    await moveSession(shop.database.db, hashToken(till.token), 19);
    expect((await me()).json()).toMatchObject({ location: 19, home: 20 });
  });

  it('ends alone at sign-out, and with its siblings when the password changes', async () => {
    await signIn();
    const { token } = await openSession(shop.database.db, { userId: till.userId, userAgent: 'second till' });
    const second = { headers: { authorization: `Bearer ${token}` }, url: '/api/test/me' };
    await endSession(shop.database.db, hashToken(till.token));
    expect([(await me()).statusCode, (await shop.inject(second)).statusCode]).toEqual([401, 200]);
    await endSessionsOf(shop.database.db, till.userId);
    expect((await shop.inject(second)).statusCode).toBe(401);
  });

  it('is taken from a cookie as well, never from a cookie beside a wrong bearer', async () => {
    await signIn();
    const cookie = `tillwright_session=${till.token}`;
    expect((await shop.inject({ url: '/api/test/me', headers: { cookie } })).statusCode).toBe(200);
    const both = { cookie, authorization: `Bearer ${'b'.repeat(43)}` };
    expect((await shop.inject({ url: '/api/test/me', headers: both })).statusCode).toBe(401);
  });

  it('writes for a cookie only when the request comes from our own pages', async () => {
    await signIn();
    const cookie = `tillwright_session=${till.token}`;
    const send = async (headers: Record<string, string>) => {
      const reply = await shop.inject({
        method: 'POST',
        url: '/api/test/write',
        payload: {},
        headers: { host: 'localhost:3000', cookie, ...headers },
      });
      return reply.statusCode === 200 ? 'written' : refusalOf(reply)[1];
    };
    expect(await send({ 'sec-fetch-site': 'same-origin' })).toBe('written');
    expect(await send({ 'sec-fetch-site': 'cross-site' })).toBe('cross_site');
    expect(await send({ 'sec-fetch-site': 'same-site' })).toBe('cross_site');
    expect(await send({ origin: 'http://localhost:3000' })).toBe('written');
    expect(await send({ origin: 'http://evil.example' })).toBe('cross_site');
    expect(await send({ origin: 'null' })).toBe('cross_site');
    expect(await send({ origin: 'http://evil.example', authorization: 'Basic eDp5' })).toBe('cross_site');
    expect(await send({ origin: 'http://evil.example', authorization: `Bearer ${till.token}` })).toBe('written');
    expect(await send({})).toBe('written');
  });

  it('has a cookie out of reach of scripts and other sites, and bound to the host over TLS', async () => {
    await signIn();
    const plain = String((await till.post('/api/test/cookie', {})).headers['set-cookie']);
    expect(plain).toMatch(/^tillwright_session=x+; Path=\/; Expires=.*; HttpOnly; SameSite=Strict$/);
    const behindTls = await testApp({
      modules,
      database: shop.database,
      env: { PUBLIC_URL: 'https://till.example.com' },
    });
    const reply = await behindTls.inject({
      method: 'POST',
      url: '/api/test/cookie',
      payload: {},
      headers: till.headers,
    });
    expect(String(reply.headers['set-cookie'])).toMatch(
      /^__Host-tillwright_session=x+; Path=\/; Expires=.*; HttpOnly; Secure; SameSite=Strict$/,
    );
    const trusting = await testApp({ modules, database: shop.database, env: { TRUST_PROXY: '1' } });
    const proxied = { ...till.headers, 'x-forwarded-proto': 'https' };
    const forwarded = await trusting.inject({ method: 'POST', url: '/api/test/cookie', payload: {}, headers: proxied });
    expect(String(forwarded.headers['set-cookie'])).toMatch(/^__Host-/);
    await behindTls.close();
    await trusting.close();
  });
});
