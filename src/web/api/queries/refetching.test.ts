import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRefetching } from './refetching.ts';

const ORDERS = ['orders'] as const;
const HISTORY = ['history'] as const;
const OPTIONS = { gatherMs: 200, pauseMs: 3000 };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('fetches once for the 63 events of a large count', async () => {
  const fetched: string[] = [];
  const makeStale = createRefetching(async (key) => void fetched.push(key.join('/')), OPTIONS);
  for (let event = 0; event < 63; event += 1) makeStale([ORDERS, HISTORY]);
  await vi.advanceTimersByTimeAsync(199);
  expect(fetched).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toEqual(['orders', 'history']);
});

it('never fetches what it is fetching, and then once for all that came meanwhile', async () => {
  let answer = (): void => undefined;
  let fetches = 0;
  const makeStale = createRefetching(() => {
    fetches += 1;
    return new Promise<void>((resolve) => (answer = resolve));
  }, OPTIONS);
  makeStale([ORDERS]);
  await vi.advanceTimersByTimeAsync(200);
  for (let sale = 0; sale < 50; sale += 1) {
    makeStale([ORDERS]);
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(fetches).toBe(1);
  answer();
  await vi.advanceTimersByTimeAsync(2999);
  expect(fetches).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toBe(2);
});

it('goes on after a fetch that failed, and at once when all has been quiet', async () => {
  let fetches = 0;
  const makeStale = createRefetching(() => {
    fetches += 1;
    return Promise.reject(new Error('away'));
  }, OPTIONS);
  for (const expected of [1, 2]) {
    makeStale([ORDERS]);
    await vi.advanceTimersByTimeAsync(200);
    expect(fetches).toBe(expected);
    await vi.advanceTimersByTimeAsync(3000);
  }
});
