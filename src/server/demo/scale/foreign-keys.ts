import type pg from 'pg';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/** The tables that orders are written to. */
const WRITTEN = [
  'orders',
  'order_lines',
  'order_line_price_changes',
  'order_taxes',
  'order_tenders',
  'order_events',
  'points_events',
  'points_balances',
  'stock_levels',
  'stock_movements',
];

/**
 * Drops the foreign keys while `work` writes. Adding them again checks all rows at once; checking row by row would take
 * half of the whole time. Must run in a transaction, which brings them back whatever goes wrong.
 */
export async function checkingKeysAtTheEnd(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const { rows: keys } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid = ANY($1::regclass[]) ORDER BY 1, 2`,
    [WRITTEN],
  );
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  await work();
  for (const { table, name, definition } of keys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
}
