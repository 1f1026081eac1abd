import { useMemo } from 'react';
import { useViewState } from '../views/view-memory.ts';
import type { ViewState } from '../views/view-state.ts';
import type { ViewId } from '../views/views.ts';
import { useUnifiedSearch } from './use-unified-search.ts';

/** What a view lists: while the popup shows the matches, what it listed before. Rule: search/grid-stays. */
export function useListedState(view: ViewId): ViewState {
  const state = useViewState(view);
  const kept = useUnifiedSearch((search) => search.kept);
  return useMemo(
    () => (kept === null || state.search.trim() === '' ? state : { ...state, search: kept }),
    [state, kept],
  );
}
