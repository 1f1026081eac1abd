import type { LabelPrint } from '#contract/label-prints.ts';
import { type Cents, readCentsOrNull } from '#domain/money.ts';
import { variantLineName } from '#domain/variant-name.ts';
import { milliOfWire, type RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { tierKey, tiersOfProduct } from '../label-items.ts';

/** A shelf label with an outdated price. */
export interface StaleLabel {
  readonly print: LabelPrint;
  readonly name: string;
  readonly printedCents: Cents;
  /** Null if the tier is no longer sold. */
  readonly todayCents: Cents | null;
  /** `tierKey` of the present tier; null if it has none. */
  readonly tier: string | null;
}

/** The present tier of a label: among tiers of its quantity and name, the one with its price, or else the first. */
function tierNow({ tier, tier_price: price }: LabelPrint, product: RegisterProduct) {
  if (tier === null) return undefined;
  const milli = milliOfWire(tier.quantity);
  const same = tiersOfProduct(product).filter(
    ({ tier: { minMilli, label } }) => minMilli === milli && label === tier.label,
  );
  return same.find((one) => one.tier.priceCents === readCentsOrNull(price)) ?? same[0];
}

/**
 * The labels whose printed price differs from the present one at this location. Items that are no longer sold here are
 * left out. Rule: labels/stale-labels.
 */
export function staleLabels(priced: readonly LabelPrint[], byId: ReadonlyMap<number, RegisterProduct>): StaleLabel[] {
  return priced.flatMap((print): StaleLabel[] => {
    const product = print.product_id === null ? undefined : byId.get(print.product_id);
    const variant = product?.variants?.find(({ id }) => id === print.variation_id);
    if (!product || (print.variation_id !== null && !variant)) return [];
    const name = variant ? variantLineName(product.name, variant.name) : product.name;
    const found = tierNow(print, product);
    const tier = found ? tierKey(found) : null;
    const tierCents = readCentsOrNull(print.tier_price);
    if (tierCents !== null && tierCents !== found?.tier.priceCents) {
      return [{ print, name, printedCents: tierCents, todayCents: found?.tier.priceCents ?? null, tier }];
    }
    const unitCents = readCentsOrNull(print.price);
    const today = (variant ?? product).priceCents;
    if (unitCents === null || unitCents === today) return [];
    return [{ print, name, printedCents: unitCents, todayCents: today, tier }];
  });
}
