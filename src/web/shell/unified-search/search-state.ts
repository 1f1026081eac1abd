import { optionAfter } from '#web/ui/rows/row-keys.ts';

/** The modes of the search in the top bar; one at a time. Rule: search/one-mode. */
export const SEARCH_MODES = ['customer', 'product', 'product-only', 'audit', 'purchase-order', 'filter'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** The panes of the customer popup. */
export type CustomerPane = 'list' | 'id-scan' | 'new-customer';

export interface SearchState {
  /** Null: the popup is closed. */
  readonly mode: SearchMode | null;
  readonly pane: CustomerPane;
  /** The typed text. Without a mode the box shows what the view is narrowed to. Rule: search/grid-stays. */
  readonly query: string;
  /** In filter mode: the blueprint field whose values are listed. */
  readonly field: string | null;
  /** Index of the highlighted option. */
  readonly highlighted: number | null;
}

export const CLOSED: SearchState = { mode: null, pane: 'list', query: '', field: null, highlighted: null };

/** Opening a mode discards the state of another one. Opening the current mode changes nothing. */
export function opened(state: SearchState, mode: SearchMode): SearchState {
  return state.mode === mode ? state : { ...CLOSED, mode };
}

/** A new text has new options, so the highlight is removed. */
export function typed(state: SearchState, query: string): SearchState {
  return { ...state, query, highlighted: null };
}

export function withPane(state: SearchState, pane: CustomerPane): SearchState {
  return state.mode === 'customer' ? { ...state, pane, highlighted: null } : state;
}

export function withField(state: SearchState, field: string | null): SearchState {
  return state.mode === 'filter' ? { ...state, field, query: '', highlighted: null } : state;
}

/**
 * Moves the highlight by one, around both ends. Without a highlight, Down starts at the first option and Up at the
 * last.
 */
export function moved(state: SearchState, step: 1 | -1, count: number): SearchState {
  const from = state.highlighted === null || state.highlighted >= count ? -1 : state.highlighted;
  return { ...state, highlighted: optionAfter(step === 1 ? 'ArrowDown' : 'ArrowUp', from, count) };
}

/** The option that Enter means: the highlighted one, or else the only match. Rule: search/keys. */
export function meant(state: SearchState, count: number, sole: number | null): number | null {
  if (state.highlighted !== null && state.highlighted < count) return state.highlighted;
  return sole;
}
