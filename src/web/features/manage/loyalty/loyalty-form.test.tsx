// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onScreen, type OnScreen } from '#testing/on-screen.tsx';
import { defineCommands } from '#web/api/commands/commands.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { type Session, useSession } from '#web/api/session/session.ts';
import { loyaltySettingsCommand } from './loyalty-command.ts';
import { bodyOf, type WireSettings } from './loyalty-draft.ts';
import { dropDraft, formOf, loyaltyDrafts } from './loyalty-form-state.ts';
import { LoyaltyPage } from './loyalty-page.tsx';
import { showSettings } from './loyalty-queries.ts';

const settings: WireSettings = {
  earn_points: 1,
  earn_amount: '1.00',
  rounding: 'down',
  minimum_amount: '0.00',
  excluded_category_ids: [],
  earn_on_discounted: true,
  redeem_points: 100,
  redeem_amount: '5.00',
  points_label: 'Point:Points',
  expire_after_days: null,
  version: 1,
};
const CATEGORIES = [
  { id: 1, name: 'Accessories', slug: 'accessories', count: 2, parent_id: null },
  { id: 3, name: 'Flower', slug: 'flower', count: 4, parent_id: null },
  { id: 2, name: 'Zippers', slug: 'zippers', count: 1, parent_id: 1 },
];

defineCommands({ 'loyalty-settings': () => Promise.resolve(loyaltySettingsCommand) });

let screen: OnScreen;
let stored: WireSettings;
let put: () => Response;

beforeEach(() => {
  stored = settings;
  // `navigator.locks` is null in the test document. With only one window, every lock is free.
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: (_name: string, run: () => unknown) => run() },
  });
  vi.stubGlobal('fetch', async (address: string, { method }: { method: string }) => {
    if (method === 'PUT') return put();
    return Response.json(
      address.endsWith('/categories') ? { success: true, data: CATEGORIES } : { success: true, ...stored },
    );
  });
});
afterEach(async () => {
  await screen.leave();
  dropDraft();
  queryClient.clear();
  vi.unstubAllGlobals();
});

async function open(permissions: string[]): Promise<void> {
  const user = { id: 3, name: 'Ada', location_id: 20, location: 'Main', permissions };
  useSession.setState({ status: 'signed-in', me: { user } } as unknown as Session, true);
  screen = await onScreen(
    <QueryClientProvider client={queryClient}>
      <LoyaltyPage />
    </QueryClientProvider>,
  );
  await act(() => vi.waitFor(() => expect(screen.text()).toContain('In words')));
  await act(() => vi.waitFor(() => expect(queryClient.isFetching()).toBe(0)));
}

function field(label: string): HTMLInputElement {
  const found = screen.all('label').find((one) => one.textContent === label) as HTMLLabelElement | undefined;
  const input = document.getElementById(found?.htmlFor ?? '') ?? found?.querySelector('input');
  if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`);
  return input;
}

/** Saves as somebody else, and waits until the change is on the screen. */
const somebodySaves = (change: Partial<WireSettings>) =>
  act(async () => {
    showSettings({ ...settings, ...change });
    await new Promise((resolve) => setTimeout(resolve, 0));
  });

const present = () => queryClient.getQueryData<WireSettings>(['loyalty', 'settings']) ?? settings;
const body = () => {
  const form = formOf(present(), loyaltyDrafts.get('settings'));
  return form.settings && bodyOf(form.settings, form.changed, present().version);
};

/** Presses Save, and waits until its answer is on the screen. */
async function save(): Promise<void> {
  await screen.press(screen.button('Save'));
  // Updates are drawn when `act` ends.
  const drawn = () => act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  await drawn();
  for (let waits = 0; field('Points earned').disabled && waits < 500; waits += 1) await drawn();
}

it('is told by the server that somebody was quicker, and keeps what was typed', async () => {
  await open(['configure']);
  const newer = { ...settings, earn_points: 2, version: 2 };
  put = () =>
    Response.json({ success: false, code: 'settings_changed', error: 'Somebody.', current: newer }, { status: 409 });
  stored = newer;
  await screen.type(field('Points earned'), '3');
  await save();
  expect(field('Points earned').value).toBe('3');
  expect(screen.text()).toContain('Points earned: was 1, now 2; you have 3');

  await screen.press(screen.button('Keep mine: Points earned'));
  stored = { ...newer, earn_points: 3, version: 3 };
  put = () => Response.json({ success: true, ...stored });
  await save();
  expect(field('Points earned').value).toBe('3');
  expect(screen.text()).not.toContain('Somebody else changed');
  expect(screen.button('Save').disabled).toBe(true);
});

it('explains the rules with an example, which follows what is typed', async () => {
  await open(['configure']);
  expect(screen.text()).toContain('$23.40 of goods earn 23 points; 100 points are $5.00 off.');
  expect(screen.text()).toContain('Points never expire.');
  expect(screen.button('Save').disabled).toBe(true);
  await screen.type(field('Points earned'), '2');
  expect(screen.text()).toContain('$23.40 of goods earn 46 points; 100 points are $5.00 off.');
  expect(body()).toEqual({ earn_points: 2, version: 1 });
  await screen.type(field('For every'), '1,5');
  expect(screen.text()).toContain('can mean two things');
  expect(screen.button('Save').disabled).toBe(true);
});

it('has a manager read the rules and change nothing', async () => {
  await open([]);
  expect(screen.text()).toContain('$23.40 of goods earn 23 points; 100 points are $5.00 off.');
  expect(screen.text()).toContain('An administrator can change these rules.');
  expect(screen.all('input, button')).toEqual([]);
});

it('takes the categories below an excluded one along', async () => {
  await open(['configure']);
  expect(screen.all('li label').map((one) => one.textContent)).toEqual(['Accessories', 'Zippers', 'Flower']);
  await screen.press(field('Accessories'));
  expect([field('Zippers').checked, field('Zippers').disabled]).toEqual([true, true]);
  expect(screen.text()).toContain('Goods of these categories earn nothing: Accessories.');
  expect(body()).toEqual({ excluded_category_ids: [1], version: 1 });
});

it('has points expire only when somebody says so', async () => {
  await open(['configure']);
  await screen.press(field('Points expire'));
  expect(body()).toEqual({ expire_after_days: 365, version: 1 });
  expect(screen.text()).toContain('Points expire 365 days after they were earned');
  await screen.press(field('Points expire'));
  expect(screen.button('Save').disabled).toBe(true);
});

it('shows what somebody else changed, and has one of both chosen', async () => {
  await open(['configure']);
  await screen.type(field('Points earned'), '3');
  await somebodySaves({ earn_points: 2, redeem_amount: '4.00', version: 2 });
  expect(screen.text()).toContain('Points earned: was 1, now 2; you have 3');
  expect(screen.text()).toContain('Are worth: was $5.00, now $4.00');
  expect(field('Points earned').value).toBe('3');
  expect(field('Are worth').value).toBe('4.00');
  expect(screen.button('Save').disabled).toBe(true);

  await screen.press(screen.button('Keep mine: Points earned'));
  expect(screen.button('Save').disabled).toBe(false);
  expect(body()).toEqual({ earn_points: 3, version: 2 });

  await somebodySaves({ earn_points: 5, version: 3 });
  await screen.press(screen.button('Use theirs: Points earned'));
  expect(field('Points earned').value).toBe('5');
  expect(screen.button('Save').disabled).toBe(true);
});
