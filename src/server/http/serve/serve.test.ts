import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { Refusal } from '#server/refusal.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { serve, serveWrite } from './serve.ts';
import { success } from './success.ts';

const amount = z.object({ amount: z.number().positive(), note: z.string().optional() });
const counted = z.object({ success: z.literal(true), count: z.int() });
const pingRoute = route({
  name: 'ping',
  description: 'Of a test.',
  method: 'GET',
  path: '/api/test/ping',
  query: z.object({ word: z.string().optional() }),
  reply: z.object({ success: z.literal(true), staff: z.int(), location: z.int().nullable() }),
  summary: 'ping',
  tags: ['test'],
  access: 'signed-in',
});
const staffOnlyRoute = route({ ...pingRoute, path: '/api/test/manage', access: 'manage-staff' });
const addRoute = route({
  name: 'add',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/add',
  body: amount,
  reply: counted,
  summary: 'add',
  tags: ['test'],
  access: 'sell',
});
const keyedRoute = route({ ...addRoute, path: '/api/test/keyed', idempotency: 'required' });
const slowRoute = route({ ...addRoute, path: '/api/test/slow' });
const refusedRoute = route({ ...addRoute, path: '/api/test/refused' });
const brokenRoute = route({ ...addRoute, path: '/api/test/broken' });

describe('serving a route', () => {
  let shop: TestApp;
  let till: Till;
  const nothing = (): void => undefined;
  let finishSlow = nothing;

  beforeAll(async () => {
    shop = await testApp({
      modules: [
        (app) => {
          const add = async (
            tx: Parameters<Parameters<typeof serveWrite<typeof addRoute>>[2]>[0]['tx'],
            quantity: number,
          ) => {
            await sql`insert into taken values (${quantity})`.execute(tx);
            const { rows } = await sql<{ count: number }>`select count(*) from taken`.execute(tx);
            return success({ count: rows[0]?.count ?? 0 });
          };
          serve(app, pingRoute, async ({ staff }) => success({ staff: staff.id, location: staff.locationId }));
          serve(app, staffOnlyRoute, async ({ staff }) => success({ staff: staff.id, location: null }), {
            etag: true,
          });
          serveWrite(app, addRoute, async ({ tx, body }) => add(tx, body.amount));
          serveWrite(app, keyedRoute, async ({ tx, body }) => add(tx, body.amount));
          serveWrite(app, slowRoute, async ({ tx, body }) => {
            await new Promise<void>((resolve) => (finishSlow = resolve));
            return add(tx, body.amount);
          });
          serveWrite(app, refusedRoute, async ({ tx, body }) => {
            await add(tx, body.amount);
            throw new Refusal('not_valid', 'Not today.', { details: { lines: [1] } });
          });
          serveWrite(app, brokenRoute, async ({ tx }) => {
            await sql`select 1 / 0`.execute(tx);
            return success({ count: 0 });
          });
        },
      ],
    });
    till = await shop.signIn('staff');
    await sql`create table taken (amount numeric not null)`.execute(shop.database.db);
  });
  afterAll(() => shop.close());

  const taken = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`select count(*) from taken`.execute(shop.database.db);
    return rows[0]?.count ?? -1;
  };

  it('knows who asks and where they work from the session alone', async () => {
    const reply = await till.get('/api/test/ping?word=x', { 'x-user-id': '1' });
    expect(reply.json()).toEqual({ success: true, staff: till.userId, location: 20 });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  });

  it('asks strangers to sign in and turns away whoever lacks the permission', async () => {
    const stranger = await shop.inject({ url: '/api/test/ping' });
    expect([stranger.statusCode, stranger.json()]).toEqual([
      401,
      { success: false, error: 'Please sign in.', code: 'login_required' },
    ]);
    const staff = await till.get('/api/test/manage');
    expect(refusalOf(staff)).toEqual([403, 'not_allowed']);
    const forged = await shop.inject({ url: '/api/test/ping', headers: { authorization: `Bearer ${'a'.repeat(43)}` } });
    expect(forged.statusCode).toBe(401);
  });

  it('answers 304 to a read the till has already', async () => {
    const admin = await shop.signIn('administrator');
    const first = await admin.get('/api/test/manage');
    const again = await admin.get('/api/test/manage', { 'if-none-match': String(first.headers.etag) });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
  });

  it('carries a keyed write out once and gives the same answer again', async () => {
    const before = await taken();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await till.post('/api/test/keyed', { amount: 1, note: 'a' }, headers);
    const again = await till.post('/api/test/keyed', { note: 'a', amount: 1 }, headers);
    expect(first.json()).toEqual({ success: true, count: before + 1 });
    expect(again.json()).toEqual(first.json());
    expect([first.headers['idempotent-replay'], again.headers['idempotent-replay']]).toEqual([undefined, 'true']);
    expect(await taken()).toBe(before + 1);
  });

  it('refuses a key that was used for another body, route or person', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    await till.post('/api/test/keyed', { amount: 1 }, headers);
    const colleague = await shop.signIn('staff');
    for (const reply of [
      await till.post('/api/test/keyed', { amount: 2 }, headers),
      await till.post('/api/test/add', { amount: 1 }, headers),
      await colleague.post('/api/test/keyed', { amount: 1 }, headers),
    ]) {
      expect(refusalOf(reply)).toEqual([422, 'idempotency_key_reused']);
    }
  });

  it('needs a key where the route says so, and a sane one', async () => {
    const without = await shop.inject({
      method: 'POST',
      url: '/api/test/keyed',
      headers: till.headers,
      payload: { amount: 1 },
    });
    expect(refusalOf(without)).toEqual([400, 'idempotency_key_required']);
    for (const key of ['short', 'x'.repeat(129), 'with blanks in it']) {
      const reply = await till.post('/api/test/keyed', { amount: 1 }, { 'idempotency-key': key });
      expect(refusalOf(reply)).toEqual([400, 'invalid_idempotency_key']);
    }
  });

  it('tells a second request with the key of one that still runs to wait', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const first = till.post('/api/test/slow', { amount: 5 }, headers);
    await expect
      .poll(() => finishSlow.length >= 0 && shop.database.pool.totalCount - shop.database.pool.idleCount)
      .toBe(1);
    const second = await till.post('/api/test/slow', { amount: 5 }, headers);
    finishSlow();
    expect(refusalOf(second)).toEqual([409, 'request_in_progress']);
    expect(second.headers['retry-after']).toBe('1');
    expect((await first).statusCode).toBe(200);
    expect((await till.post('/api/test/slow', { amount: 5 }, headers)).headers['idempotent-replay']).toBe('true');
  });

  it('carries 40 simultaneous requests with one key out once', async () => {
    const before = await taken();
    const headers = { 'idempotency-key': randomUUID() };
    const replies = await Promise.all(
      Array.from({ length: 40 }, () => till.post('/api/test/keyed', { amount: 7 }, headers)),
    );
    expect(await taken()).toBe(before + 1);
    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(
      new Set([200, 409].filter((status) => replies.some((reply) => reply.statusCode === status))),
    );
    expect(
      replies.filter((reply) => reply.statusCode === 200 && reply.headers['idempotent-replay'] === undefined),
    ).toHaveLength(1);
  });

  it('undoes a refused write and does not keep its key', async () => {
    const before = await taken();
    const headers = { 'idempotency-key': randomUUID() };
    const reply = await till.post('/api/test/refused', { amount: 1 }, headers);
    expect([reply.statusCode, reply.json()]).toEqual([
      422,
      { success: false, error: 'Not today.', code: 'not_valid', lines: [1] },
    ]);
    expect(await taken()).toBe(before);
    expect((await till.post('/api/test/add', { amount: 1 }, headers)).statusCode).toBe(200);
  });

  it('says nothing of its insides when the database turns a value down', async () => {
    const reply = await till.post('/api/test/broken', { amount: 1 });
    expect(refusalOf(reply)).toEqual([422, 'not_valid']);
    expect(reply.body).not.toMatch(/division|select/i);
  });
});
