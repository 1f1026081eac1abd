import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { type Change, queryKeys, staleBy } from './query-keys.ts';

const MINUTE_MS = 60_000;

// By default TanStack tells of new data a task later than the commands tell of their outcome, and a form that was saved
// would show its former rows in between.
notifyManager.setScheduler(queueMicrotask);

/** Loses no change that is told while a query is being fetched. Rule: wire/caches. */
class ShopQueryClient extends QueryClient {
  /**
   * TanStack cancels and repeats a fetch on the screen, but it joins a first fetch, which may have been read before the
   * change. Such a fetch ends first, so that a screen keeps loading and no flood of changes holds it up; then the query
   * is made stale once more. Callers whose change is older than the fetches say so with `cancelRefetch: false`.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters: InvalidateQueryFilters<Key> = {},
    options: InvalidateOptions = {},
  ): Promise<void> {
    const isOlder = options.cancelRefetch === false;
    const begun = isOlder ? [] : this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
    const { refetchType = 'active' } = filters;
    const joined = begun.filter((query) => query.state.data === undefined || refetchType === 'none');
    await Promise.all([
      super.invalidateQueries(filters, options),
      ...joined.map(async ({ queryKey, promise }) => {
        // The query itself shows a failure.
        await promise?.catch(() => {});
        // Several changes during one fetch are fetched for once.
        await super.invalidateQueries({ queryKey, exact: true, refetchType }, { ...options, cancelRefetch: false });
      }),
    ]);
  }
}

/**
 * The only cache of server data. Queries do not retry, because `call` already retries what can be retried. A view shows
 * cached data and checks it again when it opens. For the times see the rule. Rule: wire/caches.
 */
export const queryClient: QueryClient = new ShopQueryClient({
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
