import { type BlueprintPricing, tiersOf } from './pricing-tiers.ts';
import { type Measured, unitIn } from './unit.ts';

/** "g" for "G"; '' when it is not a measure. */
export function measureOf(unit = ''): string {
  return unitIn(unit) ?? '';
}

/** The unit in which the stock of goods with these price tiers is counted: "g" for weighed goods, '' for pieces. */
export function unitOfPricing(pricing: BlueprintPricing | null): string {
  const tier = pricing && tiersOf(pricing).find(({ tier: { conversionRatio } }) => !conversionRatio);
  return tier ? measureOf(tier.tier.unit) : '';
}

/** The unit in which the stock of a product is counted: "g" for weighed goods, '' for pieces. Tiers have units of their own. */
export function unitOfStock(of: { readonly pricing: BlueprintPricing | null; readonly measured?: Measured }): string {
  return of.pricing ? unitOfPricing(of.pricing) : (of.measured?.unit ?? '');
}
