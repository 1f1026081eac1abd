import { perOwner } from '#web/api/session/per-owner.ts';
import { draftsOf } from '../edit/drafts.ts';
import type { ProductFields } from './product-fields.ts';

/** The unsaved edits of products, and of the new one. */
export const productDrafts = draftsOf<ProductFields, ProductFields>();

/** The subject of a product's draft and commands. */
export const subjectOf = (id: number | null): string => (id === null ? 'new product' : `product ${id}`);

export const useSelectedProducts = perOwner<ReadonlySet<number>>(() => new Set());

export function selectProducts(products: readonly { readonly id: number }[], on: boolean): void {
  const selected = new Set(useSelectedProducts.getState());
  for (const { id } of products) {
    if (on) selected.add(id);
    else selected.delete(id);
  }
  useSelectedProducts.setState(selected, true);
}

export function clearSelection(): void {
  useSelectedProducts.setState(new Set(), true);
}
