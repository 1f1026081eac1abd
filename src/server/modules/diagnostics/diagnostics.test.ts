import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp, type TestApp } from '#server/testing/app.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await testApp();
});
afterAll(() => shop.close());

const report = (payload: unknown, ip = '10.0.0.1') =>
  shop.inject({ method: 'POST', url: '/api/error-reports', remoteAddress: ip, payload: payload as object });
const counted = async () => {
  const text = await shop.app.deps.metrics.registry.metrics();
  return Number(/^tillwright_browser_errors_total (\d+)/m.exec(text)?.[1]);
};

it('takes a report from anybody, the sign-in page too, and counts it', async () => {
  const before = await counted();
  const reply = await report({
    message: 'boom\n{"level":60}',
    stack: 'at x',
    context: 'render: The cart',
    url: '/login?next=1',
  });
  expect(reply.json()).toEqual({ success: true });
  expect(await counted()).toBe(before + 1);
});

it.each([
  [{}],
  [{ message: '', context: '' }],
  [{ message: ['x'], context: '' }],
  [{ message: 'x'.repeat(1001), context: '' }],
  [{ message: 'x', context: 'y'.repeat(201) }],
  [{ message: 'x', context: '', stack: 'y'.repeat(2501) }],
])('refuses %j', async (payload) => {
  expect((await report(payload)).statusCode).toBe(400);
});

it('refuses a report too large to read', async () => {
  expect((await report({ message: 'x', context: '', stack: 'y'.repeat(70_000) })).statusCode).toBe(413);
});

it('stops listening to an address that goes on and on', async () => {
  const replies = [];
  for (let n = 0; n < 130; n += 1) replies.push(await report({ message: 'loop', context: '' }, '10.0.0.2'));
  const refused = replies.filter((reply) => reply.statusCode === 429);
  // The minute may turn on the way.
  expect(refused.length).toBeGreaterThanOrEqual(10);
  expect(refused[0]?.headers['retry-after']).toBeDefined();
  expect(replies.every((reply) => [200, 429].includes(reply.statusCode))).toBe(true);
});

it('counts the addresses of one network of IPv6 as one caller', async () => {
  const replies = [];
  for (let n = 0; n < 130; n += 1)
    replies.push(await report({ message: 'loop', context: '' }, `2001:db8::${n.toString(16)}`));
  expect(replies.filter((reply) => reply.statusCode === 429).length).toBeGreaterThanOrEqual(10);
});
