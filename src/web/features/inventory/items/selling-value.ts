import { type Cents, scaled, toCents } from '#domain/money.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import type { Milli } from '#domain/quantity.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

/**
 * The selling value of a quantity, as the till sells it: by the smallest tier without a conversion ratio, or by the
 * price of the item where it has no such tier. Null if it has neither.
 */
export function sellingValue(product: RegisterProduct, variationId: number | null, quantity: Milli): Cents | null {
  const [least] = (product.pricing ? tiersOf(product.pricing) : [])
    .map(({ tier }) => tier)
    .filter(({ conversionRatio }) => !conversionRatio)
    .sort((a, b) => a.minMilli - b.minMilli);
  if (least) return toCents(scaled(least.priceCents, quantity, least.minMilli));
  const variant = product.variants?.find(({ id }) => id === variationId);
  const price = variant?.priceCents ?? product.priceCents;
  return price === null ? null : toCents(scaled(price, quantity, 1000));
}
