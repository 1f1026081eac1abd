import type { LiveEvent } from '#contract/live.ts';
import { MAX_INCLUDED } from '#contract/wire.ts';
import { reportError } from '#web/api/reports/error-reports.ts';
import { makeStale, onLiveEvent } from '#web/api/queries/live.ts';
import { queryKeys, staleBy } from '#web/api/queries/query-keys.ts';

type QueryKey = readonly string[];

/** A list of products that is updated by fetching only the changed ones. */
interface Patched {
  /** The query to fetch again when patching is not possible. */
  readonly key: QueryKey;
  readonly isShown: () => boolean;
  /** True while the whole list is being fetched. That answer may be older than the change. */
  readonly isFetching: () => boolean;
  readonly patch: (ids: readonly number[]) => Promise<void>;
  /** Takes over names and places of categories; left out by a list that does not show them. */
  readonly patchCategories?: () => Promise<void>;
}

/** Changes of one moment are fetched at once. */
const GATHER_MS = 100;
const lists: Patched[] = [];
const changed = new Set<number>();
let areCategoriesChanged = false;
let waiting: ReturnType<typeof setTimeout> | undefined;
let patching: Promise<void> = Promise.resolve();

/** The keys that a change of named products makes stale, besides the lists. Little of their data is on the screen. */
const BESIDE = staleBy('catalogue').filter((key) => key !== queryKeys.products && key !== queryKeys.managedProducts);

async function bringUpToDate(list: Patched, ids: readonly number[], categories: boolean): Promise<void> {
  const patchCategories = categories ? list.patchCategories : undefined;
  if ((ids.length === 0 && !patchCategories) || !list.isShown()) return;
  if (ids.length > MAX_INCLUDED || list.isFetching()) return makeStale([list.key]);
  try {
    if (ids.length > 0) await list.patch(ids);
    await patchCategories?.();
  } catch (error) {
    reportError(error, { context: 'patch products' });
    makeStale([list.key]);
  }
}

function patchChanged(): void {
  waiting = undefined;
  const ids = [...changed];
  const categories = areCategoriesChanged;
  changed.clear();
  areCategoriesChanged = false;
  // One after the other: an older answer never comes after a newer one.
  patching = patching.then(async () => {
    await Promise.all(lists.map((list) => bringUpToDate(list, ids, categories)));
  });
}

/** Hears of changed products. An import names none, so everything is fetched again. Rule: live/changed-products. */
function hearCatalogue(event: LiveEvent): boolean {
  if (event.type !== 'catalogue') return false;
  if (event.product_ids === undefined && event.category_ids === undefined) return false;
  for (const id of event.product_ids ?? []) changed.add(id);
  if (event.category_ids !== undefined) areCategoriesChanged = true;
  waiting ??= setTimeout(patchChanged, GATHER_MS);
  makeStale(BESIDE);
  return true;
}

/** Keeps a list of products right for as long as the page lives. */
export function patchesProducts(list: Patched): void {
  if (lists.length === 0) onLiveEvent(hearCatalogue);
  lists.push(list);
}
