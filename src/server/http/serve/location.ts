import { Refusal } from '#server/refusal.ts';
import { may, type Staff } from '../guard/session.ts';

/**
 * The location where the person works now.
 * @throws Refusal `location_required` when they have none
 */
function requireLocation(staff: Staff): number {
  if (staff.locationId === null) {
    throw new Refusal('location_required', 'You have no location yet. Ask an administrator to assign you one.');
  }
  return staff.locationId;
}

/** True if the person may read data of a location. */
export function mayRead(staff: Staff, locationId: number): boolean {
  return locationId === staff.locationId || may(staff, 'switch-location');
}

/**
 * The location that a read is about: that of the session, or the requested one for those who may work at any.
 * Rules: sign-in/session-says-who, sign-in/no-location.
 * @throws Refusal `not_found` for another location; `location_required`
 */
export function locationToRead(staff: Staff, asked: number | undefined): number {
  if (asked === undefined) return requireLocation(staff);
  if (!mayRead(staff, asked)) throw new Refusal('not_found', `There is no location ${asked}.`);
  return asked;
}

/**
 * `locationToRead` for writes.
 * @throws Refusal `not_allowed` for another location; `location_required`
 */
export function locationToWrite(staff: Staff, asked: number | undefined): number {
  if (asked === undefined || asked === staff.locationId) return requireLocation(staff);
  if (!may(staff, 'switch-location')) {
    throw new Refusal('not_allowed', 'You may change stock at your own location only.');
  }
  return asked;
}
