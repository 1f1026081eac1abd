import { useQuery } from '@tanstack/react-query';
import { peopleWithPinRoute } from '#contract/pins.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';

/** The people who can take over this till, and whether the signed-in person has a PIN. */
export function usePeopleWithPin() {
  const { id, location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.staff, 'people', { id, locationId }],
    queryFn: ({ signal }) => call(peopleWithPinRoute, { signal }),
    staleTime: 0,
  });
}
