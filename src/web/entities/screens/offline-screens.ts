import { perOwner } from '#web/api/session/per-owner.ts';

/** How many paired screens are offline while the location is open. Set by whoever looks after them. */
export const useOfflineScreens = perOwner<{ count: number }>(() => ({ count: 0 }));
