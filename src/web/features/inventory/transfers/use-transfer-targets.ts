import { useQuery } from '@tanstack/react-query';
import { transferTargetsRoute } from '#contract/transfers.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';

/** All locations but the own one. */
export function useTransferTargets() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.inventory, 'transfer-targets'],
    queryFn: ({ signal }) => call(transferTargetsRoute, { signal }),
    select: ({ data }) => data.filter(({ id }) => id !== locationId),
  });
}
