// Puts the code of sign-in and register into few files. The bundler alone makes about fifty, one for each set of
// modules that the same views share. Each file is compressed by itself, so a few large ones are smaller in sum.

/** Needed by every page, and by the form to sign in. */
const PAGE = ['/src/web/main.tsx', '/src/web/features/login/login-view.tsx'];
/** Needed first by a till. Modules that it shares with other views make one file, and those of its own another. */
const TILL = ['/src/web/features/register/register-view.tsx'];
/** Icons of the first screens that other views draw too. */
const ICONS = new Set(
  'chevron-left chevron-right map-pin-off minus package-search pause percent plus trash user-plus user-round'.split(
    ' ',
  ),
);

/** Modules of libraries that no first screen uses. The library's own index imports them too, so they would seem used. */
const LATER =
  /\/(?:query-core\/.*\/(?:infiniteQueryObserver|queriesObserver|mutationObserver)|react-query\/.*\/(?:useInfiniteQuery|useQueries|useMutation)|zod\/v4\/locales\/\w+)\.js$/;

/**
 * @typedef {{ importedIds: readonly string[], dynamicallyImportedIds: readonly string[] }} Module
 * @typedef {{ getModuleInfo: (id: string) => Module | null }} Modules
 */

/**
 * Everything that these modules import at once, and the modules themselves.
 * @param {readonly string[]} roots @param {Modules} modules
 */
function importedBy(roots, modules) {
  const found = new Set(roots);
  for (const id of found) for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/**
 * Everything that is loaded later, by itself.
 * @param {readonly string[]} roots @param {Modules} modules
 */
function loadedLater(roots, modules) {
  const found = new Set(roots);
  const later = new Set();
  for (const id of found) {
    const { importedIds = [], dynamicallyImportedIds = [] } = modules.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) found.add(imported);
    for (const imported of dynamicallyImportedIds) later.add(imported);
  }
  return [...later];
}

/**
 * Names the file that a module goes into; null leaves it to the bundler.
 * @param {string} projectRoot
 * @returns {(id: string, modules: Modules) => string | null}
 */
export function firstScreens(projectRoot) {
  const absolute = (/** @type {string} */ path) => `${projectRoot}${path}`;
  const [page, till] = [PAGE.map(absolute), TILL.map(absolute)];
  /** @type {Set<string> | undefined} */
  let ofPage;
  /** @type {Set<string> | undefined} */
  let ofTill;
  /** @type {Set<string> | undefined} */
  let ofOthers;
  return (id, modules) => {
    ofPage ??= importedBy(page, modules);
    ofTill ??= importedBy(till, modules);
    ofOthers ??= importedBy(
      loadedLater(page, modules).filter((root) => !till.includes(root)),
      modules,
    );
    // Stylesheets and modules with a separate address stay where they are.
    if (id.endsWith('.css') || page.includes(id) || till.includes(id)) return null;
    if (!ofPage.has(id) && !ofTill.has(id)) return null;
    // One file names all icons, so their users are unknown here. Without this, each icon that many views draw would be
    // a file.
    const icon = /\/lucide-react\/.*\/icons\/([^/]+)\.m?js$/.exec(id)?.[1];
    if (icon !== undefined) return ICONS.has(icon) ? 'libraries' : null;
    if (LATER.test(id)) return null;
    if (id.includes('/node_modules/')) return 'libraries';
    if (ofPage.has(id)) return 'page';
    return ofOthers.has(id) ? 'till' : null;
  };
}
