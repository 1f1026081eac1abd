import { type BlueprintPricing, tiersOf } from './pricing-tiers.ts';
import { type Milli, parseQuantity } from './quantity.ts';
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

/**
 * The unit of what was sold by a tier: "g" for the tier of 3.5 that is labelled "3.5 g", as kept with the order; '' when its label says
 * something else, such as "Eighth" or "5 pre-rolls".
 */
export function unitOfLabel(label: string, tierQuantity: Milli): string {
  const [, figure, unit] = /^([\d.]+)\s*(\D+)$/.exec(label.trim()) ?? [];
  const quantity = parseQuantity(Number(figure));
  return unit !== undefined && quantity.ok && quantity.value === tierQuantity ? measureOf(unit) : '';
}
