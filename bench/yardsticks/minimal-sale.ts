import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { sql } from 'kysely';
import type { Payload, SqlJob } from '../load/load-jobs.ts';
import { fromRoot } from '../processes.ts';
import type { Shop } from '../shop.ts';

/** The fields of a sale that a minimal sale needs; all others are left out. */
const minimal = z.object({
  location_id: z.int(),
  employee_id: z.int(),
  customer_id: z.int().nullable(),
  subtotal_cents: z.int(),
  tax_cents: z.int(),
  total_cents: z.int(),
  payment_method: z.string(),
  points_awarded: z.int(),
  lines: z.array(
    z.object({
      product_id: z.int(),
      variation_id: z.int().nullable(),
      name: z.string(),
      quantity: z.number(),
      total_cents: z.int(),
      stock_quantity: z.number(),
    }),
  ),
});

/** Makes the tables of minimal sales beside those of the shop, and the job that sells the same baskets with them. */
export async function minimalSales(
  shop: Shop,
  sales: readonly Payload[],
): Promise<Omit<SqlJob, 'clients' | 'seconds'>> {
  await sql.raw(await readFile(fromRoot('bench/yardsticks/minimal-sale.sql'), 'utf8')).execute(shop.db);
  return {
    kind: 'sql',
    connection: shop.connection,
    text: 'SELECT minimal.sell($1::jsonb)',
    values: sales.map(({ sale }) => [JSON.stringify(minimal.parse(JSON.parse(sale)))]),
  };
}

/** Backups and the books do not know these tables, so a shop that is kept must not have them. */
export async function dropMinimalSales({ db }: Shop): Promise<void> {
  await sql`DROP SCHEMA IF EXISTS minimal CASCADE`.execute(db);
}
