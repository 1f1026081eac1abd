import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';

interface PastOrder {
  /** The next one when left out. */
  readonly id?: number;
  readonly locationId: number;
  readonly customerId?: number | null;
  readonly status?: string;
  readonly totalCents?: number;
  /** Minutes after noon of New Year's Day of 2026, in UTC. */
  readonly minute?: number;
  readonly isVoid?: boolean;
}

/**
 * Writes orders that nobody sold, without lines. For figures over orders of any state and past instant, which no till can bring about;
 * everything else is sold through `record_priced_sale` (decision 42).
 */
export async function writePastOrders(db: Database, orders: readonly PastOrder[]): Promise<void> {
  await sql`
    INSERT INTO orders (id, number, location_id, customer_id, status, subtotal_cents, taxable_cents, tax_cents, total_cents,
                        payment_method, created_at, local_day, voided_at)
      SELECT o.id, 'T-' || o.id, location, customer, status, total, 0, 0, total, 'card', at, (at AT TIME ZONE 'UTC')::date,
             CASE WHEN is_void THEN timestamptz '2026-12-31' END
        FROM (SELECT coalesce(o.id, nextval(pg_get_serial_sequence('orders', 'id'))) AS id, "locationId" AS location,
                     "customerId" AS customer, coalesce(status, 'completed') AS status, coalesce("totalCents", 100) AS total,
                     timestamptz '2026-01-01 12:00Z' + make_interval(mins => coalesce(minute, 0)) AS at, "isVoid" AS is_void
                FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
                  AS o(id bigint, "locationId" integer, "customerId" integer, status text, "totalCents" integer, minute integer, "isVoid" boolean)) o`.execute(
    db,
  );
}
