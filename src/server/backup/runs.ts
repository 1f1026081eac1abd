import { mkdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { verifyBooks } from '../books/verify.ts';
import { clientConfig, type Connection } from '../db/connection.ts';
import { sqlStateOf } from '../db/errors.ts';
import type { Database } from '../db/pool.ts';
import {
  type BegunRun,
  beginRun,
  failRun,
  finishRun,
  keepRun,
  keptArchives,
  noteRemoved,
  readSettings,
  type RunResult,
} from '../modules/backups/service.ts';
import { BackupError } from './manifest.ts';
import { restoreBackup } from './restore.ts';
import { writeBackup } from './write.ts';

const HEARD_EVERY_MS = 20_000;
const NOT_ALLOWED = '42501';

export interface BackupMeans {
  readonly db: Database;
  readonly connection: Connection;
  readonly backupDir: string;
  readonly backupKey: string | undefined;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Backups made by hand are kept in addition, so that they do not displace the daily ones. Rule: running/backups. */
const KEPT_BY_HAND = 3;

/** Removes archives beyond those that are kept. Archives that somebody moved away count as removed. Rule: running/backups. */
async function removeOld({ db }: BackupMeans): Promise<void> {
  const { keep } = await readSettings(db);
  const archives = await keptArchives(db, hostname());
  const old = [
    ...archives.filter(({ by_hand: byHand }) => !byHand).slice(keep),
    ...archives.filter(({ by_hand: byHand }) => byHand).slice(Math.min(keep, KEPT_BY_HAND)),
  ];
  for (const { path } of old) await rm(path, { force: true });
  await noteRemoved(
    db,
    old.map(({ id }) => id),
  );
}

async function backUp(means: BackupMeans, { id }: BegunRun): Promise<RunResult> {
  const { connection, backupDir, backupKey } = means;
  // It holds customers' names and addresses.
  await mkdir(backupDir, { recursive: true, mode: 0o700 });
  const stamp = new Date().toISOString().slice(0, 16).replaceAll(/[:T]/g, '-');
  const path = join(backupDir, `tillwright-${stamp}-${id}.tar.gz`);
  const { tables } = await writeBackup(connection, path, { key: backupKey });
  const { size } = await stat(path);
  return { host: hostname(), path, bytes: size, rows: tables.reduce((sum, { rows }) => sum + rows, 0) };
}

/** The database beside that of the shop. The embedded one is made by its superuser, who is reached over its private socket. */
function beside(connection: Connection, database: string): { admin: Connection; scratch: Connection } {
  if (typeof connection !== 'string') {
    return { admin: { ...connection, user: 'postgres', database: 'postgres' }, scratch: { ...connection, database } };
  }
  // Not by `URL`, which takes no address without a host (a socket is named by a parameter).
  const [, server = '', parameters = ''] = /^(\w+:\/\/[^/?]*)(?:\/[^?]*)?(\?.*)?$/.exec(connection) ?? [];
  return { admin: connection, scratch: `${server}/${database}${parameters}` };
}

async function asAdmin<T>(connection: Connection, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(connection));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function shopOf(connection: Connection): Promise<{ name: string; owner: string }> {
  return asAdmin(connection, async (client) => {
    const { rows } = await client.query<{ name: string; owner: string }>(
      'select current_database() as name, current_user as owner',
    );
    return rows[0] ?? { name: 'tillwright', owner: 'tillwright' };
  });
}

/**
 * Loads the newest archive of this machine into a separate database, checks the books there, and drops it.
 * @throws BackupError, also where this user may not create databases
 */
async function rehearse({ db, connection, backupKey }: BackupMeans, { id }: BegunRun): Promise<RunResult> {
  const archives = await keptArchives(db, hostname());
  let path: string | undefined;
  for (const archive of archives) if (path === undefined && (await isThere(archive.path))) path = archive.path;
  if (path === undefined) throw new BackupError('There is no backup on this machine yet. Make one first.');
  const shop = await shopOf(connection);
  const prefix = `${shop.name.slice(0, 40)}_rehearsal_`;
  const { admin, scratch } = beside(connection, `${prefix}${id}`);
  const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
  await asAdmin(admin, async (client) => {
    // Left by a server that stopped: only one rehearsal runs at a time.
    const { rows } = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { datname } of rows) await client.query(`drop database ${quote(datname)} with (force)`);
    await client.query(`create database ${quote(`${prefix}${id}`)} owner ${quote(shop.owner)}`);
  }).catch((cause: unknown) => {
    if (sqlStateOf(cause) !== NOT_ALLOWED) throw cause;
    throw new BackupError(
      'This database user may not create databases, so nothing was rehearsed. Give it CREATEDB, or restore an archive on another machine.',
      { cause },
    );
  });
  try {
    const { tables } = await restoreBackup(scratch, path, { key: backupKey });
    const { checks } = await verifyBooks(scratch);
    const { size } = await stat(path);
    return {
      host: hostname(),
      path,
      bytes: size,
      rows: tables.reduce((sum, { rows }) => sum + rows, 0),
      checks: checks.length,
      broken: checks.filter(({ broken }) => broken > 0).length,
    };
  } finally {
    await asAdmin(admin, (client) => client.query(`drop database if exists ${quote(`${prefix}${id}`)} with (force)`));
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  const message = error instanceof Error ? error.message : String(error);
  return `It did not work: ${message}`;
}

/**
 * Carries out the job: one backup or rehearsal. Its result is kept in its own row and not in that of the job, because
 * the schedule or a person decides to try again. Rule: running/backups.
 */
export async function carryOutRun(means: BackupMeans, runId: number): Promise<void> {
  const run = await beginRun(means.db, runId);
  if (!run) return;
  const beat = setInterval(() => void keepRun(means.db, run.id).catch(() => undefined), HEARD_EVERY_MS);
  try {
    const result = await (run.kind === 'backup' ? backUp(means, run) : rehearse(means, run));
    await finishRun(means.db, run.id, result);
    if (run.kind === 'backup') await removeOld(means);
  } catch (error) {
    await failRun(means.db, run.id, sentenceOf(error));
  } finally {
    clearInterval(beat);
  }
}
