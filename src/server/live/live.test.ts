import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { LiveEvent } from '#contract/live.ts';
import { route } from '#contract/route.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { serveWrite } from '#server/http/serve/serve.ts';
import { issueMachine, revokeMachine } from '#server/http/guard/machines.ts';
import { endSession, findSession, hashToken, moveSession, type Staff } from '#server/http/guard/session.ts';
import { success } from '#server/http/serve/success.ts';
import { Refusal } from '#server/refusal.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { listen } from '#server/testing/wire/event-stream.ts';
import { payloadsOf } from './payloads.ts';

const soldRoute = route({
  name: 'sold',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/sold',
  body: z.object({ location_id: z.int(), refuse: z.boolean().optional() }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'sold',
  tags: ['test'],
  access: 'signed-in',
});

const stock = (location_id: number): LiveEvent => ({
  type: 'stock',
  location_id,
  items: [{ product_id: 7, variation_id: null, quantity: 3.5, movement_id: 1 }],
});

describe('what tills are told', () => {
  let here: TestApp;
  let there: TestApp;
  let till: Till;

  beforeAll(async () => {
    const modules = [
      (app: TestApp['app']) =>
        serveWrite(app, soldRoute, async ({ body, emit }) => {
          emit(stock(body.location_id));
          if (body.refuse === true) throw new Refusal('not_valid', 'No.');
          return success({});
        }),
    ];
    here = await testApp({ modules });
    there = await testApp({ modules, database: here.database });
    await here.app.listen({ port: 0 });
    await there.app.listen({ port: 0 });
    till = await here.signIn('staff', { locationId: 20 });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  it('reaches a till of another server process within a second', async () => {
    const listening = await listen(there, till);
    const since = Date.now();
    await till.post('/api/test/sold', { location_id: 20 });
    await expect.poll(() => listening.events, { interval: 5 }).toEqual([{ type: 'hello' }, stock(20)]);
    expect(Date.now() - since).toBeLessThan(1000);
    listening.close();
  });

  it('is to an API key what it may see, ends when that is revoked, and is closed to devices', async () => {
    const { db } = here.database;
    const by = (await findSession(db, till.token, 'bearer'))?.principal as Staff;
    const issue = (machine: Parameters<typeof issueMachine>[2]) =>
      inTransaction(db, async (tx) => {
        const { id, token } = await issueMachine(tx, by, machine);
        return { id, headers: { authorization: `Bearer ${token}` } };
      });
    const device = await issue({ kind: 'device', name: 'Window TV', locationId: 20 });
    const key = await issue({ kind: 'key', name: 'Accounting', locationId: 20, permissions: ['see-orders'] });
    const refused = await here.inject({ url: '/api/events', headers: device.headers });
    expect(refusalOf(refused)).toEqual([403, 'not_allowed']);
    const counted = await listen(there, key);
    const menus: LiveEvent = { type: 'menus', location_id: 20 };
    const catalogue: LiveEvent = { type: 'catalogue' };
    const orders: LiveEvent = { type: 'orders', order_id: 1, location_id: 20, status: 'completed' };
    const { live } = here.app.deps;
    for (const event of [
      stock(20),
      stock(19),
      orders,
      { type: 'customers', customer_id: 7 } as const,
      { type: 'purchasing', location_id: 20, purchase_order_id: 1 } as const,
      { type: 'tills' } as const,
      // A person may have the same number as the device.
      { type: 'session', user_id: device.id } as const,
      catalogue,
      menus,
    ])
      live.publish(event);
    await expect.poll(() => counted.events).toContainEqual(menus);
    expect(counted.events).toEqual([{ type: 'hello' }, orders, { type: 'tills' }, catalogue, menus]);
    for (const { id } of [device, key]) live.publish(await inTransaction(db, (tx) => revokeMachine(tx, by, id)));
    await counted.ended;
    const again = await here.inject({ url: '/api/events', headers: device.headers });
    expect(refusalOf(again)).toEqual([401, 'login_required']);
  });

  const loseConnections = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'tillwright live' and datname = current_database()`;

  it('reaches them while every connection of the pool is busy, and after its own connection was lost', async () => {
    const listening = await listen(there, till);
    const { pool } = here.database;
    const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
    const menus = { type: 'menus', location_id: 20 } as const;
    const customer = { type: 'customers', customer_id: 7 } as const;
    try {
      here.app.deps.live.publish(menus);
      await expect.poll(() => listening.events).toContainEqual(menus);
      // The connection that began to listen first is the one of this process.
      await held[0]?.query(`${loseConnections} and pid = (select pid from pg_stat_activity
        where application_name = 'tillwright live' and datname = current_database() order by backend_start limit 1)`);
      here.app.deps.live.publish(customer);
      await expect.poll(() => listening.events, { timeout: 5000 }).toContainEqual(customer);
      expect(listening.events.filter((event) => JSON.stringify(event).includes('hello'))).toHaveLength(1);
    } finally {
      for (const client of held) client.release();
      listening.close();
    }
  });

  it('is which products have another price, and that taxes or rules changed, once their instant has come', async () => {
    const { db } = here.database;
    const listening = await listen(there, till);
    let before = 1;
    const heard = () => listening.events.slice(before);
    const begin = async (toCome: ReturnType<typeof sql>) => {
      before = listening.events.length;
      await sql`UPDATE catalogue_version SET next_change_at = clock_timestamp()`.execute(db);
      await toCome.execute(db);
      await sql`SELECT begin_due_terms()`.execute(db);
    };
    await expect.poll(() => listening.events).toEqual([{ type: 'hello' }]);
    const { rows } = await sql<{ id: number }>`
      INSERT INTO products (name, type, status, regular_price_cents) VALUES ('Lamp', 'simple', 'publish', 900) RETURNING id`.execute(
      db,
    );
    const id = rows[0]?.id ?? 0;
    await begin(sql`
      INSERT INTO item_prices (product_id, valid_from, regular_price_cents) VALUES (${id}, clock_timestamp(), 950)`);
    await expect.poll(heard).toEqual([{ type: 'catalogue', product_ids: [id] }]);
    await begin(sql`
      INSERT INTO tax_rates (location_id, code, name, rate_ppm, active, valid_from) VALUES (20, 'SOON', 'Soon', 1, true, clock_timestamp())`);
    await expect.poll(heard).toEqual([{ type: 'locations' }]);
    // A rule names the products that it prices, by their own blueprint or that of their first category that has one.
    await sql`INSERT INTO blueprints (id, name, slug) VALUES (77, 'Lamps', 'lamps')`.execute(db);
    await sql`INSERT INTO categories (id, name, slug, blueprint_id) VALUES (77, 'Lamps', 'lamps', 77)`.execute(db);
    const { rows: priced } = await sql<{ id: number }>`
      INSERT INTO products (name, type, status, price_class, category_ids, blueprint_id)
      VALUES ('Oil', 'simple', 'publish', 'A', '{77}', NULL), ('Gas', 'simple', 'publish', 'A', '{}', 77),
             ('Wax', 'simple', 'publish', 'B', '{}', 77), ('Old', 'simple', 'trash', 'A', '{}', 77) RETURNING id`.execute(
      db,
    );
    await begin(sql`
      INSERT INTO pricing_rules (blueprint_id, name, product_type, price_class, position, valid_from)
      VALUES (77, 'Lamps', 'lamp', 'A', 1, clock_timestamp())`);
    await expect.poll(heard).toEqual([{ type: 'catalogue', product_ids: [priced[0]?.id, priced[1]?.id] }]);
    // Terms that have begun already cause no second event.
    await begin(sql`SELECT 1`);
    await till.post('/api/test/sold', { location_id: 20 });
    await expect.poll(heard).toEqual([stock(20)]);
    listening.close();
  });

  it('is nothing of other locations, and nothing of a sale that was refused', async () => {
    const listening = await listen(here, till);
    await till.post('/api/test/sold', { location_id: 20, refuse: true });
    await till.post('/api/test/sold', { location_id: 19 });
    await till.post('/api/test/sold', { location_id: 20 });
    await expect.poll(() => listening.events).toContainEqual(stock(20));
    expect(listening.events).toHaveLength(2);
    listening.close();
  });

  it('ends when the session does', async () => {
    const leaving = await here.signIn('staff', { locationId: 20 });
    const listening = await listen(there, leaving);
    await endSession(here.database.db, hashToken(leaving.token));
    here.app.deps.live.publish({ type: 'session', user_id: leaving.userId });
    await listening.ended;
    expect(listening.events).toContainEqual({ type: 'session', user_id: leaving.userId });
  });

  it('counts as use of the session when somebody opens it, and not when a page that nobody uses does', async () => {
    const { db } = here.database;
    const away = await here.signIn('staff', { locationId: 20 });
    const unusedAfter = async (path: string): Promise<unknown> => {
      await sql`update sessions set last_seen_at = now() - interval '11 hours' where user_id = ${away.userId}`.execute(
        db,
      );
      (await listen(there, away, path)).close();
      const { rows } = await sql<{ unused: boolean }>`
        select last_seen_at < now() - interval '10 hours' as unused from sessions where user_id = ${away.userId}`.execute(
        db,
      );
      return rows[0]?.unused;
    };
    expect(await unusedAfter('/api/events')).toBe(false);
    expect(await unusedAfter('/api/events?unattended=true')).toBe(true);
    for (const odd of ['1', '', 'true&unattended=true'])
      await expect(unusedAfter(`/api/events?unattended=${odd}`)).rejects.toThrow('status 400');
  });

  it('does not count as use of the session while it only stays open', async () => {
    const { db } = here.database;
    const away = await here.signIn('staff', { locationId: 20 });
    const listening = await listen(there, away);
    await sql`update sessions set last_seen_at = now() - interval '11 hours' where user_id = ${away.userId}`.execute(
      db,
    );
    // Makes the location.
    await here.signIn('staff', { locationId: 19 });
    await moveSession(db, hashToken(away.token), 19);
    here.app.deps.live.publish({ type: 'session', user_id: away.userId });
    // The session was looked at again when it hears of the other location.
    await expect
      .poll(() => {
        here.app.deps.live.publish(stock(19));
        return listening.events;
      })
      .toContainEqual(stock(19));
    const { rows } = await sql`
      select last_seen_at < now() - interval '10 hours' as unused from sessions where user_id = ${away.userId}`.execute(
      db,
    );
    expect(rows).toEqual([{ unused: true }]);
    listening.close();
  });

  it('is for those who are signed in, and for at most eight windows of one of them', async () => {
    expect(refusalOf(await here.inject({ url: '/api/events' }))).toEqual([401, 'login_required']);
    const busy = await here.signIn('staff', { locationId: 20 });
    const streams = await Promise.all(Array.from({ length: 8 }, () => listen(here, busy)));
    expect(refusalOf(await busy.get('/api/events'))).toEqual([429, 'too_many_streams']);
    for (const stream of streams) stream.close();
    await expect
      .poll(() =>
        listen(here, busy).then(
          (stream) => (stream.close(), true),
          () => false,
        ),
      )
      .toBe(true);
  });

  it('leaves nothing behind of windows that were closed while their session was being looked for', async () => {
    const hasty = await here.signIn('staff', { locationId: 20 });
    const { port } = here.app.server.address() as AddressInfo;
    await here.database.pool.query(
      `update sessions set last_seen_at = now() - interval '5 minutes' where user_id = ${hasty.userId}`,
    );
    const waiting = async () => {
      const { rows } = await here.database.pool.query<{ count: number }>(
        `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.count;
    };
    await inTransaction(here.database.db, async (tx) => {
      // The session waits for this lock to record that it was used.
      await sql`select from sessions where user_id = ${hasty.userId} for update`.execute(tx);
      const windows = Array.from({ length: 8 }, () =>
        request({ port, host: '127.0.0.1', path: '/api/events', headers: hasty.headers, agent: false }),
      );
      for (const window of windows) window.on('error', () => undefined).end();
      await expect.poll(waiting).toBe(8);
      for (const window of windows) window.destroy();
      await expect
        .poll(() => new Promise((resolve) => here.app.server.getConnections((_, open) => resolve(open))))
        .toBe(0);
    });
    await expect.poll(waiting).toBe(0);
    (await listen(here, hasty)).close();
  });

  it('starts with hello again when the connection to the database was lost', async () => {
    const listening = await listen(here, till);
    await here.database.pool.query(loseConnections);
    await expect.poll(() => listening.events, { timeout: 5000 }).toEqual([{ type: 'hello' }, { type: 'hello' }]);
    await till.post('/api/test/sold', { location_id: 20 });
    await expect.poll(() => listening.events).toContainEqual(stock(20));
    listening.close();
  });

  it('keeps no database connection of its own', async () => {
    const before = here.database.pool.totalCount;
    const streams = await Promise.all(Array.from({ length: 6 }, () => listen(here, till)));
    // The last of them may still be giving back the connection with which its session was found.
    await expect.poll(() => here.database.pool.totalCount - here.database.pool.idleCount).toBe(0);
    expect(here.database.pool.totalCount).toBeLessThanOrEqual(Math.max(before, 20));
    for (const stream of streams) stream.close();
  });
});

describe('packing events', () => {
  it('keeps the newest figure of an item', () => {
    const item = (quantity: number, movement_id: number) => ({
      product_id: 1,
      variation_id: null,
      quantity,
      movement_id,
    });
    const events: LiveEvent[] = [
      { type: 'stock', location_id: 20, items: [item(4, 11)] },
      { type: 'stock', location_id: 20, items: [item(5, 10)] },
    ];
    expect(payloadsOf(events).map((text): unknown => JSON.parse(text))).toEqual([
      [{ type: 'stock', location_id: 20, items: [item(4, 11)] }],
    ]);
  });

  it('stays below what one notification may hold', () => {
    const items = Array.from({ length: 2000 }, (_, index) => ({
      product_id: index,
      variation_id: index,
      quantity: 1234.567,
      movement_id: 1_000_000 + index,
    }));
    const payloads = payloadsOf([
      { type: 'stock', location_id: 20, items },
      { type: 'catalogue', product_ids: Array.from({ length: 5000 }, (_, index) => index) },
    ]);
    expect(Math.max(...payloads.map((text) => Buffer.byteLength(text)))).toBeLessThan(8000);
    const sent = payloads.flatMap((text) => JSON.parse(text) as LiveEvent[]);
    expect(sent.flatMap((event) => (event.type === 'stock' ? event.items : []))).toHaveLength(2000);
    expect(sent).toContainEqual({ type: 'catalogue' });
  });
});
