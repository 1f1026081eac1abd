// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { stayAwake } from './awake.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('asks for the lock again whenever it ended, and when it was refused', async () => {
  vi.useFakeTimers();
  const given: { released: boolean }[] = [];
  let isRefused = false;
  const request = async () => {
    if (isRefused) throw new DOMException('The battery is low.', 'NotAllowedError');
    const lock = { released: false };
    given.push(lock);
    return lock;
  };
  vi.stubGlobal('navigator', { wakeLock: { request } });
  stayAwake();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(given).toHaveLength(1);
  given[0]!.released = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(given).toHaveLength(2);
  given[1]!.released = true;
  isRefused = true;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(given).toHaveLength(2);
  isRefused = false;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(given).toHaveLength(3);
});
