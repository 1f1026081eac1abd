import { sql } from 'kysely';

import type { Tx } from '#server/db/pool.ts';

const ROWS_PER_STATEMENT = 2000;

/**
 * Inserts rows as one JSON document per statement, in their order, so that ids the database gives follow it.
 * @param columns The columns with their SQL types, as `{ id: 'integer', name: 'text' }`.
 */
export async function insertRows<Column extends string>(
  tx: Tx,
  table: string,
  columns: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Record<NoInfer<Column>, unknown>>[],
): Promise<void> {
  const names = Object.keys(columns) as Column[];
  const list = sql.join(names.map((name) => sql.ref(name)));
  const typed = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(columns[name])}`));
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const batch = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT));
    await sql`
      INSERT INTO ${sql.table(table)} (${list})
      SELECT ${list} FROM ROWS FROM (jsonb_to_recordset(${batch}::jsonb) AS (${typed})) WITH ORDINALITY AS r(${list}, ordinal)
       ORDER BY ordinal`.execute(tx);
  }
}

/** Thousandths as the quantity that JSON and numeric columns hold. */
export function quantity(milli: number): number {
  return milli / 1000;
}
