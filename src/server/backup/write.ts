import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import copyStreams from 'pg-copy-streams';
import { clientConfig, type Connection } from '#server/db/connection.ts';
import { sqlStateOf } from '#server/db/errors.ts';
import { MIGRATION_LOCK, takeMigrationLock } from '#server/db/migrate.ts';
import { readHead, sealBooks } from '#server/db/seal.ts';
import { syncFolder } from '#server/db/sync-folder.ts';
import {
  BackupError,
  type BackedUpTable,
  FORMAT,
  type Manifest,
  MANIFEST_NAME,
  MANIFEST_SIGNATURE_NAME,
  MANIFEST_SUM_NAME,
  partName,
  signatureOf,
} from './manifest.ts';
import { COPY_SETTINGS, quoted, readSequences, readTables, type Table } from './shape.ts';
import { countRows, NEW_LINE, tarEntry, tarTrailer } from './tar.ts';

/** Rows are cut into files of about this size, so that neither side holds a whole table. */
const PART_BYTES = 8 * 1024 * 1024;
/** Saves nearly as much as level 6 in half its time: the shop sells on the same cores. */
const GZIP_LEVEL = 3;

export interface BackupOptions {
  /** Called with each table when it is written. */
  onTable?: (table: BackedUpTable) => void;
  /** Stops the backup and removes its file. */
  signal?: AbortSignal;
  /** Signs the archive with it. */
  key?: string | undefined;
}

/** Writes entries to a compressed archive beside `path`, which gets its name only once it is whole and on the disk. */
class ArchiveFile {
  private readonly gzip = createGzip({ level: GZIP_LEVEL });
  private readonly madeAt: Date;
  private readonly file: Awaited<ReturnType<typeof open>>;
  private readonly written: Promise<void>;

  constructor(file: Awaited<ReturnType<typeof open>>, madeAt: Date) {
    this.file = file;
    this.madeAt = madeAt;
    this.written = pipeline(this.gzip, async (compressed: AsyncIterable<Buffer>) => {
      for await (const bytes of compressed) await file.appendFile(bytes);
    });
    // A full disk ends the compression too. The error is reported at the next entry or at the end.
    this.written.catch(() => undefined);
  }

  async add(name: string, content: Buffer): Promise<void> {
    for (const block of tarEntry({ name, content }, this.madeAt)) {
      if (this.gzip.errored) throw this.gzip.errored;
      if (!this.gzip.write(block)) await once(this.gzip, 'drain');
    }
  }

  async finish(): Promise<void> {
    this.gzip.end(tarTrailer());
    await this.written;
    await this.file.sync();
  }
}

async function copyTable(client: pg.Client, { name, columns }: Table, archive: ArchiveFile): Promise<BackedUpTable> {
  const hash = createHash('sha256');
  let rows = 0;
  let bytes = 0;
  let parts = 0;
  let held: Buffer[] = [];
  let size = 0;
  const writePart = async (content: Buffer): Promise<void> => {
    if (content.length === 0) return;
    hash.update(content);
    // Counted here: the end of a copy may be known before the database has said how many rows it was.
    rows += countRows(content);
    bytes += content.length;
    parts += 1;
    await archive.add(partName(name, parts), content);
  };
  const copy = client.query(copyStreams.to(`copy ${quoted([name])} (${quoted(columns)}) to stdout`));
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    held.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    const all = Buffer.concat(held);
    // Rows end with a line break and hold none, so a part always ends with a row.
    const end = all.lastIndexOf(NEW_LINE) + 1;
    await writePart(all.subarray(0, end));
    held = [all.subarray(end)];
    size = all.length - end;
  }
  await writePart(Buffer.concat(held));
  return { name, columns: [...columns], rows, bytes, parts, sha256: hash.digest('hex') };
}

async function readLevel(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows } = await client.query<Manifest['migrations'][number]>(
    'select number, name, checksum from schema_migrations order by number',
  );
  return rows;
}

/** Copies one snapshot, however long that takes and whatever is sold meanwhile. */
async function copyShop(
  client: pg.Client,
  archive: ArchiveFile,
  madeAt: Date,
  { onTable }: BackupOptions,
): Promise<Manifest> {
  // Nobody migrates while this lock is held, so the listed tables are those of the snapshot.
  await client.query('set statement_timeout = 0');
  await takeMigrationLock(client, 'pg_try_advisory_lock_shared');
  const tables = await readTables(client);
  if (!tables.some(({ name }) => name === 'orders')) throw new BackupError('There is no shop in this database yet.');
  await client.query('begin isolation level repeatable read read only');
  await client.query(COPY_SETTINGS);
  // Locked before the snapshot is taken, so that no migration changes a table before its turn.
  await client.query(`lock table ${tables.map(({ name }) => quoted([name])).join(', ')} in access share mode`);
  const migrations = await readLevel(client);
  await client.query(`select pg_advisory_unlock_shared(${MIGRATION_LOCK})`);
  const chain = await readHead(client);
  const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
  const copied: BackedUpTable[] = [];
  for (const table of tables) {
    const done = await copyTable(client, table, archive);
    copied.push(done);
    onTable?.(done);
  }
  // Read after the snapshot, so that no number in it is beyond them.
  const sequences = await readSequences(client);
  await client.query('commit');
  return {
    product: 'tillwright',
    format: FORMAT,
    created_at: madeAt.toISOString(),
    postgres: rows[0]?.version ?? '',
    migrations,
    tables: copied,
    chain,
    sequences: sequences.map((sequence) => ({ ...sequence })),
  };
}

/** Seals first, so that the chain covers the backup. The schema of an older build cannot be sealed. */
async function sealIfShop(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ sealed: boolean }>(`select to_regclass('ledger_marks') is not null as sealed`);
  if (rows[0]?.sealed === true) await sealBooks(client);
}

async function openPartial(path: string, partial: string): Promise<Awaited<ReturnType<typeof open>>> {
  const present = await open(path).catch(() => null);
  if (present !== null) {
    await present.close();
    throw new BackupError(`${path} is there already; choose another name.`);
  }
  // It holds customers' names and addresses, so only its owner may read it.
  return open(partial, 'wx', 0o600).catch((cause: NodeJS.ErrnoException) => {
    throw new BackupError(`${dirname(path)} cannot be written: ${cause.message}.`, { cause });
  });
}

/**
 * Writes a snapshot of the whole shop into one compressed archive: a tar of COPY files with a manifest. The shop goes on
 * selling. `path` must not exist yet. It appears only when the backup is complete and on the disk.
 * @throws BackupError whose message is one sentence.
 */
export async function writeBackup(
  connection: Connection,
  path: string,
  options: BackupOptions = {},
): Promise<Manifest> {
  const partial = `${path}.${process.pid}.partial`;
  const file = await openPartial(path, partial);
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => undefined);
  options.signal?.addEventListener('abort', () => client.connection.stream.destroy(), { once: true });
  try {
    await client.connect();
    await sealIfShop(client);
    const madeAt = new Date();
    const archive = new ArchiveFile(file, madeAt);
    const manifest = await copyShop(client, archive, madeAt, options);
    const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
    await archive.add(MANIFEST_NAME, text);
    await archive.add(MANIFEST_SUM_NAME, Buffer.from(createHash('sha256').update(text).digest('hex')));
    if (options.key !== undefined)
      await archive.add(MANIFEST_SIGNATURE_NAME, Buffer.from(signatureOf(text, options.key)));
    await archive.finish();
    await file.close();
    await rename(partial, path);
    await syncFolder(dirname(path));
    return manifest;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    if (options.signal?.aborted === true)
      throw new BackupError('The backup was stopped; nothing is left of it.', { cause: error });
    if (sqlStateOf(error) === '42P01')
      throw new BackupError('There is no shop in this database yet.', { cause: error });
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
