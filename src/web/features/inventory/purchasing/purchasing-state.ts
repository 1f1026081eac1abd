import { perOwner } from '#web/api/per-owner.ts';
import { FRESH_FILTER, type PoFilter } from './list/order-filter.ts';

/** Where somebody is among the purchase orders. */
export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'new' }
  | { readonly kind: 'order' | 'edit' | 'receive'; readonly id: number };

/** Both tabs that show purchase orders have a place of their own. */
export type Tab = 'orders' | 'suppliers';

interface PurchasingState {
  places: Record<Tab, Place>;
  /** The order that was open before the list. */
  returnTo: Record<Tab, number | null>;
  filter: PoFilter;
  /** The search that `page` belongs to. */
  searched: string;
  page: number;
  supplierStatus: 'active' | 'inactive' | 'all';
  /** The supplier that is open in the suppliers tab. */
  supplierId: number | null;
}

const LIST: Place = { kind: 'list' };

/** What both tabs remember while another view is shown. */
export const usePurchasing = perOwner<PurchasingState>(() => ({
  places: { orders: LIST, suppliers: LIST },
  returnTo: { orders: null, suppliers: null },
  filter: FRESH_FILTER,
  searched: '',
  page: 1,
  supplierStatus: 'active',
  supplierId: null,
}));

export function goTo(tab: Tab, place: Place): void {
  usePurchasing.setState(({ places, returnTo }) => {
    const before = places[tab];
    return {
      places: { ...places, [tab]: place },
      returnTo: { ...returnTo, [tab]: 'id' in before ? before.id : null },
    };
  });
}

const TABS: readonly Tab[] = ['orders', 'suppliers'];

/** Leads on from a form that is done with, in each tab that shows it. */
export function moveOn(isDone: (place: Place) => boolean, to: Place): void {
  for (const tab of TABS) if (isDone(usePurchasing.getState().places[tab])) goTo(tab, to);
}

/** Another supplier's orders: none of them was open before. @param supplierId null: back to all suppliers */
export function openSupplier(supplierId: number | null): void {
  usePurchasing.setState(({ returnTo }) => ({ supplierId, returnTo: { ...returnTo, suppliers: null } }));
}

/** Narrows or widens the list; it starts at its first page again. */
export function changeFilter(change: Partial<PoFilter>): void {
  usePurchasing.setState(({ filter }) => ({ filter: { ...filter, ...change }, page: 1 }));
}

/** Another search begins at its first page. */
export function searchedFor(search: string): void {
  usePurchasing.setState((state) => (state.searched === search ? state : { searched: search, page: 1 }));
}

export function goToPage(page: number): void {
  usePurchasing.setState({ page });
}
