import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo } from 'react';
import type { Customer, DirectoryEntry } from '#contract/customers.ts';
import { type CallError, isCallError } from '#web/api/call/call-error.ts';
import { customerQuery } from '#web/entities/customer/customer-query.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { customersAddress, openInstead } from './customers-address.ts';
import { forgetCustomer } from './customers-state.ts';

const NOBODY: readonly DirectoryEntry[] = [];

function entryOf(customer: Customer): DirectoryEntry {
  const { billing: _billing, shipping: _shipping, preferences: _preferences, ...entry } = customer;
  return { ...entry, role: 'customer', roles: ['customer'] };
}

function isGone(error: Error | null): error is CallError {
  return isCallError(error, 'not_found');
}

interface Linked {
  readonly customers: readonly DirectoryEntry[];
  /** The ids of customers that could not be loaded. */
  readonly failed: readonly number[];
  readonly retry: () => void;
}

/**
 * The customers of the page, and above them those that the address opens and that are not on it. A merged customer is
 * replaced by the kept account; a deleted one is closed.
 */
export function useLinkedCustomers(page: readonly DirectoryEntry[] | undefined): Linked {
  const { open } = customersAddress.use();
  const missing = useMemo(() => {
    const listed = new Set(page?.map(({ id }) => id));
    return page ? [...open.keys()].filter((id) => !listed.has(id)) : [];
  }, [open, page]);
  const results = useQueries({ queries: missing.map(customerQuery), combine });
  const gone = missing.filter((_, at) => isGone(results[at]?.error ?? null));
  const close = useEffectEvent(() => {
    for (const [at, id] of missing.entries()) {
      const error = results[at]?.error ?? null;
      if (isGone(error)) leave(id, error.details['merged_into']);
    }
  });
  const goneKey = gone.join();
  useEffect(() => {
    if (goneKey !== '') close();
  }, [goneKey]);

  const failed = missing.filter((_, at) => {
    const { error = null, data } = results[at] ?? {};
    return error !== null && !isGone(error) && !data;
  });
  const customers = useMemo(
    () => [
      ...results.flatMap(({ data, error }) => (data && !isGone(error) ? [entryOf(data.data)] : [])),
      ...(page ?? NOBODY),
    ],
    [results, page],
  );
  return { customers, failed, retry: () => results.forEach(({ refetch }) => void refetch()) };
}

/** Ignores a former error while the customer is fetched again, for example after a merge was undone. */
const combine = (all: UseQueryResult<{ data: Customer }>[]) =>
  all.map(({ data, error, isFetching, refetch }) => ({ data, error: isFetching ? null : error, refetch }));

/** Closes a customer that no longer exists. If they were merged, opens the kept account. */
function leave(id: number, mergedInto: unknown): void {
  const isMerged = typeof mergedInto === 'number';
  if (isMerged) openInstead(id, mergedInto);
  forgetCustomer(id);
  toast.info(isMerged ? `Customer #${id} was merged into #${mergedInto}.` : `Customer #${id} is not there any more.`);
}
