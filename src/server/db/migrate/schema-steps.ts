import type pg from 'pg';
import { MigrationError, type Migration, type SchemaFiles, type SqlFile } from './migration-files.ts';

/**
 * The steps that make a schema or bring it up to date, each inside the open transaction. Starting a server and restoring
 * a backup use the same ones.
 */

/** First line of a migration that runs outside a transaction. */
const OUTSIDE = '-- outside a transaction';
const OUTSIDE_STATEMENT =
  /^(?:(create (?:unique )?index) concurrently (?:if not exists )?(\w+) on .*|drop index concurrently if exists \w+)$/is;

export interface OutsideStatement {
  readonly text: string;
  /** The index it builds; null for one that is dropped. */
  readonly index: string | null;
}

export function runsOutside({ text }: Migration): boolean {
  return text.startsWith(`${OUTSIDE}\n`);
}

/**
 * The statements of a migration that runs outside a transaction. They build or drop indexes and nothing else: whatever
 * point a crash leaves them at, they can be run again.
 * @throws MigrationError when there is something else in it.
 */
export function outsideStatements({ number, name, text }: Migration): OutsideStatement[] {
  const statements = text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
  return statements.map((statement) => {
    const match = OUTSIDE_STATEMENT.exec(statement);
    if (match === null) {
      throw new MigrationError(
        `Migration ${number} (${name}) runs outside a transaction, so it may only hold CREATE INDEX CONCURRENTLY and DROP INDEX CONCURRENTLY IF EXISTS.`,
      );
    }
    return { text: statement, index: match[2] ?? null };
  });
}

/** Makes the tables that record what was applied, unless they exist. */
export async function ensureLedger(client: pg.Client): Promise<void> {
  await client.query(`
    create table if not exists schema_migrations (
      number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now());
    create table if not exists schema_functions (
      file text primary key, checksum text not null, applied_at timestamptz not null default now())`);
}

export async function enter(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    `insert into schema_migrations (number, name, checksum)
       select * from unnest($1::integer[], $2::text[], $3::text[])`,
    [
      migrations.map(({ number }) => number),
      migrations.map(({ name }) => name),
      migrations.map(({ checksum }) => checksum),
    ],
  );
}

/** Inside a transaction nobody else writes to the tables, so an index is built in the ordinary way. */
export async function runMigration(client: pg.Client, migration: Migration): Promise<void> {
  const text = runsOutside(migration)
    ? outsideStatements(migration)
        .map((statement) => statement.text.replace(/\bconcurrently\b/i, ''))
        .join(';\n')
    : migration.text;
  await client.query(text);
  await enter(client, [migration]);
}

/**
 * The tables of the baseline. The migrations that it stands for are entered as if they had run, so that a new database
 * and an adopted one have the same ledger, and the build before this one finds nothing to do in either.
 */
export async function runBaseline(client: pg.Client, { baseline, adopted }: SchemaFiles): Promise<void> {
  await client.query(baseline.map(({ text }) => text).join('\n'));
  await enter(client, adopted);
}

export async function readFunctionSums(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ file: string; checksum: string }>(
    'select file, checksum from schema_functions',
  );
  return new Map(rows.map(({ file, checksum }) => [file, checksum]));
}

export function changedFunctions(files: readonly SqlFile[], applied: ReadonlyMap<string, string>): SqlFile[] {
  return files.filter(({ name, checksum }) => applied.get(name) !== checksum);
}

/** Two functions with one name mean that a signature was changed in place. The former would stay and be called. */
async function requireOneOfEachName(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select p.proname as name from pg_proc p
      where p.pronamespace = current_schema()::text::regnamespace
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      group by p.proname having count(*) > 1`,
  );
  if (rows.length > 0) {
    throw new MigrationError(
      `The signature of ${rows.map(({ name }) => name).join(', ')} has changed; a function with another signature gets another name, because the build before this one still calls the former.`,
    );
  }
}

/** Applies files of functions, views and triggers in the order of their names. */
export async function runFunctions(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  for (const { name, text, checksum } of files) {
    try {
      await client.query(text);
    } catch (error) {
      if (error instanceof Error) error.message = `functions/${name}: ${error.message}`;
      throw error;
    }
    await client.query(
      `insert into schema_functions (file, checksum) values ($1, $2)
       on conflict (file) do update set checksum = excluded.checksum, applied_at = now()`,
      [name, checksum],
    );
  }
  await requireOneOfEachName(client);
}
