import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { Models } from './models.ts';
import type { Reach } from './provider-settings.ts';

let asked = 0;
let answers = true;
const provider = createServer((_, reply) => {
  asked += 1;
  reply.writeHead(answers ? 200 : 500, { 'content-type': 'application/json' });
  reply.end(JSON.stringify({ object: 'list', data: [{ id: `model-${asked}`, object: 'model', created: 1 }] }));
});
let reach: Reach;

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  reach = { kind: 'openai', baseUrl: `http://127.0.0.1:${port}`, apiKey: '', streamsWithTools: true, from: 'settings' };
});
afterAll(() => void provider.close());
beforeEach(() => {
  [asked, answers] = [0, true];
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const MINUTE_MS = 60_000;
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * MINUTE_MS);
const listed = async (models: Models, more: object = {}) =>
  (await models.list(reach, more)).models.map(({ name }) => name);

it('a list of models is kept for an hour, unless it is asked for anew or the connection changes', async () => {
  const models = new Models();
  expect(await listed(models)).toEqual(['model-1']);
  later(59);
  expect(await listed(models)).toEqual(['model-1']);
  later(2);
  expect(await listed(models)).toEqual(['model-2']);
  expect(await listed(models, { refresh: true })).toEqual(['model-3']);
  reach = { ...reach, apiKey: 'another-key' };
  expect(await listed(models)).toEqual(['model-4']);
});

it('a list that cannot be read is asked for again after a minute, and the last one is used meanwhile', async () => {
  const models = new Models();
  expect(await listed(models)).toEqual(['model-1']);
  later(61);
  answers = false;
  expect([await listed(models), await listed(models), asked]).toEqual([['model-1'], ['model-1'], 2]);
  later(2);
  answers = true;
  expect(await listed(models)).toEqual(['model-3']);
});
