import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { testDatabase } from '#server/testing/database.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { openShop } from '#server/testing/shop.ts';
import { serve } from './serve.ts';
import { success } from './success.ts';

const slowRoute = route({
  name: 'slow',
  description: 'Of a test.',
  method: 'GET',
  path: '/api/test/slow',
  query: z.object({ seconds: z.string().default('60') }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'slow',
  tags: ['test'],
  access: 'signed-in',
});

describe('reads that take long', () => {
  let shop: TestApp;
  let till: Till;
  let reader: Till;
  let port: number;

  beforeAll(async () => {
    shop = await testApp({
      modules: [
        (app) =>
          serve(app, slowRoute, async ({ db, query }) => {
            await sql`select pg_sleep(${query.seconds}::float8)`.execute(db);
            return success({});
          }),
      ],
    });
    await openShop(shop);
    till = await shop.signIn('staff');
    reader = await shop.signIn('manager');
    await shop.app.listen({ port: 0 });
    ({ port } = shop.app.server.address() as AddressInfo);
  });
  afterAll(() => shop.close());

  const sleeping = async () => {
    const { rows } = await shop.database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
        where datname = current_database() and state = 'active' and wait_event = 'PgSleep'`,
    );
    return rows[0]?.count ?? 0;
  };
  const openReads = (count: number) =>
    Array.from({ length: count }, () => {
      const asked = request({ port, host: '127.0.0.1', path: '/api/test/slow', headers: reader.headers, agent: false });
      asked.on('error', () => undefined).end();
      return asked;
    });

  it('leave connections to the sales, however many they are, and end in the database when nobody waits for them', async () => {
    const reads = openReads(40);
    await expect.poll(sleeping, { timeout: 10_000 }).toBeGreaterThan(0);
    const replies = await Promise.all(Array.from({ length: 8 }, () => till.post('/api/orders', sale([grinder]))));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
    for (const read of reads) read.destroy();
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(0);
    // The reads that were waiting for their turn were not begun.
    expect((await reader.get('/api/test/slow?seconds=0')).statusCode).toBe(200);
    expect(await sleeping()).toBe(0);
  });

  it('are stopped one by one: what runs beside them on other connections goes on', async () => {
    const [read] = openReads(1);
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(1);
    const other = till.get('/api/test/slow?seconds=1');
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(2);
    read?.destroy();
    expect((await other).statusCode).toBe(200);
    expect(await sleeping()).toBe(0);
  });
});

describe('a database with no connection free', () => {
  it('is not said to be away while it answers, and is still ready', async () => {
    const database = await testDatabase({ maxConnections: 1 });
    const shop = await testApp({ database });
    const till = await shop.signIn('staff');
    const held = await database.pool.connect();
    try {
      const [read, ready] = await Promise.all([till.get('/api/orders'), shop.inject({ url: '/readyz' })]);
      expect(refusalOf(read)).toEqual([503, 'server_busy']);
      expect(read.headers['retry-after']).toBe('1');
      expect(ready.statusCode).toBe(200);
    } finally {
      held.release();
      await shop.close();
      await database.close();
    }
  });

  it('does not say that it is away when a question takes too long either', async () => {
    const shop = await testApp({
      modules: [
        (app) =>
          serve(app, slowRoute, ({ db }) =>
            db.transaction().execute(async (tx) => {
              await sql`set local statement_timeout = 50`.execute(tx);
              await sql`select pg_sleep(60)`.execute(tx);
              return success({});
            }),
          ),
      ],
    });
    const till = await shop.signIn('staff');
    expect(refusalOf(await till.get('/api/test/slow'))).toEqual([503, 'took_too_long']);
    await shop.close();
  });
});
