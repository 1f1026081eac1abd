import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { give, type Identity, mayEnter, namedIdentity } from './identity.ts';
import type { EmbeddedLog } from './log-file.ts';
import type { Native } from './native.ts';
import { INITIAL_SETTINGS, runningSettings } from './settings.ts';

/** File descriptor on which a child of ours finds the folder that holds its data. */
const FOLDER_FD = 3;
/** Unfinished folders younger than this may belong to another server that is starting for the first time. */
const ABANDONED_AFTER_MS = 600_000;

export interface Place {
  /** Holds the data folder; owned by `identity`. */
  readonly home: string;
  /** PostgreSQL's data folder. */
  readonly dataFolder: string;
  readonly identity: Identity;
  readonly native: Native;
  readonly log: EmbeddedLog;
}

/**
 * Runs a PostgreSQL program as the user that owns the data. When that user may not enter a folder above the data
 * (root's home), the program inherits the open folder and reaches it through `/proc/self/fd`. The data stay in DATA_DIR
 * and no folder's permissions change.
 */
async function launch(
  place: Place,
  identity: Identity,
  program: string,
  args: (home: string) => string[],
): Promise<ChildProcess> {
  const { home, native, log } = place;
  const reachable = await mayEnter(home, identity);
  if (!reachable && process.platform !== 'linux') {
    throw new EmbeddedError(`${home} is inside a folder that only root may enter; choose another DATA_DIR.`);
  }
  const folderFd = reachable ? null : openSync(home, 'r');
  const logFd = log.open();
  try {
    const child = spawn(join(native.bin, program), args(folderFd === null ? home : `/proc/self/fd/${FOLDER_FD}`), {
      ...(identity.stepsDown && { uid: identity.uid, gid: identity.gid }),
      cwd: '/',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC' },
      // It gets its own session, so that Ctrl+C in the terminal reaches only us. We stop it when our work is done.
      detached: true,
      stdio: ['ignore', logFd, logFd, ...(folderFd === null ? [] : [folderFd])],
    });
    await once(child, 'spawn').catch((error: Error) => {
      throw new EmbeddedError(`PostgreSQL could not be started: ${error.message}.`, { cause: error });
    });
    return child;
  } finally {
    closeSync(logFd);
    if (folderFd !== null) closeSync(folderFd);
  }
}

/**
 * Makes the data folder if it is missing. It is built under another name and moved, so a half-made one never counts as
 * data.
 */
export async function ensureDataFolder(place: Place): Promise<void> {
  const { home, dataFolder, identity, log } = place;
  for (const name of await readdir(home)) {
    if (!name.startsWith('unfinished-')) continue;
    const about = await stat(join(home, name)).catch(() => null);
    if (about !== null && Date.now() - about.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(join(home, name), { recursive: true, force: true });
    }
  }
  if (
    await stat(join(dataFolder, 'PG_VERSION')).then(
      () => true,
      () => false,
    )
  )
    return;
  const unfinished = await mkdtemp(join(home, 'unfinished-'));
  const maker = await namedIdentity(identity);
  await give(home, maker);
  const settings = Object.entries(INITIAL_SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const since = log.position();
  const child = await launch(place, maker, 'initdb', (seen) => [
    ...['-D', join(seen, basename(unfinished)), '--username=postgres', '--encoding=UTF8', '--locale=C'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--auth-local=trust', '--auth-host=reject'],
    ...['--no-instructions', ...settings],
  ]);
  const [code] = (await once(child, 'exit')) as [number | null];
  if (log.textSince(since).includes('could not look up effective user ID')) {
    throw new EmbeddedError(
      `PostgreSQL wants its user to have a name and user id ${maker.uid} has none; add it to /etc/passwd, start as another user, or set DATABASE_URL.`,
    );
  }
  if (code !== 0) {
    throw new EmbeddedError(`The database could not be made in ${dataFolder}: ${log.reasonSince(since)}`);
  }
  await give(home, identity);
  await rename(unfinished, dataFolder).catch((error: NodeJS.ErrnoException) => {
    // Another server made the data folder first, and this one can use it.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  });
}

/** Makes the socket's folder, closed to others. The server before this one may just be removing it. */
async function ensureSocketFolder(folder: string, identity: Identity): Promise<void> {
  await makeSocketFolder(folder, identity).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return makeSocketFolder(folder, identity);
  });
}

async function makeSocketFolder(folder: string, { uid, gid }: Identity): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const about = await lstat(folder);
  const ours = about.uid === uid || about.uid === process.getuid?.();
  if (!about.isDirectory() || !ours) {
    throw new EmbeddedError(`${folder} belongs to somebody else; remove it or set TMPDIR to a folder of your own.`);
  }
  if (about.uid !== uid) await chown(folder, uid, gid);
  await chmod(folder, 0o700);
}

/** Starts the postmaster and does not wait until it is ready. */
export async function startPostmaster(
  place: Place,
  running: { socketFolder: string; port: number; durable: boolean },
): Promise<ChildProcess> {
  await ensureSocketFolder(running.socketFolder, place.identity);
  const settings = Object.entries(runningSettings(running)).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = await launch(place, place.identity, 'postgres', (seen) => [
    '-D',
    join(seen, basename(place.dataFolder)),
    ...settings,
  ]);
  child.unref();
  return child;
}
