import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { customerMergePreviewRoute, customerMergesRoute } from '#contract/customer-merges.ts';
import { type Customer, customerDuplicatesRoute } from '#contract/customers.ts';
import type { ReplyOf } from '#contract/route.ts';
import { customerName } from '#domain/customer-search.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

export type MergePreview = ReplyOf<typeof customerMergePreviewRoute>['data'];

/** Previews a merge of both accounts as they are now. */
export function useMergePreview(keptId: number, mergedId: number) {
  return useQuery({
    queryKey: [...queryKeys.customers, 'merge-preview', keptId, mergedId],
    queryFn: ({ signal }) =>
      call(customerMergePreviewRoute, { params: { id: keptId }, query: { merge_id: mergedId }, signal }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Accounts that were merged into this one, newest first. */
export function useMerges(id: number) {
  return useQuery({
    queryKey: [...queryKeys.customers, 'merges', id],
    queryFn: ({ signal }) => call(customerMergesRoute, { params: { id }, signal }),
    select: ({ data }) => data,
  });
}

const DUPLICATES_FRESH_MS = 60_000;

/**
 * Finds customers with the same phone number or e-mail address. The encrypted birth date and licence number are not
 * compared.
 */
export function useDuplicates(customer: Customer | undefined, enabled = true) {
  return useQuery({
    queryKey: [...queryKeys.customers, 'duplicates', customer?.id, customer?.version],
    queryFn: ({ signal }) =>
      call(customerDuplicatesRoute, {
        body: {
          email: customer?.email ?? '',
          phone: customer?.phone ?? '',
          name: customer ? customerName(customer) : '',
          ...(customer && { except_id: customer.id }),
        },
        signal,
      }),
    select: ({ data }) => data,
    enabled: enabled && customer !== undefined,
    staleTime: DUPLICATES_FRESH_MS,
  });
}
