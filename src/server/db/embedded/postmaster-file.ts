import { execFile } from 'node:child_process';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The contents of PostgreSQL's `postmaster.pid`: the process on this data folder, and where it listens. */
export interface PostmasterFile {
  readonly pid: number;
  readonly port: number;
  readonly socketFolder: string;
}

const onLinux = process.platform === 'linux';

/** The lock file, or null when it is missing or not completely written yet. */
async function readPostmasterFile(dataFolder: string): Promise<PostmasterFile | null> {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder] = text.split('\n');
  if (!Number(pid)) return null;
  return { pid: Number(pid), port: Number(port) || 0, socketFolder: socketFolder?.trim() ?? '' };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** True when the process is a PostgreSQL that works in `dataFolder`. A reused process id or a zombie does not count. */
async function worksIn(pid: number, dataFolder: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (!onLinux) {
    const { stdout } = await promisify(execFile)('ps', ['-p', String(pid), '-o', 'stat=,comm=']).catch(() => ({
      stdout: '',
    }));
    return stdout.includes('postgres') && !stdout.trimStart().startsWith('Z');
  }
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // "pid (name) state ...": a zombie keeps its id, but holds nothing.
    const [, name, state] = /^\d+ \((.*)\) (\S)/s.exec(status) ?? [];
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(dataFolder)]);
    return there.dev === here.dev && there.ino === here.ino;
  } catch {
    return false;
  }
}

/** The postmaster that serves `dataFolder` now, whichever process started it. */
export async function livePostmaster(dataFolder: string): Promise<PostmasterFile | null> {
  const file = await readPostmasterFile(dataFolder);
  return file !== null && (await worksIn(file.pid, dataFolder)) ? file : null;
}

/**
 * Removes a lock file whose process is provably gone: its id belongs to something else (usual after a container
 * restart), or it is a zombie that nothing reaps. PostgreSQL itself only checks that the id is in use. The file stays
 * while a child of the killed postmaster still lives.
 */
export async function clearStaleLock(dataFolder: string): Promise<void> {
  const file = await readPostmasterFile(dataFolder);
  if (file === null || !onLinux || !isAlive(file.pid)) return;
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const working = await Promise.all(pids.map((pid) => worksIn(pid, dataFolder)));
  if (!working.includes(true)) await rm(join(dataFolder, 'postmaster.pid'), { force: true });
}
