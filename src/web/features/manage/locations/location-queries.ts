import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  changeLocationRoute,
  closeLocationRoute,
  createLocationRoute,
  locationsRoute,
  type ManagedLocation,
  reopenLocationRoute,
} from '#contract/locations.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { formCommand } from '../form/record-form.ts';

const LIST = [...queryKeys.locations, 'list'];

const LOCATIONS = queryOptions({
  queryKey: LIST,
  queryFn: async ({ signal }) => (await call(locationsRoute, { signal })).data,
  staleTime: 0,
});

export const useLocations = () => useQuery(LOCATIONS);

/** Fetches the locations again, because no event reports the stock of other locations. */
export const askLocations = () => queryClient.query(LOCATIONS);

/** Shows a location from an answer. */
function show({ data: location }: { data: ManagedLocation }): void {
  queryClient.setQueryData<ManagedLocation[]>(LIST, (present) =>
    present?.some(({ id }) => id === location.id)
      ? present.map((one) => (one.id === location.id && one.version <= location.version ? location : one))
      : present && [location, ...present],
  );
}

export const NEW_LOCATION = 'location new';
export const locationSubject = (id: number, part = 'details') => `location ${id} ${part}`;

export const createLocationCommand = formCommand('location-create', createLocationRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is open`,
  show,
});

export const changeLocationCommand = formCommand('location-change', changeLocationRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is saved`,
  show,
});

export const closeLocationCommand = pressedCommand('location-close', closeLocationRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is closed`,
  show,
});

export const reopenLocationCommand = pressedCommand('location-reopen', reopenLocationRoute, {
  stale: 'locations',
  done: ({ data }) => `${data.name} is open again`,
  show,
});
