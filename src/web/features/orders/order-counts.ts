import { perOwner } from '#web/api/session/per-owner.ts';

/** What the orders view tells the footer: orders found, and selected. null: not known (yet). */
export const useOrderCounts = perOwner<{ total: number | null; selected: number }>(() => ({
  total: null,
  selected: 0,
}));
