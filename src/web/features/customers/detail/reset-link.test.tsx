// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { answerQuestion, done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { type Session, useSession } from '#web/api/session/session.ts';
import { showBanner, useCustomersState } from '../list/customers-state.ts';
import { ResetLink } from './customer-facts.tsx';

const LINK = 'https://till.example.com/reset-password#secret';

let screen: OnScreen;
let answer: (response: Response) => void;
let lose: (error: Error) => void;

beforeEach(async () => {
  serve(
    () =>
      new Promise((resolve, reject) => {
        answer = resolve;
        lose = reject;
      }),
  );
  screen = await onPage(<ResetLink id={7} />);
  await screen.press(screen.button('Send Reset Link'));
});
afterEach(async () => {
  await screen.leave();
  showBanner(null);
  vi.unstubAllGlobals();
});

const made = () => done({ sent: false, link: LINK, expires_at: '2026-11-24T15:00:00.000Z' });
const isFree = () => until(() => expect(screen.button('Send Reset Link').disabled).toBe(false));

it('shows the link to whoever asked for it', async () => {
  await act(async () => answer(made()));
  expect(await answerQuestion('OK')).toContain(LINK);
});

it('has the focus again when the dialog is closed', async () => {
  screen.button('Send Reset Link').focus();
  await act(async () => answer(made()));
  await until(() => expect(document.querySelector('[role=alertdialog]')?.contains(document.activeElement)).toBe(true));
  await answerQuestion('OK');
  await until(() => expect(document.activeElement).toBe(screen.button('Send Reset Link')));
});

it('does not show the link to somebody who signed in meanwhile', async () => {
  const user = { id: 4, name: 'Drew', location_id: 20, location: 'Main', time_zone: 'UTC', permissions: [] };
  await act(async () => useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true));
  await act(async () => answer(made()));
  await isFree();
  expect(document.body.textContent).not.toContain(LINK);
});

it('does not say that a link failed when the answer was lost', async () => {
  await act(async () => lose(new TypeError('Failed to fetch')));
  await isFree();
  expect(useCustomersState.getState().banner).toContain('A reset link may have been made');
});

it('says why a link failed', async () => {
  await act(async () => answer(refused(404, 'not_found', 'There is no such customer.')));
  await isFree();
  expect(useCustomersState.getState().banner).toBe('Failed to send password reset: There is no such customer.');
});
