import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { balanceRoute, pointsHistoryRoute } from '#contract/loyalty.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const EVENTS_PER_PAGE = 20;
/** Rule: loyalty/balance-again. */
const BALANCE_AGAIN_MS = 5 * 60_000;

export function useBalance(id: number) {
  return useQuery({
    queryKey: [...queryKeys.balance, id],
    queryFn: ({ signal }) => call(balanceRoute, { params: { id }, signal }),
    refetchInterval: BALANCE_AGAIN_MS,
    retry: 1,
  });
}

export function usePointsHistory(id: number) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.pointsHistory, id],
    queryFn: ({ pageParam, signal }) =>
      call(pointsHistoryRoute, {
        params: { id },
        query: { per_page: EVENTS_PER_PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    select: ({ pages }) => ({
      // Lists each entry once, because an entry made meanwhile moves the others to other pages.
      events: [...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values()],
      total: pages[0]?.pagination.total ?? 0,
    }),
  });
}
