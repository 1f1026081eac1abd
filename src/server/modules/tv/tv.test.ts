import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MenuEvent } from '#contract/menu-events.ts';
import type { WireMenuDisplay, WireMenuShelf } from '#contract/menu-shelf.ts';
import type { WireTvCommand, WireTvDevice } from '#contract/tv.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { contractRoutes } from '#server/testing/wire/api-document.ts';
import { listen, type Listening } from '#server/testing/wire/event-stream.ts';
import { sale } from '#server/testing/sales.ts';
import { dataOf, type Screen, Screens } from '#server/testing/trade/screens.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { sweepScreens } from './service.ts';

let shop: TestApp;
let screens: Screens;
let there: TestApp;
let manager: Till;
let cashier: Till;
let neighbour: Till;

beforeAll(async () => {
  shop = await testApp();
  await openShop(shop);
  there = await testApp({ database: shop.database });
  await shop.app.listen({ port: 0 });
  await there.app.listen({ port: 0 });
  manager = await shop.signIn('manager');
  screens = new Screens(shop, manager);
  cashier = await shop.signIn('staff');
  neighbour = await shop.signIn('staff', { locationId: 19 });
});
afterAll(async () => {
  await there.close();
  await shop.close();
});

const pair = (body?: object) => screens.pair(body);
const beat = (screen: Screen, more?: object) => screens.report(screen, more);
const devices = async (by = cashier) => dataOf<WireTvDevice[]>(await by.get('/api/tv/devices'));
const device = async (id: number) => (await devices()).find((one) => one.id === id);
const send = async (body: object, by = manager): Promise<WireTvCommand[]> =>
  dataOf(await by.post('/api/tv/commands', body));
const waiting = async (screen: Screen) =>
  dataOf<{ id: number; command_type: string }[]>(
    await shop.inject({ url: '/api/tv/commands', headers: screen.headers }),
  );
const settle = (screen: Screen, id: number, body: object = { status: 'completed' }) =>
  shop.inject({
    method: 'PUT',
    url: `/api/tv/commands/${id}`,
    headers: { ...screen.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  });
const run = (query: ReturnType<typeof sql>) => query.execute(shop.database.db);

describe('a paired screen', () => {
  it('is refused on every call of the staff, though its token is stolen', async () => {
    const { token } = await pair();
    const closed = (await contractRoutes())
      .map(([, one]) => one)
      .filter(({ access, admits }) => access !== 'public' && !admits.includes('device'));
    for (const { method, path } of closed) {
      const reply = await shop.inject({
        method,
        url: path.replaceAll(/:\w+/g, '1'),
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      });
      expect([method, path, ...refusalOf(reply)]).toEqual([method, path, 403, 'not_allowed']);
    }
    // Of another location it gets what everybody gets.
    const elsewhere = (headers: Record<string, string>) =>
      shop.inject({ url: '/api/menus/shelf?location_id=19', headers });
    expect((await elsewhere({ authorization: `Bearer ${token}` })).body).toBe((await elsewhere({})).body);
  });

  it('shows its own menu though somebody is signed in in its browser, and keeps its cookie for as long as it hangs', async () => {
    const screen = await pair({ tv_number: 175 });
    const both = { cookie: `tillwright_session=${neighbour.token}; ${screen.headers.cookie}` };
    const display = async (query: string, headers = both) =>
      shop.inject({ url: `/api/menus/display${query}`, headers });
    expect(dataOf<WireMenuDisplay>(await display('?paired=true'))).toMatchObject({
      location: { id: 20 },
      device: { id: screen.id },
    });
    // Without it the person is asked: a preview in the same browser is theirs.
    expect(dataOf<WireMenuDisplay>(await display(''))).toMatchObject({ location: { id: 19 }, device: null });
    const person = { cookie: `tillwright_session=${neighbour.token}` };
    expect(refusalOf(await display('?paired=true', person))).toEqual([422, 'location_required']);
    const cookies = async () => String((await beat(screen)).headers['set-cookie'] ?? '');
    expect(await cookies()).toMatch(new RegExp(`^tillwright_device=${screen.token}; .*HttpOnly`));
    expect(await cookies()).toBe('');
  });

  it('is online for half a minute after it told of itself, and nobody else tells of it', async () => {
    const [screen, other] = [await pair(), await pair()];
    expect(await device(screen.id)).toMatchObject({ online: false, last_seen: null, showing: null });
    // Fields that a forger adds are ignored.
    await beat(screen, { last_error: 'no picture', device_id: other.id, id: other.id, last_seen: '2030-01-01' });
    await expect.poll(async () => (await device(screen.id))?.online).toBe(true);
    expect(await device(screen.id)).toMatchObject({
      showing: { page: 1, pages: 2, item_count: 8, width: 1920, height: 1080, last_error: 'no picture' },
    });
    expect(await device(other.id)).toMatchObject({ online: false, last_seen: null });
    // A value that the database cannot store would fail the reports of all other screens, too.
    expect(refusalOf(await beat(screen, { shelf_version: '1\u0000' }))).toEqual([400, 'invalid_request']);
    for (const headers of [{}, manager.headers, { authorization: `Bearer ${'x'.repeat(43)}` }])
      expect([401, 403]).toContain((await screens.post('/api/tv/heartbeat', {}, { ...headers })).statusCode);
    await run(sql`UPDATE tv_devices SET last_seen = now() - interval '31 seconds' WHERE machine_id = ${screen.id}`);
    expect(await device(screen.id)).toMatchObject({ online: false, last_seen: expect.any(String) as unknown });
    // A year later it is still there.
    await run(sql`UPDATE tv_devices SET last_seen = now() - interval '400 days' WHERE machine_id = ${screen.id}`);
    await run(sql`UPDATE sessions SET last_seen_at = now() - interval '400 days' WHERE machine_id = ${screen.id}`);
    expect(await device(screen.id)).toBeDefined();
    expect((await beat(screen)).statusCode).toBe(200);
  });

  it('is forgotten by a manager, and its token and its stream end at once', async () => {
    const screen = await pair();
    const stream = await listen(there, screen, '/api/tv/events');
    expect(refusalOf(await cashier.send('DELETE', `/api/tv/devices/${screen.id}`))).toEqual([403, 'not_allowed']);
    expect((await manager.send('DELETE', `/api/tv/devices/${screen.id}`)).statusCode).toBe(200);
    await stream.ended;
    expect(refusalOf(await beat(screen))).toEqual([401, 'login_required']);
    expect(await device(screen.id)).toBeUndefined();
    expect(refusalOf(await manager.send('DELETE', `/api/tv/devices/${screen.id}`))).toEqual([404, 'not_found']);
  });

  it('keeps one picture of itself, of at most 300 kB', async () => {
    const screen = await pair();
    const put = (image: string) =>
      shop.inject({
        method: 'PUT',
        url: '/api/tv/snapshot',
        headers: { ...screen.headers, 'content-type': 'application/json' },
        payload: JSON.stringify({ image }),
      });
    const png = (bytes: number) =>
      `data:image/png;base64,${Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(bytes - 4, 1)]).toString('base64')}`;
    expect(refusalOf(await cashier.get(`/api/tv/devices/${screen.id}/snapshot`))).toEqual([404, 'not_found']);
    expect((await put(png(300_000))).statusCode).toBe(200);
    expect((await put(png(12))).statusCode).toBe(200);
    expect(dataOf(await cashier.get(`/api/tv/devices/${screen.id}/snapshot`))).toMatchObject({ image: png(12) });
    expect(refusalOf(await put(png(300_003)))).toEqual([422, 'not_valid']);
    expect(refusalOf(await put(png(330_000)))).toEqual([413, 'body_too_large']);
    expect(refusalOf(await put('data:image/svg+xml;base64,PHN2Zz4='))).toEqual([400, 'invalid_request']);
    expect(refusalOf(await put(`data:image/png;base64,${Buffer.from('<script>').toString('base64')}`))).toEqual([
      422,
      'not_valid',
    ]);
    expect(refusalOf(await neighbour.get(`/api/tv/devices/${screen.id}/snapshot`))).toEqual([404, 'not_found']);
  });
});

describe('a command', () => {
  it('reaches a screen through its stream at another server, is carried out once, and is logged with its latency', async () => {
    const screen = await pair();
    const stream = await listen(there, screen, '/api/tv/events');
    const key = { 'idempotency-key': randomUUID() };
    const body = { tv_id: screen.id, command_type: 'identify' };
    const first = await cashier.post('/api/tv/commands', body, key);
    const again = await cashier.post('/api/tv/commands', body, key);
    expect(again.json()).toEqual(first.json());
    const [command] = dataOf<WireTvCommand[]>(first);
    const heard = () => (stream.events as MenuEvent[]).filter(({ type }) => type === 'command');
    await expect.poll(heard).toEqual([
      {
        type: 'command',
        id: command?.id,
        command_type: 'identify',
        payload: {},
        expires_in_ms: expect.any(Number) as unknown,
      },
    ]);
    expect((await settle(screen, command?.id ?? 0)).statusCode).toBe(200);
    expect((await settle(screen, command?.id ?? 0, { status: 'failed', error_message: 'late' })).statusCode).toBe(200);
    const log = dataOf<Record<string, unknown>[]>(await cashier.get('/api/tv/command-log'));
    expect(log[0]).toMatchObject({
      id: command?.id,
      tv_id: screen.id,
      status: 'completed',
      success: true,
      error_message: null,
      latency_ms: expect.any(Number) as unknown,
    });
    expect(await waiting(screen)).toEqual([]);
    stream.close();
  });

  it('waits for a screen whose stream is down, and fails after two minutes', async () => {
    const screen = await pair();
    const [first] = await send({ tv_id: screen.id, command_type: 'refresh' });
    const [second] = await send({ tv_id: screen.id, command_type: 'snapshot' });
    expect((await waiting(screen)).map(({ id }) => id)).toEqual([first?.id, second?.id]);
    const stream = await listen(shop, screen, '/api/tv/events');
    await expect
      .poll(() => (stream.events as MenuEvent[]).map((event) => ('id' in event ? event.id : event.type)))
      .toEqual(['hello', first?.id, second?.id]);
    stream.close();
    await run(sql`UPDATE tv_commands SET expires_at = now() WHERE id = ${first?.id}`);
    await settle(screen, second?.id ?? 0, { status: 'failed', error_message: 'no canvas' });
    expect(await waiting(screen)).toEqual([]);
    expect((await settle(screen, first?.id ?? 0)).statusCode).toBe(200);
    const log = dataOf<{ id: number; status: string; error_message: string }[]>(
      await cashier.get('/api/tv/command-log?limit=2'),
    );
    expect(log.map(({ status, error_message }) => [status, error_message])).toEqual([
      ['failed', 'no canvas'],
      ['failed', 'The screen did not answer within 2 minutes.'],
    ]);
  });

  it('is kept for 30 days', async () => {
    const screen = await pair();
    const [old, recent] = [
      await send({ tv_id: screen.id, command_type: 'refresh' }),
      await send({ tv_id: screen.id, command_type: 'refresh' }),
    ];
    await run(sql`UPDATE tv_commands SET created_at = now() - interval '31 days' WHERE id = ${old[0]?.id}`);
    const sweep = () => inTransaction(shop.database.db, (tx) => sweepScreens(tx, 1));
    expect(await sweep()).toBe(true);
    while (await sweep());
    const log = dataOf<{ id: number }[]>(await cashier.get('/api/tv/command-log')).map(({ id }) => id);
    expect([log.includes(recent[0]?.id ?? 0), log.includes(old[0]?.id ?? 0)]).toEqual([true, false]);
  });

  it('goes to all screens of a location and to no other, and only its own screen settles it', async () => {
    const [one, other] = [await pair(), await pair()];
    const sent = await send({ command_type: 'refresh' });
    expect(sent.map(({ tv_id }) => tv_id)).toEqual((await devices()).map(({ id }) => id));
    const mine = sent.find(({ tv_id }) => tv_id === one.id);
    expect(refusalOf(await settle(other, mine?.id ?? 0))).toEqual([404, 'not_found']);
    expect(refusalOf(await neighbour.post('/api/tv/commands', { tv_id: one.id, command_type: 'refresh' }))).toEqual([
      404,
      'not_found',
    ]);
    expect(refusalOf(await neighbour.post('/api/tv/commands', { location_id: 20, command_type: 'refresh' }))).toEqual([
      403,
      'not_allowed',
    ]);
    expect(refusalOf(await neighbour.post('/api/tv/commands', { command_type: 'refresh' }))).toEqual([
      422,
      'no_screens',
    ]);
    expect(dataOf(await neighbour.get('/api/tv/command-log'))).toEqual([]);
  });

  it('that changes what a screen shows is for managers, and holds from then on', async () => {
    const screen = await pair({ tv_number: 60 });
    const save = async (config_data: object) =>
      dataOf<{ id: number }>(await manager.post('/api/proxy/flora-im/menus/configs', { name: 'Friday', config_data }));
    const [layout, theme] = [await save({ singleMenu: { category: '25' } }), await save({})];
    const body = { tv_id: screen.id, command_type: 'update_theme', payload: { layout_id: layout.id } };
    expect(refusalOf(await cashier.post('/api/tv/commands', body))).toEqual([403, 'not_allowed']);
    const [command] = await send(body);
    expect(command?.payload).toEqual({ layout_id: layout.id });
    await send({ ...body, payload: { theme_id: theme.id } });
    const display = await shop.inject({ url: '/api/menus/display', headers: screen.headers });
    expect(dataOf(display)).toMatchObject({
      tv: { tv_number: 60, layout_id: layout.id, theme_id: theme.id },
      showing: { layout_id: layout.id, theme_id: theme.id },
    });
    const wrong = { ...body, payload: { layout_id: theme.id } };
    expect(refusalOf(await manager.post('/api/tv/commands', wrong))).toEqual([422, 'not_valid']);
  });
});

describe('the stream of a screen', () => {
  const heard = ({ events }: Listening) => events as MenuEvent[];
  const shelfVersion = async (screen: Screen) =>
    dataOf<WireMenuShelf>(await shop.inject({ url: '/api/menus/shelf', headers: screen.headers })).version;

  it('tells of the last one of an item that a till sold: what changed, from which version to which', async () => {
    const screen = await pair();
    const version = await shelfVersion(screen);
    const [own, open] = [
      await listen(there, screen, '/api/tv/events'),
      await listen(shop, { headers: {} }, '/api/menus/events?location_id=20'),
    ];
    // The other server reads the menu when its first screen asks.
    await there.inject({ url: '/api/menus/shelf', headers: screen.headers });
    const sold = await cashier.post('/api/orders', sale([{ product_id: SHOP.grinder, quantity: 10 }]));
    expect(sold.statusCode, sold.body).toBe(200);
    const told = {
      type: 'availability',
      from: version,
      version: expect.not.stringMatching(version) as unknown,
      products: [{ id: SHOP.grinder, in_stock: false, left: null, short: [true] }],
    };
    for (const stream of [own, open]) await expect.poll(() => heard(stream)).toContainEqual(told);
    const last = heard(own).findLast(({ type }) => type === 'availability');
    expect(last).toMatchObject({ version: await shelfVersion(screen) });
    expect(JSON.stringify([...own.events, ...open.events])).not.toMatch(/quantity|movement/);
    own.close();
    open.close();
  });

  it('says nothing when a sale changes no availability, and tells of menus and prices', async () => {
    const screen = await pair();
    await shelfVersion(screen);
    const stream = await listen(shop, screen, '/api/tv/events');
    await cashier.post('/api/orders', sale([{ product_id: SHOP.papers, quantity: 1 }]));
    await manager.post('/api/proxy/flora-im/menus/configs', { name: 'New', config_data: {} });
    await expect.poll(() => heard(stream).map(({ type }) => type)).toEqual(['hello', 'menus']);
    await run(sql`UPDATE products SET regular_price_cents = 250 WHERE id = ${SHOP.papers}`);
    shop.app.deps.live.publish({ type: 'catalogue' });
    await expect.poll(() => heard(stream).map(({ type }) => type)).toEqual(['hello', 'menus', 'shelf']);
    stream.close();
  });

  it('is read once for a change, whatever number of screens shows it', async () => {
    const screen = await pair();
    await shelfVersion(screen);
    const open = () => listen(shop, { headers: {} }, '/api/menus/events?location_id=20');
    const streams = await Promise.all(Array.from({ length: 40 }, open));
    const asked: string[] = [];
    const { reads } = shop.database;
    const counted = reads.getExecutor();
    const execute = counted.executeQuery.bind(counted);
    counted.executeQuery = (query, ...more) => {
      asked.push(query.sql);
      return execute(query, ...more);
    };
    const moves = [{ product_id: SHOP.grinder, variation_id: null, delta: 3, action: 'manual_adjustment' }];
    await run(sql`SELECT move_stock(20, NULL, ${JSON.stringify(moves)}::jsonb)`);
    const items = [{ product_id: SHOP.grinder, variation_id: null, quantity: 3 }];
    shop.app.deps.live.publish({ type: 'stock', location_id: 20, items });
    for (const stream of streams)
      await expect.poll(() => heard(stream).some(({ type }) => type === 'availability')).toBe(true);
    counted.executeQuery = execute;
    // At most once by each of the two servers.
    expect(asked.filter((text) => text.includes('stock_levels')).length).toBeLessThanOrEqual(2);
    for (const stream of streams) stream.close();
  });

  it('ends for customers when their location is closed', async () => {
    const admin = await shop.signIn('administrator');
    const { id } = dataOf<{ id: number }>(await admin.post('/api/manage/locations', { name: 'Short-lived' }));
    const streams = await Promise.all(
      [shop, there].map((server) => listen(server, { headers: {} }, `/api/menus/events?location_id=${id}`)),
    );
    dataOf(await admin.post(`/api/manage/locations/${id}/close`, { stock: 'none' }));
    await Promise.all(streams.map(({ ended }) => ended));
  });

  it('has at most four of itself, and an address fifty of the open one', async () => {
    const screen = await pair();
    const own = await Promise.all(Array.from({ length: 4 }, () => listen(shop, screen, '/api/tv/events')));
    await expect(listen(shop, screen, '/api/tv/events')).rejects.toThrow('429');
    for (const stream of own) stream.close();
    const path = '/api/menus/events?location_id=20';
    const open = await Promise.all(Array.from({ length: 50 }, () => listen(there, { headers: {} }, path)));
    await expect(listen(there, { headers: {} }, path)).rejects.toThrow('429');
    for (const stream of open) stream.close();
  });
});

describe('proof of play', () => {
  it('is kept once, in the time of the server, and summed', async () => {
    const screen = await pair({ tv_number: 70 });
    const layout = dataOf<{ id: number }>(
      await manager.post('/api/proxy/flora-im/menus/configs', {
        name: 'Played',
        config_data: { singleMenu: { category: '25' } },
      }),
    );
    // The clock of the screen is wrong by a day.
    const clock = Date.now() + 86_400_000;
    const entry = {
      id: randomUUID(),
      config_id: layout.id,
      started_at: new Date(clock - 1_800_000).toISOString(),
      seconds: 1800,
      products: [{ product_id: SHOP.shirt, seconds: 1800, sold_out_seconds: 600 }],
    };
    const log = (entries: object[], headers: Record<string, string> = screen.headers, query = '') =>
      screens.post(
        `/api/proxy/flora-im/menus/log-display${query}`,
        { sent_at: new Date(clock).toISOString(), tv_number: 3, entries },
        headers,
      );
    expect(dataOf(await log([entry]))).toEqual({ kept: 1 });
    expect(dataOf(await log([entry, { ...entry, id: randomUUID(), config_id: 999_999 }]))).toEqual({ kept: 0 });
    const { configs, tvs, products } = dataOf<{ configs: unknown[]; tvs: unknown[]; products: unknown[] }>(
      await cashier.get(`/api/proxy/flora-im/menus/analytics?config_id=${layout.id}`),
    );
    expect(configs).toMatchObject([{ config_id: layout.id, name: 'Played', hours: 0.5 }]);
    expect(tvs).toEqual([{ tv_number: 70, hours: 0.5 }]);
    expect(products).toContainEqual({ product_id: SHOP.shirt, name: 'Shirt', hours: 0.5, sold_out_minutes: 10 });
    const old = { ...entry, id: randomUUID(), started_at: new Date(clock - 91 * 86_400_000).toISOString() };
    expect(dataOf(await log([old]))).toEqual({ kept: 0 });
    expect(refusalOf(await log([{ ...entry, id: randomUUID() }], neighbour.headers)).at(0)).toBe(200);
    const both = { cookie: `tillwright_session=${manager.token}; ${screen.headers.cookie}` };
    const mine = { ...entry, id: randomUUID() };
    expect(dataOf(await log([mine], both, '?paired=true'))).toEqual({ kept: 1 });
    const after = await cashier.get(`/api/proxy/flora-im/menus/analytics?config_id=${layout.id}`);
    expect(dataOf<{ tvs: unknown[] }>(after).tvs).toEqual([{ tv_number: 70, hours: 1 }]);
    const theirs = dataOf<{ configs: unknown[] }>(await neighbour.get('/api/proxy/flora-im/menus/analytics'));
    expect(theirs.configs).toEqual([]);

    // Kept for 90 days.
    await run(sql`UPDATE menu_plays SET started_at = now() - interval '91 days' WHERE id = ${entry.id}`);
    await run(sql`UPDATE menu_plays SET started_at = now() - interval '89 days' WHERE id = ${mine.id}`);
    await run(sql`UPDATE menu_product_days SET day = current_date - 91`);
    while (await inTransaction(shop.database.db, (tx) => sweepScreens(tx, 100)));
    const { rows: plays } = await shop.database.pool.query<{ id: string }>('SELECT id FROM menu_plays');
    expect(plays.map(({ id }) => id)).toContain(mine.id);
    expect(plays.map(({ id }) => id)).not.toContain(entry.id);
    expect((await shop.database.pool.query('SELECT FROM menu_product_days')).rows).toEqual([]);
  });
});
