import { once } from 'node:events';
import { basename } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import copyStreams, { type CopyStreamQuery } from 'pg-copy-streams';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import { sqlStateOf } from '#server/db/errors.ts';
import { MIGRATION_LOCK } from '#server/db/migrate.ts';
import {
  type Migration,
  OLDEST_ADOPTED,
  readSchemaFiles,
  type SchemaFiles,
} from '#server/db/migrate/migration-files.ts';
import { ensureLedger, runBaseline, runFunctions, runMigration } from '#server/db/migrate/schema-steps.ts';
import { type ChainHead, readHead } from '#server/db/seal.ts';
import { appendRestored, requireWritable } from '../books/head-file.ts';
import { BackupError, type BackedUpTable, type Manifest } from './manifest.ts';
import { readArchive } from './read.ts';
import { COPY_SETTINGS, isLeftOut, quoted, readTables } from './shape.ts';

export interface RestoreOptions {
  /** Allows the restore to delete the database's present contents. Without it only an empty database is filled. */
  replace?: boolean;
  onTable?: (table: BackedUpTable) => void;
  onStep?: (step: string) => void;
  /** The key that must have signed the archive, if any. */
  key?: string | undefined;
  /** The file of chain heads, which gets a line that says what was put back. */
  headFile?: string | undefined;
  /** Stops the restore; the database stays as it was. */
  signal?: AbortSignal;
}

/** The migrations fill these themselves. */
const SEEDED = new Set([
  'ai_agent_versions',
  'ai_settings',
  'backup_settings',
  'catalogue_version',
  'loyalty_settings',
  'margin_settings',
  'receipt_settings',
  'role_settings',
  'suppliers',
]);

/** The migrations that lead to the archive's schema, and those that came after it. */
interface Level {
  /** True for an archive whose schema includes the whole baseline. */
  readonly fromBaseline: boolean;
  readonly before: readonly Migration[];
  readonly after: readonly Migration[];
}

function levelOf({ adopted, later }: SchemaFiles, { migrations: applied }: Manifest): Level {
  const known = new Map([...adopted, ...later].map((migration) => [migration.number, migration]));
  const has = new Set<Migration>();
  for (const { number, name, checksum } of applied) {
    const migration = known.get(number);
    if (!migration) {
      throw new BackupError(
        `This backup was made by a newer Tillwright (migration ${number}, ${name}); restore it with that one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new BackupError(
        `This backup was made by another build: its migration ${number} (${name}) is not the one here.`,
      );
    }
    has.add(migration);
  }
  if (adopted.some((migration) => migration.number <= OLDEST_ADOPTED && !has.has(migration))) {
    throw new BackupError(
      `This backup is too old for this build: it is from before migration ${OLDEST_ADOPTED}. Restore it with the last build that has migration 0045, and start this one on that database.`,
    );
  }
  const fromBaseline = adopted.every((migration) => has.has(migration));
  const isBefore = (migration: Migration): boolean => has.has(migration);
  const isAfter = (migration: Migration): boolean => !has.has(migration);
  return {
    fromBaseline,
    before: (fromBaseline ? later : [...adopted, ...later]).filter(isBefore),
    after: [...adopted, ...later].filter(isAfter),
  };
}

/** A server that has just ended may have connections for a moment: they are waited for. */
async function requireAlone(client: pg.Client): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await client.query<{ others: number }>(
      `select count(*) as others from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    if ((rows[0]?.others ?? 0) === 0) return;
    if (tries === 20) {
      throw new BackupError('The shop is running on this database; stop every server of it, then restore.');
    }
    await sleep(100);
  }
}

async function requireEmpty(client: pg.Client): Promise<void> {
  for (const { name } of await readTables(client)) {
    if (SEEDED.has(name)) continue;
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${quoted([name])}) as filled`);
    if (rows[0]?.filled === true) {
      throw new BackupError(`This database is not empty (${name} has rows); --replace throws away what it holds.`);
    }
  }
}

/** Drops everything in the schema except what belongs to extensions. */
const CLEAR_SCHEMA = `do $$
declare
  place regnamespace := current_schema()::text::regnamespace;
  thing record;
begin
  for thing in select c.oid::regclass as name from pg_class c where c.relnamespace = place and c.relkind in ('r', 'p', 'f')
                  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute format('drop table if exists %s cascade', thing.name);
  end loop;
  for thing in select c.oid::regclass as name, case c.relkind when 'S' then 'sequence' when 'v' then 'view' else 'materialized view' end as kind
                 from pg_class c where c.relnamespace = place and c.relkind in ('S', 'v', 'm')
                  and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') loop
    execute format('drop %s if exists %s cascade', thing.kind, thing.name);
  end loop;
  for thing in select p.oid::regprocedure as name from pg_proc p where p.pronamespace = place
                  and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e') loop
    execute format('drop routine if exists %s cascade', thing.name);
  end loop;
  for thing in select t.oid::regtype as name from pg_type t where t.typnamespace = place
                  and (t.typtype in ('e', 'd') or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c'))
                  and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e') loop
    execute format('drop type if exists %s cascade', thing.name);
  end loop;
end $$`;

/**
 * Foreign keys and indexes slow the loading down, so they are dropped and made again after it. Keys are then checked at
 * once.
 */
async function setAside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ away: string; back: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as away,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as back
       from pg_constraint where contype = 'f' and connamespace = current_schema()::text::regnamespace
     union all
     select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid)
       from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::text::regnamespace
        and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype <> 'f')
      order by away`,
  );
  for (const { away } of rows) await client.query(away);
  // Indexes first: the checks of the foreign keys use them.
  return rows.map(({ back }) => back).sort((a, b) => Number(a.startsWith('alter')) - Number(b.startsWith('alter')));
}

/** Copies the parts of an archive into their tables, one table after the other. */
class Loader {
  private readonly client: pg.Client;
  private readonly tables: ReadonlyMap<string, BackedUpTable>;
  private readonly onTable: RestoreOptions['onTable'];
  private current: { table: BackedUpTable; copy: CopyStreamQuery } | null = null;

  constructor(client: pg.Client, manifest: Manifest, onTable: RestoreOptions['onTable']) {
    this.client = client;
    this.tables = new Map(manifest.tables.map((table) => [table.name, table]));
    this.onTable = onTable;
  }

  async add(name: string, content: Buffer): Promise<void> {
    if (isLeftOut(name)) return;
    if (this.current?.table.name !== name) {
      await this.finish();
      const table = this.tables.get(name);
      if (!table) throw new BackupError(`The manifest does not know the table ${name}.`);
      const copy = this.client.query(copyStreams.from(`copy ${quoted([name])} (${quoted(table.columns)}) from stdin`));
      // The error is reported at the next write or at the end. Without a listener it would end the process.
      copy.on('error', () => undefined);
      this.current = { table, copy };
    }
    const copy = this.current?.copy;
    if (!copy) return;
    if (copy.errored) throw copy.errored;
    if (!copy.write(content)) await once(copy, 'drain');
  }

  async finish(): Promise<void> {
    const { current } = this;
    if (current === null) return;
    this.current = null;
    const { table, copy } = current;
    copy.end();
    await finished(copy);
    if (copy.rowCount !== table.rows)
      throw new BackupError(`${table.name} took ${copy.rowCount} of ${table.rows} rows.`);
    this.onTable?.(table);
  }
}

/** Replaces the contents of the tables that the client's open transaction has made. */
export async function loadArchive(
  client: pg.Client,
  path: string,
  manifest: Manifest,
  options: RestoreOptions = {},
): Promise<void> {
  const wanted = manifest.tables.filter(({ name }) => !isLeftOut(name));
  const tables = wanted.map(({ name }) => quoted([name]));
  const here = new Set((await readTables(client)).map(({ name }) => name));
  const missing = wanted.find(({ name }) => !here.has(name));
  if (missing) throw new BackupError(`This build has no table ${missing.name} at the level of the backup.`);
  // The archive also brings the rows that migrations make, and no trigger may add to them.
  await client.query(`truncate ${tables.join(', ')} cascade`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  const aside = await setAside(client);
  const loader = new Loader(client, manifest, options.onTable);
  await readArchive(path, { key: options.key, onPiece: (table, piece) => loader.add(table, piece) });
  await loader.finish();
  options.onStep?.('Checking references and making indexes');
  for (const statement of aside) await client.query(statement);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const { name, last_value: last, start_value: start } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2, $3)', [quoted([name]), last ?? start, last !== null]);
  }
}

/** The end of the chain that the restore will throw away; null when there is none. */
async function headThere(client: pg.Client): Promise<ChainHead | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('audit_trail') is not null as there`);
  return rows[0]?.there === true ? readHead(client) : null;
}

/**
 * The customers whom the shop deleted since the backup, as its database says before it is replaced, and those whom an earlier
 * restore brought back.
 */
async function deletedSince(client: pg.Client, { chain }: Manifest): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select entity_id::integer as id from audit_trail
      where entity = 'user' and action in ('customer_forgotten', 'customer_removed') and (position is null or position > $1)
        and exists (select from audit_trail where position = $1 and hash = decode($2, 'hex'))
     union
     select gone.id::integer from audit_trail, jsonb_array_elements_text(details -> 'deleted_customers') as gone(id) where action = 'restored'`,
    [chain?.position, chain?.hash],
  );
  return rows.map(({ id }) => id);
}

/** Those of these customers who are in the restored shop. */
async function present(client: pg.Client, ids: readonly number[]): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `select id from users where id = any($1::integer[]) and role = 'customer' and status <> 'forgotten' order by id`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** The archive's audit trail must lead to the end that its manifest names. */
async function requireChain(client: pg.Client, path: string, { chain }: Manifest): Promise<void> {
  if (chain === undefined) return;
  const head = await readHead(client);
  if (head?.position !== chain?.position || head?.hash !== chain?.hash)
    throw new BackupError(`The audit trail in ${path} does not end as its manifest says. Nothing was changed.`);
}

/** Lets in the screens that the backup knows, so that nobody has to pair them again. Rule: menus/devices. */
async function admitScreens(client: pg.Client): Promise<void> {
  await client.query(
    `insert into sessions (token_hash, machine_id)
     select d.token_hash, d.machine_id from tv_devices d join machines m on m.id = d.machine_id
      where d.token_hash is not null and d.forgotten_at is null and m.revoked_at is null`,
  );
}

/** Records the restore in the shop's own audit trail: its source, what it threw away, and who has to be deleted again. */
async function recordRestore(
  client: pg.Client,
  path: string,
  { created_at, chain }: Manifest,
  replaced: ChainHead | null,
  returned: readonly number[],
): Promise<void> {
  const details = {
    file: basename(path),
    made_at: created_at,
    backup: chain ?? null,
    replaced,
    ...(returned.length > 0 && { deleted_customers: returned }),
  };
  await client.query(
    `insert into audit_trail (action, entity, entity_id, details) values ('restored', 'shop', 'all', $1)`,
    [JSON.stringify(details)],
  );
  await client.query('select seal_audit_trail(2147483647)');
}

/** Rule: customers/forgotten. */
function returnedWords(ids: readonly number[]): string {
  const list = ids.map((id) => `#${id}`).join(', ');
  return `Customers who had been deleted are in the shop again. Delete them again: ${list}`;
}

/** The error as one sentence when this schema refuses a row; null for any other error. */
function brokenRule(path: string, error: unknown): BackupError | null {
  const state = sqlStateOf(error);
  if (!(error instanceof pg.DatabaseError) || !(state?.startsWith('22') === true || state?.startsWith('23') === true))
    return null;
  const { table, constraint, message } = error;
  const where = [table && `the table ${table}`, constraint && `the rule ${constraint}`].filter(Boolean).join(', ');
  return new BackupError(
    `${path} holds rows that break a rule of the shop (${[where, message].filter(Boolean).join(': ')}). The database is as it was.`,
    { cause: error },
  );
}

/**
 * Restores a backup. It checks the whole archive first; then, in one transaction, it clears the schema, makes the
 * tables of the archive's schema, loads them, checks every constraint and applies later migrations. On any error the
 * database stays as it was.
 * @throws BackupError in a sentence: damaged, newer or too old archive, database in use or not empty, file of heads not writable.
 */
export async function restoreBackup(
  connection: Connection,
  path: string,
  options: RestoreOptions = {},
): Promise<Manifest> {
  const manifest = await readArchive(path, { key: options.key });
  const files = await readSchemaFiles();
  const { fromBaseline, before, after } = levelOf(files, manifest);
  if (options.headFile !== undefined) {
    await requireWritable(options.headFile).catch((cause: unknown) => {
      throw new BackupError('The file that CHAIN_HEAD_FILE names cannot be written. Nothing was changed.', { cause });
    });
  }
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => undefined);
  options.signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  let isDone = false;
  try {
    await client.connect();
    await requireAlone(client);
    await client.query('begin');
    await client.query(`${COPY_SETTINGS}; set local lock_timeout = '5s'; set local maintenance_work_mem = '256MB'`);
    // A server that starts now waits with its migrations until this is done.
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    if (options.replace !== true) await requireEmpty(client);
    const replaced = await headThere(client);
    const deleted = replaced ? await deletedSince(client, manifest) : [];
    await client.query(CLEAR_SCHEMA);
    await ensureLedger(client);
    if (fromBaseline) await runBaseline(client, files);
    for (const migration of before) await runMigration(client, migration);
    await loadArchive(client, path, manifest, options);
    await requireChain(client, path, manifest);
    for (const migration of after) await runMigration(client, migration);
    await runFunctions(client, files.functions);
    await admitScreens(client);
    const head = await readHead(client);
    const returned = await present(client, deleted);
    await recordRestore(client, path, manifest, replaced, returned);
    await client.query('commit');
    isDone = true;
    if (returned.length > 0) options.onStep?.(returnedWords(returned));
    if (options.headFile !== undefined) await appendRestored(options.headFile, basename(path), head);
    options.onStep?.('Gathering statistics');
    await client.query('analyze');
    return manifest;
  } catch (error) {
    if (options.signal?.aborted === true && !isDone) {
      throw new BackupError('The restore was stopped; the database is as it was.', { cause: error });
    }
    throw brokenRule(path, error) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
