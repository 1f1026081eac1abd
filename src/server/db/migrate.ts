import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { projectRoot } from '#server/paths.ts';
import { sqlStateOf } from './errors.ts';
import { clientConfig, type Connection } from './connection.ts';

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

/** A migration that cannot be applied, in one sentence for whoever runs the server. */
export class MigrationError extends Error {}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;
/** "tillwrig" in ASCII: held while migrations are applied. Decimal, because PostgreSQL 15 reads no other literals. */
export const MIGRATION_LOCK = String(0x74696c6c77726967n);
const LOCK_WAIT_MS = 60_000;
/** Undone only because of others: a busy table, or a deadlock with the sales of the build before. */
const RETRIED_STATES = new Set(['55P03', '40P01']);
const MAX_TRIES = 6;

/**
 * Tables that a released migration locks one after the other while sales lock them the other way round; they are locked
 * before it runs, in the order of sales. A new migration does so itself, in its first statement.
 */
const LOCKED_FIRST: Readonly<Record<number, string>> = { 28: 'orders, products, users' };

export const migrationsFolder = join(projectRoot, 'migrations');

/** Reads the numbered SQL files of a folder, in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.sql')) continue;
    const [, digits, name] = FILE_NAME.exec(file) ?? [];
    if (digits === undefined || name === undefined)
      throw new MigrationError(`${file} is not named like 0001_what_it_does.sql.`);
    const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    const number = Number(digits);
    if (migrations.at(-1)?.number === number) throw new MigrationError(`Two migrations have the number ${digits}.`);
    migrations.push({ number, name, text, checksum: createHash('sha256').update(text).digest('hex') });
  }
  return migrations;
}

async function readApplied(client: pg.Client): Promise<Map<number, Applied>> {
  const ledger = await client.query<{ there: boolean }>(`select to_regclass('schema_migrations') is not null as there`);
  if (ledger.rows[0]?.there !== true) return new Map();
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.number, row]));
}

/** What is still to be applied. An applied migration must not change; one this build does not know is left alone. */
function pending(migrations: readonly Migration[], applied: Map<number, Applied>, log: Log): Migration[] {
  for (const { number, name, checksum } of migrations) {
    const before = applied.get(number);
    if (before !== undefined && before.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${number} (${name}) has changed since it was applied to this database; restore the file and write a new migration instead.`,
      );
    }
  }
  const known = new Set(migrations.map(({ number }) => number));
  const unknown = [...applied.values()].filter(({ number }) => !known.has(number));
  if (unknown.length > 0) {
    log.warn(
      { migrations: unknown.map(({ number, name }) => `${number}_${name}`) },
      'the database has migrations of a newer build',
    );
  }
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Makes the table of what was applied, when there is none. */
export async function ensureLedger(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    number integer primary key, name text not null, checksum text not null, applied_at timestamptz not null default now())`);
}

/** One migration and its entry in the ledger, in the transaction that is open. */
export async function runMigration(client: pg.Client, { number, name, text, checksum }: Migration): Promise<void> {
  await client.query(text);
  await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  for (let run = 1; ; run += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '2s'`);
      const first = LOCKED_FIRST[migration.number];
      if (first !== undefined) await client.query(`lock table ${first} in access exclusive mode`);
      await runMigration(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      // Let the sales behind this lock request through, then ask again.
      if (!RETRIED_STATES.has(sqlStateOf(error) ?? '') || run === MAX_TRIES) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new MigrationError(`Migration ${migration.number} (${migration.name}) failed and was undone: ${reason}`, {
          cause: error,
        });
      }
      await sleep(200 * run);
    }
  }
}

async function takeLock(client: pg.Client): Promise<void> {
  const until = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${MIGRATION_LOCK}) as taken`);
    if (rows[0]?.taken === true) return;
    if (Date.now() > until)
      throw new MigrationError('Another server has been migrating this database for a minute; try again later.');
    await sleep(100);
  }
}

/**
 * Brings a database to this build's schema: numbered files in order, each in a transaction of its own, one server at
 * a time. Rule: running/migrations. Returns how many were applied.
 * @throws MigrationError when one fails, or an applied one has changed.
 */
export async function migrate(connection: Connection, log: Log, folder = migrationsFolder): Promise<number> {
  const migrations = await readMigrations(folder);
  const client = new pg.Client(clientConfig(connection));
  client.on('error', (error) => log.warn({ err: error }, 'the migrating connection was lost'));
  await client.connect();
  try {
    if (pending(migrations, await readApplied(client), log).length === 0) return 0;
    await takeLock(client);
    await ensureLedger(client);
    const left = pending(migrations, await readApplied(client), log);
    for (const migration of left) {
      await apply(client, migration);
      log.info({ migration: `${migration.number}_${migration.name}` }, 'migration applied');
    }
    return left.length;
  } finally {
    await client.end().catch(() => undefined);
  }
}
