import { create } from 'zustand';
import type { WireOrder } from '#contract/orders.ts';
import { followOwner } from '#web/api/per-owner.ts';
import { freshFilter, type OrderFilter, type QuickFilter } from './order-filter.ts';

interface OrdersState {
  filter: OrderFilter;
  /** The search that `page` belongs to. */
  searched: string;
  page: number;
  show: 'all' | 'selected';
  /** The sales of the orders that the filters leave, in place of their list. */
  summing: boolean;
  /** As they were fetched last, so that a selection over several pages is one. */
  selected: ReadonlyMap<number, WireOrder>;
  expanded: ReadonlySet<number>;
}

function fresh(locationId: number | null): OrdersState {
  return {
    filter: freshFilter(locationId),
    searched: '',
    page: 1,
    show: 'all',
    summing: false,
    selected: new Map(),
    expanded: new Set(),
  };
}

/** What the view remembers while another one is shown. Another person, or another location, begins anew. */
export const useOrdersState = create<OrdersState>(() => fresh(null));
followOwner((owner) => useOrdersState.setState(fresh(owner?.locationId ?? null), true));

/** Narrows or widens the list; it starts at its first page again. */
export function changeFilter(change: Partial<OrderFilter>): void {
  useOrdersState.setState(({ filter }) => ({ filter: { ...filter, ...change }, page: 1, show: 'all' }));
}

/** Days, and the saved filter Today, are two ways to say the same: the one wanted last holds. */
export function chooseDays(days: Partial<Pick<OrderFilter, 'from' | 'to'>>): void {
  const { quick } = useOrdersState.getState().filter;
  changeFilter({ ...days, quick: quick === 'today' ? null : quick });
}

export function chooseQuick(quick: QuickFilter | null): void {
  changeFilter(quick === 'today' ? { quick, from: '', to: '' } : { quick });
}

/** Another search begins at its first page. */
export function searchedFor(search: string): void {
  useOrdersState.setState((state) => (state.searched === search ? state : { searched: search, page: 1, show: 'all' }));
}

export function goToPage(page: number): void {
  useOrdersState.setState({ page });
}

export function showOrders(show: 'all' | 'selected'): void {
  useOrdersState.setState({ show });
}

export function showSummary(summing: boolean): void {
  useOrdersState.setState({ summing });
}

/** @param orders become selected, or unselected, together */
export function select(orders: readonly WireOrder[], on: boolean): void {
  useOrdersState.setState(({ selected, show }) => {
    const next = new Map(selected);
    for (const order of orders) {
      if (on) next.set(order.id, order);
      else next.delete(order.id);
    }
    return { selected: next, show: next.size === 0 ? 'all' : show };
  });
}

export function clearSelection(): void {
  useOrdersState.setState({ selected: new Map(), show: 'all' });
}

export function expand(id: number, on: boolean): void {
  useOrdersState.setState(({ expanded }) => {
    const next = new Set(expanded);
    if (on) next.add(id);
    else next.delete(id);
    return { expanded: next };
  });
}

/** What was selected, as it is now. */
export function refreshSelected(orders: readonly WireOrder[]): void {
  useOrdersState.setState((state) => {
    const changed = orders.filter((order) => {
      const kept = state.selected.get(order.id);
      return kept !== undefined && kept !== order;
    });
    if (changed.length === 0) return state;
    return { selected: new Map([...state.selected, ...changed.map((order) => [order.id, order] as const)]) };
  });
}

/** An order that is no more: neither selected nor open. */
export function forgetOrder(id: number): void {
  expand(id, false);
  const order = useOrdersState.getState().selected.get(id);
  if (order) select([order], false);
}
