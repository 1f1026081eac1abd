import { useQuery } from '@tanstack/react-query';
import { loyaltySettingsRoute } from '#contract/loyalty.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import type { WireSettings } from './loyalty-draft.ts';

const SETTINGS = [...queryKeys.loyalty, 'settings'];

export function useLoyaltySettings() {
  return useQuery({
    queryKey: SETTINGS,
    queryFn: ({ signal }): Promise<WireSettings> => call(loyaltySettingsRoute, { signal }),
    // They are edited here: the newest, each time they are opened.
    staleTime: 0,
  });
}

/** Puts newer settings on the screen, from an answer. */
export function showSettings(settings: WireSettings): void {
  queryClient.setQueryData<WireSettings>(SETTINGS, (present) =>
    present && present.version > settings.version ? present : settings,
  );
}
