import type pg from 'pg';

/**
 * Tables that a backup leaves out:
 * - Sessions: a restore must not sign in people who were signed out since. Screens are let in by `tv_devices.token_hash`.
 * - Counters of requests and of failed sign-ins: they are worth nothing later.
 * - Marks of the sealer: they hold transaction numbers of this database only.
 * - API keys: their tokens are sessions, so a restored shop gives out new ones.
 * - Records of migrations and functions: the manifest has the first, and the restoring build brings the second.
 * - The queue of label printers: a restored shop would print again what was printed since.
 * - The fingerprint of the data key: a restored shop takes the key of the server that starts first.
 */
export const LEFT_OUT: readonly string[] = [
  'schema_migrations',
  'schema_functions',
  'sessions',
  'api_keys',
  'api_key_nonces',
  'sign_in_failures',
  'rate_counters',
  'ledger_marks',
  'label_print_jobs',
  'data_key',
];

/** An archive of an older build may contain such a table. */
export function isLeftOut(table: string): boolean {
  return LEFT_OUT.includes(table);
}

export interface Table {
  readonly name: string;
  /** Without the columns that the database computes. */
  readonly columns: readonly string[];
}

interface TableRow extends Table {
  /** Tables its foreign keys point to. */
  parents: string[];
}

/** Parents come before children; in a circle of foreign keys the name decides. */
function inForeignKeyOrder(rows: readonly TableRow[]): Table[] {
  const ordered: Table[] = [];
  const left = new Map(rows.map((row) => [row.name, row]));
  while (left.size > 0) {
    const free = [...left.values()].filter(
      ({ name, parents }) => !parents.some((parent) => parent !== name && left.has(parent)),
    );
    const next = free.length > 0 ? free : [...left.values()];
    for (const { name, columns } of next) {
      ordered.push({ name, columns });
      left.delete(name);
    }
  }
  return ordered;
}

/** The tables of the shop, each after those it refers to. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<TableRow>(
    `select c.relname as name,
            (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
            (select coalesce(array_agg(distinct p.relname::text), '{}') from pg_constraint k join pg_class p on p.oid = k.confrelid
              where k.conrelid = c.oid and k.contype = 'f') as parents
       from pg_class c
      where c.relnamespace = current_schema()::text::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
        and c.relname <> all ($1)
      order by c.relname`,
    [LEFT_OUT],
  );
  return inForeignKeyOrder(rows);
}

export interface Sequence {
  readonly name: string;
  /** null until the first number is taken. */
  readonly last_value: number | null;
  readonly start_value: number;
}

export async function readSequences(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select sequencename::text as name, last_value, start_value from pg_sequences
      where schemaname = current_schema() order by sequencename`,
  );
  return rows;
}

/** Makes both ends of a COPY read and write values alike, whatever the server's own settings are. */
export const COPY_SETTINGS = `set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local timezone = 'UTC'; set local extra_float_digits = 1; set local statement_timeout = 0;
  set local idle_in_transaction_session_timeout = 0`;

export function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
}
