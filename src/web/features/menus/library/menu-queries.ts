import { useQuery } from '@tanstack/react-query';
import {
  menuConfigsRoute,
  menuConfigVersionsRoute,
  menuSettingsRoute,
  menuTemplatesRoute,
  type WireMenuConfig,
} from '#contract/menus.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';

const configsOf = (locationId: number | null) => [...queryKeys.menus, 'configs', { locationId }];

/** The layouts and themes of the signed-in person's location. */
export function useConfigs() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: configsOf(locationId),
    queryFn: async ({ signal }) =>
      (await call(menuConfigsRoute, { query: { location_id: String(locationId) }, signal })).data,
    enabled: locationId !== null,
    // Fetched again each time they are opened, because they are edited here.
    staleTime: 0,
  });
}

/** Shows a configuration from an answer. */
export function showConfig(config: WireMenuConfig): void {
  queryClient.setQueryData<WireMenuConfig[]>(configsOf(config.location_id), (present) =>
    present?.some(({ id }) => id === config.id)
      ? present.map((one) => (one.id === config.id && one.version <= config.version ? config : one))
      : present && [...present, config],
  );
}

export function useTemplates() {
  return useQuery({
    queryKey: [...queryKeys.menus, 'templates'],
    queryFn: async ({ signal }) => (await call(menuTemplatesRoute, { query: {}, signal })).data,
    staleTime: Infinity,
  });
}

export function useVersions(id: number) {
  return useQuery({
    queryKey: [...queryKeys.menus, 'versions', { id }],
    queryFn: async ({ signal }) => (await call(menuConfigVersionsRoute, { params: { id: String(id) }, signal })).data,
    staleTime: 0,
  });
}

export function useMenuSettings() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.menus, 'settings', { locationId }],
    queryFn: async ({ signal }) =>
      (await call(menuSettingsRoute, { query: { location_id: String(locationId) }, signal })).data,
    enabled: locationId !== null,
    staleTime: 0,
  });
}
