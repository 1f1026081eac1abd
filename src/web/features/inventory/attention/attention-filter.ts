import { perOwner } from '#web/api/per-owner.ts';
import type { AttentionFilter } from './attention-rows.ts';

/** Remembered while another tab or view is shown. */
export const useAttentionFilter = perOwner<{ filter: AttentionFilter; choose: (filter: AttentionFilter) => void }>(
  (set) => ({ filter: 'all', choose: (filter) => set({ filter }) }),
);
