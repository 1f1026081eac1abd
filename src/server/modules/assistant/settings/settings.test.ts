import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Agent, ProviderSettings } from '#contract/assistant-settings.ts';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let admin: Till;
let manager: Till;

beforeAll(async () => {
  shop = await testApp({ env: { ANTHROPIC_API_KEY: 'sk-env-1', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' } });
  await openShop(shop);
  [admin, manager] = [await shop.signIn('administrator'), await shop.signIn('manager')];
});
afterAll(() => shop.close());

const agent = async (by = admin): Promise<Agent> => (await by.get('/api/ai/config')).json<{ agent: Agent }>().agent;
const settings = async (): Promise<ProviderSettings> =>
  (await admin.get('/api/ai/provider')).json<{ settings: ProviderSettings }>().settings;
const change = (updates: object, more: object = {}, by = admin) =>
  by.send('PUT', '/api/ai/config', { agentId: 1, updates, ...more });

describe('the agent', () => {
  it('is changed by administrators, as versions that are brought back', async () => {
    expect(await agent()).toMatchObject({ version: 1, model: 'claude-sonnet-4', temperature: 0.7, max_tokens: 8192 });
    expect((await change({ system_prompt: 'Be brief.', temperature: 0.333 }, { version: 1 })).json()).toMatchObject({
      agent: { version: 2, temperature: 0.33, system_prompt: 'Be brief.' },
    });
    expect(refusalOf(await change({ name: 'Old' }, { version: 1 }))).toEqual([409, 'changed_meanwhile']);
    expect(refusalOf(await change({ temperature: 0.33 }))).toEqual([422, 'nothing_to_do']);
    expect(refusalOf(await change({ temperature: 1.1 }))).toEqual([400, 'invalid_request']);
    expect((await admin.post('/api/ai/config/restore', { restore: 1, version: 2 })).json()).toMatchObject({
      agent: { version: 3, system_prompt: '', temperature: 0.7 },
    });
    expect(refusalOf(await admin.post('/api/ai/config/restore', { restore: 99 }))).toEqual([404, 'not_found']);
    const { versions } = (await admin.get('/api/ai/config/versions')).json<{ versions: Agent[] }>();
    expect(versions.map(({ version }) => version)).toEqual([3, 2, 1]);
  });

  it('is read by everybody, without its system prompt, and changed by nobody else', async () => {
    await change({ system_prompt: 'Only for administrators.' });
    expect((await agent(manager)).system_prompt).toBe('');
    expect((await manager.get('/api/ai/status')).body).not.toContain('Only for administrators');
    for (const reply of [
      await change({ name: 'Mine' }, {}, manager),
      await manager.get('/api/ai/provider'),
      await manager.send('PUT', '/api/ai/provider', { provider: null }),
      await manager.get('/api/ai/sent'),
      await manager.post('/api/ai/provider/test', {}),
      await manager.post('/api/ai/config/test', { question: 'x' }),
    ])
      expect(refusalOf(reply)).toEqual([403, 'not_allowed']);
  });
});

describe('the provider', () => {
  it('comes from the environment until an administrator enters one', async () => {
    expect(await settings()).toMatchObject({ provider: null, from: 'environment', has_key: true });
    const put = (body: object) => admin.send('PUT', '/api/ai/provider', body);
    await put({ provider: 'openai', base_url: 'http://127.0.0.1:9/v1' });
    expect(await settings()).toMatchObject({ provider: 'openai', from: 'settings', has_key: false });
    await put({ api_key: 'sk-own-1' });
    expect(await settings()).toMatchObject({ has_key: true });
    // A key of the environment was given for the address of the environment.
    expect(refusalOf(await put({ provider: 'anthropic', base_url: 'http://127.0.0.1:10' }))).toEqual([
      422,
      'not_valid',
    ]);
    await put({ provider: null, base_url: '' });
    expect(await settings()).toMatchObject({ from: 'environment', has_key: true });
    expect(refusalOf(await put({ version: 1, person_daily_tokens: 5 }))).toEqual([409, 'settings_changed']);
    for (const address of ['ftp://x', 'http://user:pass@x', 'x', 'http://x?key=1'])
      expect(refusalOf(await put({ base_url: address }))).toEqual([400, 'invalid_request']);
  });

  it('that cannot be reached is told in a sentence', async () => {
    expect((await admin.post('/api/ai/provider/test', {})).json()).toMatchObject({
      ok: false,
      sentence: 'The provider does not answer. Check the connection and its address.',
    });
  });
});
