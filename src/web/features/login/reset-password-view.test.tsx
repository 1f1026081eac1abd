// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { ResetPassword } from './reset-password-view.tsx';

type Answer = () => Response;
const answer = (status: number, body: object): Answer => {
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
};
const works = answer(200, { success: true, expires_at: '2026-11-22T12:00:00.000Z' });
const spent = answer(422, { success: false, code: 'reset_link_not_valid', error: 'This link does not work any more.' });
const lost: Answer = () => {
  throw new TypeError('the connection was lost');
};

let screen: OnScreen;
let check: Answer;
let set: Answer;
let sent: unknown[];

beforeEach(() => {
  check = works;
  set = answer(200, { success: true });
  sent = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
    if (address.endsWith('/check')) return check();
    sent.push(JSON.parse(body));
    return set();
  });
});
afterEach(async () => {
  await screen.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function open(token = 'the-token'): Promise<void> {
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <ResetPassword token={token} />
    </QueryClientProvider>,
  );
  await settle();
}

/** Lets all pauses between tries pass. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(60_000));

const fields = () => screen.all('input') as HTMLInputElement[];

async function choose(password: string, again = password): Promise<void> {
  const [one, other] = fields();
  if (!one || !other) throw new Error('no fields');
  await screen.type(one, password);
  await screen.type(other, again);
  await screen.press(screen.button('Set password'));
  await settle();
}

it('sets a password that is typed twice', async () => {
  await open();
  await choose('a longer password');
  expect(sent).toEqual([{ token: 'the-token', password: 'a longer password' }]);
  expect(screen.text()).toContain('Your password is set');
  expect(fields()).toEqual([]);
});

it('sends nothing that is too short or typed in two ways', async () => {
  await open();
  await choose('short');
  expect(screen.text()).toContain('Use at least 10 characters.');
  await choose('a longer password', 'a longer passwort');
  expect(screen.text()).toContain('The passwords do not match.');
  expect(sent).toEqual([]);
});

it('asks for no password where the link does not work, or has no token', async () => {
  check = spent;
  await open();
  expect(screen.text()).toContain('This link cannot be used');
  expect(screen.text()).toContain('This link does not work any more.');
  expect(fields()).toEqual([]);
  await screen.leave();
  await open('');
  expect(screen.text()).toContain('A part of it is missing.');
});

it('says that a link could not be checked, and checks it again', async () => {
  check = lost;
  await open();
  expect(screen.text()).toContain('The link could not be checked');
  check = works;
  await screen.press(screen.button('Try again'));
  await settle();
  expect(fields()).toHaveLength(2);
});

it('says that a password may be set when the answer was lost, and finds out by the next press', async () => {
  await open();
  set = lost;
  await choose('a longer password');
  expect(screen.text()).toContain('It is not known whether your password was set.');
  set = spent;
  await screen.press(screen.button('Set password'));
  await settle();
  expect(screen.text()).toContain('has most likely set your password');
});
