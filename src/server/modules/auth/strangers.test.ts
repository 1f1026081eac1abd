import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';
import { quickHash } from '#server/testing/quick-password.ts';
import { IS_LONG } from '#testing/times.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
  const hash = await quickHash('correct horse');
  await sql`
    INSERT INTO users (id, username, email, role, password_hash) VALUES
      (1, 'ada', 'ada@shop.example', 'staff', ${hash}), (2, 'mel', 'mel@shop.example', 'manager', ${hash})`.execute(
    shop.database.db,
  );
});
afterAll(() => shop.close());
afterEach(() => sql`DELETE FROM sign_in_failures`.execute(shop.database.db));

const login = (username: string, password = 'correct horse', { ip = '10.0.0.1', headers = {} } = {}) =>
  shop.inject({ method: 'POST', url: '/api/auth/login', headers, remoteAddress: ip, payload: { username, password } });

/** The cookie that marks a browser as known. */
const knownCookie = (reply: LightMyRequestResponse): string =>
  [reply.headers['set-cookie']]
    .flat()
    .find((cookie) => cookie?.startsWith('tillwright_known='))
    ?.split(';')[0] ?? '';

it('knows the browser by a cookie that scripts and other sites do not get', async () => {
  const cookies = [(await login('ada')).headers['set-cookie']].flat().filter((cookie) => cookie?.includes('_known='));
  expect(cookies).toEqual([expect.stringMatching(/^tillwright_known=1\.\d+\.[\w-]{54};.*HttpOnly; SameSite=Strict$/)]);
});

describe('guessing', () => {
  it('of a stranger holds nobody up at another address', async () => {
    for (let guess = 0; guess < 12; guess += 1) await login('ada', 'wrong', { ip: '10.66.0.1' });
    expect((await login('ada', 'wrong', { ip: '10.66.0.1' })).statusCode).toBe(429);
    expect((await login('ada')).statusCode).toBe(200);
  });

  it('from many addresses makes strangers wait, but no browser with which somebody of the shop has signed in', async () => {
    const known = knownCookie(await login('mel'));
    for (let guess = 0; guess < 100; guess += 1) await login('ada', 'wrong', { ip: `10.67.${guess}.1` });
    expect((await login('ada', 'correct horse', { ip: '10.68.0.1' })).statusCode).toBe(429);
    expect((await login('ada', 'correct horse', { ip: '10.68.0.1', headers: { cookie: known } })).statusCode).toBe(200);
  });

  it('from the shop’s own address holds up no browser that is known there', async () => {
    const known = knownCookie(await login('ada'));
    for (let guess = 0; guess < 26; guess += 1) await login(guess < 6 ? 'ada' : `name-${guess}`, 'wrong');
    expect((await login('ada')).statusCode).toBe(429);
    expect((await login('ada', 'correct horse', { headers: { cookie: known } })).statusCode).toBe(200);
  });

  it('with a known browser, a forged or another’s, is bounded as well', async () => {
    const known = knownCookie(await login('mel'));
    for (let guess = 0; guess < 5; guess += 1) {
      const ip = `10.69.0.${guess}`;
      expect((await login('ada', 'wrong', { ip, headers: { cookie: known } })).statusCode).toBe(401);
    }
    const again = knownCookie(await login('mel', 'correct horse', { headers: { cookie: known } }));
    for (const cookie of [known, again]) {
      expect((await login('ada', 'correct horse', { headers: { cookie } })).statusCode).toBe(429);
    }
    for (let guess = 0; guess < 5; guess += 1) await login('ada', 'wrong', { ip: '10.70.0.1' });
    for (const forged of [known.replace('=2.', '=1.'), `${known}x`, 'tillwright_known=1.9999999999999.x']) {
      const reply = await login('ada', 'correct horse', { ip: '10.70.0.1', headers: { cookie: forged } });
      expect([forged, reply.statusCode]).toEqual([forged, 429]);
    }
  });

  it('waits no longer because the clock was set back', async () => {
    for (let guess = 0; guess < 5; guess += 1) await login('ada', 'wrong');
    expect((await login('ada')).statusCode).toBe(429);
    await sql`UPDATE sign_in_failures SET last_failed_at = last_failed_at + interval '9 hours',
                     blocked_until = blocked_until + interval '9 hours'`.execute(shop.database.db);
    expect((await login('ada', 'wrong')).statusCode).toBe(401);
    const reply = await login('ada');
    expect([reply.statusCode, Number(reply.headers['retry-after']) <= 60]).toEqual([429, true]);
  });
});

describe('a burst of sign-ins', () => {
  /** Sign-ins that all come at once; how many of them are not answered yet. */
  const burst = (ips: readonly string[]) => {
    const replies = ips.map((ip, n) => login(`name-${n}`, 'wrong', { ip }));
    let left = replies.length;
    for (const reply of replies) void reply.then(() => (left -= 1));
    return { replies: Promise.all(replies), left: () => left };
  };
  const NEEDS = [{ permission: 'override-prices', amount: 20, reason: '20% off Papers' }];
  const full = (replies: readonly LightMyRequestResponse[]) =>
    replies.filter((reply) => reply.json<{ error: string }>().error.startsWith('Too many people')).length;

  it.runIf(IS_LONG)('of strangers holds up no browser that is known, and nobody with a PIN', async () => {
    const known = knownCookie(await login('ada'));
    const till = await shop.signIn('staff');
    const strangers = burst(Array.from({ length: 130 }, (_, n) => `10.80.${n}.1`));
    await expect.poll(strangers.left).toBeLessThan(120);
    const [signedIn, approved] = await Promise.all([
      login('ada', 'correct horse', { ip: '10.81.0.1', headers: { cookie: known } }),
      till.post('/api/auth/approve', {
        user_id: 2,
        pin: '123456',
        key: 'a-key-of-a-sale',
        title: 'Sale',
        needs: NEEDS,
      }),
    ]);
    expect([signedIn.statusCode, approved.json<{ code: string }>().code]).toEqual([200, 'wrong_pin']);
    expect(strangers.left()).toBeGreaterThan(50);
    expect(full(await strangers.replies)).toBeGreaterThan(0);
  });

  it('of one network leaves places to other strangers', async () => {
    const network = burst(Array.from({ length: 120 }, () => '10.82.0.1'));
    await expect.poll(network.left).toBeLessThan(80);
    expect((await login('ada', 'correct horse', { ip: '10.83.0.1' })).statusCode).toBe(200);
    expect(full(await network.replies)).toBeGreaterThan(0);
    // A network that has to wait takes no place any more.
    const blocked = burst(Array.from({ length: 120 }, () => '10.82.0.1'));
    expect(full(await blocked.replies)).toBe(0);
  });
});
