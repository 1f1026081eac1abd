import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReplyOf } from '#contract/route.ts';
import { type DirectoryEntry, usersRoute } from '#contract/customers.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const PER_PAGE = 50;

/** The found customers, each once. A customer may move to a later page while it is read. */
function merged(pages: readonly ReplyOf<typeof usersRoute>[]): DirectoryEntry[] {
  return [...new Map(pages.flatMap(({ data }) => data).map((entry) => [entry.id, entry])).values()];
}

/**
 * Customers the server finds, page after page; the last list stays until the next one is here.
 * @param recentFirst before anything is typed, those who bought last at this location come first
 */
export function useCustomers(search: string, recentFirst = false) {
  const query = useInfiniteQuery({
    queryKey: [...queryKeys.customers, 'search', { search, recentFirst }],
    queryFn: ({ pageParam, signal }) =>
      call(usersRoute, {
        query: {
          role: 'customer',
          search,
          page: pageParam,
          per_page: PER_PAGE,
          ...(recentFirst && search === '' && { recent_first: 'true' }),
        },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ meta: { page, pages } }) => (page < pages ? page + 1 : undefined),
    placeholderData: keepPreviousData,
    // A search typed once is rarely typed again soon; points change with every sale.
    staleTime: 30_000,
    select: ({ pages }) => ({ customers: merged(pages), total: pages[0]?.meta.total ?? 0 }),
  });
  return query;
}
