import { type BlueprintPricing, tiersOf } from './pricing-tiers.ts';

const MEASURES = ['g', 'mg', 'kg', 'oz', 'lb', 'ml', 'l'];

/** "g" for "G"; '' when it is not a measure. */
export function measureOf(unit = ''): string {
  const known = unit.toLowerCase();
  return MEASURES.includes(known) ? known : '';
}

/** The unit in which the stock of goods with these price tiers is counted: "g" for weighed goods, '' for pieces. */
export function unitOfPricing(pricing: BlueprintPricing | null): string {
  const tier = pricing && tiersOf(pricing).find(({ tier: { conversionRatio } }) => !conversionRatio);
  return tier ? measureOf(tier.tier.unit) : '';
}
