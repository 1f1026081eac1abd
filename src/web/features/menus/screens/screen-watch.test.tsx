// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { OnScreen } from '#testing/on-screen.tsx';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useOfflineScreens } from '#web/entities/screens/offline-screens.ts';
import { dropToasts, Toaster } from '#web/ui/status/toast.tsx';
import { WINDOW_TV } from '../menus.testing.ts';
import { ScreenWatch } from './screen-watch.tsx';

let screen: OnScreen | undefined;
let isOnline: boolean;

beforeEach(() => {
  isOnline = true;
  useOfflineScreens.setState({ count: 0 });
});
afterEach(async () => {
  await screen?.leave();
  dropToasts();
  queryClient.clear();
  vi.unstubAllGlobals();
});

/** Makes a screen go dark at a location with these opening hours. */
async function goesDark(openingHours: readonly object[]): Promise<void> {
  const location = {
    id: 20,
    name: 'Main',
    time_zone: 'America/New_York',
    opening_hours: openingHours,
    closed_days: [],
  };
  const shown = { layout_id: null, theme_id: null };
  const display = {
    revision: 1,
    location,
    device: null,
    tv: null,
    usual: shown,
    schedule: { weekly: [], days: [] },
    showing: { ...shown, name: '', until: null },
    configs: [],
    now: '2026-11-20T19:02:00.000Z',
  };
  const asked: string[] = [];
  serve((call) => {
    asked.push(call);
    return done({ data: call === 'GET /api/menus/display' ? display : [{ ...WINDOW_TV, online: isOnline }] });
  });
  screen = await onPage(
    <>
      <ScreenWatch />
      <Toaster />
    </>,
    ['run-screens', 'edit-menus'],
  );
  await until(() => expect(asked).toContain('GET /api/menus/display'));
  await until(() => expect(queryClient.isFetching()).toBe(0));
  isOnline = false;
  await act(() => queryClient.invalidateQueries());
  await until(() => expect(queryClient.isFetching()).toBe(0));
}

const EVERY_DAY = Array.from({ length: 7 }, (_, day) => ({ weekday: day + 1, opens: '00:00', closes: '24:00' }));
/** Opening hours of one minute a week, which is not now. */
const shutNow = () => [{ weekday: ((new Date().getUTCDay() + 3) % 7) + 1, opens: '12:00', closes: '12:01' }];

it('tells of a screen that goes dark while the shop is open, with its time', async () => {
  await goesDark(EVERY_DAY);
  await until(() => expect(document.body.textContent).toContain('Window is offline since Nov 20, 2026, 2:02 PM'));
  expect(useOfflineScreens.getState().count).toBe(1);
});

it('tells nothing while the shop is closed', async () => {
  await goesDark(shutNow());
  expect(document.body.textContent).not.toContain('offline');
  expect(useOfflineScreens.getState().count).toBe(0);
});
