import { createHash } from 'node:crypto';
import { mkdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Log } from '#server/log.ts';
import { EmbeddedError } from './embedded/embedded-error.ts';
import { give, type Identity, mayEnter, settleIdentity } from './embedded/identity.ts';
import { ensureDataFolder, type Place } from './embedded/launch.ts';
import { EmbeddedLog } from './embedded/log-file.ts';
import { prepareNative } from './embedded/native.ts';
import { type OwnerKind, Supervisor } from './embedded/supervisor.ts';
import type { Connection } from './connection.ts';

export { EmbeddedError } from './embedded/embedded-error.ts';

export interface EmbeddedDatabase {
  /** Connects to the shop's database as its owner, who is not a superuser. */
  readonly connection: Connection;
  /** Connects to the database `postgres` of the same server, as superuser. Tests, backup and restore use it. */
  readonly adminConnection: Connection;
  /** Process id of the postmaster, or null while it is away. */
  readonly pid: number | null;
  /**
   * Stops PostgreSQL, even if it was running before this process. Resolves when its process is gone, or after that time, when it
   * was told to end at once.
   */
  stop(withinMs?: number): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log: Log;
  /** A server is refused when another server owns the database, and waits when a command does. */
  owner?: OwnerKind;
  /** Only tests may set this to false: a power cut then loses data. */
  durable?: boolean;
  /** Ends a start that waits for others, by throwing its reason. */
  stopping?: AbortSignal;
}

const PORT = 5432;
const SOCKET_PATH_MAX_BYTES = 100;

/**
 * The socket's folder. One data folder always has the same one. Its name is short because a socket's path holds about
 * 100 bytes, so it is in /tmp when TMPDIR is too long or closed to the user.
 */
async function socketFolderOf(home: string, identity: Identity): Promise<string> {
  const name = `tillwright-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
  const longest = join(tmpdir(), name, `.s.PGSQL.${PORT}.lock`);
  const usable = Buffer.byteLength(longest) <= SOCKET_PATH_MAX_BYTES && (await mayEnter(tmpdir(), identity));
  return join(usable ? tmpdir() : '/tmp', name);
}

/** Gives data that root put there (a restored copy) to the user that the database runs as. */
async function giveData({ dataFolder, identity }: Place): Promise<void> {
  const about = await stat(dataFolder).catch(() => null);
  if (about !== null && identity.stepsDown && about.uid !== identity.uid) {
    await give(dataFolder, identity);
  }
}

async function checkDataVersion(dataFolder: string, versionNumber: number): Promise<void> {
  const made = (await readFile(join(dataFolder, 'PG_VERSION'), 'utf8')).trim();
  const brought = String(Math.floor(versionNumber / 10_000));
  if (made !== brought) {
    throw new EmbeddedError(
      `The data in ${dataFolder} were made by PostgreSQL ${made} and this build brings ${brought}. Run "npm run backup -- FILE" with the build you had, move that folder aside, then run "npm run restore -- FILE" with this build.`,
    );
  }
}

/** Makes folders one by one: Node's `recursive` never returns where no folder can be made (`/proc`). */
async function makeFolders(folder: string): Promise<void> {
  const make = (): Promise<void> => mkdir(folder, { mode: 0o700 });
  await make()
    .catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error;
      await makeFolders(dirname(folder));
      await make();
    })
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
}

async function makeHome(dataDir: string): Promise<string> {
  const home = join(dataDir, 'postgres');
  try {
    await makeFolders(home);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new EmbeddedError(`DATA_DIR ${dataDir} cannot be written: ${reason}.`, { cause });
  }
  return home;
}

/**
 * Starts PostgreSQL on DATA_DIR, or takes over the one that runs there, and keeps it running until `stop`.
 * Rule: running/embedded-database.
 * @throws EmbeddedError in one sentence: folder not writable or in use, no binaries, a start that failed and why.
 */
export async function startEmbedded({
  dataDir,
  log,
  owner = 'server',
  durable = true,
  stopping,
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const home = await makeHome(resolve(dataDir));
  const identity = await settleIdentity(home);
  const native = await prepareNative(identity);
  const dataFolder = join(home, 'data');
  const place: Place = {
    home,
    dataFolder,
    identity,
    native,
    log: new EmbeddedLog(join(resolve(dataDir), 'postgres.log')),
  };
  await ensureDataFolder(place);
  await giveData(place);
  await checkDataVersion(dataFolder, native.versionNumber);

  const socketFolder = await socketFolderOf(home, identity);
  const supervisor = new Supervisor(place, { socketFolder, port: PORT, durable }, log, owner);
  await supervisor.start(stopping);
  const at = { host: supervisor.socketFolder, port: PORT };
  return {
    connection: { ...at, user: 'tillwright', database: 'tillwright' },
    adminConnection: { ...at, user: 'postgres', database: 'postgres' },
    get pid() {
      return supervisor.pid;
    },
    stop: (withinMs) => supervisor.stop(withinMs),
  };
}
