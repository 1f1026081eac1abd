import { useMemo } from 'react';
import { lookupCode } from '#domain/barcode.ts';
import { formatMoney, parseMoney } from '#domain/money.ts';
import { searchProducts } from '#domain/product-search.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { type RegisterProduct, searchIndexOf, useCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { stockUnitOf } from '#web/entities/catalogue/wire-products.ts';
import type { ChosenItem } from '../purchasing/editor/draft-order.ts';

/** At most this many products are listed, each with all its items. */
const MOST_PRODUCTS = 8;
const MOST_ITEMS = 24;

/** The cost of one unit, where this person may see it; otherwise null, never a guess. */
function costOf({ blueprint }: RegisterProduct): string | null {
  const read = parseMoney(blueprint['cost'] ?? blueprint['cost_price'] ?? '');
  return read.ok && read.value > 0 ? formatMoney(read.value) : null;
}

/** The items of a product that can be ordered: itself, or each variant. */
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
  /** The code belongs to a product that is counted by its variants. */
  | { readonly kind: 'variants'; readonly name: string }
  | { readonly kind: 'unknown' };

/** Finds items of the catalogue by typed text or scanned code. */
export function useCatalogueItems() {
  const { products, byId, byCode, isPending, isComplete, error, refetch } = useCatalogue();
  return useMemo(
    () => ({
      /** False while the catalogue is still being fetched, so that an unknown code may still become known. */
      isReady: !isPending && isComplete,
      isPending,
      error: products.length === 0 ? error : null,
      refetch,
      product: (productId: number): RegisterProduct | undefined => byId.get(productId),
      /** The unit it is counted in: "g", or '' for pieces. */
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
