// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, refused, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { answerOfShop, WINDOW_TV } from '../menus.testing.ts';
import { ControlPanel } from './control-panel.tsx';

let screen: OnScreen;
const MANAGER = ['run-screens', 'edit-menus'];

beforeEach(() => localStorage.clear());
afterEach(async () => {
  await screen.leave();
  queryClient.clear();
  vi.unstubAllGlobals();
});

const body = () => document.body.textContent;
const nothing = () => undefined;

async function open(
  permissions: readonly string[],
  answers: (call: string, sending: unknown) => Response | null,
): Promise<void> {
  serve((call, sending) => answers(call, sending) ?? answerOfShop(call));
  screen = await onPage(<ControlPanel search="" pair={null} onPaired={nothing} onStores={nothing} />, permissions);
}

async function press(name: string): Promise<void> {
  const found = () => [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  await until(() => expect(found(), name).toBeDefined());
  await act(async () => found()?.click());
}

it('pairs a screen under a number that is free, or in place of the TV that has it', async () => {
  const sent: unknown[] = [];
  await open(MANAGER, (call, sending) => {
    if (call !== 'POST /api/tv/pairings/confirm') return null;
    sent.push(sending);
    return sent.length === 1
      ? refused(409, 'tv_number_taken', 'Window is TV 1 already.')
      : done({ data: { ...WINDOW_TV, id: 32, device_name: 'Counter' } });
  });
  await press('Pair a TV');
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('#pair-tv input:not([aria-hidden])')];
  await until(() => expect(fields().length).toBeGreaterThan(1));
  expect(body()).toContain('Open /menu-display in the browser of the TV. A code is valid for 10 minutes.');
  await screen.type(fields()[0]!, 'k7m2qx');
  await screen.type(fields().at(-1)!, ' Counter ');
  await press('Pair');
  await until(() => expect(body()).toContain('Window is TV 1 already.'));
  await press('Replace that TV');
  await until(() => expect(document.querySelector('#pair-tv')).toBeNull());
  expect(sent).toMatchObject([
    { code: 'K7M2QX', replace: false, device_name: 'Counter' },
    { code: 'K7M2QX', replace: true, device_name: 'Counter' },
  ]);
});

it.each([
  [MANAGER, 'Open /menu-display in the browser of a TV, press Pair a TV and type the code that it shows.'],
  [['run-screens'], 'A manager pairs TVs here.'],
])('has no TVs before one is paired, and says how to', async (permissions, said) => {
  await open(permissions, (call) => (call === 'GET /api/tv/devices' ? done({ data: [] }) : null));
  await until(() => expect(screen.text()).toContain('No TVs paired'));
  expect(screen.text()).toContain(said);
  expect(screen.all('button[aria-label="For all TVs"]')).toEqual([]);
});

it('says that the TVs cannot be read', async () => {
  await open(MANAGER, (call) =>
    call === 'GET /api/tv/devices' ? refused(403, 'not_allowed', 'They are not yours.') : null,
  );
  await until(() => expect(screen.text()).toContain('Failed to load TVs'));
  expect(screen.text()).toContain('They are not yours.');
});
