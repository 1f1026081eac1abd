import { perOwner } from '#web/api/session/per-owner.ts';

/** The numbers of found and selected orders, for the footer; null until known. */
export const useOrderCounts = perOwner<{ total: number | null; selected: number }>(() => ({
  total: null,
  selected: 0,
}));
