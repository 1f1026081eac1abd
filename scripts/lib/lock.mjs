// npm drops from the lock the optional platform packages that the registry at hand did not serve, and `npm ci` then
// refuses that lock ("Missing: ... from lock file", npm/cli#9846). The parent's entry and the package's name tell its
// version, os, cpu and libc without a registry.

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const PROCESSORS = 'arm arm64 ia32 loong64 mips64el ppc64 riscv64 s390x wasm32 x64'.split(' ');

/**
 * @typedef {{ version?: string, resolved?: string, dev?: boolean, optional?: boolean, os?: string[], cpu?: string[],
 *   libc?: string[], dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 * @typedef {{ from: string, name: string, version: string }} Missing
 */

/**
 * The entry that npm would use for `name` when asked by the package at `from`: the nearest one upwards.
 * @param {Lock['packages']} packages @param {string} from @param {string} name
 */
function nearest(packages, from, name) {
  for (let base = from; ;) {
    const entry = packages[`${base ? `${base}/` : ''}node_modules/${name}`];
    if (entry !== undefined || base === '') return entry;
    const parent = base.lastIndexOf('/node_modules/');
    base = parent < 0 ? '' : base.slice(0, parent);
  }
}

/** @param {string} version */
const isExact = (version) => /^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version);

/**
 * Optional packages that some entry wants and the lock does not hold in that version.
 * @param {Lock} lock @returns {Missing[]}
 */
function missingOptionals({ packages }) {
  return Object.entries(packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name, version]) => {
        const found = nearest(packages, from, name);
        return found === undefined || (isExact(version) && found.version !== version);
      })
      .map(([name, version]) => ({ from, name, version })),
  );
}

/**
 * Entries that tie the lock to one registry's address.
 * @param {Lock} lock
 */
export function registryAddresses({ packages }) {
  return Object.keys(packages).filter((path) => /^https?:/.test(packages[path]?.resolved ?? ''));
}

/**
 * The platform in a package's name (`binding-linux-x64-musl`), or null if it names none.
 * @param {string} name
 */
function platformOf(name) {
  const words = (name.split('/').pop() ?? '').split('-');
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  if (os.length + cpu.length === 0) return null;
  const musl = words.some((word) => word.startsWith('musl'));
  const gnu = os.includes('linux') && words.some((word) => word.startsWith('gnu'));
  return {
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(musl ? { libc: ['musl'] } : gnu ? { libc: ['glibc'] } : {}),
    ...(os.length > 0 ? { os } : {}),
  };
}

/**
 * The lock with every missing platform package entered and every registry address taken out.
 * @param {Lock} lock
 * @returns {{ lock: Lock, added: Missing[], unmendable: Missing[] }}
 */
export function mendedLock(lock) {
  const packages = structuredClone(lock.packages);
  /** @type {Missing[]} */ const added = [];
  /** @type {Missing[]} */ const unmendable = [];
  for (const missing of missingOptionals(lock)) {
    const { from, name, version } = missing;
    const platform = platformOf(name);
    if (platform === null || !isExact(version)) {
      unmendable.push(missing);
      continue;
    }
    // Another version may hold the place at the top: this one then lives under the package that wants it.
    const top = `node_modules/${name}`;
    const path = packages[top] === undefined || packages[top].version === version ? top : `${from}/${top}`;
    const { cpu, libc, os } = platform;
    // In npm's own order of keys, so that the next `npm install` changes nothing.
    packages[path] = {
      version,
      ...(cpu ? { cpu } : {}),
      ...(packages[from]?.dev ? { dev: true } : {}),
      ...(libc ? { libc } : {}),
      optional: true,
      ...(os ? { os } : {}),
    };
    added.push(missing);
  }
  for (const path of registryAddresses({ packages })) delete packages[path]?.resolved;
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => a.localeCompare(b, 'en')));
  return { lock: { ...lock, packages: sorted }, added, unmendable };
}
