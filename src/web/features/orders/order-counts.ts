import { create } from 'zustand';

/** What the orders view tells the footer: orders found, and selected. null: not known (yet). */
export const useOrderCounts = create<{ total: number | null; selected: number }>(() => ({ total: null, selected: 0 }));
