// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { ProviderSettings } from '#contract/assistant-settings.ts';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ConnectionForm } from './connection-form.tsx';

const SETTINGS: ProviderSettings = {
  provider: 'openai',
  base_url: 'http://127.0.0.1:9/v1',
  has_key: true,
  from: 'settings',
  streams_with_tools: true,
  share_customer_names: false,
  person_daily_tokens: 200_000,
  shop_daily_tokens: 2_000_000,
  aliases: [],
  prices: [],
  allowed_models: ['first-model'],
  version: 3,
};
let screen: OnScreen;
let sent: unknown[];

afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(answers: readonly Response[], saved = SETTINGS): Promise<void> {
  sent = [];
  serve((call, body) => {
    if (call === 'GET /api/ai/provider') return done({ settings: sent.length === 0 ? SETTINGS : saved });
    if (call === 'GET /api/ai/models')
      return done({ models: [{ name: 'second-model', label: 'Second' }], error: 'The provider was slow.' });
    if (call !== 'PUT /api/ai/provider') return null;
    sent.push(body);
    return answers[sent.length - 1] ?? null;
  });
  screen = await onPage(<ConnectionForm />);
  await until(() => expect(screen.text()).toContain('Allowed models'));
}

/** An input by its label, or by the name that it has instead of one. */
function input(name: string): HTMLInputElement {
  const label = screen.all('label').find((one) => one.textContent.trim() === name);
  const found =
    document.querySelector(`input[aria-label="${name}"]`) ??
    document.getElementById(label?.getAttribute('for') ?? '') ??
    label?.querySelector('input');
  if (!(found instanceof HTMLInputElement)) throw new Error(`no input ${name}`);
  return found;
}

it('names the models that may be asked: an emptied row stays under the caret, and is not sent', async () => {
  const saved = { ...SETTINGS, allowed_models: ['second-model', 'third-model'], version: 4 };
  await open([done({ settings: saved })], saved);
  await until(() => expect(screen.text()).toContain('The provider was slow.'));
  expect(input('Allowed model 1').value).toBe('first-model');
  await screen.type(input('Allowed model 2'), 'second-model');
  await screen.type(input('Allowed model 3'), ' third-model ');
  await screen.type(input('Allowed model 1'), '');
  expect([1, 2, 3, 4].map((place) => input(`Allowed model ${place}`).value)).toEqual([
    '',
    'second-model',
    ' third-model ',
    '',
  ]);
  await screen.press(screen.button('Save'));
  await until(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ allowed_models: ['second-model', 'third-model'], version: 3 });
  await until(() => expect(input('Allowed model 2').value).toBe('third-model'));
});

it('keeps what was typed when it is wrong or refused, and forgets a key only when that is checked', async () => {
  await open([refused(422, 'not_valid', 'Enter the key for this address, too.'), done({ settings: SETTINGS })]);
  await screen.type(input('Tokens of a person in a day'), 'many');
  await screen.press(screen.button('Save'));
  expect(screen.text()).toContain('Tokens of a person: ');
  await screen.type(input('Tokens of a person in a day'), '150000');
  await screen.type(input('Model of price 1'), 'first-model');
  await screen.press(screen.button('Save'));
  expect(screen.text()).toContain('Enter a model and two prices in dollars, such as 3 and 15, or leave the row empty.');
  await screen.type(input('Price 1 for tokens read'), '$3');
  await screen.type(input('Price 1 for tokens written'), '15');
  await screen.press(screen.button('Save'));
  await until(() => expect(screen.text()).toContain('Not saved. Enter the key for this address, too.'));
  expect(input('Tokens of a person in a day').value).toBe('150000');
  await screen.press(input('Forget the key'));
  expect(screen.text()).toContain('The key that is kept will be forgotten.');
  await screen.press(screen.button('Save'));
  await until(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([
    { person_daily_tokens: 150_000, prices: [{ model: 'first-model', input: 3, output: 15 }] },
    { api_key: '' },
  ]);
  expect(sent[0]).not.toHaveProperty('api_key');
});
