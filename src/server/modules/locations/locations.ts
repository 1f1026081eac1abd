import type { StockEvent } from '#contract/live.ts';
import type {
  changeLocationRoute,
  closeLocationRoute,
  createLocationRoute,
  ManagedLocation,
} from '#contract/locations.ts';
import type { BodyOf } from '#contract/route.ts';
import { checkDay, HOURS_SENTENCES, WEEKDAYS } from '#domain/opening-hours.ts';
import { toMilli } from '#domain/quantity.ts';
import { recordChange } from '#server/db/audit-trail.ts';
import { milliFrom } from '#server/db/numeric.ts';
import type { Database, Tx } from '#server/db/pool.ts';
import type { Staff } from '#server/http/guard/session.ts';
import { applyAudit, transferStock } from '#server/modules/inventory/service.ts';
import { requireLogo } from '#server/modules/receipts/service.ts';
import { lockForClosing } from '#server/stock/stock-items.ts';
import { Refusal } from '#server/refusal.ts';
import {
  countOtherOpen,
  insertLocation,
  isNameTaken,
  isTimeZone,
  type LocationRow,
  lockLocation,
  selectLocation,
  selectManaged,
  selectStocked,
  setClosed,
  type StockedItem,
  updateLocation,
  type Written,
} from './queries.ts';

const AS_THE_BUSINESS: Written['receipt'] = { paper_mm: null, logo: null, qr: null, qr_address: '' };
const DEFAULT_TIME_ZONE = 'America/New_York';
const ADDRESS_PARTS = ['address_1', 'address_2', 'city', 'state', 'postcode'] as const;

function addressOf(stored: Readonly<Record<string, unknown>>): ManagedLocation['address'] {
  const parts = ADDRESS_PARTS.map((part) => [part, typeof stored[part] === 'string' ? stored[part] : '']);
  return Object.fromEntries(parts) as ManagedLocation['address'];
}

function toLocation({ address, closed_at: closedAt, ...row }: LocationRow): ManagedLocation {
  return { ...row, address: addressOf(address), closed_at: closedAt?.toISOString() ?? null };
}

export async function listLocations(db: Database): Promise<ManagedLocation[]> {
  return (await selectManaged(db)).map(toLocation);
}

/** The location under its lock. @throws Refusal `not_found`, `changed_meanwhile` */
async function lockSeen(tx: Tx, id: number, version: number | undefined): Promise<ManagedLocation> {
  await lockLocation(tx, id);
  const present = await requireLocation(tx, id);
  if (version !== undefined && version !== present.version) {
    throw new Refusal('changed_meanwhile', 'Somebody else changed this location meanwhile. Nothing was saved.', {
      details: { current: present },
    });
  }
  return present;
}

async function requireLocation(db: Database | Tx, id: number): Promise<ManagedLocation> {
  const row = await selectLocation(db, id);
  if (!row) throw new Refusal('not_found', `There is no location ${id}.`);
  return toLocation(row);
}

/** @throws Refusal 422 `not_valid` for hours or a time zone that there are not */
async function checked(tx: Tx, written: Written): Promise<Written> {
  if (!(await isTimeZone(tx, written.time_zone)))
    throw new Refusal('not_valid', `There is no time zone "${written.time_zone}".`);
  const hours = WEEKDAYS.flatMap((name, at) => {
    const day = checkDay(written.opening_hours.filter(({ weekday }) => weekday === at + 1));
    if (!day.ok) throw new Refusal('not_valid', `${name}: ${HOURS_SENTENCES[day.refused.code]}`);
    return day.value;
  });
  await requireLogo(tx, written.receipt.logo);
  return { ...written, name: written.name.trim(), phone: written.phone.trim(), opening_hours: hours };
}

const taken = (name: string): Refusal =>
  new Refusal('location_name_taken', `Another location is called ${name}. Choose another name.`);

/** @throws Refusal as `createLocationRoute` lists; 422 `not_valid` */
export async function createLocation(
  tx: Tx,
  staff: Staff,
  body: BodyOf<typeof createLocationRoute>,
): Promise<ManagedLocation> {
  const written = await checked(tx, {
    name: body.name,
    phone: body.phone ?? '',
    address: body.address ?? addressOf({}),
    time_zone: body.time_zone ?? DEFAULT_TIME_ZONE,
    opening_hours: body.opening_hours ?? [],
    receipt_header: body.receipt_header ?? '',
    receipt_footer: body.receipt_footer ?? '',
    receipt: body.receipt ?? AS_THE_BUSINESS,
  });
  if (await isNameTaken(tx, written.name, null)) throw taken(written.name);
  const id = await insertLocation(tx, written);
  await recordChange(tx, staff, {
    action: 'location_opened',
    entity: 'location',
    entityId: id,
    details: { ...written },
  });
  return requireLocation(tx, id);
}

const WRITTEN = [
  'name',
  'phone',
  'address',
  'time_zone',
  'opening_hours',
  'receipt_header',
  'receipt_footer',
  'receipt',
] as const satisfies readonly (keyof Written)[];

/**
 * Changes a location. Rule: workspace/locations.
 * @throws Refusal as `changeLocationRoute` lists; 422 `not_valid`
 */
export async function changeLocation(
  tx: Tx,
  staff: Staff,
  id: number,
  { version, ...body }: BodyOf<typeof changeLocationRoute>,
): Promise<ManagedLocation> {
  if (body.name !== undefined && (await isNameTaken(tx, body.name.trim(), id))) throw taken(body.name.trim());
  const before = await lockSeen(tx, id, version);
  const given = Object.fromEntries(WRITTEN.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])));
  const written = await checked(tx, {
    ...before,
    receipt: before.receipt ?? AS_THE_BUSINESS,
    ...(given as Partial<Written>),
  });
  if (before.has_orders && written.time_zone !== before.time_zone) {
    throw new Refusal(
      'not_valid',
      'This location has sold, and the days of its orders are counted by its time zone: it stays.',
    );
  }
  await updateLocation(tx, id, written);
  const after = await requireLocation(tx, id);
  const changed = WRITTEN.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) throw new Refusal('nothing_to_do', 'The location is like that already.');
  const pick = (of: ManagedLocation) => Object.fromEntries(changed.map((name) => [name, of[name]]));
  await recordChange(tx, staff, {
    action: 'location_changed',
    entity: 'location',
    entityId: id,
    details: { from: pick(before), to: pick(after) },
  });
  return after;
}

interface Closed {
  readonly location: ManagedLocation;
  readonly events: readonly StockEvent[];
}

/**
 * Closes a location and clears its stock in one step: sent to another one, or written off as a count of nothing.
 * Rule: workspace/locations.
 * @throws Refusal as `closeLocationRoute` lists; 422 `not_valid`
 */
export async function closeLocation(
  tx: Tx,
  staff: Staff,
  id: number,
  body: BodyOf<typeof closeLocationRoute>,
): Promise<Closed> {
  await lockForClosing(tx, id);
  const before = await lockSeen(tx, id, body.version);
  if (before.closed_at !== null) return { location: before, events: [] };
  if (staff.locationId === id)
    throw new Refusal('not_valid', 'You work at this location now. Switch to another one, then close it.');
  if ((await countOtherOpen(tx, id)) === 0) throw new Refusal('not_valid', 'The last open location stays open.');
  if (body.stock_seen !== undefined && body.stock_seen !== before.stock_stamp) {
    throw new Refusal('changed_meanwhile', 'The stock changed meanwhile. Nothing was closed; look at it again.', {
      details: { current: before },
    });
  }
  const stocked = await selectStocked(tx, id);
  const events = stocked.length === 0 ? [] : await clearStock(tx, staff, before, stocked, body);
  await setClosed(tx, id, staff.id);
  await recordChange(tx, staff, {
    action: 'location_closed',
    entity: 'location',
    entityId: id,
    details: {
      items: stocked.length,
      stock: stocked.length === 0 ? 'none' : body.stock,
      ...(body.stock === 'transfer' && { to_location_id: body.to_location_id }),
    },
  });
  return { location: await requireLocation(tx, id), events };
}

/** A session at the location, so that the person who closes it may move its stock. */
const at = (staff: Staff, locationId: number): Staff => ({ ...staff, locationId });

async function clearStock(
  tx: Tx,
  staff: Staff,
  { id, name }: ManagedLocation,
  stocked: readonly StockedItem[],
  { stock, to_location_id: to }: BodyOf<typeof closeLocationRoute>,
): Promise<StockEvent[]> {
  const items = stocked.map(({ product_id, variation_id, quantity }) => ({
    product_id,
    variation_id,
    milli: milliFrom(quantity),
  }));
  if (stock === 'none') {
    throw new Refusal('location_has_stock', `${name} has stock of ${items.length} items. Say what happens to it.`, {
      details: { items: items.length },
    });
  }
  if (stock === 'write_off') {
    const { event } = await applyAudit(tx, at(staff, id), {
      batch_name: `Closing of ${name}`,
      batch_description: 'Written off when the location was closed',
      location_id: id,
      adjustments: items.map(({ milli, ...item }) => ({
        ...item,
        adjustment_quantity: toMilli(-milli),
        counted_quantity: undefined,
        system_quantity: undefined,
        reason: 'Location closed',
        location_id: id,
      })),
    });
    return event ? [event] : [];
  }
  if (to === undefined) throw new Refusal('not_valid', 'Say to which location the stock goes.');
  const { events } = await transferStock(tx, at(staff, id), {
    from_location_id: id,
    to_location_id: to,
    reason: `Closing of ${name}`,
    items: items.map(({ milli, ...item }) => ({ ...item, quantity: milli })),
  });
  return events;
}

/** @throws Refusal as `reopenLocationRoute` lists */
export async function reopenLocation(
  tx: Tx,
  staff: Staff,
  id: number,
  version: number | undefined,
): Promise<ManagedLocation> {
  // The lock of names comes before that of the row, as everywhere.
  const { name } = await requireLocation(tx, id);
  const isTaken = await isNameTaken(tx, name, id);
  const before = await lockSeen(tx, id, version);
  if (before.closed_at === null) throw new Refusal('status_conflict', `${before.name} is open.`);
  if (isTaken) throw taken(before.name);
  await setClosed(tx, id, null);
  await recordChange(tx, staff, { action: 'location_reopened', entity: 'location', entityId: id });
  return requireLocation(tx, id);
}
