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
/** More than fits on a screen. It is shown while the rest loads. */
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
 * All products of every status, by name, because the table searches them itself. The first page shows while the rest
 * loads. After a change, only the changed products are fetched.
 */
export function useManagedProducts() {
  const query = useQuery({ queryKey: LIST, queryFn: ({ signal }) => fetchList(signal), structuralSharing: false });
  const isComplete = query.data?.complete === true;
  // After an error, part of the list is not shown: it would look like the whole list.
  const data = isComplete || !query.error ? query.data?.products : undefined;
  return { data, isComplete, error: query.error, refetch: query.refetch };
}

const inEnglish = new Intl.Collator('en-US', { sensitivity: 'base' });
const byName = (one: ListedProduct, other: ListedProduct) =>
  inEnglish.compare(one.name, other.name) || one.id - other.id;

/** Updates products in the list, and removes those that no longer exist. */
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
    // Fetched again each time it is opened, because it is edited here.
    staleTime: 0,
  });
}

/** Shows a newer state of a product from an answer. */
export function showProduct(product: ManagedProduct): void {
  queryClient.setQueryData<ManagedProduct>(keyOf(product.id), (present) =>
    present && present.version > product.version ? present : product,
  );
}

export function forgetProduct(id: number): void {
  patchList([id], []);
  queryClient.removeQueries({ queryKey: keyOf(id) });
}
