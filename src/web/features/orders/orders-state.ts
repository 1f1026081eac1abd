import { create } from 'zustand';
import type { WireOrder } from '#contract/orders.ts';
import { freshFilter, type OrderFilter, type QuickFilter } from './order-filter.ts';

interface OrdersState {
  /** Who this is remembered for, and where; anybody else starts afresh. */
  owner: string;
  filter: OrderFilter;
  /** The search that `page` belongs to. */
  searched: string;
  page: number;
  show: 'all' | 'selected';
  /** The sales of the orders that the filters leave, in place of their list. */
  summing: boolean;
  /** As they were when selected, so that a selection over several pages can be shown and exported. */
  selected: ReadonlyMap<number, WireOrder>;
  expanded: ReadonlySet<number>;
  /** Being deleted: not to be asked for any more. */
  leaving: ReadonlySet<number>;
}

function fresh(owner: string, locationId: number | null): OrdersState {
  return {
    owner,
    filter: freshFilter(locationId),
    searched: '',
    page: 1,
    show: 'all',
    summing: false,
    selected: new Map(),
    expanded: new Set(),
    leaving: new Set(),
  };
}

/** What the view remembers while another one is shown. Source: spec §2, "Per-view state". */
export const useOrdersState = create<OrdersState>(() => fresh('', null));

export function ownerOf(userId: number, locationId: number | null): string {
  return `${userId} at ${locationId}`;
}

/** Called when the view opens: another person, or another location, begins anew. */
export function enterOrders(userId: number, locationId: number | null): void {
  const owner = ownerOf(userId, locationId);
  if (useOrdersState.getState().owner !== owner) useOrdersState.setState(fresh(owner, locationId));
}

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

/** @param leaving whether the order is being deleted; false when that was refused */
export function setLeaving(id: number, leaving: boolean): void {
  useOrdersState.setState((state) => {
    const next = new Set(state.leaving);
    if (leaving) next.add(id);
    else next.delete(id);
    return { leaving: next };
  });
}
