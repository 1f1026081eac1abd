import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { auditLogRoute, exportHistoryRoute, movementsRoute } from '#contract/history.ts';
import type { ReplyOf } from '#contract/route.ts';
import { auditBatchRoute } from '#contract/stock-adjustments.ts';
import { call } from '#web/api/call/call.ts';
import { CallError } from '#web/api/call/call-error.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { HistoryFilter } from './history-state.ts';

/** Rule: history/page. */
export const PER_PAGE = 50;

export type HistoryPage = ReplyOf<typeof auditLogRoute>;
export type AuditLine = ReplyOf<typeof auditBatchRoute>['data']['entries'][number];

interface Asked {
  readonly locationId: number;
  readonly filter: HistoryFilter;
  readonly search: string;
}

/** Who looks for a number means that one, whenever it was. */
const NUMBER = /^[a-z]{2,3}-\d+$/i;

function queryOf({ locationId, filter, search }: Asked) {
  const words = search.trim().slice(0, 100);
  return {
    location_id: locationId,
    action: filter.action,
    days: NUMBER.test(words) ? ('all' as const) : filter.days,
    ...(words !== '' && { search: words }),
  };
}

/** What the server said, else what became of the call, in a sentence. Rule: history/errors. */
function failureOf(error: unknown): unknown {
  const unsaid = error instanceof CallError && error.status === 0;
  return unsaid ? error.saying(`Failed to fetch audit log: ${error.message}`) : error;
}

/** A page of the history; the one before stays while the next is on its way. Opened again, it is fetched again. */
export function useHistoryPage(asked: Asked, page: number) {
  const query = { ...queryOf(asked), limit: PER_PAGE, offset: (page - 1) * PER_PAGE, grouped: '1' as const };
  return useQuery({
    queryKey: [...queryKeys.history, 'list', query],
    queryFn: ({ signal }) =>
      call(auditLogRoute, { query, signal }).catch((error: unknown) => {
        throw failureOf(error);
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Where the history of a filter is to be had as a file. */
export function exportAddress(asked: Asked): string {
  const parts = Object.entries(queryOf(asked)).map(([name, value]) => [name, String(value)]);
  return `${exportHistoryRoute.path}?${new URLSearchParams(parts)}`;
}

/** An audit never changes once it is made. */
export function useAuditLines(id: number) {
  return useQuery({
    queryKey: ['audits', id],
    queryFn: ({ signal }) => call(auditBatchRoute, { params: { id }, signal }),
    select: ({ data }) => data.entries,
    staleTime: Infinity,
  });
}

const FIRST: number | null = null;

/** Nor does what was received at one time. */
export function useReceiptLines(id: number) {
  return useInfiniteQuery({
    queryKey: ['receipts', id],
    queryFn: ({ pageParam, signal }) =>
      call(movementsRoute, { query: { receipt_id: id, limit: 200, before: pageParam ?? undefined }, signal }),
    initialPageParam: FIRST,
    getNextPageParam: ({ next }) => next,
    staleTime: Infinity,
  });
}
