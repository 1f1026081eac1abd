import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, testApp, type TestApp } from '#server/testing/app.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await testApp({ env: { PUBLIC_URL: 'https://till.example.com' } });
});
afterAll(() => shop.close());

const ask = (host: string) => shop.inject({ method: 'GET', url: '/healthz', headers: { host } });

it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'LOCALHOST', 'till.example.com'])(
  'answers to its own name %s',
  async (host) => {
    expect((await ask(host)).statusCode).toBe(200);
  },
);

it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', 'till.example.com.evil.example'])(
  'does not answer to %s, a name somebody else gave this address',
  async (host) => {
    expect(refusalOf(await ask(host))).toEqual([421, 'wrong_host']);
  },
);

it('answers to any name on the network', async () => {
  const open = await testApp({ env: { HOST: '0.0.0.0' } });
  const reply = await open.inject({ method: 'GET', url: '/healthz', headers: { host: 'till.local' } });
  expect(reply.statusCode).toBe(200);
  await open.close();
});
