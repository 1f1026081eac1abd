import { create } from 'zustand';
import type { HISTORY_ACTIONS, HISTORY_PERIODS } from '#contract/history.ts';

export interface HistoryFilter {
  readonly days: (typeof HISTORY_PERIODS)[number];
  readonly action: (typeof HISTORY_ACTIONS)[number];
}

interface HistoryState {
  /** Who this is remembered for, and where; anybody else starts afresh. */
  owner: string;
  filter: HistoryFilter;
  /** The search that `page` belongs to. */
  searched: string;
  page: number;
  /** Keys of the groups that are open. */
  expanded: ReadonlySet<string>;
}

const FRESH_FILTER: HistoryFilter = { days: '30', action: 'all' };

function fresh(owner: string): HistoryState {
  return { owner, filter: FRESH_FILTER, searched: '', page: 1, expanded: new Set() };
}

/** What the view remembers while another one is shown. Source: spec §2, "Per-view state". */
export const useHistoryState = create<HistoryState>(() => fresh(''));

export function ownerOf(userId: number, locationId: number): string {
  return `${userId} at ${locationId}`;
}

/** Called when the view opens: another person, or another location, begins anew. */
export function enterHistory(owner: string): void {
  if (useHistoryState.getState().owner !== owner) useHistoryState.setState(fresh(owner));
}

/** Narrows or widens the list; it starts at its first page again. */
export function changeFilter(change: Partial<HistoryFilter>): void {
  useHistoryState.setState(({ filter }) => ({ filter: { ...filter, ...change }, page: 1 }));
}

/** Another search begins at its first page. */
export function searchedFor(search: string): void {
  useHistoryState.setState((state) => (state.searched === search ? state : { searched: search, page: 1 }));
}

export function goToPage(page: number): void {
  useHistoryState.setState({ page });
}

/** Opens or closes a group, each by itself. Source: spec §4, "batches expand/collapse individually". */
export function expand(key: string, on: boolean): void {
  useHistoryState.setState(({ expanded }) => {
    const next = new Set(expanded);
    if (on) next.add(key);
    else next.delete(key);
    return { expanded: next };
  });
}
