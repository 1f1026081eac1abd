import { afterAll, beforeAll, expect, it } from 'vitest';
import { refusalOf, testApp, type TestApp, type Till } from '#server/testing/app.ts';
import { ask, connect } from '#server/testing/assistant/chat-lines.ts';
import { type ScriptedModel, scriptedModel } from '#server/testing/assistant/scripted-model.ts';
import { openShop } from '#server/testing/shop.ts';

let shop: TestApp;
let model: ScriptedModel;
let till: Till;
let admin: Till;

beforeAll(async () => {
  model = await scriptedModel();
  shop = await testApp({ env: { OPENAI_BASE_URL: `${model.url}/v1` } });
  await openShop(shop);
  [till, admin] = [await shop.signIn('staff'), await shop.signIn('administrator')];
});
afterAll(async () => {
  await shop.close();
  await model.close();
});

it('a question is for a model that an administrator allows; an agent whose model was taken off says so', async () => {
  const names = async () =>
    (await till.get('/api/ai/status'))
      .json<{ models: { name: string; why_not_allowed: string }[] }>()
      .models.map(({ name, why_not_allowed: why }) => [name, why === '']);
  // An alias counts as the model that it stands for, and a provider need not list what is allowed.
  await connect(admin, { allowed_models: ['local-model', ' another-model ', 'another-model'] });
  expect((await admin.get('/api/ai/provider')).json()).toMatchObject({
    settings: { allowed_models: ['local-model', 'another-model'] },
  });
  model.play({ text: 'Fine.' }, { text: 'Fine.' });
  await ask(till, 'Hello?');
  await ask(till, 'Hello?', { model: 'another-model' });
  expect(model.asked.map(({ body }) => body['model'])).toEqual(['local-model', 'another-model']);

  await connect(admin, { allowed_models: ['another-model'] });
  model.play({ text: 'Fine.' });
  const refused = (await ask(till, 'Hello?')).at(-1);
  const sentence = expect.stringContaining('claude-sonnet-4 (local-model), which is not one of the allowed') as string;
  expect(refused).toMatchObject({ type: 'error', error: sentence, data: { code: 'no_model' } });
  expect((await ask(till, 'Hello?', { model: 'local-model' })).at(-1)?.type).toBe('error');
  expect((await admin.post('/api/ai/config/test', { question: 'Hello?' })).json()).toMatchObject({
    ok: false,
    answer: sentence,
  });
  expect((await admin.post('/api/ai/provider/test', {})).json()).toMatchObject({ ok: false, sentence });
  expect(model.asked).toEqual([]);
  expect(await names()).toEqual([
    ['claude-sonnet-4', false],
    ['another-model', true],
  ]);

  const change = (updates: object) => admin.send('PUT', '/api/ai/config', { updates });
  expect(refusalOf(await change({ model: 'local-model' }))).toEqual([422, 'model_not_allowed']);
  expect(refusalOf(await change({ model: 'claude-opus-4' }))).toEqual([422, 'model_not_allowed']);
  // The rest of such an agent can be changed.
  expect((await change({ name: 'Helper' })).statusCode).toBe(200);
  expect((await change({ model: 'another-model' })).statusCode).toBe(200);
  expect((await ask(till, 'Hello?')).at(-1)?.type).toBe('done');
  expect(await names()).toEqual([['another-model', true]]);
  expect(refusalOf(await admin.post('/api/ai/config/restore', { restore: 1 }))).toEqual([422, 'model_not_allowed']);
  await connect(admin, { allowed_models: [] });
  expect((await admin.post('/api/ai/config/restore', { restore: 1 })).statusCode).toBeLessThan(300);
});

it('a model that its provider does not list takes a temperature when its name says so', async () => {
  const names = ['claude-opus-4-1', 'claude-opus-5-9'];
  await connect(admin, {
    provider: 'anthropic',
    base_url: model.url,
    api_key: 'sk-test-1234567890',
    allowed_models: names,
  });
  const { models } = (await till.get('/api/ai/status')).json<{
    models: { name: string; takes_temperature: boolean }[];
  }>();
  expect(models.filter(({ name }) => names.includes(name)).map((one) => [one.name, one.takes_temperature])).toEqual([
    ['claude-opus-4-1', true],
    ['claude-opus-5-9', false],
  ]);
});
