import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { auditFiltersRoute, auditTrailRoute, chainRoute, checkChainRoute, exportAuditRoute } from '#contract/audit.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import type { AuditAddress } from './audit-address.ts';

const NAMES = ['person', 'action', 'entity', 'entity_id', 'from', 'to'] as const;

/** The filter as it is sent. Missing parts do not narrow the list. */
export type TrailFilter = Readonly<Partial<Record<(typeof NAMES)[number], string> & { routine: 'true' }>>;

export function filterOf(said: AuditAddress): TrailFilter {
  const named = Object.fromEntries(NAMES.flatMap((name) => (said[name] === '' ? [] : [[name, said[name]]])));
  return { ...named, ...(said.routine !== null && { routine: said.routine }) };
}

export function useAuditTrail(filter: TrailFilter) {
  return useInfiniteQuery({
    queryKey: [...queryKeys.audit, 'rows', filter],
    queryFn: ({ pageParam, signal }) =>
      call(auditTrailRoute, {
        query: { ...filter, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function useTrailFilters() {
  return useQuery({
    queryKey: [...queryKeys.audit, 'filters'],
    queryFn: ({ signal }) => call(auditFiltersRoute, { signal }),
  });
}

/** The address from which the browser downloads the export. */
export function exportAddress(filter: TrailFilter): string {
  return `${exportAuditRoute.path}?${new URLSearchParams(filter)}`;
}

const WHILE_RUNNING_MS = 1000;

export function useChain() {
  return useQuery({
    queryKey: [...queryKeys.audit, 'chain'],
    queryFn: ({ signal }) => call(chainRoute, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.running ? WHILE_RUNNING_MS : false),
    staleTime: 0,
  });
}

export const CHAIN_SUBJECT = 'audit chain';

export const checkChainCommand = pressedCommand('chain-check', checkChainRoute, {
  stale: 'audit',
  done: () => 'The audit trail is being checked',
});
