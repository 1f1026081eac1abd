import type { LiveEvent } from '#contract/live.ts';
import type { Moved } from './order-stock.ts';
import type { StatusChange } from './status.ts';

interface Changed {
  readonly id: number;
  readonly locationId: number;
  readonly status: string;
  readonly moved: Moved;
  /** Other locations whose sums it changes. */
  readonly elsewhere: readonly number[];
}

/** The events of a changed order, for the other tills. */
export function eventsOf({ id, locationId, status, moved, elsewhere }: Changed): LiveEvent[] {
  const events: LiveEvent[] = [locationId, ...elsewhere].map((at) => {
    return { type: 'orders', order_id: id, location_id: at, status };
  });
  return moved.length === 0 ? events : [...events, { type: 'stock', location_id: locationId, items: moved }];
}

export function statusEvents({ order, moved, elsewhere }: StatusChange): LiveEvent[] {
  return eventsOf({ id: order.id, locationId: order.location_id, status: order.status, moved, elsewhere });
}
