import { addToCart, type NewCartLine } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { displayQuantity } from '#domain/quantity.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { reportError } from '#web/api/reports/error-reports.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { countNext, isAuditing, openVariants } from '../audit/audit-mode.ts';
import { FIRST_VARIANTS } from '../grid/card-heights.ts';
import { checkStock, useCart } from '../cart/state/cart-store.ts';
import { clearSelection, select } from './selection.ts';
import { byPieces, byTier, choiceOf, newLine } from '../cart/line/sellable.ts';
import { stockKnown, stockNow } from '#web/entities/stock/stock.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

/** What was added last, in words, for those who cannot see it. */
export const useAnnounced = perOwner<{ text: string }>(() => ({ text: '' }));

function amountOf(sold: Sold): string {
  return sold.kind === 'tier' ? sold.chosen.tier.label : displayQuantity(sold.quantityMilli);
}

/** Why the cart cannot take a line that stock has not enough of; null when it can, or has other reasons. */
function shortOf(line: NewCartLine): string | null {
  const { lines, stage, sent } = useCart.getState();
  if (stage !== 'cart' || sent !== null) return null;
  const short = checkStock(lines, addToCart(lines, line));
  return short?.blocked === true ? short.sentence : null;
}

function tellNotAdded(why: string): void {
  void tell({ title: 'Add to Cart Error', message: `Failed to add item to cart${why}` });
}

/**
 * Adds to the cart and is done with the card. Goods without enough stock are refused in a dialog (Rule: grid/add-refused), as is what nobody foresaw, which is reported too. That a sale is on its way the cart says by itself.
 */
export function addProduct(product: RegisterProduct, variant: RegisterVariant | null, sold: Sold): void {
  if (isAuditing()) return;
  try {
    const line = newLine(product, variant, sold);
    const short = shortOf(line);
    if (short !== null) return tellNotAdded(`. ${short}`);
    const before = useCart.getState().lines;
    useCart.getState().add(line);
    if (useCart.getState().lines === before) return;
    clearSelection();
    useAnnounced.setState({ text: `Added ${amountOf(sold)}, ${line.name}` });
  } catch (error) {
    reportError(error, { context: 'add to cart' });
    tellNotAdded('');
  }
}

/**
 * Adds one where nothing is left to choose; otherwise opens the card for what is: Enter, a scan, a search result.
 * In audit mode nothing is sold: the item's stock field takes the focus.
 * @param variant the chosen one, as a scanned code names it
 * @returns whether its card is to be shown, because something has to be chosen there
 */
export function addOrOpen(product: RegisterProduct, variant: RegisterVariant | null = null): boolean {
  if (isAuditing()) {
    const item = variant ?? product.variants?.[0] ?? null;
    if (item && (product.variants?.indexOf(item) ?? 0) >= FIRST_VARIANTS) openVariants(product.id);
    countNext({ productId: product.id, variationId: item?.id ?? null });
    return true;
  }
  const choice = choiceOf(product, variant);
  if (choice.kind === 'none') {
    addProduct(product, variant, byPieces(choice.priceCents, 1));
    return false;
  }
  if (choice.kind === 'no-price') {
    toast.error(`${product.name} has no price. It cannot be sold until it has one.`);
    return true;
  }
  const item = { productId: product.id, variationId: variant?.id ?? null };
  if (choice.kind === 'tier' && stockKnown(item) && stockNow(item) <= 0) {
    tellNotAdded(`. ${variant ? variantLineName(product.name, variant.name) : product.name} is out of stock.`);
    return false;
  }
  const [only, another] = choice.kind === 'tier' && product.pricing ? tiersOf(product.pricing) : [];
  if (only && !another) {
    addProduct(product, variant, byTier(only));
    return false;
  }
  select(product.id, { variationId: variant?.id ?? null, byKey: true });
  return true;
}
