import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { changeProductRoute } from '#contract/managed-products.ts';
import { route } from '#contract/route.ts';
import { createOrderRoute, trySaleRoute } from '#contract/sale.ts';
import { KEPT_FREE, WRITE_CONNECTIONS } from '#server/db/pool.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { grinder, sale } from '#server/testing/sales.ts';
import { holding, untilWaiting } from '#server/testing/postgres/lock-waits.ts';
import { openShop, SHOP } from '#server/testing/shop.ts';
import { servePreparedWrite } from './serve.ts';
import { serveSteps } from './serve-steps.ts';
import { success } from './success.ts';

const noteRoute = route({
  name: 'note',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/test/note',
  body: z.object({ note: z.string() }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'note',
  tags: ['test'],
  access: 'signed-in',
});
const listRoute = route({ ...noteRoute, name: 'list', path: '/api/test/list' });

let shop: TestApp;
let manager: Till;
let other: Till;
let till: Till;
/** The notes that have come, those whose transaction has begun, and what lets the ones that are held end. */
let come: string[] = [];
let begun: string[] = [];
let ends: (() => void)[] = [];

async function write(note: string): Promise<string> {
  begun.push(note);
  if (!note.startsWith('quick')) await new Promise<void>((end) => ends.push(end));
  return note;
}

beforeAll(async () => {
  shop = await testApp({
    modules: [
      (app) =>
        servePreparedWrite(
          app,
          noteRoute,
          async ({ body }) => void come.push(body.note),
          async ({ body }) => {
            await write(body.note);
            return success({});
          },
        ),
      (app) =>
        serveSteps(app, listRoute, async ({ body, step }) => {
          await step('first', () => write(body.note));
          await step('second', () => write('quick second'));
          return success({});
        }),
    ],
  });
  await openShop(shop);
  manager = await shop.signIn('manager');
  other = await shop.signIn('manager');
  till = await shop.signIn('staff');
  await shop.app.listen({ port: 0 });
});
afterAll(() => shop.close());
afterEach(() => {
  come = [];
  begun = [];
  ends = [];
});

/** Notes of two managers, which are held: one alone does not get all places. */
function notes(count: number): Promise<unknown[]> {
  const send = (n: number) => (n % 2 === 0 ? manager : other).post(noteRoute.path, { note: `note ${n}` });
  return Promise.all(Array.from({ length: count }, (_, n) => send(n)));
}

async function endOne(): Promise<void> {
  await expect.poll(() => ends.length).toBeGreaterThan(0);
  ends.shift()?.();
}

/** A write of the till's whose caller may hang up. */
function sent(path: string, note: string): ClientRequest {
  const { port } = shop.app.server.address() as AddressInfo;
  const headers = { ...till.headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() };
  const asked = request({ port, host: '127.0.0.1', method: 'POST', path, headers, agent: false });
  asked.on('error', () => undefined).end(JSON.stringify({ note }));
  return asked;
}

it('are begun by turns, so that a till does not wait for all that somebody else sends', async () => {
  const all = notes(WRITE_CONNECTIONS + 4);
  await expect.poll(() => come.length).toBe(WRITE_CONNECTIONS + 4);
  const counted = till.post(noteRoute.path, { note: 'quick count' });
  await expect.poll(() => come.length).toBe(WRITE_CONNECTIONS + 5);
  await expect.poll(() => begun.length).toBe(WRITE_CONNECTIONS);
  for (let turn = 0; turn < 3; turn += 1) await endOne();
  expect((await counted).statusCode).toBe(200);
  expect(begun.length).toBeLessThan(WRITE_CONNECTIONS + 5);
  for (let left = WRITE_CONNECTIONS + 1; left > 0; left -= 1) await endOne();
  await all;
});

it('leave the line when their caller hangs up, and nothing was done', async () => {
  const all = notes(WRITE_CONNECTIONS);
  await expect.poll(() => begun.length).toBe(WRITE_CONNECTIONS);
  const heard = new Promise((resolve) =>
    shop.app.server.once('connection', (socket: Socket) => socket.once('close', resolve)),
  );
  const asked = sent(noteRoute.path, 'quick, but gone');
  await expect.poll(() => come).toContain('quick, but gone');
  asked.destroy();
  await heard;
  for (let left = WRITE_CONNECTIONS; left > 0; left -= 1) await endOne();
  await all;
  expect((await till.post(noteRoute.path, { note: 'quick, and there' })).statusCode).toBe(200);
  expect(begun).not.toContain('quick, but gone');
});

it('go on when they are of many parts and have begun, though their caller has hung up', async () => {
  const asked = sent(listRoute.path, 'first');
  await expect.poll(() => begun).toEqual(['first']);
  asked.destroy();
  await endOne();
  await expect.poll(() => begun).toEqual(['first', 'quick second']);
});

it('do not wait behind product saves while an import holds the terms', async () => {
  const terms = await holding(shop, 'select from catalogue_version for no key update');
  const path = changeProductRoute.path.replace(':id', String(SHOP.papers));
  const saves = Array.from({ length: WRITE_CONNECTIONS }, (_, n) =>
    (n % 2 === 0 ? manager : other).send('PUT', path, { description: `${n}` }),
  );
  await untilWaiting(shop, WRITE_CONNECTIONS);
  const counted = till.post('/api/inventory/adjust', {
    location_id: 20,
    adjustments: [{ product_id: SHOP.papers, adjustment_quantity: 5, reason: 'Found' }],
  });
  expect((await counted).statusCode).toBeLessThan(300);
  const saved = await Promise.all(saves);
  expect(new Set(saved.map((reply) => refusalOf(reply).join(' ')))).toEqual(new Set(['409 request_in_progress']));
  expect(saved[0]?.headers['retry-after']).toBe('1');
  await terms.letGo();
  expect((await manager.send('PUT', path, { description: 'Thin.' })).statusCode).toBe(200);
});

it('leave connections to sales while trials of a sale wait for its items', async () => {
  const grinders = await holding(
    shop,
    'select from stock_levels where location_id = 20 and product_id = $1 for update',
    [SHOP.grinder],
  );
  const trials = Array.from({ length: 20 }, (_, n) =>
    (n % 2 === 0 ? manager : other).post(trySaleRoute.path, sale([grinder])),
  );
  await untilWaiting(shop, KEPT_FREE / 2);
  const sold = await till.post(createOrderRoute.path, sale([{ product_id: SHOP.papers, quantity: 1 }]));
  expect(refusalOf(sold)[0]).toBe(200);
  await grinders.letGo();
  expect(new Set((await Promise.all(trials)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});
