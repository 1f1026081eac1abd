import { type AddressInfo, connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { DiskWatch } from '#server/http/ops/disk-watch.ts';
import { createLog } from '#server/log.ts';
import { refusalOf, type TestApp, testApp, type Till } from '#server/testing/app.ts';
import { serve, serveWrite } from './serve.ts';
import { success } from './success.ts';

const sale = z.object({
  line_items: z.array(z.object({ quantity: z.number().positive(), name: z.string().max(20) })).min(1),
  pin: z
    .string()
    .regex(/^\d{4}$/, 'The PIN must be four digits.')
    .optional(),
});
const saleRoute = route({
  name: 'testSale',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/sale',
  body: sale,
  reply: z.object({ success: z.literal(true) }),
  summary: 'sale',
  tags: ['test'],
  access: 'sell',
});
const brokenRoute = route({ ...saleRoute, method: 'GET', path: '/api/test/broken', body: undefined });
const stoppedRoute = route({ ...brokenRoute, path: '/api/test/stopped' });
const slowRoute = route({ ...saleRoute, path: '/api/test/slow', body: undefined });
const crowdedRoute = route({ ...saleRoute, path: '/api/test/crowded', body: undefined });
const fullRoute = route({ ...saleRoute, path: '/api/test/full', body: undefined });
const wrongReplyRoute = route({ ...brokenRoute, path: '/api/test/wrong-reply' });
const removeRoute = route({ ...saleRoute, method: 'DELETE', path: '/api/test/remove', body: undefined });
const findRoute = route({
  ...brokenRoute,
  path: '/api/test/find/:id',
  params: z.object({ id: z.coerce.number().int() }),
  query: z.object({ page: z.string().optional() }),
});

describe('a request that cannot be served', () => {
  let shop: TestApp;
  let till: Till;
  let logged = '';

  beforeAll(async () => {
    const destination = new Writable({ write: (line, _encoding, done) => ((logged += String(line)), done()) });
    shop = await testApp({
      log: createLog('info', destination),
      modules: [
        (app) => {
          serveWrite(app, saleRoute, async () => success({}));
          serve(app, brokenRoute, async () => {
            throw new Error('the drawer is stuck', { cause: new Error('a coin') });
          });
          serve(app, stoppedRoute, async () => {
            throw new DOMException('the printer was stopped', 'AbortError');
          });
          serve(app, wrongReplyRoute, async () => ({ success: 'maybe' }) as unknown as { success: true });
          serveWrite(app, slowRoute, async ({ tx }) => {
            await sql`set local statement_timeout = 20`.execute(tx);
            await sql`select pg_sleep(5)`.execute(tx);
            return success({});
          });
          serveWrite(app, crowdedRoute, async ({ tx }) => {
            await sql`do 'begin raise exception using errcode = ''53300''; end'`.execute(tx);
            return success({});
          });
          serveWrite(app, fullRoute, async ({ tx }) => {
            await sql`insert into drawers default values`.execute(tx);
            return success({});
          });
          serve(app, findRoute, async () => success({}));
          serveWrite(app, removeRoute, async () => success({}));
        },
      ],
    });
    till = await shop.signIn('staff');
  });
  afterAll(() => shop.close());

  it.each([
    ['a quantity of zero', { line_items: [{ quantity: 0, name: 'x' }] }, 'line_items[0].quantity'],
    ['a quantity below zero', { line_items: [{ quantity: -1, name: 'x' }] }, 'line_items[0].quantity'],
    ['a quantity beyond numbers', '{"line_items":[{"quantity":1e309,"name":"x"}]}', 'line_items[0].quantity'],
    ['a quantity in a list', { line_items: [{ quantity: ['5'], name: 'x' }] }, 'line_items[0].quantity'],
    ['no lines', { line_items: [] }, 'line_items'],
    ['no line items at all', {}, 'line_items'],
  ])('names the field that is wrong in %s', async (_what, body, field) => {
    const reply = await till.post('/api/test/sale', body);
    expect(reply.statusCode).toBe(400);
    const { error, ...rest } = reply.json<{ error: string }>();
    expect(rest).toEqual({ success: false, code: 'invalid_request', field });
    expect(error).toMatch(/^"[\w[\].]+" in the body is not valid: .*\.$/);
  });

  it('lets a rule speak for itself when it has a sentence', async () => {
    const reply = await till.post('/api/test/sale', { line_items: [{ quantity: 1, name: 'x' }], pin: '12' });
    expect(reply.json()).toMatchObject({ error: 'The PIN must be four digits.', field: 'pin' });
  });

  it('refuses what is not JSON, not whole, or tries to change what objects are', async () => {
    const bodies = [
      '{"line_items":',
      '',
      'null',
      '"text"',
      '{"__proto__":{"admin":true}}',
      '{"constructor":{"prototype":{"admin":true}}}',
    ];
    for (const body of bodies) {
      const reply = await till.post('/api/test/sale', body);
      expect([body, reply.statusCode]).toEqual([body, 400]);
      expect(['invalid_json', 'invalid_request']).toContain(refusalOf(reply)[1]);
    }
    const named = await till.post('/api/test/sale', '{"__proto__":{"admin":true}}');
    expect(named.json<{ error: string }>().error).toContain('a key that is not allowed (__proto__)');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('does not say that the database is away when it takes no more connections', async () => {
    expect(refusalOf(await till.post(crowdedRoute.path))).toEqual([503, 'server_busy']);
  });

  it('takes a DELETE that names JSON and has no body', async () => {
    const headers = { ...till.headers, 'content-type': 'application/json', 'idempotency-key': 'remove-1' };
    const injected = await shop.inject({ method: 'DELETE', url: removeRoute.path, headers });
    expect([injected.statusCode, injected.json()]).toEqual([200, { success: true }]);
    await shop.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = shop.app.server.address() as AddressInfo;
    const lengths: Record<string, string>[] = [{}, { 'content-length': '0' }];
    for (const length of lengths) {
      const reply = await fetch(`http://127.0.0.1:${port}${removeRoute.path}`, {
        method: 'DELETE',
        headers: { ...headers, ...length },
      });
      expect(reply.status).toBe(200);
    }
  });

  it('takes JSON only', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
      const reply = await till.post('/api/test/sale', '{}', { 'content-type': type });
      expect(refusalOf(reply)).toEqual([415, 'json_required']);
    }
  });

  it('refuses a body that is too large, deep or long', async () => {
    expect(refusalOf(await till.post('/api/test/sale', 'x'.repeat(1024 * 1024 + 1)))).toEqual([413, 'body_too_large']);
    const deep = `{"line_items":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    expect(refusalOf(await till.post('/api/test/sale', deep))).toEqual([400, 'invalid_request']);
  });

  it('refuses a query key sent twice and an address that is not well formed', async () => {
    expect(refusalOf(await till.get('/api/test/find/1?page=1&page=2'))).toEqual([400, 'invalid_request']);
    expect(refusalOf(await till.get('/api/test/find/%E0%A4%A'))).toEqual([400, 'invalid_request']);
    expect(refusalOf(await till.get('/api/test/find/abc'))).toEqual([400, 'invalid_request']);
  });

  it('refuses what the framework cannot make a request of, with the headers of every answer', async () => {
    const json = { ...till.headers, 'content-type': 'application/json' };
    const odd: [string, InjectOptions][] = [
      ['a very long id', { url: `/api/test/find/${'1'.repeat(500)}` }],
      ['an address of broken bytes', { url: '/api/test/find/%ff' }],
      [
        'what is not what it says',
        { method: 'POST', url: '/api/test/sale', headers: { ...json, 'content-encoding': 'gzip' }, payload: '{a' },
      ],
      [
        'an unknown packing',
        { method: 'POST', url: '/api/test/sale', headers: { ...json, 'content-encoding': 'zstd' }, payload: '{a' },
      ],
    ];
    logged = '';
    for (const [what, request] of odd) {
      const reply = await shop.inject({ headers: till.headers, ...request });
      expect([what, reply.statusCode, reply.json()]).toMatchObject([what, 400, { success: false }]);
      expect([what, reply.headers]).toMatchObject([
        what,
        { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' },
      ]);
      expect(reply.headers['content-security-policy'], what).toBeDefined();
      expect(reply.headers['x-request-id'], what).toBeDefined();
    }
    expect(logged).not.toContain('"level":50');
  });

  it.each([
    ['no words of HTTP', 'HELLO', 400, 'invalid_request'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked',
      400,
      'invalid_request',
    ],
    [
      'two hosts',
      'GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close',
      400,
      'invalid_request',
    ],
    [
      'a host in the address',
      'GET http://localhost/healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close',
      400,
      'invalid_request',
    ],
    ['long headers', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(70_000)}`, 431, 'headers_too_large'],
    ['an odd method', 'QUERY /api/auth/me HTTP/1.1\r\nHost: localhost\r\nConnection: close', 400, 'invalid_request'],
    [
      'a way out',
      'GET /api/docs/static/../../../../package.json HTTP/1.1\r\nHost: localhost\r\nConnection: close',
      400,
      'invalid_request',
    ],
  ])('answers in the envelope what no browser sends: %s', async (_what, sent, status, code) => {
    await shop.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = shop.app.server.address() as AddressInfo;
    logged = '';
    const answer = await text(connect(port, '127.0.0.1').end(`${sent}\r\n\r\n`));
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toMatch(/^x-content-type-options: nosniff/im);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, code });
    expect(logged).not.toContain('"level":50');
  });

  it('blames a caller who hangs up in the middle of a body, not the database', async () => {
    const { refusals } = shop.app.deps.metrics;
    const counted = async (code: string) =>
      (await refusals.get()).values.find(({ labels }) => labels.code === code)?.value ?? 0;
    const [cut, away] = [await counted('invalid_request'), await counted('database_unavailable')];
    await shop.app.listen({ port: 0, host: '127.0.0.1' }).catch(() => undefined);
    const { port } = shop.app.server.address() as AddressInfo;
    const head = 'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json';
    const caller = connect(port, '127.0.0.1');
    await new Promise<void>((sent) => caller.write(`${head}\r\nContent-Length: 90\r\n\r\n{"username":`, () => sent()));
    setTimeout(() => caller.resetAndDestroy(), 50);
    await vi.waitFor(async () => expect(await counted('invalid_request')).toBe(cut + 1), 5000);
    expect(await counted('database_unavailable')).toBe(away);
  });

  it('tells and counts an address of the API however it is spelt', async () => {
    for (const url of ['/api/auth/me', '/%61pi/auth/me']) {
      const reply = await till.get(url);
      expect([url, reply.statusCode, reply.headers['cache-control']]).toEqual([url, 200, 'no-store']);
    }
  });

  it('answers an unknown address of the API in the envelope, and other methods too', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const reply = await shop.inject({ method, url: '/api/orderz' });
      expect([reply.statusCode, reply.json()]).toEqual([
        404,
        { success: false, error: 'There is nothing at this address.', code: 'not_found', unknown_path: true },
      ]);
    }
  });

  it('says of a statement that took too long that nothing was changed', async () => {
    logged = '';
    const reply = await till.post('/api/test/slow');
    expect([refusalOf(reply), reply.headers['retry-after']]).toEqual([[503, 'took_too_long'], '5']);
    expect(reply.json<{ error: string }>().error).toMatch(/took too long .* nothing was changed/);
    expect(logged).not.toContain('"level":50');
  });

  it('says that the disk is full, and is not ready until there is room again', async () => {
    const { db } = shop.database;
    const ready = async () => {
      const reply = await shop.inject({ url: '/readyz' });
      return [reply.statusCode, reply.json<{ status: string }>().status];
    };
    expect(await ready()).toEqual([200, 'ok']);
    // Makes the database report a full disk, for writes and for the test write of /readyz, without filling one.
    await sql`create table drawers (id integer generated always as identity)`.execute(db);
    await sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`.execute(db);
    for (const table of ['drawers', 'rate_counters']) {
      await sql`create trigger no_room before insert on ${sql.table(table)} execute function no_room()`.execute(db);
    }
    const reply = await till.post('/api/test/full');
    expect([refusalOf(reply), reply.headers['retry-after']]).toEqual([[503, 'disk_full'], '10']);
    expect(reply.json<{ error: string }>().error).toMatch(/^The disk of the database is full, so this was not saved/);
    expect(await ready()).toEqual([503, 'disk_full']);
    // A server that has just started has refused nothing yet.
    expect(await new DiskWatch(db).hasRoom()).toBe(false);
    for (const table of ['drawers', 'rate_counters'])
      await sql`drop trigger no_room on ${sql.table(table)}`.execute(db);
    expect(await ready()).toEqual([200, 'ok']);
    const { rows } = await sql`select from rate_counters where subject like 'disk %'`.execute(db);
    expect(rows).toEqual([]);
    expect((await till.post('/api/test/full')).statusCode).toBe(200);
  });

  it('says nothing of a defect but its number, and logs the rest', async () => {
    logged = '';
    for (const url of ['/api/test/broken', '/api/test/wrong-reply']) {
      const reply = await till.get(url);
      expect(reply.json()).toEqual({
        success: false,
        error: 'Something went wrong on our side; it has been recorded.',
        code: 'internal_error',
        request_id: reply.headers['x-request-id'],
      });
      expect(logged).toContain(String(reply.headers['x-request-id']));
    }
    expect(logged).toContain('the drawer is stuck');
    expect(logged).toContain('a coin');
  });

  it('logs a defect whose code is a number as it is', async () => {
    logged = '';
    expect(refusalOf(await till.get(stoppedRoute.path))).toEqual([500, 'internal_error']);
    expect(logged).toContain('the printer was stopped');
  });

  it('logs neither who was searched for nor what was sent nor the token', async () => {
    logged = '';
    await till.get('/api/test/find/1?page=jane.doe');
    await till.post('/api/test/sale', { line_items: [{ quantity: 1, name: 'Jane Doe' }] });
    expect(logged).toContain('"route":"/api/test/find/:id"');
    expect(logged).not.toMatch(/jane/i);
    expect(logged).not.toContain(till.token);
  });

  it('takes over a sane request id and makes its own for others', async () => {
    expect((await till.get('/api/test/find/1', { 'x-request-id': 'till-7-0001' })).headers['x-request-id']).toBe(
      'till-7-0001',
    );
    expect((await till.get('/api/test/find/1', { 'x-request-id': 'a\tb "c"' })).headers['x-request-id']).toMatch(
      /^[\da-f-]{36}$/,
    );
  });
});
