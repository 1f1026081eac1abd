import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WireMenuDisplay } from '#contract/menu-shelf.ts';
import { CODE_LETTERS, type WireTvDevice } from '#contract/tv.ts';
import { refusalOf } from '#server/testing/app.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { dataOf, Screens } from '#server/testing/trade/screens.ts';
import { staffedShop } from '#server/testing/shop.ts';

let screens: Screens;

const { shop, staff: cashier, manager } = await staffedShop();

beforeAll(async () => {
  screens = new Screens(shop, manager);
});

const devices = async () => dataOf<WireTvDevice[]>(await cashier.get('/api/tv/devices'));
const run = (query: ReturnType<typeof sql>) => query.execute(shop.database.db);

describe('pairing', () => {
  it('makes a screen of the browser whose code a manager enters, and keeps a hash of its token only', async () => {
    const { code, claim } = await screens.code();
    expect(code).toMatch(new RegExp(`^[${CODE_LETTERS}]{6}$`));
    const early = await screens.claim(claim);
    expect([early.token, early.reply.json()]).toEqual([null, { success: true, data: { paired: false, device: null } }]);
    const made = dataOf<WireTvDevice>(await screens.confirm(` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `));
    expect(made).toMatchObject({ tv_number: 1, device_name: 'TV 1', location_id: 20, online: false, last_seen: null });
    const { token, cookie, reply } = await screens.claim(claim);
    expect(cookie).toMatch(/HttpOnly; SameSite=Strict/);
    expect(reply.json()).toMatchObject({ data: { paired: true, device: { id: made.id, tv_number: 1 } } });
    const display = await shop.inject({ url: '/api/menus/display', headers: { cookie: `tillwright_device=${token}` } });
    expect(dataOf<WireMenuDisplay>(display)).toMatchObject({
      device: { id: made.id, device_name: 'TV 1' },
      location: { id: 20 },
    });
    const kept = await sql<{ found: number }>`
      SELECT count(*)::integer AS found FROM sessions s, tv_pairings p
       WHERE s::text LIKE ${`%${token}%`} OR p::text LIKE ${`%${token}%`} OR p::text LIKE ${`%${claim}%`}`.execute(
      shop.database.db,
    );
    expect(kept.rows).toEqual([{ found: 0 }]);
  });

  it('gives the screen its token again when the answer was lost, until the screen has used it', async () => {
    const { code, claim } = await screens.code();
    await screens.confirm(code);
    const [lost, second] = [await screens.claim(claim), await screens.claim(claim)];
    const headers = (token: string | null) => ({ cookie: `tillwright_device=${token}` });
    const screen = { headers: headers(second.token) };
    expect(refusalOf(await screens.report({ headers: headers(lost.token) }))).toEqual([401, 'login_required']);
    expect((await screens.report(screen)).statusCode).toBe(200);
    expect(refusalOf((await screens.claim(claim)).reply)).toEqual([404, 'not_found']);
    expect((await screens.report(screen)).statusCode).toBe(200);
  });

  it('tells the screen that it is paired, also if it asks while its code is being entered', async () => {
    const { code, claim } = await screens.code();
    const row = await holding(shop, 'select from tv_pairings where code = $1 for update', [code]);
    const confirming = screens.confirm(code);
    await untilWaiting(shop, 1);
    const asking = screens.claim(claim);
    await untilWaiting(shop, 2);
    await row.letGo();
    const { id } = dataOf<WireTvDevice>(await confirming);
    expect((await asking).reply.json()).toMatchObject({ data: { paired: true, device: { id } } });
  });

  it('takes a code once, within ten minutes, and from managers', async () => {
    const { code } = await screens.code();
    expect(refusalOf(await screens.confirm(code, {}, cashier))).toEqual([403, 'not_allowed']);
    const replies = await Promise.all([screens.confirm(code), screens.confirm(code)]);
    expect(replies.map(refusalOf)).toEqual(
      expect.arrayContaining([
        [201, undefined],
        [422, 'pairing_code_wrong'],
      ]),
    );
    const old = await screens.code();
    await run(sql`UPDATE tv_pairings SET expires_at = now() WHERE code = ${old.code}`);
    expect(refusalOf(await screens.confirm(old.code))).toEqual([422, 'pairing_code_wrong']);
    expect(refusalOf((await screens.claim(old.claim)).reply)).toEqual([404, 'not_found']);
    expect(refusalOf((await screens.claim('x'.repeat(43))).reply)).toEqual([404, 'not_found']);
  });

  it('waits after five wrong codes, even for the right one, and no longer after ten minutes', async () => {
    const guesser = await shop.signIn('manager');
    const { code } = await screens.code();
    const wrong = await Promise.all(Array.from({ length: 8 }, () => screens.confirm('AAAAAA', {}, guesser)));
    expect(wrong.filter(({ statusCode }) => statusCode === 422)).toHaveLength(5);
    const refused = await screens.confirm(code, {}, guesser);
    expect(refusalOf(refused)).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500);
    await run(sql`UPDATE tv_pairing_failures SET since = now() - interval '11 minutes'`);
    expect((await screens.confirm(code, {}, guesser)).statusCode).toBe(201);
    expect(refusalOf(await screens.confirm('AAAAAA', {}, guesser))).toEqual([422, 'pairing_code_wrong']);
  });

  it('counts a try that waited for a later one beside it', async () => {
    const guesser = await shop.signIn('manager');
    const { code } = await screens.code();
    await screens.confirm('AAAAAA', {}, guesser);
    const row = await holding(shop, 'select from tv_pairing_failures where user_id = $1 for update', [guesser.userId]);
    const trying = screens.confirm(code, {}, guesser);
    await untilWaiting(shop, 1);
    await row.run('update tv_pairing_failures set failures = 5, since = clock_timestamp() where user_id = $1', [
      guesser.userId,
    ]);
    await row.letGo();
    expect(refusalOf(await trying)).toEqual([429, 'too_many_requests']);
    await run(sql`DELETE FROM tv_pairing_failures`);
  });

  it('waits no longer because the clock was set back', async () => {
    const guesser = await shop.signIn('manager');
    const { code } = await screens.code();
    for (let guess = 0; guess < 6; guess += 1) await screens.confirm('AAAAAA', {}, guesser);
    await run(sql`UPDATE tv_pairing_failures SET since = since + interval '9 hours'`);
    expect((await screens.confirm(code, {}, guesser)).statusCode).toBe(201);
    await Promise.all(Array.from({ length: 20 }, () => screens.begin('192.0.2.9')));
    await run(sql`UPDATE tv_pairings SET expires_at = expires_at + interval '9 hours' WHERE network = '192.0.2.9'`);
    expect((await screens.begin('192.0.2.9')).statusCode).toBe(201);
  });

  it('gives an address twenty codes', async () => {
    const replies = await Promise.all(Array.from({ length: 23 }, () => screens.begin('192.0.2.7')));
    expect(replies.filter(({ statusCode }) => statusCode === 201)).toHaveLength(20);
    expect(refusalOf(await screens.begin('192.0.2.7'))).toEqual([429, 'too_many_pairings']);
    expect((await screens.begin('192.0.2.8')).statusCode).toBe(201);
    await run(sql`UPDATE tv_pairings SET expires_at = now() WHERE network = '192.0.2.7'`);
    expect((await screens.begin('192.0.2.7')).statusCode).toBe(201);
  });

  it('keeps the numbers of screens apart, and replaces one when that is said', async () => {
    const first = await screens.pair({ tv_number: 50, device_name: 'Window' });
    const { code } = await screens.code();
    const refused = await screens.confirm(code, { tv_number: 50 });
    expect(refused.json()).toMatchObject({ code: 'tv_number_taken', device_id: first.id, device_name: 'Window' });
    const next = dataOf<WireTvDevice>(await screens.confirm(code, { tv_number: 50, replace: true }));
    expect(refusalOf(await screens.report(first))).toEqual([401, 'login_required']);
    expect((await devices()).filter(({ tv_number }) => tv_number === 50).map(({ id }) => id)).toEqual([next.id]);
    const other = await screens.pair({ tv_number: 51 });
    const changed = (body: object) => manager.send('PUT', `/api/tv/devices/${other.id}`, body);
    expect(refusalOf(await changed({ tv_number: 50 }))).toEqual([409, 'tv_number_taken']);
    expect(dataOf(await changed({ device_name: 'Bar', version: 1 }))).toMatchObject({ device_name: 'Bar', version: 2 });
    expect(refusalOf(await changed({ device_name: 'Bar 2', version: 1 }))).toEqual([409, 'changed_meanwhile']);
  });
});
