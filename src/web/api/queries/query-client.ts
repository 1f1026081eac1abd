import { QueryClient } from '@tanstack/react-query';
import { type Change, queryKeys, staleBy } from './query-keys.ts';

const MINUTE_MS = 60_000;

/**
 * The only cache of server data. Queries do not retry, because `call` already retries what can be retried. A view shows
 * cached data and checks it again when it opens. For the times see the rule. Rule: wire/caches.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      staleTime: 30_000,
      gcTime: 10 * MINUTE_MS,
      refetchOnWindowFocus: false,
      // A till without a network still asks, because the server often runs on the same machine.
      networkMode: 'always',
      // Queries that failed without a network are repeated when it is back.
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

/** Marks as stale everything that a change affects; what is on the screen is fetched again. */
export function fetchAgain(change: Change): void {
  for (const queryKey of staleBy(change)) void queryClient.invalidateQueries({ queryKey });
}
