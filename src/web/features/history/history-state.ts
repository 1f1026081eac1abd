import type { HISTORY_ACTIONS, HISTORY_PERIODS } from '#contract/history.ts';
import { perOwner } from '#web/api/per-owner.ts';

export interface HistoryFilter {
  readonly days: (typeof HISTORY_PERIODS)[number];
  readonly action: (typeof HISTORY_ACTIONS)[number];
}

interface HistoryState {
  filter: HistoryFilter;
  /** The search that `page` belongs to. */
  searched: string;
  page: number;
  /** Keys of the groups that are open. */
  expanded: ReadonlySet<string>;
}

/** What the view remembers while another one is shown. */
export const useHistoryState = perOwner<HistoryState>(() => ({
  filter: { days: '30', action: 'all' },
  searched: '',
  page: 1,
  expanded: new Set(),
}));

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

/** Opens or closes a group, each by itself. Rule: history/page. */
export function expand(key: string, on: boolean): void {
  useHistoryState.setState(({ expanded }) => {
    const next = new Set(expanded);
    if (on) next.add(key);
    else next.delete(key);
    return { expanded: next };
  });
}
