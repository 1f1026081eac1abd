import type { LiveEvent } from '#contract/live.ts';
import type { Moved } from './order-stock.ts';
import type { StatusChange } from './status.ts';

interface Changed {
  readonly id: number;
  readonly locationId: number;
  readonly status: string;
  readonly moved: Moved;
}

/** The events of a changed order, for the other tills. */
export function eventsOf({ id, locationId, status, moved }: Changed): LiveEvent[] {
  const changed: LiveEvent = { type: 'orders', order_id: id, location_id: locationId, status };
  return moved.length === 0 ? [changed] : [changed, { type: 'stock', location_id: locationId, items: moved }];
}

export function statusEvents({ order, moved }: StatusChange): LiveEvent[] {
  return eventsOf({ id: order.id, locationId: order.location_id, status: order.status, moved });
}
