// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { done, onPage, serve, until } from '#testing/served-page.tsx';
import { queryClient } from '#web/api/queries/query-client.ts';
import { useMovements } from './stock-figure-query.ts';

/** The stock that Monroe has, as the server says it. */
let monroe: number;
let next: number | null;

function Elsewhere() {
  const { data, fetchNextPage } = useMovements({ locationId: 20, productId: 7, variationId: null }, true);
  return (
    <button type="button" onClick={() => void fetchNextPage()}>
      {data?.pages.map(({ current }) => current?.elsewhere?.[0]?.quantity).join(' ')}
    </button>
  );
}

beforeEach(() => {
  [monroe, next] = [4, null];
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  serve(() =>
    done({
      data: [],
      next,
      current: {
        quantity: 1,
        movements: 0,
        opened_at: null,
        reorder_level: null,
        needs_count_since: null,
        elsewhere: [{ location_id: 19, location_name: 'Charlotte Monroe', quantity: monroe }],
      },
    }),
  );
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('asks again every half minute what other locations have, which comes without events', async () => {
  const screen = await onPage(<Elsewhere />);
  await until(() => expect(screen.text()).toBe('4'));
  monroe = 3;
  await act(async () => void vi.advanceTimersByTime(29_000));
  expect(queryClient.isFetching()).toBe(0);
  await act(async () => void vi.advanceTimersByTime(1_000));
  await until(() => expect(screen.text()).toBe('3'));
  await screen.leave();
});

it('leaves somebody alone who reads older movements', async () => {
  next = 50;
  const screen = await onPage(<Elsewhere />);
  await until(() => expect(screen.text()).toBe('4'));
  await screen.press(screen.button('4'));
  await until(() => expect(screen.text()).toBe('4 4'));
  await act(async () => void vi.advanceTimersByTime(60_000));
  expect(queryClient.isFetching()).toBe(0);
  await screen.leave();
});
