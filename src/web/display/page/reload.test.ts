// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { IS_LONG } from '#testing/times.ts';
import type { watchOver } from './watchdog.ts';

const MINUTE_MS = 60_000;
let reloads: number;
let page: {
  reloadSafely: (how?: { atOnce: boolean }) => Promise<void>;
  outdate: () => void;
  watchOver: typeof watchOver;
};
let isDark: boolean;
let isUp: boolean;

beforeEach(async () => {
  // Each test is a separate page.
  vi.resetModules();
  page = { ...(await import('./reload.ts')), ...(await import('./watchdog.ts')) };
  vi.useFakeTimers({ now: new Date('2026-11-20T17:00:00Z') });
  sessionStorage.clear();
  // Fake timers do not change the clock of this document.
  vi.stubGlobal('performance', { now: () => Date.now() });
  reloads = 0;
  isUp = true;
  isDark = false;
  vi.spyOn(window.location, 'reload').mockImplementation(() => void (reloads += 1));
  vi.stubGlobal('fetch', async () => new Response('', { status: isUp ? 200 : 503 }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Seconds until the page is loaded again. */
async function secondsToReload(): Promise<number> {
  const before = reloads;
  const isLoaded = () => reloads > before;
  void page.reloadSafely();
  let seconds = 0;
  for (; !isLoaded() && seconds < 700; seconds += 1) await vi.advanceTimersByTimeAsync(1000);
  return seconds;
}

it('waits longer before each reload, up to ten minutes, until the page stood for ten', async () => {
  const waits: number[] = [];
  for (let turn = 0; turn < 9; turn += 1) waits.push(await secondsToReload());
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600]);
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS + 1000);
  expect(await secondsToReload()).toBe(5);
});

it('does not leave its menu for a server that does not answer', async () => {
  isUp = false;
  await Promise.all([page.reloadSafely(), vi.advanceTimersByTimeAsync(MINUTE_MS)]);
  expect(reloads).toBe(0);
  isUp = true;
  await Promise.all([page.reloadSafely({ atOnce: true }), vi.advanceTimersByTimeAsync(1)]);
  expect(reloads).toBe(1);
});

it('is loaded again when nothing was drawn for a minute, and never while it draws', async () => {
  let draws = true;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => (draws ? setTimeout(draw, 16) : 0));
  page.watchOver({ nowMs: () => Date.now(), timeZone: () => null, isDark: () => isDark });
  await vi.advanceTimersByTimeAsync(30 * MINUTE_MS);
  expect(reloads).toBe(0);
  draws = false;
  await vi.advanceTimersByTimeAsync(1.4 * MINUTE_MS);
  expect(reloads).toBe(1);
});

it.runIf(IS_LONG)('is loaded again once in the night of the shop', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  // 17:00 UTC is noon in New York. Its 4 o'clock comes 16 hours later, and screens reload at different times within
  // half an hour.
  page.watchOver({ nowMs: () => Date.now(), timeZone: () => 'America/New_York', isDark: () => isDark });
  await vi.advanceTimersByTimeAsync(15.9 * 60 * MINUTE_MS);
  expect(reloads).toBe(0);
  await vi.advanceTimersByTimeAsync(40 * MINUTE_MS);
  expect(reloads).toBeGreaterThan(0);
});

it('takes a new build at night or while the screen is black, and not while customers look', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  page.watchOver({ nowMs: () => Date.now(), timeZone: () => 'America/New_York', isDark: () => isDark });
  await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
  page.outdate();
  await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
  expect(reloads).toBe(0);
  isDark = true;
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2);
  expect(reloads).toBe(1);
});

it.runIf(IS_LONG)('is not loaded again because it is black', async () => {
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, 16));
  isDark = true;
  page.watchOver({ nowMs: () => Date.now(), timeZone: () => 'America/New_York', isDark: () => isDark });
  await vi.advanceTimersByTimeAsync(600 * MINUTE_MS);
  expect(reloads).toBe(0);
});
