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
const PER_PAGE = 5000;

async function fetchList(signal: AbortSignal): Promise<readonly ListedProduct[]> {
  const found = new Map<number, ListedProduct>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { data, meta } = await call(managedProductsRoute, { query: { page, per_page: PER_PAGE }, signal });
    for (const product of data) found.set(product.id, product);
    pages = meta.pages;
  }
  return [...found.values()];
}

/** All products by name, of every status: the table searches by itself. A change of some fetches those alone. */
export function useManagedProducts() {
  return useQuery({ queryKey: LIST, queryFn: ({ signal }) => fetchList(signal), structuralSharing: false });
}

const inEnglish = new Intl.Collator('en-US', { sensitivity: 'base' });
const byName = (one: ListedProduct, other: ListedProduct) =>
  inEnglish.compare(one.name, other.name) || one.id - other.id;

/** Puts products into the list as they are now; those that are no more leave it. */
function patchList(ids: readonly number[], products: readonly ListedProduct[]): void {
  queryClient.setQueryData<readonly ListedProduct[]>(LIST, (present) => {
    if (!present) return present;
    const now = new Map(products.map((product) => [product.id, product]));
    const known = new Set(present.map(({ id }) => id));
    const kept = present.filter(({ id }) => !ids.includes(id) || now.has(id));
    const patched = kept.map((product) => replaceEqualDeep(product, now.get(product.id) ?? product));
    const added = products.filter(({ id }) => !known.has(id));
    const isMoved = patched.some((product, place) => product.name !== kept[place]?.name);
    return added.length > 0 || isMoved ? [...patched, ...added].sort(byName) : patched;
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
