import { focusAtOnce } from '#web/ui/layers/hand-focus.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import {
  CLOSED,
  type CustomerPane,
  moved,
  opened,
  type SearchMode,
  type SearchState,
  typed,
  withField,
  withPane,
} from './search-state.ts';

export const SEARCH_INPUT_ID = 'unified-search';
export const SEARCH_BOX_ID = 'unified-search-box';

interface UnifiedSearch extends SearchState {
  /** The number of options in the popup. */
  readonly listed: number;
  openCustomerMode: () => void;
  openProductMode: () => void;
  openProductOnlyMode: () => void;
  openAuditMode: () => void;
  openPurchaseOrderMode: () => void;
  openFilterMode: () => void;
  /** @param returnFocus returns the focus to where it was before the search; false when it has moved elsewhere */
  close: (returnFocus?: boolean) => void;
  type: (query: string) => void;
  showPane: (pane: CustomerPane) => void;
  showField: (field: string | null) => void;
  move: (step: 1 | -1, count: number) => void;
  highlight: (index: number | null) => void;
}

/** The element that had the focus before the search. */
let cameFrom: HTMLElement | null = null;

export const focusSearch = (): void => focusAtOnce(document.getElementById(SEARCH_INPUT_ID));

function isInSearch(element: Element | null): boolean {
  return element?.closest(`#${SEARCH_BOX_ID}`) != null;
}

/** Remembers where to return the focus. Called before the focus moves; moves within the search are ignored. */
export function noteOrigin(origin: Element | null): void {
  if (isInSearch(origin)) return;
  cameFrom = origin instanceof HTMLElement && origin !== document.body ? origin : null;
}

function goBack(): void {
  const origin = cameFrom;
  cameFrom = null;
  if (origin?.isConnected) origin.focus();
  else if (document.activeElement instanceof HTMLElement && isInSearch(document.activeElement)) {
    document.activeElement.blur();
  }
}

/** The state of the search in the top bar. The shell opens modes directly, features with an event. */
export const useUnifiedSearch = perOwner<UnifiedSearch>((set, get) => {
  function open(mode: SearchMode): void {
    noteOrigin(document.activeElement);
    set(opened(get(), mode));
    focusSearch();
  }
  return {
    ...CLOSED,
    listed: 0,
    openCustomerMode: () => open('customer'),
    openProductMode: () => open('product'),
    openProductOnlyMode: () => open('product-only'),
    openAuditMode: () => open('audit'),
    openPurchaseOrderMode: () => open('purchase-order'),
    openFilterMode: () => open('filter'),
    close: (returnFocus = true) => {
      set(CLOSED);
      if (returnFocus) goBack();
    },
    type: (query) => set(typed(get(), query)),
    showPane: (pane) => set(withPane(get(), pane)),
    showField: (field) => set(withField(get(), field)),
    move: (step, count) => set(moved(get(), step, count)),
    highlight: (highlighted) => set({ highlighted }),
  };
});
