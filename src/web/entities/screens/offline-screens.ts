import { perOwner } from '#web/api/session/per-owner.ts';

/** The number of paired screens that are offline while the location is open. */
export const useOfflineScreens = perOwner<{ count: number }>(() => ({ count: 0 }));
