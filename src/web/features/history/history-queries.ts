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

/** A search for a number means that one entry, however old it is. */
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

/** The server's sentence, or one about the connection. Rule: history/errors. */
function failureOf(error: unknown): unknown {
  const unsaid = error instanceof CallError && error.status === 0;
  return unsaid ? error.saying(`Failed to fetch audit log: ${error.message}`) : error;
}

/**
 * A page of the history. The former page stays while the next one is fetched, and a page is fetched again each time it
 * is opened.
 */
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

/** The address of the history as a file, for a filter. */
export function exportAddress(asked: Asked): string {
  const parts = Object.entries(queryOf(asked)).map(([name, value]) => [name, String(value)]);
  return `${exportHistoryRoute.path}?${new URLSearchParams(parts)}`;
}

/** The lines of an audit, which never change. */
export function useAuditLines(id: number) {
  return useQuery({
    queryKey: ['audits', id],
    queryFn: ({ signal }) => call(auditBatchRoute, { params: { id }, signal }),
    select: ({ data }) => data.entries,
    staleTime: Infinity,
  });
}

const FIRST: number | null = null;

/** The lines of a receipt, which never change either. */
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
