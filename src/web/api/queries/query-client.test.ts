import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { fetchAgain, queryClient } from './query-client.ts';
import { queryKeys, staleBy, staleByEvent } from './query-keys.ts';

afterEach(() => queryClient.clear());

/** A query on the screen whose fetches the test answers, and what the screen shows. */
function watched() {
  const fetches: { resolve: (data: string) => void; reject: (error: Error) => void; signal: AbortSignal }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [...queryKeys.categories, 'all'],
    queryFn: ({ signal }) => new Promise<string>((resolve, reject) => fetches.push({ resolve, reject, signal })),
  });
  const leave = observer.subscribe(() => {});
  return { fetches, shown: () => observer.getCurrentResult(), leave };
}

it('fetches once more after a first fetch during which changes were told, which is never cut off', async () => {
  const { fetches, shown, leave } = watched();
  for (let change = 0; change < 50; change += 1) fetchAgain('categories');
  expect(fetches).toHaveLength(1);
  expect([fetches[0]?.signal.aborted, shown().status]).toEqual([false, 'pending']);
  fetches[0]?.resolve('before');
  await expect.poll(() => [fetches.length, shown().data]).toEqual([2, 'before']);
  fetches[1]?.resolve('after');
  await expect.poll(() => [shown().data, shown().isStale, shown().isFetching]).toEqual(['after', false, false]);
  expect(fetches).toHaveLength(2);
  leave();
});

it('fetches once more after a first fetch that failed', async () => {
  const { fetches, shown, leave } = watched();
  fetchAgain('categories');
  fetches[0]?.reject(new Error('away'));
  await expect.poll(() => fetches.length).toBe(2);
  fetches[1]?.resolve('after');
  await expect.poll(() => shown().data).toBe('after');
  leave();
});

it('does not fetch for a screen that was left meanwhile, but keeps nothing as fresh', async () => {
  const { fetches, leave } = watched();
  fetchAgain('categories');
  leave();
  expect(fetches[0]?.signal.aborted).toBe(true);
  const again = watched();
  expect(again.fetches).toHaveLength(1);
  again.fetches[0]?.resolve('after');
  await expect.poll(() => again.shown().data).toBe('after');
  expect(fetches).toHaveLength(1);
  again.leave();
});

it('marks without a fetch what is only to be marked', async () => {
  const { fetches, shown, leave } = watched();
  const marked = queryClient.invalidateQueries({ queryKey: queryKeys.categories, refetchType: 'none' });
  fetches[0]?.resolve('before');
  await marked;
  expect([shown().data, shown().isStale, fetches.length]).toEqual(['before', true, 1]);
  leave();
});

it('lets a first fetch that began after the change be the last one', async () => {
  const { fetches, shown, leave } = watched();
  const checked = queryClient.invalidateQueries({}, { cancelRefetch: false });
  fetches[0]?.resolve('after');
  await checked;
  expect([shown().data, shown().isStale, fetches.length]).toEqual(['after', false, 1]);
  leave();
});

it('keeps each kind of data as long as its rule says', () => {
  const minutes = (...key: readonly unknown[]) => {
    const { staleTime, gcTime, refetchInterval } = queryClient.defaultQueryOptions({ queryKey: key });
    return [staleTime, gcTime, refetchInterval].map((ms) => (typeof ms === 'number' ? ms / 60_000 : undefined));
  };
  expect(minutes(...queryKeys.orders, 'a page')).toEqual([2, 15, undefined]);
  expect(minutes(...queryKeys.customers, 'a page')).toEqual([10, 30, undefined]);
  expect(minutes(...queryKeys.products, 20)).toEqual([5, 10, undefined]);
  expect(minutes(...queryKeys.pricing)).toEqual([5, 10, undefined]);
  expect(minutes(...queryKeys.balance, 7)).toEqual([0.5, 10, 5]);
});

it('takes orders, customers, points and stock as outdated after a sale', () => {
  const { orders, customerOrders, customers, balance, pointsHistory, products, inventory, history } = queryKeys;
  expect(staleBy('sale')).toEqual(
    expect.arrayContaining([orders, customerOrders, customers, balance, pointsHistory, products, inventory, history]),
  );
});

it('fetches the balance again of a customer who bought somewhere, and their orders, but nobody else', () => {
  const keys = [
    ['balance', 7],
    ['balance', 8],
    ['points-history', 7],
    ['customers', 'one', 7],
    ['customers', 'one', 8],
  ];
  const others = [['customers', 'list'], ['customers', 'groups'], ['customer-orders', 'orders', 7], ['orders']];
  const staleAfter = (event: Parameters<typeof staleByEvent>[0]) => {
    for (const key of [...keys, ...others]) queryClient.setQueryData(key, 'fetched');
    for (const queryKey of staleByEvent(event)) void queryClient.invalidateQueries({ queryKey });
    return [...keys, ...others]
      .filter((key) => queryClient.getQueryState(key)?.isInvalidated)
      .map((key) => key.join(' '));
  };
  expect(staleAfter({ type: 'customers', customer_id: 7, parts: ['points', 'orders'] })).toEqual([
    'balance 7',
    'points-history 7',
    'customers one 7',
    'customers list',
    'customer-orders orders 7',
  ]);
  // Orders that are shown name a customer who was forgotten, merged or renamed.
  expect(staleAfter({ type: 'customers', customer_id: 7, parts: ['removed'] })).toHaveLength(9);
  expect(staleAfter({ type: 'customers', customer_id: 0, parts: ['points'] })).toHaveLength(9);
});
