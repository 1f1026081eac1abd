import { type Author, may } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { OrderRow } from './order-row.ts';

export const NO_SUCH_ORDER = 'There is no such order.';

/** Rule: orders/own-location. */
export function isVisible(by: Author, row: OrderRow): boolean {
  return may(by, 'switch-location') || row.location_id === by.locationId;
}

/** One name for all who see the same orders. */
export function sightOf(by: Author): string {
  return may(by, 'switch-location') ? 'every location' : `location ${by.locationId ?? 0}`;
}

/** @throws Refusal `not_found` when there is no such order, or it is another location's. */
export function requireVisible(by: Author, row: OrderRow | null): OrderRow {
  if (!row || !isVisible(by, row)) throw new Refusal('not_found', NO_SUCH_ORDER);
  return row;
}
