import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Customer, DirectoryEntry } from '#contract/customers.ts';
import { customerQuery } from '#web/entities/customer/customer-query.ts';
import { customersAddress } from './customers-address.ts';

const NOBODY: readonly DirectoryEntry[] = [];

function entryOf(customer: Customer): DirectoryEntry {
  const { billing: _billing, shipping: _shipping, preferences: _preferences, ...entry } = customer;
  return { ...entry, role: 'customer', roles: ['customer'] };
}

/** The page, and above it those whom the address opens and who are not on it. */
export function useLinkedCustomers(page: readonly DirectoryEntry[] | undefined): readonly DirectoryEntry[] {
  const { open } = customersAddress.use();
  const missing = useMemo(() => {
    const listed = new Set(page?.map(({ id }) => id));
    return page ? [...open.keys()].filter((id) => !listed.has(id)) : [];
  }, [open, page]);
  const found = useQueries({
    queries: missing.map(customerQuery),
    combine: (all) => all.map(({ data }) => data?.data),
  });
  return useMemo(
    () => [...found.flatMap((customer) => (customer ? [entryOf(customer)] : [])), ...(page ?? NOBODY)],
    [found, page],
  );
}
