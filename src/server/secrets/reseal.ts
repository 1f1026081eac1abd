import { sql } from 'kysely';
import type { Database, Tx } from '#server/db/pool.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { keyIdOf } from './sealer.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';
import type { Secrets } from './secrets.ts';

const ROWS_PER_STEP = 1000;

interface ColumnRows {
  readonly column: string;
  readonly rows: number;
}

/** Counts, by column, the values that this key does not open: those of a restored shop that had another key. */
export async function countUnopenable(db: Database, { fields }: Pick<Secrets, 'fields'>): Promise<ColumnRows[]> {
  const found: ColumnRows[] = [];
  for (const { table, column } of SEALED_COLUMNS) {
    const { rows } = await sql<{ values: number }>`
      SELECT count(*) AS values FROM ${sql.table(table)}
       WHERE ${sql.ref(column)} IS NOT NULL AND split_part(${sql.ref(column)}, '.', 2) <> ${fields.keyId}`.execute(db);
    const values = rows[0]?.values ?? 0;
    if (values > 0) found.push({ column: `${table}.${column}`, rows: values });
  }
  return found;
}

interface Resealed {
  readonly resealed: number;
  /** Sealed under neither key: they stay as they are, and nobody can open them. */
  readonly left: number;
}

/**
 * Seals every sealed value again under another data key, and notes that key as the one of the database: all of it, or
 * nothing. No server may run meanwhile: one that starts waits at its first look at the noted key, and then has the new one.
 * @param requireAlone throws when a server has started before; asked once no other one can get past that look
 * @throws Error when `from` is not the key of the database
 */
export async function reseal(
  db: Database,
  from: Secrets,
  to: Secrets,
  keptAt: string,
  requireAlone: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<Resealed> {
  return inTransaction(db, async (tx) => {
    await sql`LOCK TABLE data_key IN ACCESS EXCLUSIVE MODE`.execute(tx);
    await requireAlone(tx);
    const noted = await sql`
      UPDATE data_key SET fingerprint = ${to.fingerprint}, kept_at = ${keptAt}, created_at = now()
       WHERE fingerprint = ${from.fingerprint} RETURNING only_row`.execute(tx);
    if (noted.rows.length === 0)
      throw new Error('the database has another data key than the one that is to be changed');
    let resealed = 0;
    let left = 0;
    for (const { table, key, column, hash } of SEALED_COLUMNS) {
      for (let after: number | null = null; ;) {
        const found = await sql<{ row: number; sealed: string }>`
          SELECT ${sql.ref(key)} AS row, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
           WHERE ${sql.ref(column)} IS NOT NULL AND (${after}::bigint IS NULL OR ${sql.ref(key)} > ${after}::bigint)
           ORDER BY ${sql.ref(key)} LIMIT ${sql.lit(ROWS_PER_STEP)} FOR UPDATE`.execute(tx);
        for (const { row, sealed } of found.rows) {
          after = row;
          if (keyIdOf(sealed) !== from.fields.keyId) {
            left += 1;
            continue;
          }
          const place = { column: `${table}.${column}`, row };
          const text = from.fields.open(place, sealed);
          const hashed = hash ? sql`, ${sql.ref(hash.column)} = ${hash.of(to, text)}` : sql``;
          await sql`
            UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${to.fields.seal(place, text)}${hashed}
             WHERE ${sql.ref(key)} = ${row}`.execute(tx);
          resealed += 1;
        }
        if (found.rows.length < ROWS_PER_STEP) break;
      }
    }
    return { resealed, left };
  });
}

/** Servers that use this database now, counted by their connections. */
export async function connectedElsewhere(db: Database): Promise<number> {
  const { rows } = await sql<{ others: number }>`
    SELECT count(*) AS others FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`.execute(db);
  return rows[0]?.others ?? 0;
}
