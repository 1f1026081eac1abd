import { type BlueprintPricing, tiersOf } from './pricing-tiers.ts';
import { unitIn } from './unit.ts';

/** "g" for "G"; '' when it is not a measure. */
export function measureOf(unit = ''): string {
  return unitIn(unit) ?? '';
}

/** The unit in which the stock of goods with these price tiers is counted: "g" for weighed goods, '' for pieces. */
export function unitOfPricing(pricing: BlueprintPricing | null): string {
  const tier = pricing && tiersOf(pricing).find(({ tier: { conversionRatio } }) => !conversionRatio);
  return tier ? measureOf(tier.tier.unit) : '';
}
