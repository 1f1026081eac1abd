import { useEffect, useEffectEvent, useRef } from 'react';
import type { TabProps } from '../tab-props.ts';
import { OrderPlace } from './order-place.tsx';
import { PurchaseOrdersList } from './list/purchase-orders-list.tsx';
import { goTo, usePurchasing } from './purchasing-state.ts';

/** The purchase orders tab: list, new order, editing, receiving. */
export function PurchaseOrders({ search, onSearch }: TabProps) {
  const place = usePurchasing((state) => state.places.orders);
  const returnTo = usePurchasing((state) => state.returnTo.orders);
  useSearchedList(search, place.kind === 'order');
  if (place.kind !== 'list') return <OrderPlace tab="orders" place={place} />;
  return <PurchaseOrdersList search={search} returnTo={returnTo} onClearSearch={() => onSearch('')} />;
}

/** Typing in the search leaves an open order for the list of those found. A form with work in it stays. */
function useSearchedList(search: string, leaves: boolean): void {
  const before = useRef(search);
  const typed = useEffectEvent(() => {
    if (leaves && search.trim() !== '') goTo('orders', { kind: 'list' });
  });
  useEffect(() => {
    if (before.current === search) return;
    before.current = search;
    typed();
  }, [search]);
}
