/** What the one search of the top bar is used for; one at a time. Rule: search/one-mode. */
export const SEARCH_MODES = ['customer', 'product', 'product-only', 'audit', 'purchase-order', 'filter'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** What the customer popup shows. */
export type CustomerPane = 'list' | 'id-scan' | 'new-customer';

export interface SearchState {
  /** Null: the popup is closed. */
  readonly mode: SearchMode | null;
  readonly pane: CustomerPane;
  /** What is typed in every mode but `product`: that text is the view's own and stays when the popup closes. */
  readonly query: string;
  /** Filter mode: the blueprint field whose values are listed. */
  readonly field: string | null;
  /** Place of the highlighted option; null: none. */
  readonly highlighted: number | null;
}

export const CLOSED: SearchState = { mode: null, pane: 'list', query: '', field: null, highlighted: null };

/** Modes exclude each other: what another one held is gone. The open one stays as it is. */
export function opened(state: SearchState, mode: SearchMode): SearchState {
  return state.mode === mode ? state : { ...CLOSED, mode };
}

/** Other text, other options: the highlight goes. */
export function typed(state: SearchState, query: string): SearchState {
  return { ...state, query, highlighted: null };
}

export function withPane(state: SearchState, pane: CustomerPane): SearchState {
  return state.mode === 'customer' ? { ...state, pane, highlighted: null } : state;
}

export function withField(state: SearchState, field: string | null): SearchState {
  return state.mode === 'filter' ? { ...state, field, query: '', highlighted: null } : state;
}

/** One option on, around the end and the beginning; the first key press enters the list from its side. */
export function moved(state: SearchState, step: 1 | -1, count: number): SearchState {
  if (count === 0) return { ...state, highlighted: null };
  const outside = step === 1 ? -1 : count;
  const from = state.highlighted === null || state.highlighted >= count ? outside : state.highlighted;
  return { ...state, highlighted: (from + step + count) % count };
}

/** What Enter means: the highlighted option, else the only match, else nothing. Rule: search/keys. */
export function meant(state: SearchState, count: number, sole: number | null): number | null {
  if (state.highlighted !== null && state.highlighted < count) return state.highlighted;
  return sole;
}
