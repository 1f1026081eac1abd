import { forgetReads } from '../call/call.ts';
import { queryClient } from '../queries/query-client.ts';

/**
 * Local data that "Clear All Cache" keeps: the session, the theme, the id of the till, carts and sales that were sent
 * without an answer (`tillwright.cart.*`), unfinished counts and purchase orders (`tillwright.inventory.*`), store and
 * menu configuration, the id of a TV, the calibration of this till's label printer, and what a TV menu in the same browser
 * needs to start without a server. Everything else is a copy of server data. Rule: workspace/what-a-browser-keeps.
 */
const KEPT = [
  /^pos_(user|token|theme|cards|store)/,
  /^tillwright\.(cart|inventory|commands)\./,
  /^tillwright\.(till|labels)$/,
  /^menu_config/,
  /^tv_id/,
  /^menu-display:/,
];

/** The pages, pictures and fonts of TV menus: the service worker fetches a build once only. */
const DISPLAY_CACHE = /^menu-display-/;

async function deleteCaches(): Promise<void> {
  if (!('caches' in window)) return;
  const names = (await caches.keys()).filter((name) => !DISPLAY_CACHE.test(name));
  await Promise.all(names.map((name) => caches.delete(name)));
}

/** True if clearing the caches keeps this key of the browser's storage. */
export function outlivesCaches(storageKey: string): boolean {
  return KEPT.some((pattern) => pattern.test(storageKey));
}

/** Deletes every copy of server data in the browser. */
export async function clearCaches(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (!outlivesCaches(key)) storage.removeItem(key);
    }
  }
  await deleteCaches();
  forgetReads();
  await queryClient.invalidateQueries();
}

/** Reloads the page, bypassing the browser's cache. */
export async function reloadApplication(): Promise<void> {
  try {
    await deleteCaches();
  } finally {
    location.reload();
  }
}
