import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '#server/db/pool.ts';
import { syncFolder } from '#server/db/sync-folder.ts';
import { Secrets } from './secrets.ts';

/** A data key that cannot be used, in one sentence for the person who starts the server. */
export class DataKeyError extends Error {}

const FILE_NAME = 'data-key';
const NEXT_FILE_NAME = 'data-key.next';
export const DATA_KEY = /^[0-9a-f]{64}$/i;

interface Place {
  /** 64 hexadecimal digits, from the environment. */
  readonly given: string | undefined;
  readonly dataDir: string;
}

interface DataKey {
  readonly bytes: Buffer;
  /** The place of the key, as the database names it to a server that has another key. */
  readonly keptAt: string;
}

/** The file appears whole or not at all; of two servers that start at once one makes it and both read it. */
async function makeKeyFile(dataDir: string, path: string): Promise<void> {
  const unfinished = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const file = await open(unfinished, 'wx', 0o600);
    try {
      await file.writeFile(`${randomBytes(32).toString('hex')}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await link(unfinished, path);
    await syncFolder(dataDir);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataKeyError(
      `This server's data key could not be written to ${path}: ${reason}. Make DATA_DIR writable, or set DATA_KEY.`,
      { cause },
    );
  } finally {
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new DataKeyError(`This server's data key could not be read from ${path}: ${reason}.`, { cause });
  }
}

/**
 * The server's data key: DATA_KEY, or the file of DATA_DIR, which is made when it is not there. Rule: running/data-key.
 * @throws DataKeyError
 */
export async function loadDataKey({ given, dataDir }: Place): Promise<DataKey> {
  if (given !== undefined) {
    return { bytes: Buffer.from(given, 'hex'), keptAt: `DATA_KEY in the environment of ${hostname()}` };
  }
  const path = join(dataDir, FILE_NAME);
  let text = await readKeyFile(path);
  if (text === null) {
    await makeKeyFile(dataDir, path);
    text = await readKeyFile(path);
  }
  if (text === null || !DATA_KEY.test(text)) {
    throw new DataKeyError(
      `${path} does not hold a data key (64 hexadecimal digits); put back the one that was there.`,
    );
  }
  return { bytes: Buffer.from(text, 'hex'), keptAt: `${path} on ${hostname()}` };
}

/**
 * Writes the key that is to replace the present one, and returns when it is on the disk: the database may have it from then on.
 * `takeNextKey` puts it into its place.
 */
export async function writeNextKey(dataDir: string, bytes: Buffer): Promise<void> {
  const file = await open(join(dataDir, NEXT_FILE_NAME), 'w', 0o600);
  try {
    await file.writeFile(`${bytes.toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await syncFolder(dataDir);
}

/**
 * Puts the next key into the place of the present one when the database has it already: the command that changes the
 * key, or the next start when that was cut short. Null when there is none, or the database does not have it.
 */
export async function takeNextKey(dataDir: string, fingerprint: Buffer): Promise<Secrets | null> {
  const path = join(dataDir, NEXT_FILE_NAME);
  const text = await readKeyFile(path);
  if (text === null || !DATA_KEY.test(text)) return null;
  const secrets = new Secrets(Buffer.from(text, 'hex'));
  if (!secrets.fingerprint.equals(fingerprint)) return null;
  await rename(path, join(dataDir, FILE_NAME));
  await syncFolder(dataDir);
  return secrets;
}

/**
 * Derives the secrets of the data key. The first server of a database leaves the fingerprint there.
 * @throws DataKeyError when the database was set up with another key.
 */
export async function openSecrets(db: Database, place: Place): Promise<Secrets> {
  const { bytes, keptAt } = await loadDataKey(place);
  const secrets = new Secrets(bytes);
  await sql`insert into data_key (fingerprint, kept_at) values (${secrets.fingerprint}, ${keptAt}) on conflict do nothing`.execute(
    db,
  );
  const { rows } = await sql<{
    fingerprint: Buffer;
    kept_at: string;
  }>`select fingerprint, kept_at from data_key`.execute(db);
  const [shared] = rows;
  if (shared === undefined) throw new Error('the fingerprint of the data key was not written');
  if (shared.fingerprint.equals(secrets.fingerprint)) return secrets;
  const next = place.given === undefined ? await takeNextKey(place.dataDir, shared.fingerprint) : null;
  if (next) return next;
  throw new DataKeyError(
    `This server's data key (${keptAt}) is not the one of this database, which was last seen in ${shared.kept_at}. ` +
      `Copy that key to ${join(place.dataDir, FILE_NAME)}, or set DATA_KEY to it, and start again. ` +
      'If it is lost, back the shop up and restore it with --replace: a restored shop takes the key of the server that starts first.',
  );
}
