// @vitest-environment happy-dom
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useLive } from '#web/api/queries/live.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { refreshAfterSale } from './sale-runner.ts';

let fetches = 0;
let leave = (): void => undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  fetches = 0;
  leave = new QueryObserver(queryClient, {
    queryKey: [...queryKeys.products, 'test'],
    queryFn: () => Promise.resolve((fetches += 1)),
  }).subscribe(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  expect(fetches).toBe(1);
});
afterEach(() => {
  leave();
  queryClient.clear();
  useLive.setState({ connected: true });
  vi.useRealTimers();
});

it('fetches no products after a sale, because its stock came with the answer and other sales come as events', async () => {
  refreshAfterSale(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toBe(1);
});

it.each([
  ['live events are down', true, false],
  ['the answer was repeated, so that its stock may be old', false, true],
])('fetches products 0.5 s and 1 s after a sale when %s', async (_why, stockIsKnown, connected) => {
  useLive.setState({ connected });
  refreshAfterSale(stockIsKnown);
  await vi.advanceTimersByTimeAsync(499);
  expect(fetches).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toBe(2);
  await vi.advanceTimersByTimeAsync(499);
  expect(fetches).toBe(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(fetches).toBe(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetches).toBe(3);
});
