import { useMemo } from 'react';
import { lookupCode } from '#domain/barcode.ts';
import { formatMoney, parseMoney } from '#domain/money.ts';
import { searchProducts } from '#domain/product-search.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { type RegisterProduct, searchIndexOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import type { ChosenItem } from '../purchasing/editor/draft-order.ts';

/** Products looked at, and items listed: a product has as many items as it has variants. */
const MOST_PRODUCTS = 8;
const MOST_ITEMS = 24;

/** What was paid for one, where the person may know it; nothing else is assumed. */
function costOf({ blueprint }: RegisterProduct): string | null {
  const read = parseMoney(blueprint['cost'] ?? blueprint['cost_price'] ?? '');
  return read.ok && read.value > 0 ? formatMoney(read.value) : null;
}

/** What of a product can be ordered: itself, or each of its variants. */
function itemsOf(product: RegisterProduct): ChosenItem[] {
  const shared = { productId: product.id, cost: costOf(product) };
  if (product.variants === null) return [{ ...shared, variationId: null, name: product.name, sku: product.sku }];
  return product.variants.map(({ id, name, sku }) => ({
    ...shared,
    variationId: id,
    name: variantLineName(product.name, name),
    sku: sku ?? product.sku,
  }));
}

function itemsOfId(byId: ReadonlyMap<number, RegisterProduct>, id: number): ChosenItem[] {
  const product = byId.get(id);
  return product ? itemsOf(product) : [];
}

export type ItemOfCode =
  | { readonly kind: 'item'; readonly item: ChosenItem }
  /** The code is that of a product that is counted by its variants. */
  | { readonly kind: 'variants'; readonly name: string }
  | { readonly kind: 'unknown' };

/** Items of the catalogue, to be found by what is typed or scanned. */
export function useCatalogueItems() {
  const { products, byId, byCode, isPending, isComplete, error, refetch } = useCatalogue();
  return useMemo(
    () => ({
      /** False while a code nobody knows may only not have come yet. */
      isReady: !isPending && isComplete,
      isPending,
      error: products.length === 0 ? error : null,
      refetch,
      product: (productId: number): RegisterProduct | undefined => byId.get(productId),
      /** What it is counted in: "g", '' for pieces. */
      unitOf(productId: number): string {
        const product = byId.get(productId);
        return product ? stockUnitOf(product) : '';
      },
      search(text: string): ChosenItem[] {
        return searchProducts(searchIndexOf(products), text, MOST_PRODUCTS)
          .flatMap(({ id }) => itemsOfId(byId, id))
          .slice(0, MOST_ITEMS);
      },
      byCode(code: string): ItemOfCode {
        const hit = byCode.get(lookupCode(code));
        if (!hit) return { kind: 'unknown' };
        const items = itemsOf(hit.product);
        const item = hit.variant ? items.find(({ variationId }) => variationId === hit.variant?.id) : items[0];
        if (!item || (!hit.variant && hit.product.variants !== null)) {
          return { kind: 'variants', name: hit.product.name };
        }
        return { kind: 'item', item };
      },
    }),
    [products, byId, byCode, isPending, isComplete, error, refetch],
  );
}

export type CatalogueItems = ReturnType<typeof useCatalogueItems>;
