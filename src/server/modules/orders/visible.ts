import { can } from '#domain/permissions.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { OrderRow } from './order-row.ts';

export const NO_SUCH_ORDER = 'There is no such order.';

export function isVisible(staff: Staff, row: OrderRow): boolean {
  return can(staff.role, 'switch-location') || row.location_id === staff.locationId;
}

/** @throws Refusal `not_found` when there is no such order, or it is another location's. */
export function requireVisible(staff: Staff, row: OrderRow | null): OrderRow {
  if (!row || !isVisible(staff, row)) throw new Refusal('not_found', NO_SUCH_ORDER);
  return row;
}
