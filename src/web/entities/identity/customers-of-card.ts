import { useQuery } from '@tanstack/react-query';
import type { DirectoryEntry } from '#contract/customers.ts';
import { findByIdentityRoute } from '#contract/identity.ts';
import type { ScannedCard } from '#domain/identity/aamva.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

const NOBODY: readonly DirectoryEntry[] = [];

/** Customers with the licence number of the card; empty during the search, and if the server does not answer. */
export function useCustomersOfCard(card: ScannedCard | null): readonly DirectoryEntry[] {
  const number = card?.licenseNumber ?? '';
  const { data } = useQuery({
    queryKey: [...queryKeys.customers, 'of-card', { number }],
    queryFn: ({ signal }) => call(findByIdentityRoute, { body: { license_number: number }, signal }),
    enabled: number !== '',
    // Licence numbers must not remain in memory.
    gcTime: 0,
    staleTime: 0,
    select: (reply) => reply.data,
  });
  return data ?? NOBODY;
}
