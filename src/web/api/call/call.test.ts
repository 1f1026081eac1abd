import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { route } from '#contract/route.ts';
import { createCall } from './call.ts';
import { CallError } from './call-error.ts';
import { backoffMs } from './retry.ts';

const readOrder = route({
  name: 'readOrder',
  description: 'Of a test.',
  method: 'GET',
  path: '/api/orders/:id',
  params: z.object({ id: z.number() }),
  query: z.object({ page: z.number().optional() }).optional(),
  reply: z.object({ success: z.literal(true), id: z.number() }),
  summary: 'One order',
  tags: [],
  access: 'signed-in',
});

const saveOrder = route({
  name: 'saveOrder',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/orders',
  body: z.object({ total: z.string() }),
  reply: z.object({ success: z.literal(true), id: z.number() }),
  summary: 'A sale',
  tags: [],
  access: 'sell',
  idempotency: 'own',
});

const signIn = route({
  name: 'signIn',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/auth/login',
  body: z.object({ username: z.string() }),
  reply: z.object({ success: z.literal(true) }),
  summary: 'Signs in',
  tags: [],
  access: 'public',
  idempotency: 'none',
});

const previewRefund = route({
  name: 'previewRefund',
  description: 'Of a test.',
  method: 'POST',
  path: '/api/orders/refunds/preview',
  body: z.object({ lines: z.array(z.number()) }),
  reply: z.object({ success: z.literal(true), id: z.number() }),
  summary: 'What a refund would give back',
  tags: [],
  access: 'signed-in',
  idempotency: 'safe',
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let origin: string;
let seen: IncomingMessage[];
let answers: Answer[];
let waits: number[];

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const saved = json(200, { success: true, id: 7 });
const hangUp: Answer = (request) => request.socket.destroy();
const neverAnswer: Answer = () => undefined;
const refusal = (status: number, code: string, more: object = {}) =>
  json(status, { success: false, error: 'No.', code, ...more });

/** Sets the answers in order; the last one is repeated. */
function willAnswer(...next: Answer[]) {
  answers = next;
}

function client(settings: { timeoutMs?: number } = {}) {
  return createCall({
    origin,
    ...settings,
    pause: (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
  });
}

async function failureOf(promise: Promise<unknown>): Promise<CallError> {
  const outcome: unknown = await promise.catch((error: unknown) => error);
  if (!(outcome instanceof CallError)) throw new Error('The call was expected to fail');
  return outcome;
}

beforeEach(async () => {
  seen = [];
  waits = [];
  server = createServer((request, response) => {
    seen.push(request);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    request.resume();
    request.once('end', () => answer?.(request, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const sale = { body: { total: '12.50' } };

describe('trying again', () => {
  it('waits 1, 2 and 4 seconds, never more than 5', () => {
    expect([1, 2, 3, 4, 9].map(backoffMs)).toEqual([1000, 2000, 4000, 5000, 5000]);
  });

  it('reads once more after each lost connection, three times at most', async () => {
    willAnswer(hangUp);
    const failure = await failureOf(client().call(readOrder, { params: { id: 7 } }));
    expect(failure).toMatchObject({ status: 0, code: 'unreachable', ambiguous: false });
    expect(seen).toHaveLength(4);
    expect(waits).toEqual([1000, 2000, 4000]);
  });

  it('tells each time that no answer came, not of answers that refuse', async () => {
    willAnswer(hangUp, refusal(503, 'database_unavailable'), hangUp, saved);
    const { call, onUnreached } = client();
    let unreached = 0;
    const stop = onUnreached(() => (unreached += 1));
    await call(readOrder, { params: { id: 7 } });
    expect(unreached).toBe(2);
    stop();
    willAnswer(hangUp);
    await failureOf(call(readOrder, { params: { id: 7 } }));
    expect(unreached).toBe(2);
  });

  it('gets the reply when the server comes back', async () => {
    willAnswer(hangUp, refusal(503, 'database_unavailable'), saved);
    expect(await client().call(readOrder, { params: { id: 7 } })).toEqual({ success: true, id: 7 });
    expect(waits).toEqual([1000, 2000]);
  });

  it('waits as long as Retry-After asks', async () => {
    willAnswer(
      json(429, { success: false, error: 'Slow down.', code: 'too_many_requests' }, { 'retry-after': '3' }),
      saved,
    );
    await client().call(readOrder, { params: { id: 7 } });
    expect(waits).toEqual([3000]);
  });

  it('leaves a long wait to the user', async () => {
    willAnswer(json(429, { success: false, error: 'Slow down.', code: 'too_many_requests' }, { 'retry-after': '60' }));
    const failure = await failureOf(client().call(readOrder, { params: { id: 7 } }));
    expect(failure).toMatchObject({ status: 429, retryAfterMs: 60_000 });
    expect(waits).toEqual([]);
  });

  it('does not repeat what was refused on its merits', async () => {
    willAnswer(refusal(422, 'totals_mismatch', { expected: '13.00' }));
    const failure = await failureOf(client().call(saveOrder, sale));
    expect(failure).toMatchObject({ status: 422, code: 'totals_mismatch', message: 'No.', ambiguous: false });
    expect(failure.details['expected']).toBe('13.00');
    expect(seen).toHaveLength(1);
  });

  it('does not repeat a sign-in, whose answer the server keeps no record of', async () => {
    willAnswer(hangUp);
    const failure = await failureOf(client().call(signIn, { body: { username: 'staff' } }));
    expect(failure.ambiguous).toBe(true);
    expect(seen).toHaveLength(1);
  });

  it('repeats a question that had to be a POST, and knows that nothing can have happened', async () => {
    willAnswer(hangUp, saved);
    expect(await client().call(previewRefund, { body: { lines: [1] } })).toEqual({ success: true, id: 7 });
    willAnswer(hangUp);
    expect(await failureOf(client().call(previewRefund, { body: { lines: [1] } }))).toMatchObject({ ambiguous: false });
  });

  it('stops at once when the user gives up', async () => {
    const giveUp = new AbortController();
    willAnswer(() => giveUp.abort());
    const reading = client().call(readOrder, { params: { id: 7 }, signal: giveUp.signal });
    await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
    expect(seen).toHaveLength(1);
  });
});

describe('a write', () => {
  it('carries one key through all its tries', async () => {
    willAnswer(hangUp, refusal(502, 'bad_gateway'), saved);
    await client().call(saveOrder, sale);
    const keys = new Set(seen.map((request) => request.headers['idempotency-key']));
    expect(seen).toHaveLength(3);
    expect(keys.size).toBe(1);
    expect([...keys][0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['a sign-in', signIn, { username: 'staff' }],
    ['a sale', saveOrder, { total: '12.50' }],
    ['a question in a body', previewRefund, { lines: [1] }],
  ])('carries a key of its own each time: %s', async (_what, to, body) => {
    willAnswer(saved);
    await client().call(to, { body });
    await client().call(to, { body });
    const keys = seen.map((request) => request.headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
    for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('carries the key it was given', async () => {
    willAnswer(saved);
    await client().call(saveOrder, { ...sale, idempotencyKey: 'the-key-of-the-cart' });
    expect(seen[0]?.headers['idempotency-key']).toBe('the-key-of-the-cart');
  });

  it('is ambiguous after a timeout', async () => {
    willAnswer(neverAnswer);
    const failure = await failureOf(client({ timeoutMs: 300 }).call(saveOrder, { ...sale, retries: 1 }));
    expect(failure).toMatchObject({ code: 'timeout', ambiguous: true });
    expect(seen).toHaveLength(2);
  });

  it.each([
    [401, 'login_required'],
    [403, 'cross_site'],
    [409, 'sent_by_another'],
    [429, 'too_many_requests'],
  ])('that is refused with %i %s is ambiguous only after a lost reply', async (status, code) => {
    willAnswer(hangUp, refusal(status, code));
    expect(await failureOf(client().call(saveOrder, { ...sale, retries: 1 }))).toMatchObject({ code, ambiguous: true });
    willAnswer(refusal(status, code));
    expect(await failureOf(client().call(saveOrder, { ...sale, retries: 0 }))).toMatchObject({
      code,
      ambiguous: false,
    });
  });

  it('is ambiguous when a proxy turns it away, which knows nothing of it', async () => {
    willAnswer(json(403, { message: 'Blocked' }));
    expect(await failureOf(client().call(saveOrder, sale))).toMatchObject({ code: 'http_403', ambiguous: true });
  });

  it('is not ambiguous once the server has refused it after a lost reply', async () => {
    willAnswer(hangUp, refusal(409, 'price_changed'));
    expect(await failureOf(client().call(saveOrder, sale))).toMatchObject({ code: 'price_changed', ambiguous: false });
  });

  it('waits for its own first request that is still running', async () => {
    willAnswer(neverAnswer, refusal(409, 'request_in_progress'), saved);
    expect(await client({ timeoutMs: 40 }).call(saveOrder, sale)).toEqual({ success: true, id: 7 });
  });

  it('is ambiguous when its reply cannot be read', async () => {
    willAnswer(json(200, { success: true, id: 'seven' }));
    expect(await failureOf(client().call(saveOrder, sale))).toMatchObject({
      code: 'reply_unexpected',
      ambiguous: true,
    });
  });
});

describe('a read', () => {
  it('is sent once for all who ask while it is on its way', async () => {
    willAnswer((request, response) => setTimeout(() => saved(request, response), 30));
    const { call } = client();
    const [one, other] = await Promise.all([
      call(readOrder, { params: { id: 7 } }),
      call(readOrder, { params: { id: 7 } }),
    ]);
    expect(one).toEqual(other);
    expect(seen).toHaveLength(1);
    await call(readOrder, { params: { id: 7 } });
    expect(seen).toHaveLength(2);
  });

  it('goes on for the others when one who asked gives up', async () => {
    willAnswer((request, response) => setTimeout(() => saved(request, response), 60));
    const { call } = client();
    const giveUp = new AbortController();
    const first = call(readOrder, { params: { id: 7 }, signal: giveUp.signal });
    const second = call(readOrder, { params: { id: 7 }, signal: new AbortController().signal });
    giveUp.abort();
    await expect(first).rejects.toMatchObject({ name: 'AbortError' });
    expect(await second).toMatchObject({ id: 7 });
  });

  it('hands out a kept reply for its cache time', async () => {
    willAnswer(saved);
    const { call, forgetReads } = client();
    await call(readOrder, { params: { id: 7 }, cacheMs: 60_000 });
    await call(readOrder, { params: { id: 7 }, cacheMs: 60_000 });
    expect(seen).toHaveLength(1);
    forgetReads();
    await call(readOrder, { params: { id: 7 }, cacheMs: 60_000 });
    expect(seen).toHaveLength(2);
  });

  it('does not keep a failure', async () => {
    willAnswer(refusal(404, 'not_found'), saved);
    const { call } = client();
    await failureOf(call(readOrder, { params: { id: 7 }, cacheMs: 60_000 }));
    expect(await call(readOrder, { params: { id: 7 }, cacheMs: 60_000 })).toMatchObject({ id: 7 });
  });

  it('puts parameters and query in the address and names the environment', async () => {
    willAnswer(saved);
    await client().call(readOrder, { params: { id: 7 }, query: { page: 2 } });
    expect(seen[0]?.url).toBe('/api/orders/7?page=2');
    expect(seen[0]?.headers['x-api-environment']).toBe('production');
    expect(seen[0]?.headers['idempotency-key']).toBeUndefined();
  });
});

describe('signing out', () => {
  it('is told when the session has ended, not when a password was wrong', async () => {
    const { call, onSignedOut } = client();
    let told = 0;
    onSignedOut(() => (told += 1));
    willAnswer(refusal(401, 'wrong_credentials'));
    await failureOf(call(signIn, { body: { username: 'staff' } }));
    expect(told).toBe(0);
    willAnswer(refusal(401, 'login_required'));
    await failureOf(call(readOrder, { params: { id: 7 } }));
    expect(told).toBe(1);
  });
});
