import { expect, it } from 'vitest';
import { queryClient } from './query-client.ts';
import { queryKeys, staleBy } from './query-keys.ts';

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
