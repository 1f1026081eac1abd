import type { TabProps } from '../tab-props.ts';
import { OrderPlace } from './order-place.tsx';
import { PurchaseOrdersList } from './list/purchase-orders-list.tsx';
import { usePurchasing } from './purchasing-state.ts';

/** The purchase orders tab: list, new order, editing, receiving. */
export function PurchaseOrders({ search, onSearch }: TabProps) {
  const place = usePurchasing((state) => state.places.orders);
  const returnTo = usePurchasing((state) => state.returnTo.orders);
  if (place.kind !== 'list') return <OrderPlace tab="orders" place={place} />;
  return <PurchaseOrdersList search={search} returnTo={returnTo} onClearSearch={() => onSearch('')} />;
}
