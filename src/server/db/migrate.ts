import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/log.ts';
import { clientConfig, type Connection } from './connection.ts';
import { sqlStateOf } from './errors.ts';
import {
  MigrationError,
  type Migration,
  migrationsFolder,
  OLDEST_ADOPTED,
  readSchemaFiles,
  type SchemaFiles,
  type SqlFile,
} from './migrate/migration-files.ts';
import {
  changedFunctions,
  ensureLedger,
  enter,
  outsideStatements,
  readFunctionSums,
  runBaseline,
  runFunctions,
  runMigration,
  runsOutside,
} from './migrate/schema-steps.ts';

interface Applied {
  number: number;
  name: string;
  checksum: string;
}

/** "tillwrig" in ASCII: held while migrations are applied. Decimal, because PostgreSQL 15 reads no other literals. */
export const MIGRATION_LOCK = String(0x74696c6c77726967n);
const LOCK_WAIT_MS = 60_000;
/** The database undid the work only because of others: a busy table, or a deadlock with sales of the previous build. */
const RETRIED_STATES = new Set(['55P03', '40P01']);
const MAX_TRIES = 6;

/** The parts of this build's schema that a database lacks. */
interface Work {
  /** The database is empty. */
  readonly isNew: boolean;
  readonly adopted: readonly Migration[];
  readonly later: readonly Migration[];
  readonly functions: readonly SqlFile[];
}

async function exists(client: pg.Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [table]);
  return rows[0]?.there === true;
}

async function readApplied(client: pg.Client): Promise<Map<number, Applied>> {
  if (!(await exists(client, 'schema_migrations'))) return new Map();
  const { rows } = await client.query<Applied>('select number, name, checksum from schema_migrations');
  return new Map(rows.map((row) => [row.number, row]));
}

function requireUnchanged(migrations: readonly Migration[], applied: ReadonlyMap<number, Applied>): void {
  for (const { number, name, checksum } of migrations) {
    const before = applied.get(number);
    if (before !== undefined && before.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${number} (${name}) has changed since it was applied to this database; restore the file and write a new migration instead.`,
      );
    }
  }
}

function requireYoungEnough({ adopted }: SchemaFiles, applied: ReadonlyMap<number, Applied>): void {
  if (adopted.every(({ number }) => number > OLDEST_ADOPTED || applied.has(number))) return;
  const newest = Math.max(...applied.keys());
  throw new MigrationError(
    `This database is too old for this build: it is at migration ${newest}, and only those at ${OLDEST_ADOPTED} or later can be taken over. Nothing was changed. Start it once with the last build that has migration 0045, then with this one.`,
  );
}

/** An applied migration must not have changed; one that this build does not know was made by a newer build, and stays. */
async function findWork(client: pg.Client, files: SchemaFiles, log: Log): Promise<Work> {
  const applied = await readApplied(client);
  if (applied.size === 0) return { isNew: true, ...files };
  const known = [...files.adopted, ...files.later];
  requireUnchanged(known, applied);
  requireYoungEnough(files, applied);
  const numbers = new Set(known.map(({ number }) => number));
  const unknown = [...applied.values()].filter(({ number }) => !numbers.has(number));
  if (unknown.length > 0) {
    log.warn(
      { migrations: unknown.map(({ number, name }) => `${number}_${name}`) },
      'the database has migrations of a newer build',
    );
  }
  const isMissing = ({ number }: Migration): boolean => !applied.has(number);
  const sums = (await exists(client, 'schema_functions')) ? await readFunctionSums(client) : new Map<string, string>();
  return {
    isNew: false,
    adopted: files.adopted.filter(isMissing),
    later: files.later.filter(isMissing),
    // A newer build has newer functions, which stay.
    functions: unknown.length > 0 ? [] : changedFunctions(files.functions, sums),
  };
}

function countOf({ isNew, adopted, later, functions }: Work): number {
  return (isNew ? 1 : adopted.length) + later.length + functions.length;
}

/** Does the work in one transaction. When others hold locks, it lets them finish and tries again. */
async function inOneTransaction(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  for (let run = 1; ; run += 1) {
    try {
      await client.query(`begin; set local lock_timeout = '2s'`);
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!RETRIED_STATES.has(sqlStateOf(error) ?? '') || run === MAX_TRIES) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new MigrationError(`${what} failed and was undone: ${reason}`, { cause: error });
      }
      await sleep(200 * run);
    }
  }
}

const nameOf = ({ number, name }: Migration): string => `Migration ${number} (${name})`;

/** Runs one of several files in a transaction and names it in its error. */
async function named(what: string, work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (error instanceof Error) error.message = `${what}: ${error.message}`;
    throw error;
  });
}

async function isIndexBroken(client: pg.Client, index: string): Promise<boolean | null> {
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  );
  return rows[0] === undefined ? null : !rows[0].valid;
}

/**
 * Builds indexes beside running sales, which a transaction cannot do. A crash or a deadlock leaves an invalid index that
 * every sale writes and no query reads, so it is dropped and built again.
 */
async function runOutside(client: pg.Client, migration: Migration): Promise<void> {
  // No time limit: the building waits for open transactions and blocks nobody.
  await client.query('set lock_timeout = 0; set statement_timeout = 0');
  for (const { text, index } of outsideStatements(migration)) {
    for (let run = 1; ; run += 1) {
      try {
        const broken = index === null ? null : await isIndexBroken(client, index);
        if (broken === true) await client.query(`drop index concurrently if exists ${index}`);
        if (broken !== false) await client.query(text);
        break;
      } catch (error) {
        if (!RETRIED_STATES.has(sqlStateOf(error) ?? '') || run === MAX_TRIES) {
          const reason = error instanceof Error ? error.message : String(error);
          throw new MigrationError(
            `${nameOf(migration)} failed, and is tried again when the server starts: ${reason}`,
            { cause: error },
          );
        }
        await sleep(200 * run);
      }
    }
  }
  await enter(client, [migration]);
}

/** Makes a new database in one transaction, so that it is never half made. */
async function makeNew(client: pg.Client, files: SchemaFiles): Promise<void> {
  await inOneTransaction(client, 'Making the database', async () => {
    await ensureLedger(client);
    await named('The baseline', runBaseline(client, files));
    for (const migration of files.later) await named(nameOf(migration), runMigration(client, migration));
    await runFunctions(client, files.functions);
  });
}

/**
 * Runs the migrations from before the baseline one by one, as they always ran. Then, in one transaction, the later
 * migrations and the changed functions, because either may need the other. Indexes built beside sales come last.
 */
async function bringUpToDate(client: pg.Client, { adopted, later, functions }: Work): Promise<void> {
  for (const migration of adopted)
    await inOneTransaction(client, nameOf(migration), () => runMigration(client, migration));
  const inside = later.filter((migration) => !runsOutside(migration));
  if (inside.length + functions.length > 0) {
    await inOneTransaction(client, 'Bringing the database up to date', async () => {
      await ensureLedger(client);
      for (const migration of inside) await named(nameOf(migration), runMigration(client, migration));
      await runFunctions(client, functions);
    });
  }
  for (const migration of later) if (runsOutside(migration)) await runOutside(client, migration);
}

/**
 * Tries for the lock again and again rather than waiting, because building an index waits for all running statements.
 */
export async function takeMigrationLock(client: pg.Client, take: string): Promise<void> {
  const until = Date.now() + LOCK_WAIT_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>(`select ${take}(${MIGRATION_LOCK}) as taken`);
    if (rows[0]?.taken === true) return;
    if (Date.now() > until)
      throw new MigrationError('Another server has been migrating this database for a minute; try again later.');
    await sleep(100);
  }
}

/**
 * Brings a database to this build's schema, one server at a time: a new one from the baseline, one from before the
 * baseline by the migrations it lacks. Rule: running/migrations. Returns how many files were applied.
 * @throws MigrationError when one fails, an applied one has changed, or the database is too old.
 */
export async function migrate(connection: Connection, log: Log, folder = migrationsFolder): Promise<number> {
  const files = await readSchemaFiles(folder);
  const client = new pg.Client(clientConfig(connection));
  client.on('error', (error) => log.warn({ err: error }, 'the migrating connection was lost'));
  await client.connect();
  try {
    if (countOf(await findWork(client, files, log)) === 0) return 0;
    await takeMigrationLock(client, 'pg_try_advisory_lock');
    const work = await findWork(client, files, log);
    if (work.isNew) await makeNew(client, files);
    else await bringUpToDate(client, work);
    const names = [...work.adopted, ...work.later].map(({ number, name }) => `${number}_${name}`);
    if (!work.isNew && countOf(work) > 0)
      log.info(
        { migrations: names, functions: work.functions.map(({ name }) => name) },
        'the database was brought up to date',
      );
    return countOf(work);
  } finally {
    await client.end().catch(() => undefined);
  }
}
