import { fromQuantityNumber } from '#domain/quantity.ts';
import { quantityWords } from '#domain/unit.ts';
import { productNow } from '#web/entities/catalogue/catalogue.ts';
import { type Selection, select, selectionAtHand } from '../card/selection.ts';

/** Something chosen on a card that was never added. */
export interface ChosenNotAdded {
  /** "3.5 g of Blue Ridge Mist" */
  readonly what: string;
  /** Shows the card as it was left. */
  goBack: () => void;
}

function amountOf({ tier, count }: Selection, variant: string | undefined, unit?: string): string | null {
  if (tier) return tier.tier.label;
  if (count !== 1) return quantityWords(fromQuantityNumber(count), unit);
  return variant ?? null;
}

/**
 * The choice on a card that the cashier may believe to be in the cart; null if nothing but the card itself was chosen.
 * The till asks about it before payment. A tier that was just added is no longer chosen.
 */
export function chosenNotAdded(): ChosenNotAdded | null {
  const chosen = selectionAtHand();
  const product = chosen.productId === null ? undefined : productNow(chosen.productId);
  if (!product) return null;
  const variant = product.variants?.find(({ id }) => id === chosen.variationId)?.name;
  const amount = amountOf(chosen, variant, product.measured?.unit);
  if (amount === null) return null;
  const name = variant === undefined || amount === variant ? product.name : `${product.name} - ${variant}`;
  const { productId: _, ...rest } = chosen;
  return { what: `${amount} of ${name}`, goBack: () => select(product.id, rest) };
}
