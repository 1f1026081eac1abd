import { MAX_SEARCH_LENGTH } from '#contract/wire.ts';
import { type Addressed, addressed } from '#web/api/address/address.ts';
import { anyOf, oneOf, type Param, recordId, wholeOf, words, wordsOrNone } from '#web/api/address/params.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { isTypedDay } from '#domain/identity/typed-day.ts';
import { FAVOURITES } from '#web/entities/catalogue/grid-filter.ts';
import { STOCK_TABS, type ViewState } from './view-state.ts';
import { VIEW_IDS, type ViewId } from './views.ts';

/** Names of customers chosen here, because an address contains only their numbers. */
const nameOf = new Map<number, string>([[0, 'Guest Customer']]);

const customer: Param<ViewState['customer']> = {
  name: 'customer',
  fallback: null,
  read(text) {
    const id = text === '0' ? 0 : wholeOf(text);
    return id === null ? null : { id, name: nameOf.get(id) ?? '' };
  },
  write(chosen) {
    if (chosen) nameOf.set(chosen.id, chosen.name);
    return chosen?.id.toString();
  },
};

const category: Param<ViewState['categoryId']> = {
  ...recordId('category'),
  read: (text) => (text === 'favourites' ? FAVOURITES : wholeOf(text)),
  write: (id) => (id === FAVOURITES ? 'favourites' : id?.toString()),
};

const searched = words('search', MAX_SEARCH_LENGTH);

function stateOf(view: ViewId): Addressed<ViewState> {
  return addressed<ViewState>(view, {
    customer,
    productId: recordId('.product'),
    categoryId: category,
    // Customers are found by birth date, which no address keeps. Rule: customers/birth-and-licence.
    search: view === 'customers' ? { ...searched, hides: isTypedDay } : searched,
    // Neither a link nor a reload opens audit mode on the register.
    stockMode: anyOf(view === 'adjustments' ? 'mode' : '.mode', ['audit', 'restock']),
    stockTab: oneOf('tab', STOCK_TABS, 'stock'),
    blueprintField: wordsOrNone('field', MAX_SEARCH_LENGTH),
    blueprintValue: wordsOrNone('value', MAX_SEARCH_LENGTH),
  });
}

const STATES = Object.fromEntries(VIEW_IDS.map((view) => [view, stateOf(view)])) as Record<
  ViewId,
  Addressed<ViewState>
>;

/** Parameters that another search resets: the page of the list, and the records that are open in it. */
const OF_ONE_SEARCH: Partial<Record<ViewId, readonly string[]>> = {
  orders: ['page', 'order'],
  customers: ['page', 'customer'],
  adjustments: ['page'],
  history: ['page'],
};

export function viewState(view: ViewId): ViewState {
  return STATES[view].get();
}

export function useViewState(view: ViewId): ViewState {
  return STATES[view].use();
}

/** The texts that were left in the tabs of the Inventory Manager, because a search belongs to one tab. */
const useTextsLeft = perOwner<Partial<Record<ViewState['stockTab'], string>>>(() => ({}));

/** Stores a change of a view's state; for the current view it also changes the address. */
export function updateView(view: ViewId, change: Partial<ViewState>): void {
  const before = viewState(view);
  const { stockTab } = change;
  if (stockTab !== undefined && stockTab !== before.stockTab) {
    useTextsLeft.setState({ [before.stockTab]: before.search });
    const search = change.search ?? useTextsLeft.getState()[stockTab] ?? '';
    return STATES[view].change({ ...change, search });
  }
  const isOther = (field: 'search' | 'customer') => change[field] !== undefined && change[field] !== before[field];
  const dropped = isOther('search') || isOther('customer') ? OF_ONE_SEARCH[view] : [];
  STATES[view].change(change, 'search' in change ? 'later' : 'replace', dropped);
}
