import type { ListedOrder } from '#contract/orders.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import type { OrderFilter, QuickFilter } from './order-filter.ts';
import { changeAddress, expand, ordersAddress } from './orders-address.ts';

interface OrdersState {
  show: 'all' | 'selected';
  /** The orders as they were fetched last. A selection may span several pages. */
  selected: ReadonlyMap<number, ListedOrder>;
  /** The summary was opened without days and shows today's; closing it lets them go. */
  summedToday: boolean;
}

/** The selection, which is not in the address. Kept while another view is shown. */
export const useOrdersState = perOwner<OrdersState>(() => ({
  show: 'all',
  selected: new Map(),
  summedToday: false,
}));

/** Changes the filter and goes to the first page. */
export function changeFilter(change: Partial<Omit<OrderFilter, 'locationId'>>): void {
  changeAddress(change);
  showOrders('all');
}

/** @param place null for all locations */
export function chooseLocation(place: number | 'own' | null): void {
  changeAddress({ location: place ?? 'all' });
  showOrders('all');
}

/**
 * Chooses days. Today by its name goes on with midnight; beside another saved filter it is the date of today, because
 * the list has one saved filter at a time.
 */
export function choosePeriod({ from, to }: Pick<OrderFilter, 'from' | 'to'>, period: string | null): void {
  const { quick } = ordersAddress.get();
  if (period === 'today' && (quick === null || quick === 'today')) changeFilter({ quick: 'today', from: '', to: '' });
  else changeFilter({ from, to, quick: quick === 'today' ? null : quick });
}

/** Turns a saved filter on, or off with null. The days stay. */
export function chooseQuick(quick: QuickFilter | null, today: string): void {
  const now = ordersAddress.get();
  changeFilter({ quick, ...(now.quick === 'today' && { from: today, to: today }) });
}

/** Opens or closes the sales summary. It opens on today unless days, or orders, were chosen. Rule: orders/summary-opens-on-today. */
export function showSummary(summing: boolean, searched: boolean): void {
  const { from, to, quick } = ordersAddress.get();
  const { summedToday } = useOrdersState.getState();
  const opensToday = summing && from === '' && to === '' && quick === null && !searched;
  if (opensToday) ordersAddress.change({ summing, quick: 'today' });
  else ordersAddress.change({ summing, ...(!summing && summedToday && quick === 'today' && { quick: null }) });
  useOrdersState.setState({ summedToday: opensToday });
}

export function showOrders(show: 'all' | 'selected'): void {
  useOrdersState.setState({ show });
}

/** @param orders are selected or unselected together */
export function select(orders: readonly ListedOrder[], on: boolean): void {
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

/** Updates the selected orders. */
export function refreshSelected(orders: readonly ListedOrder[]): void {
  useOrdersState.setState((state) => {
    const changed = orders.filter((order) => {
      const kept = state.selected.get(order.id);
      return kept !== undefined && kept !== order;
    });
    if (changed.length === 0) return state;
    return { selected: new Map([...state.selected, ...changed.map((order) => [order.id, order] as const)]) };
  });
}

/** Removes a deleted order from the selection and closes it. */
export function forgetOrder(id: number): void {
  expand(id, false);
  const order = useOrdersState.getState().selected.get(id);
  if (order) select([order], false);
}
