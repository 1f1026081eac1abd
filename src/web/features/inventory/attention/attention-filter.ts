import { create } from 'zustand';
import type { AttentionFilter } from './attention-rows.ts';

/** Remembered while another tab or view is shown. */
export const useAttentionFilter = create<{ filter: AttentionFilter; choose: (filter: AttentionFilter) => void }>(
  (set) => ({ filter: 'all', choose: (filter) => set({ filter }) }),
);
