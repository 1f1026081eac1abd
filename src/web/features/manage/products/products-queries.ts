import { replaceEqualDeep, useQuery } from '@tanstack/react-query';
import {
  type ListedProduct,
  type ManagedProduct,
  managedProductRoute,
  managedProductsRoute,
} from '#contract/managed-products.ts';
import { call } from '#web/api/call/call.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { queryKeys } from '#web/api/queries/query-keys.ts';
import { patchesProducts } from '#web/entities/catalogue/live-products.ts';

const LIST = [...queryKeys.managedProducts, 'list'];
const keyOf = (id: number) => [...queryKeys.managedProducts, 'one', id];
/** More than a screen shows: it is there while the rest comes. */
const FIRST_PAGE = 200;
const PER_PAGE = 5000;

interface Fetched {
  readonly products: readonly ListedProduct[];
  /** False while only the first page is here. */
  readonly complete: boolean;
}

async function fetchList(signal: AbortSignal): Promise<Fetched> {
  const found = new Map<number, ListedProduct>();
  const fetchPage = async (page: number, perPage: number): Promise<number> => {
    const { data, meta } = await call(managedProductsRoute, { query: { page, per_page: perPage }, signal });
    for (const product of data) found.set(product.id, product);
    return meta.pages;
  };
  if (!queryClient.getQueryData<Fetched>(LIST)?.complete) {
    if ((await fetchPage(1, FIRST_PAGE)) <= 1) return { products: [...found.values()], complete: true };
    queryClient.setQueryData<Fetched>(LIST, { products: [...found.values()], complete: false });
    found.clear();
  }
  for (let page = 1, pages = 1; page <= pages; page += 1) pages = await fetchPage(page, PER_PAGE);
  return { products: [...found.values()], complete: true };
}

/**
 * All products by name, of every status: the table searches by itself. The first page shows while the rest comes. A change of some
 * fetches those alone.
 */
export function useManagedProducts() {
  const query = useQuery({ queryKey: LIST, queryFn: ({ signal }) => fetchList(signal), structuralSharing: false });
  const isComplete = query.data?.complete === true;
  // A part of the list beside an error would pass for the whole.
  const data = isComplete || !query.error ? query.data?.products : undefined;
  return { data, isComplete, error: query.error, refetch: query.refetch };
}

const inEnglish = new Intl.Collator('en-US', { sensitivity: 'base' });
const byName = (one: ListedProduct, other: ListedProduct) =>
  inEnglish.compare(one.name, other.name) || one.id - other.id;

/** Puts products into the list as they are now; those that are no more leave it. */
function patchList(ids: readonly number[], products: readonly ListedProduct[]): void {
  queryClient.setQueryData<Fetched>(LIST, (fetched) => {
    if (!fetched) return fetched;
    const present = fetched.products;
    const now = new Map(products.map((product) => [product.id, product]));
    const known = new Set(present.map(({ id }) => id));
    const kept = present.filter(({ id }) => !ids.includes(id) || now.has(id));
    const patched = kept.map((product) => replaceEqualDeep(product, now.get(product.id) ?? product));
    const added = products.filter(({ id }) => !known.has(id));
    const isMoved = patched.some((product, place) => product.name !== kept[place]?.name);
    return { ...fetched, products: added.length > 0 || isMoved ? [...patched, ...added].sort(byName) : patched };
  });
}

patchesProducts({
  isShown: () => queryClient.getQueryData(LIST) !== undefined,
  isFetching: () => queryClient.isFetching({ queryKey: LIST }) > 0,
  key: LIST,
  async patch(ids) {
    const { data } = await call(managedProductsRoute, { query: { include: ids.join(','), per_page: ids.length } });
    patchList(ids, data);
    for (const id of ids) void queryClient.invalidateQueries({ queryKey: keyOf(id) });
  },
});

export function useManagedProduct(id: number) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await call(managedProductRoute, { params: { id: String(id) }, signal })).data,
    // They are edited here: the newest, each time they are opened.
    staleTime: 0,
  });
}

/** Puts a newer state of a product on the screen, from an answer. */
export function showProduct(product: ManagedProduct): void {
  queryClient.setQueryData<ManagedProduct>(keyOf(product.id), (present) =>
    present && present.version > product.version ? present : product,
  );
}

export function forgetProduct(id: number): void {
  patchList([id], []);
  queryClient.removeQueries({ queryKey: keyOf(id) });
}
