import { can } from '#domain/permissions.ts';
import type { Staff } from '#server/http/session.ts';
import { Refusal } from '#server/refusal.ts';
import type { OrderRow } from './order-row.ts';

/** @throws Refusal `not_found` when there is no such order, or it is another location's. */
export function requireVisible(staff: Staff, row: OrderRow | null): OrderRow {
  const visible = row && (can(staff.role, 'switch-location') || row.location_id === staff.locationId);
  if (!visible) throw new Refusal('not_found', 'There is no such order.');
  return row;
}
