import { addToCart, type NewCartLine } from '#domain/cart.ts';
import type { Sold } from '#domain/line-price.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { quantityWords } from '#domain/unit.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { reportError } from '#web/api/reports/error-reports.ts';
import { perOwner } from '#web/api/session/per-owner.ts';
import { tell } from '#web/ui/layers/prompts.tsx';
import { toast } from '#web/ui/status/toast.tsx';
import { countNext, isAuditing, openVariants } from '../audit/audit-mode.ts';
import { FIRST_VARIANTS } from '../grid/card-heights.ts';
import { checkStock, useCart } from '../cart/state/cart-store.ts';
import { clearSelection, select } from './selection.ts';
import { byFirst, byTier, choiceOf, isMeasured, newLine } from '../cart/line/sellable.ts';
import { stockKnown, stockNow } from '#web/entities/stock/stock.ts';
import type { RegisterProduct, RegisterVariant } from '#web/entities/catalogue/wire-products.ts';

/** The item added last, in words, for screen readers. */
export const useAnnounced = perOwner<{ text: string }>(() => ({ text: '' }));

function amountOf(sold: Sold): string {
  return sold.kind === 'tier' ? sold.chosen.tier.label : quantityWords(sold.quantityMilli, sold.unit);
}

/** The sentence that says why stock does not suffice for a line; null if it does, or if there is another obstacle. */
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
 * Adds to the cart and closes the card. A dialog says so if stock does not suffice (Rule: grid/add-refused) or an
 * unforeseen error occurs, which is reported, too. If a sale is being saved, the cart itself says so.
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
 * Adds one if nothing is left to choose; otherwise opens the card for choosing. Used by Enter, a scan or a search
 * result. In audit mode it adds nothing and focuses the item's stock field.
 * @param variant the variant that a scanned code names
 * @returns true if the card has to be shown, because something must be chosen there
 */
export function addOrOpen(product: RegisterProduct, variant: RegisterVariant | null = null): boolean {
  if (isAuditing()) {
    const item = variant ?? product.variants?.[0] ?? null;
    if (item && (product.variants?.indexOf(item) ?? 0) >= FIRST_VARIANTS) openVariants(product.id);
    countNext({ productId: product.id, variationId: item?.id ?? null });
    return true;
  }
  const choice = choiceOf(product, variant);
  if (choice.kind === 'none' && !isMeasured(product)) {
    addProduct(product, variant, byFirst(product, choice.priceCents));
    return false;
  }
  if (choice.kind === 'no-price') {
    toast.error(`${product.name} has no price. It cannot be sold until it has one.`);
    return true;
  }
  const item = { productId: product.id, variationId: variant?.id ?? null };
  if (choice.kind !== 'variant' && stockKnown(item) && stockNow(item) <= 0) {
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
