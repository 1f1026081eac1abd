import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import { categoriesRoute, productsRoute } from '#contract/catalogue.ts';
import { indexProducts, type ProductIndex } from '#domain/product-search.ts';
import { call } from '#web/api/call/call.ts';
import { CallError } from '#web/api/call/call-error.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { useSession, useUser } from '#web/api/session/session.ts';
import { type Findable, toFindable } from './grid-filter.ts';
import { patchesProducts } from './live-products.ts';
import { applyFetchedStock, stockClock } from '#web/entities/stock/stock.ts';
import {
  categoriesOf,
  codesOf,
  type CountedCategory,
  inDisplayOrder,
  type RegisterProduct,
  toRegisterCategory,
  toRegisterProduct,
  toStockEntries,
} from './wire-products.ts';

export type { CountedCategory, RegisterProduct } from './wire-products.ts';

/** Rule: catalogue/page-size. */
const PER_PAGE = 1000;

interface Fetched {
  products: RegisterProduct[];
  /** False while further pages are being fetched. */
  complete: boolean;
}

export interface Catalogue {
  /** In display order. */
  products: readonly RegisterProduct[];
  byId: ReadonlyMap<number, RegisterProduct>;
  /** Looked up by SKU or barcode with `lookupCode`. */
  byCode: ReturnType<typeof codesOf>;
  categories: readonly CountedCategory[];
}

const EMPTY: Catalogue = { products: [], byId: new Map(), byCode: new Map(), categories: [] };

const keyOf = (locationId: number | null) => [...queryKeys.products, 'catalogue', { locationId }];

/** The server's answer as a sentence; a lost connection has a sentence of its own. */
function inWordsOfSpec(error: unknown): unknown {
  if (!(error instanceof CallError) || error.status === 0) return error;
  return error.saying(
    error.code === 'reply_unexpected'
      ? 'Invalid response from Flora IM API'
      : `Flora IM API error: ${error.status} ${error.message}`,
  );
}

/** Fetches one page. Its stock goes into the stock book, so that a change of stock does not change the catalogue. */
async function fetchPage(locationId: number, page: number, signal: AbortSignal) {
  const startedAt = stockClock();
  const { data, meta } = await call(productsRoute, {
    query: { location_id: locationId, page, per_page: PER_PAGE },
    signal,
  }).catch((error: unknown) => Promise.reject(inWordsOfSpec(error) as Error));
  const stock = data.flatMap((product) => toStockEntries(product, locationId));
  applyFetchedStock(startedAt, stock);
  return { products: data.map(toRegisterProduct), pages: meta.pages };
}

/**
 * Fetches all pages. The first one is shown at once when nothing is there yet. Unchanged products, and an unchanged
 * list, stay the same objects, so that nothing is sorted or drawn again.
 */
async function fetchCatalogue(locationId: number, signal: AbortSignal): Promise<Fetched> {
  const present = queryClient.getQueryData<Fetched>(keyOf(locationId));
  const known = new Map(present?.products.map((product) => [product.id, product]));
  // By id, because a product that moves to a later page while they are fetched appears twice.
  const fetched = new Map<number, RegisterProduct>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const next = await fetchPage(locationId, page, signal);
    for (const product of next.products) fetched.set(product.id, replaceEqualDeep(known.get(product.id), product));
    pages = next.pages;
    if (!present && page === 1 && pages > 1) {
      queryClient.setQueryData<Fetched>(keyOf(locationId), { products: [...fetched.values()], complete: false });
    }
  }
  const products = [...fetched.values()];
  const same =
    present?.complete === true &&
    present.products.length === products.length &&
    products.every((product, index) => product === present.products[index]);
  return same ? present : { products, complete: true };
}

function ownLocation(): number | null {
  const session = useSession.getState();
  return session.status === 'signed-in' ? session.me.user.location_id : null;
}

/**
 * Fetches products that changed and puts them in their former places. Products that are no longer sold leave the
 * catalogue.
 */
async function patchCatalogue(locationId: number, ids: readonly number[]): Promise<void> {
  const startedAt = stockClock();
  const { data } = await call(productsRoute, {
    query: { location_id: locationId, include: ids.join(','), per_page: ids.length },
  });
  applyFetchedStock(
    startedAt,
    data.flatMap((product) => toStockEntries(product, locationId)),
  );
  const now = new Map(data.map((product) => [product.id, toRegisterProduct(product)]));
  queryClient.setQueryData<Fetched>(keyOf(locationId), (present) => {
    if (!present) return present;
    const known = new Set(present.products.map(({ id }) => id));
    const kept = present.products
      .filter(({ id }) => !ids.includes(id) || now.has(id))
      .map((product) => replaceEqualDeep(product, now.get(product.id) ?? product));
    const added = [...now.values()].filter(({ id }) => !known.has(id));
    const isSame =
      added.length === 0 &&
      kept.length === present.products.length &&
      kept.every((product, place) => product === present.products[place]);
    return isSame ? present : { ...present, products: [...kept, ...added] };
  });
}

/**
 * Gives the products the present names and places of their categories. Products leave a category that no longer exists.
 */
async function patchCategories(locationId: number): Promise<void> {
  const { data } = await call(categoriesRoute);
  const now = new Map(data.map((category) => [category.id, toRegisterCategory(category)]));
  queryClient.setQueryData<Fetched>(keyOf(locationId), (present) => {
    if (!present) return present;
    const products = present.products.map((product) => {
      const categories = product.categories.flatMap(({ id }) => now.get(id) ?? []);
      return replaceEqualDeep(product, { ...product, categories, category: categories[0]?.name ?? null });
    });
    return { ...present, products };
  });
}

patchesProducts({
  key: [...queryKeys.products, 'catalogue'],
  isShown: () => queryClient.getQueryData(keyOf(ownLocation())) !== undefined,
  isFetching: () => queryClient.isFetching({ queryKey: keyOf(ownLocation()) }) > 0,
  async patch(ids) {
    const locationId = ownLocation();
    if (locationId !== null) await patchCatalogue(locationId, ids);
  },
  async patchCategories() {
    const locationId = ownLocation();
    if (locationId !== null) await patchCategories(locationId);
  },
});

const namesakes = new WeakSet<RegisterProduct>();

/** True if another product has the same name. Such products are shown with their SKU. */
export const hasNamesake = (product: RegisterProduct): boolean => namesakes.has(product);

function noteNamesakes(products: readonly RegisterProduct[]): void {
  const firsts = new Map<string, RegisterProduct>();
  for (const product of products) {
    const name = product.name.toLowerCase();
    const first = firsts.get(name);
    if (first) namesakes.add(first).add(product);
    else firsts.set(name, product);
  }
}

const built = new WeakMap<Fetched, Catalogue>();

/** Sorted and indexed once for all readers of the same data. */
function catalogueOf(fetched: Fetched): Catalogue {
  const present = built.get(fetched);
  if (present) return present;
  const products = inDisplayOrder(fetched.products);
  noteNamesakes(products);
  const catalogue: Catalogue = {
    products,
    byId: new Map(products.map((product) => [product.id, product])),
    byCode: codesOf(products),
    categories: categoriesOf(products),
  };
  built.set(fetched, catalogue);
  return catalogue;
}

/**
 * The products of the own location in display order, without their stock (`useStock`). They are fetched a thousand at a
 * time: the first page shows at once, the others follow (`isComplete`). Stays pending without a location.
 */
export function useCatalogue() {
  const { location_id: locationId } = useUser();
  const query = useQuery({
    queryKey: keyOf(locationId),
    queryFn: ({ signal }) => fetchCatalogue(locationId ?? 0, signal),
    enabled: locationId !== null,
    structuralSharing: false,
  });
  return {
    ...(query.data ? catalogueOf(query.data) : EMPTY),
    isPending: query.isPending,
    isFetching: query.isFetching,
    isComplete: query.data?.complete ?? false,
    error: query.error,
    refetch: query.refetch,
  };
}

/** A product of the own location's catalogue, outside React. */
export function productNow(productId: number): RegisterProduct | undefined {
  const fetched = queryClient.getQueryData<Fetched>(keyOf(ownLocation()));
  return fetched && catalogueOf(fetched).byId.get(productId);
}

const indexes = new WeakMap<readonly RegisterProduct[], ProductIndex<Findable>>();

/** The search index of a list of products, built on first use. */
export function searchIndexOf(products: readonly RegisterProduct[]): ProductIndex<Findable> {
  const index = indexes.get(products) ?? indexProducts(products.map(toFindable));
  indexes.set(products, index);
  return index;
}
