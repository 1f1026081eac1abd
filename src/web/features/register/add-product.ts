import { create } from 'zustand';
import type { Sold } from '#domain/line-price.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { displayQuantity } from '#domain/quantity.ts';
import { reportError } from '#web/api/error-reports.ts';
import { tell } from '#web/ui/prompts.tsx';
import { toast } from '#web/ui/toast.tsx';
import { useCart } from './cart-store.ts';
import { clearSelection, select } from './selection.ts';
import { byPieces, byTier, choiceOf, newLine } from './sellable.ts';
import type { RegisterProduct, RegisterVariant } from '#web/api/wire-products.ts';

/** What was added last, in words, for those who cannot see it. */
export const useAnnounced = create<{ text: string }>(() => ({ text: '' }));

function amountOf(sold: Sold): string {
  return sold.kind === 'tier' ? sold.chosen.tier.label : displayQuantity(sold.quantityMilli);
}

/**
 * Adds to the cart and is done with the card. The cart says by itself why it takes nothing: no stock, a sale on its way.
 * What nobody foresaw is told and reported (spec §8, "Add to Cart Error").
 */
export function addProduct(product: RegisterProduct, variant: RegisterVariant | null, sold: Sold): void {
  try {
    const line = newLine(product, variant, sold);
    const before = useCart.getState().lines;
    useCart.getState().add(line);
    if (useCart.getState().lines === before) return;
    clearSelection();
    useAnnounced.setState({ text: `Added ${amountOf(sold)}, ${line.name}` });
  } catch (error) {
    reportError(error, { context: 'add to cart' });
    void tell({ title: 'Add to Cart Error', message: 'Failed to add item to cart' });
  }
}

/**
 * Adds one where nothing is left to choose; otherwise opens the card for what is: Enter, a scan, a search result.
 * @param variant the chosen one, as a scanned code names it
 * @returns whether its card is to be shown, because something has to be chosen there
 */
export function addOrOpen(product: RegisterProduct, variant: RegisterVariant | null = null): boolean {
  const choice = choiceOf(product, variant);
  if (choice.kind === 'none') {
    addProduct(product, variant, byPieces(choice.priceCents, 1));
    return false;
  }
  if (choice.kind === 'no-price') {
    toast.error(`${product.name} has no price. It cannot be sold until it has one.`);
    return true;
  }
  const [only, another] = choice.kind === 'tier' && product.pricing ? tiersOf(product.pricing) : [];
  if (only && !another) {
    addProduct(product, variant, byTier(only));
    return false;
  }
  select(product.id, { variationId: variant?.id ?? null, byKey: true });
  return true;
}
