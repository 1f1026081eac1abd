import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { callerNow } from '#server/db/pool/caller.ts';
import type { Database } from '#server/db/pool.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { conflictOnce } from '#server/testing/postgres/conflict-once.ts';
import { testDatabase } from '#server/testing/database.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { addCustomer, openShop, SHOP } from '#server/testing/shop.ts';
import { serve } from './serve.ts';
import { csvPieces, serveCsv } from './send/serve-csv.ts';
import { servePdf } from './send/serve-pdf.ts';
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

const exportRoute = route({ ...slowRoute, name: 'slowExport', path: '/api/test/export.csv', query: undefined });
const conflictRoute = route({ ...slowRoute, name: 'conflict', path: '/api/test/conflict', query: undefined });

const drawRoute = route({
  ...slowRoute,
  name: 'slowDraw',
  path: '/api/test/slow.pdf',
  query: undefined,
  reply: z.string(),
  media: 'application/pdf',
});
let drawing = 0;

/** A paper that is drawn for as long as somebody waits. */
function drawOn(): Promise<Buffer> {
  const { signal } = callerNow()!;
  drawing += 1;
  return new Promise((_, fail) => {
    signal.addEventListener('abort', () => {
      drawing -= 1;
      fail(signal.reason as Error);
    });
  });
}

/** A short batch and one that takes a minute. */
async function* batchesOf(db: Database): AsyncGenerator<number[]> {
  yield [1];
  await sql`select pg_sleep(60)`.execute(db);
  yield [2];
}

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
        (app) =>
          serveCsv(app, exportRoute, 'slow.csv', (_staff, _query, db) =>
            Promise.resolve(csvPieces([['N', (n: number) => n]], batchesOf(db))),
          ),
        (app) => servePdf(app, drawRoute, () => Promise.resolve({ name: 'slow', draw: drawOn })),
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
    // The reads that were waiting for their turn hold nobody up. One may have begun before its socket was seen to close.
    expect((await reader.get('/api/test/slow?seconds=0')).statusCode).toBe(200);
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(0);
  });

  it('end in the database in the middle of an export that nobody waits for any more', async () => {
    const asked = request({ port, host: '127.0.0.1', path: exportRoute.path, headers: reader.headers, agent: false });
    asked.on('error', () => undefined).end();
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(1);
    asked.destroy();
    await expect.poll(sleeping, { timeout: 10_000 }).toBe(0);
  });

  it('end in the middle of a paper that nobody waits for any more', async () => {
    const asked = request({ port, host: '127.0.0.1', path: drawRoute.path, headers: reader.headers, agent: false });
    asked.on('error', () => undefined).end();
    await expect.poll(() => drawing).toBe(1);
    asked.destroy();
    await expect.poll(() => drawing).toBe(0);
  });

  it('of everything about a person leave connections to the sales, too', async () => {
    const id = await addCustomer(shop);
    const papers = { product_id: SHOP.papers, quantity: 1 };
    const blocker = await shop.database.pool.connect();
    try {
      await blocker.query('begin; lock table customer_notes');
      const files = Array.from({ length: 20 }, (_, n) =>
        reader.get(`/api/customers/${id}/export.${n % 2 === 0 ? 'json' : 'pdf'}`),
      );
      const replies = await Promise.all(Array.from({ length: 8 }, () => till.post('/api/orders', sale([papers]))));
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: 8 }, () => 200));
      await blocker.query('rollback');
      expect(new Set((await Promise.all(files)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    const { rows } = await sql`select from audit_trail where action = 'customer_exported'`.execute(shop.database.db);
    expect(rows).toHaveLength(20);
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

describe('a read that the database undid only for what ran beside it', () => {
  it('is asked again', async () => {
    const shop = await testApp({
      modules: [
        (app) =>
          serve(app, conflictRoute, async ({ db }) => {
            await sql`select conflict_once()`.execute(db);
            return success({});
          }),
      ],
    });
    await conflictOnce(shop.database.db);
    const till = await shop.signIn('staff');
    expect((await till.get(conflictRoute.path)).statusCode).toBe(200);
    await shop.close();
  });
});

describe('a database with no connection free', () => {
  it('keeps /readyz saying that the disk is full while it cannot see whether there is room again', async () => {
    const database = await testDatabase({ maxConnections: 1 });
    const shop = await testApp({ database });
    shop.app.disk.noteFull();
    const held = await database.pool.connect();
    try {
      const reply = await shop.inject({ url: '/readyz' });
      expect([reply.statusCode, reply.json()]).toEqual([503, { status: 'disk_full' }]);
    } finally {
      held.release();
    }
    expect((await shop.inject({ url: '/readyz' })).statusCode).toBe(200);
    await shop.close();
    await database.close();
  });

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
