import { queryOptions, useQuery } from '@tanstack/react-query';
import {
  changeTvDeviceRoute,
  confirmPairingRoute,
  forgetTvDeviceRoute,
  sendTvCommandRoute,
  tvCommandLogRoute,
  tvDevicesRoute,
  tvSnapshotRoute,
  type WireTvCommand,
} from '#contract/tv.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useUser } from '#web/api/session/session.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';

/** The interval at which the panel fetches its screens. Rule: menus/screens. */
const REFRESH_MS = 5000;
const LOG_ROWS = '50';

/** The paired screens of the signed-in person's location. */
export function useScreens(refreshMs = REFRESH_MS) {
  const { location_id: locationId } = useUser();
  return useQuery(
    queryOptions({
      queryKey: [...queryKeys.menus, 'screens', { locationId }],
      queryFn: async ({ signal }) =>
        (await call(tvDevicesRoute, { query: { location_id: String(locationId) }, signal })).data,
      enabled: locationId !== null,
      refetchInterval: refreshMs,
      staleTime: 0,
    }),
  );
}

export function useCommandLog() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: [...queryKeys.menus, 'command-log', { locationId }],
    queryFn: async ({ signal }) =>
      (await call(tvCommandLogRoute, { query: { location_id: String(locationId), limit: LOG_ROWS }, signal })).data,
    enabled: locationId !== null,
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}

/** @param takenAt identifies the picture, so that a newer one is fetched */
export function useSnapshot(id: number, takenAt: string | null) {
  return useQuery({
    queryKey: [...queryKeys.menus, 'snapshot', { id, takenAt }],
    queryFn: async ({ signal }) => (await call(tvSnapshotRoute, { params: { id: String(id) }, signal })).data,
    enabled: takenAt !== null,
    staleTime: Infinity,
  });
}

export const COMMAND_NAMES: Record<WireTvCommand['command_type'], string> = {
  update_theme: 'Update theme',
  refresh: 'Refresh',
  identify: 'Identify',
  snapshot: 'Snapshot',
};

export const tvSubject = (id: number | null): string => `tv ${id ?? 'all'}`;

export const sendTvCommand = pressedCommand('tv-command', sendTvCommandRoute, {
  stale: 'menus',
  done: ({ data }) => {
    const what = data[0] ? COMMAND_NAMES[data[0].command_type] : 'Nothing';
    return `${what}: sent to ${data.length === 1 ? (data[0]?.device_name ?? '1 TV') : `${data.length} TVs`}`;
  },
});
export const changeTvCommand = pressedCommand('tv-change', changeTvDeviceRoute, {
  stale: 'menus',
  done: ({ data }) => `${data.device_name} is saved`,
});
export const forgetTvCommand = pressedCommand('tv-forget', forgetTvDeviceRoute, {
  stale: 'menus',
  done: () => 'The TV is forgotten',
});
export const PAIR_SUBJECT = 'tv pairing';
export const pairTvCommand = pressedCommand('tv-pair', confirmPairingRoute, {
  stale: 'menus',
  done: ({ data }) => `${data.device_name} is paired as TV ${data.tv_number}`,
});
