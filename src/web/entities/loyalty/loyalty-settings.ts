import { queryOptions } from '@tanstack/react-query';
import { loyaltySettingsRoute } from '#contract/loyalty-settings.ts';
import { call } from '#web/api/call/call.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';

/** The rules of the points. A live event tells when somebody changes them. */
export const loyaltySettings = queryOptions({
  queryKey: [...queryKeys.loyalty, 'settings'],
  queryFn: ({ signal }) => call(loyaltySettingsRoute, { signal }),
});
