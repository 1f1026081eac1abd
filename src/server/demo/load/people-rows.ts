import { sql } from 'kysely';
import type { Tx } from '#server/db/pool.ts';

import type { DemoCustomer } from '../model.ts';
import { taxRateOf } from '../sales/orders.ts';
import type { DemoPointsEvent } from '../sales/points-ledger.ts';
import { LOCATIONS, STAFF } from '../shop.ts';
import { instantAt, SHOP_TIME_ZONE } from '../shop-time.ts';
import { insertRows } from './insert.ts';

const NOON = 12 * 3600;

/** Writes the locations with their tax rates, and the accounts that sign in. */
export async function insertShop(tx: Tx, passwordHash: string, createdAt: Date): Promise<void> {
  await insertRows(
    tx,
    'locations',
    { id: 'integer', name: 'text', time_zone: 'text', address: 'jsonb', phone: 'text', created_at: 'timestamptz' },
    LOCATIONS.map(({ id, name, address, phone }) => ({
      id,
      name,
      time_zone: SHOP_TIME_ZONE,
      address,
      phone,
      created_at: createdAt,
    })),
  );
  await insertRows(
    tx,
    'tax_rates',
    { id: 'integer', location_id: 'integer', code: 'text', name: 'text', rate_ppm: 'integer' },
    LOCATIONS.map(({ id, taxRatePpm }) => {
      const { code, name, ratePpm } = taxRateOf(id, taxRatePpm);
      return { id, location_id: id, code, name, rate_ppm: ratePpm };
    }),
  );
  await sql`SELECT setval(pg_get_serial_sequence('tax_rates', 'id'), max(id)) FROM tax_rates`.execute(tx);
  await insertRows(
    tx,
    'users',
    {
      id: 'integer',
      username: 'text',
      email: 'text',
      name: 'text',
      display_name: 'text',
      role: 'text',
      password_hash: 'text',
      location_id: 'integer',
      demo: 'boolean',
      created_at: 'timestamptz',
    },
    STAFF.map(({ id, username, displayName, email, role, locationId }) => ({
      id,
      username,
      email,
      name: displayName,
      display_name: displayName,
      role,
      password_hash: passwordHash,
      location_id: locationId,
      demo: true,
      created_at: createdAt,
    })),
  );
}

export async function insertCustomers(tx: Tx, customers: readonly DemoCustomer[]): Promise<void> {
  await insertRows(
    tx,
    'users',
    {
      id: 'integer',
      username: 'text',
      email: 'text',
      name: 'text',
      display_name: 'text',
      first_name: 'text',
      last_name: 'text',
      phone: 'text',
      role: 'text',
      created_at: 'timestamptz',
    },
    customers.map((customer) => ({
      id: customer.id,
      username: customer.username,
      email: customer.email,
      name: fullName(customer),
      display_name: fullName(customer),
      first_name: customer.firstName,
      last_name: customer.lastName,
      phone: customer.phone,
      role: 'customer',
      created_at: instantAt(customer.joinedDay, NOON),
    })),
  );
  await insertRows(
    tx,
    'customer_details',
    { user_id: 'integer', billing: 'jsonb', shipping: 'jsonb', date_of_birth: 'date' },
    customers.map((customer) => ({
      user_id: customer.id,
      billing: billingOf(customer),
      shipping: addressOf(customer),
      date_of_birth: customer.dateOfBirth,
    })),
  );
}

/** Writes the events of every customer's points and the balances they add up to. */
export async function insertPoints(tx: Tx, events: readonly DemoPointsEvent[]): Promise<void> {
  const balances = new Map<number, number>();
  for (const { customerId, points } of events) balances.set(customerId, (balances.get(customerId) ?? 0) + points);
  await insertRows(
    tx,
    'points_events',
    {
      customer_id: 'integer',
      type: 'text',
      points: 'bigint',
      description: 'text',
      order_id: 'bigint',
      actor_id: 'integer',
      created_at: 'timestamptz',
    },
    events.map((event) => ({
      customer_id: event.customerId,
      type: event.type,
      points: event.points,
      description: event.description,
      order_id: event.orderId,
      actor_id: event.actorId,
      created_at: event.at,
    })),
  );
  await insertRows(
    tx,
    'points_balances',
    { customer_id: 'integer', balance: 'bigint' },
    [...balances].map(([customer_id, balance]) => ({ customer_id, balance })),
  );
}

function fullName({ firstName, lastName }: DemoCustomer): string {
  return `${firstName} ${lastName}`;
}

export function addressOf({ firstName, lastName, address }: DemoCustomer): Record<string, string> {
  return { first_name: firstName, last_name: lastName, company: '', ...address };
}

/** The placeholder address of a customer without one is never shown, so it is not kept here either. */
export function billingOf(customer: DemoCustomer): Record<string, string> {
  return { ...addressOf(customer), email: customer.hasEmail ? customer.email : '', phone: customer.phone };
}
