import type { LiveEvent } from '#contract/live.ts';
import type { Moved } from './order-stock.ts';
import type { StatusChange } from './status.ts';

interface Changed {
  readonly id: number;
  readonly locationId: number;
  /** Null or 0 for a guest. */
  readonly customerId: number | null;
  readonly status: string;
  readonly moved: Moved;
  /** Other locations whose sums it changes. */
  readonly elsewhere: readonly number[];
}

/** Tells that orders and points of an order's customer changed; nothing for a guest. Rule: loyalty/balance-again. */
export function customerEvents(customerId: number | null): LiveEvent[] {
  return customerId ? [{ type: 'customers', customer_id: customerId, parts: ['points', 'orders'] }] : [];
}

/** The events of a changed order, for the other tills. */
export function eventsOf({ id, locationId, customerId, status, moved, elsewhere }: Changed): LiveEvent[] {
  const orders = [locationId, ...elsewhere].map((at): LiveEvent => {
    return { type: 'orders', order_id: id, location_id: at, status };
  });
  const events = [...orders, ...customerEvents(customerId)];
  return moved.length === 0 ? events : [...events, { type: 'stock', location_id: locationId, items: moved }];
}

export function statusEvents({ order, moved, elsewhere }: StatusChange): LiveEvent[] {
  const { id, location_id: locationId, customer_id: customerId, status } = order;
  return eventsOf({ id, locationId, customerId, status, moved, elsewhere });
}
