import { useQuery } from '@tanstack/react-query';
import { queryClient } from '#web/api/queries/query-client.ts';
import { loyaltySettings } from '#web/entities/loyalty/loyalty-settings.ts';
import type { WireSettings } from './loyalty-draft.ts';

export function useLoyaltySettings() {
  // Fetched again each time they are opened, because they are edited here.
  return useQuery({ ...loyaltySettings, staleTime: 0 });
}

/** Shows newer settings from an answer. */
export function showSettings(settings: WireSettings): void {
  queryClient.setQueryData<WireSettings>(loyaltySettings.queryKey, (present) =>
    present && present.version > settings.version ? present : settings,
  );
}
