// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IS_LONG } from '#testing/times.ts';
import { readAddress } from '../address.ts';
import type { keepForRestart } from './restart-files.ts';

const MINUTE_MS = 60_000;
let page: { keepForRestart: typeof keepForRestart; isOutdated: () => boolean };
/** The times at which the page asked for a new build, in minutes. */
let asked: number[];
let worker: EventTarget;

/** A browser whose worker is the first one, or one that a page had before. */
async function start({ isFirst }: { isFirst: boolean }): Promise<void> {
  worker = new EventTarget();
  const update = async () => {
    asked.push(Math.round(Date.now() / MINUTE_MS));
    if (asked.length === 1) throw new TypeError('There is no network.');
  };
  const controller = isFirst ? null : { postMessage: () => undefined };
  const register = async () => ({ update });
  vi.stubGlobal('navigator', {
    serviceWorker: Object.assign(worker, { controller, register, ready: Promise.resolve({ active: controller }) }),
  });
  await page.keepForRestart(readAddress('?location_id=20'));
}
const takesOver = () => worker.dispatchEvent(new Event('controllerchange'));

beforeEach(async () => {
  // Each test is a separate page.
  vi.resetModules();
  page = { ...(await import('./restart-files.ts')), ...(await import('./reload.ts')) };
  vi.useFakeTimers({ now: 0 });
  asked = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it.runIf(IS_LONG)('asks for a new build each hour, also after there was no network', async () => {
  await start({ isFirst: false });
  await vi.advanceTimersByTimeAsync(4 * 60 * MINUTE_MS);
  expect(asked).toEqual([60, 120, 180, 240]);
});

it('is outdated once the worker of a newer build has taken over, which its first worker is not', async () => {
  await start({ isFirst: true });
  takesOver();
  expect(page.isOutdated()).toBe(false);
  takesOver();
  expect(page.isOutdated()).toBe(true);
});

it('is outdated by the first change of a worker that was there before', async () => {
  await start({ isFirst: false });
  expect(page.isOutdated()).toBe(false);
  takesOver();
  expect(page.isOutdated()).toBe(true);
});
