import { QueryClient } from '@tanstack/react-query';
import { type Change, queryKeys, staleBy } from './query-keys.ts';

const MINUTE_MS = 60_000;

/**
 * The one cache of server data. `call` already retries what can be retried, so queries do not, and the rule has the times (Rule: wire/caches). Data is shown from the cache and checked again when a view opens.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      gcTime: 10 * MINUTE_MS,
      refetchOnWindowFocus: false,
      // A till that lost its network still asks: the server often runs on this very machine.
      networkMode: 'always',
      // What failed while the network was away is asked for again when it is back.
      refetchOnReconnect: true,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

queryClient.setQueryDefaults(queryKeys.orders, { staleTime: 2 * MINUTE_MS, gcTime: 15 * MINUTE_MS });
queryClient.setQueryDefaults(queryKeys.customers, { staleTime: 10 * MINUTE_MS, gcTime: 30 * MINUTE_MS });
queryClient.setQueryDefaults(queryKeys.balance, { refetchInterval: 5 * MINUTE_MS });
queryClient.setQueryDefaults(queryKeys.pricing, { staleTime: 5 * MINUTE_MS });
queryClient.setQueryDefaults(queryKeys.products, { staleTime: 5 * MINUTE_MS });

/** Has what a change makes stale fetched again, where it is on the screen. */
export function fetchAgain(change: Change): void {
  for (const queryKey of staleBy(change)) void queryClient.invalidateQueries({ queryKey });
}
