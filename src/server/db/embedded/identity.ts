import { execFile } from 'node:child_process';
import { chown, readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedError } from './embedded-error.ts';

/** The user as whom the database runs. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  /** True when this process is root and starts PostgreSQL, which refuses root, as another user. */
  readonly stepsDown: boolean;
}

const NOBODY = 65_534;
/** First an id that no distribution assigns, so that no other service shares it; `nobody` where few ids exist. */
const UNPRIVILEGED_IDS = [60_999, NOBODY];

/**
 * Chooses the user that the database runs as: this user or, when this is root, the owner of the data, else an
 * unprivileged id that can own files here. `folder` is given to that user.
 */
export async function settleIdentity(folder: string): Promise<Identity> {
  const uid = process.getuid?.() ?? 0;
  const gid = process.getgid?.() ?? 0;
  const owner = await stat(folder);
  if (uid !== 0) {
    if (owner.uid !== uid) {
      throw new EmbeddedError(
        `${folder} belongs to another user (id ${owner.uid}); start the server as that user or choose another DATA_DIR.`,
      );
    }
    return { uid, gid, stepsDown: false };
  }
  // A folder owned by `nobody` was left by an interrupted first start.
  if (owner.uid !== 0 && owner.uid !== NOBODY) return { uid: owner.uid, gid: owner.gid, stepsDown: true };
  for (const id of UNPRIVILEGED_IDS) {
    try {
      await chown(folder, id, id);
      return { uid: id, gid: id, stepsDown: true };
    } catch {
      // This container's user namespace does not have this id; try the next.
    }
  }
  throw new EmbeddedError(
    `PostgreSQL does not run as root and no other user may own ${folder}; start the server as an ordinary user or set DATABASE_URL.`,
  );
}

/** True if the permission bits let `identity` read and pass every folder on the way to `path`. */
export async function mayEnter(path: string, { uid, gid, stepsDown }: Identity): Promise<boolean> {
  if (!stepsDown) return true;
  for (let folder = path; ; folder = dirname(folder)) {
    const about = await stat(folder);
    const shift = about.uid === uid ? 6 : about.gid === gid ? 3 : 0;
    const needed = folder === path ? 0o5 : 0o1;
    if (((about.mode >> shift) & needed) !== needed) return false;
    if (folder === dirname(folder)) return true;
  }
}

/**
 * `initdb`, unlike the server, needs a user that has a name: `nobody` has one everywhere. Its files are given to
 * `identity` afterwards.
 */
export async function namedIdentity(identity: Identity): Promise<Identity> {
  if (!identity.stepsDown) return identity;
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n').map((line) => line.split(':'));
  const known = users.find(([, , uid]) => Number(uid) === identity.uid) ?? users.find(([name]) => name === 'nobody');
  const [, , uid, gid] = known ?? [];
  const asNumber = (id: string | undefined): number => (Number(id) >= 0 ? Number(id) : NOBODY);
  return { uid: asNumber(uid), gid: asNumber(gid), stepsDown: true };
}

/** Hands a folder and all in it to `identity`. */
export async function give(folder: string, { uid, gid, stepsDown }: Identity): Promise<void> {
  if (stepsDown) await promisify(execFile)('chown', ['-R', `${uid}:${gid}`, folder]);
}
