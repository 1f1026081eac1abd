import { forgetReads } from '../call/call.ts';
import { queryClient } from '../queries/query-client.ts';

/**
 * Local data that outlives "Clear All Cache": the session, the theme, the id of the till, carts and sales that were sent without an answer
 * (`tillwright.cart.*`), counts and purchase orders in the making (`tillwright.inventory.*`), store and menu configuration, the id of a TV. All else is a copy. Rule: workspace/what-a-browser-keeps.
 */
const KEPT = [
  /^pos_(user|token|theme|cards|store)/,
  /^tillwright\.(cart|inventory|commands)\./,
  /^tillwright\.till$/,
  /^menu_config/,
  /^tv_id/,
];

/** Whether a key of the browser's storage stays when caches are cleared. */
export function outlivesCaches(storageKey: string): boolean {
  return KEPT.some((pattern) => pattern.test(storageKey));
}

/** Drops every copy the browser holds of what is on the server. */
export async function clearCaches(): Promise<void> {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage)) {
      if (!outlivesCaches(key)) storage.removeItem(key);
    }
  }
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  forgetReads();
  await queryClient.invalidateQueries();
}

/** Loads the page anew, past whatever the browser kept of it. */
export async function reloadApplication(): Promise<void> {
  try {
    if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
  } finally {
    location.reload();
  }
}
