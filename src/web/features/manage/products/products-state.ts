import { useMemo } from 'react';
import { managedView } from '#contract/pages.ts';
import { openView } from '#web/api/address/address.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { perOwner } from '#web/api/session/per-owner.ts';
import { useSession } from '#web/api/session/session.ts';
import { draftsOf } from '../edit/drafts.ts';
import type { ProductFields } from './product-fields.ts';

/** The unsaved edits of products, and of the new one. */
export const productDrafts = draftsOf<ProductFields, ProductFields>();

/** The subject of a product's draft and commands. */
export const subjectOf = (id: number | null): string => (id === null ? 'new product' : `product ${id}`);

const typedIn = (edits: object): boolean => Object.keys(edits).length > 0;

/** The products with edits that are typed and not saved. */
export function useUnsavedProducts(): ReadonlySet<string> {
  const drafts = productDrafts.store();
  return useMemo(
    () => new Set([...drafts].flatMap(([subject, { edits }]) => (typedIn(edits) ? [subject] : []))),
    [drafts],
  );
}

/** Says on leaving the form that what was typed is not saved, with the way back. Who signs out needs none. */
export function tellUnsaved(id: number | null, name: string): void {
  if (useSession.getState().status === 'signed-out') return;
  if (!typedIn(productDrafts.get(subjectOf(id)).edits)) return;
  const what = id === null ? 'The new product' : `The change of ${name}`;
  toast.info(`${what} is not saved. What you typed is kept.`, {
    label: 'Continue',
    onPress: () => openView(managedView('products'), id === null ? { new: 'yes' } : { product: String(id) }),
  });
}

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
