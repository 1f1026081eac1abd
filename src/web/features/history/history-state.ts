import { HISTORY_ACTIONS, HISTORY_PERIODS } from '#contract/history.ts';
import { addressed } from '#web/api/address/address.ts';
import { oneOf, pageNumber } from '#web/api/address/params.ts';
import { perOwner } from '#web/api/session/per-owner.ts';

export interface HistoryFilter {
  readonly days: (typeof HISTORY_PERIODS)[number];
  readonly action: (typeof HISTORY_ACTIONS)[number];
}

/** The address of the history: filters and page. */
export const historyAddress = addressed<HistoryFilter & { readonly page: number }>('history', {
  days: oneOf('days', HISTORY_PERIODS, '30'),
  action: oneOf('action', HISTORY_ACTIONS, 'all'),
  page: pageNumber('page'),
});

/** The keys of the open groups, kept while another view is shown. */
export const useHistoryState = perOwner<{ expanded: ReadonlySet<string> }>(() => ({ expanded: new Set() }));

/** Opens or closes one group. Rule: history/page. */
export function expand(key: string, on: boolean): void {
  useHistoryState.setState(({ expanded }) => {
    const next = new Set(expanded);
    if (on) next.add(key);
    else next.delete(key);
    return { expanded: next };
  });
}
