import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import {
  changeTvScheduleRoute,
  createStoreConfigRoute,
  storeConfigRoute,
  tvScheduleRoute,
  updateStoreConfigRoute,
  type WireStoreConfig,
  type WireTvSchedule,
} from '#contract/store-configs.ts';
import { ORIENTATIONS } from '#domain/menu/menu-config.ts';
import { call } from '#web/api/call/call.ts';
import { isCallError } from '#web/api/call/call-error.ts';
import { ownerNow } from '#web/api/commands/commands.ts';
import type { CommandDefinition } from '#web/api/commands/definition.ts';
import { isOwnedBy } from '#web/api/commands/record.ts';
import { fetchAgain, queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { useUser } from '#web/api/session/session.ts';
import { pressedCommand } from '#web/entities/command/pressed-command.ts';
import { tellOutcome } from '#web/entities/command/tell-outcome.ts';

const storeOf = (locationId: number | null) => [...queryKeys.menus, 'store', { locationId }];

/** The TVs of the signed-in person's location; null if none were set up. */
export function useStoreConfig() {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: storeOf(locationId),
    queryFn: async ({ signal }): Promise<WireStoreConfig | null> => {
      try {
        const params = { location_id: String(locationId) };
        return (await call(storeConfigRoute, { params, query: {}, signal })).data;
      } catch (error) {
        if (isCallError(error, 'not_found')) return null;
        throw error;
      }
    },
    enabled: locationId !== null,
    staleTime: 0,
  });
}

const storeTvs = z.object({
  storeName: z.string(),
  tvs: z.array(
    z.object({
      tv_number: z.int(),
      display_name: z.string(),
      orientation: z.enum(ORIENTATIONS),
      layout_id: z.int().nullable(),
      theme_id: z.int().nullable(),
      auto_launch: z.boolean(),
      enabled: z.boolean(),
    }),
  ),
});
/** The form of the Store Configuration. */
export type StoreTvs = z.output<typeof storeTvs>;

/** The unsent edits with the version they are based on. They are still there when the dialog opens again. */
export const useTyped = perOwner<{ fields: StoreTvs | null; version: number | null }>(() => ({
  fields: null,
  version: null,
}));

const sentStore = z.object({ fields: storeTvs, version: z.int().nullable() });
/** The sent form, with the version it was based on. */
export type SentStore = z.output<typeof sentStore>;

/** Puts a refused form back, unless something else was typed since. */
export function restoreTyped(sent: SentStore): void {
  if (useTyped.getState().fields === null) useTyped.setState(sent);
}

function storeCommand<R extends typeof createStoreConfigRoute | typeof updateStoreConfigRoute>(
  kind: string,
  route: R,
): CommandDefinition<R, SentStore> {
  return {
    kind,
    route,
    readMemo: (kept) => sentStore.safeParse(kept).data ?? null,
    onOutcome(outcome, command, watched) {
      if (outcome.kind === 'done' && outcome.first) {
        const { data } = outcome.reply;
        queryClient.setQueryData<WireStoreConfig | null>(storeOf(data.location_id), (present) =>
          present && present.version > data.version ? present : data,
        );
      }
      const sent = outcome.kind === 'refused' ? sentStore.safeParse(command.memo).data : undefined;
      if (sent && isOwnedBy(command, ownerNow())) restoreTyped(sent);
      fetchAgain('menus');
      // A form on the screen confirms the save itself, with more detail.
      if (!watched || outcome.kind !== 'done')
        tellOutcome(outcome, command, watched, { done: () => 'Store config saved to database!' });
    },
  };
}

export const STORE_SUBJECT = 'store config';
export const addStoreCommand = storeCommand('store-config-add', createStoreConfigRoute);
export const saveStoreCommand = storeCommand('store-config-save', updateStoreConfigRoute);

const scheduleOf = (tvNumber: number, locationId: number | null) => [
  ...queryKeys.menus,
  'schedule',
  { tvNumber },
  { locationId },
];

export function useTvSchedule(tvNumber: number) {
  const { location_id: locationId } = useUser();
  return useQuery({
    queryKey: scheduleOf(tvNumber, locationId),
    queryFn: async ({ signal }) => {
      const params = { tv_number: String(tvNumber) };
      return (await call(tvScheduleRoute, { params, query: { location_id: String(locationId) }, signal })).data;
    },
    staleTime: 0,
  });
}

export const scheduleSubject = (tvNumber: number): string => `tv schedule ${tvNumber}`;
export const scheduleCommand = pressedCommand('tv-schedule', changeTvScheduleRoute, {
  stale: 'menus',
  // The dialog closes on the answer, which cancels the fetch that `stale` starts, so the answer is shown here.
  show: ({ data }) => {
    queryClient.setQueryData<WireTvSchedule>(scheduleOf(data.tv_number, data.location_id), (present) =>
      present && present.version > data.version ? present : data,
    );
  },
  done: ({ data }) => `The schedule of TV ${data.tv_number} is saved`,
});
