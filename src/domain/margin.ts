import { type BasisPoints, type Cents, displayMoney, HUNDRED_PERCENT, scaled, toCents, ZERO_CENTS } from './money.ts';
import type { PricingTier } from './pricing-tiers.ts';
import type { TierAdvice } from './tier-advice.ts';

/** The share of a price that its cost leaves; below zero at a loss. Null for what is free. Rule: catalogue/margins. */
export function marginOf(price: Cents, cost: Cents): BasisPoints | null {
  return price === ZERO_CENTS ? null : scaled(price - cost, HUNDRED_PERCENT, price);
}

/** The margin of a tier, whose goods are what it draws from stock. @param unitCost of one unit of stock */
export function tierMargin(
  { priceCents, minMilli, conversionRatio: ratio }: Pick<PricingTier, 'priceCents' | 'minMilli' | 'conversionRatio'>,
  unitCost: Cents,
): BasisPoints | null {
  const drawn = ratio ? scaled(minMilli, ratio.inputMilli, ratio.outputMilli || 1) : minMilli;
  return marginOf(priceCents, toCents(scaled(unitCost, drawn, 1000)));
}

/** The lowest of several margins; null where there is none. */
export function lowestMargin(margins: readonly (BasisPoints | null)[]): BasisPoints | null {
  const known = margins.filter((margin) => margin !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/** "12.5 %" */
export const displayMargin = (margin: BasisPoints): string => `${margin / 100} %`;

/** Points out tiers that leave less than the floor. @param dearest the product with the highest unit cost among those of the rule */
export function marginAdvice(
  tiers: readonly PricingTier[],
  dearest: { readonly name: string; readonly cost: Cents },
  floor: BasisPoints | null,
): TierAdvice[] {
  return tiers.flatMap((tier) => {
    const remark = belowFloor(tierMargin(tier, dearest.cost), floor);
    if (remark === null) return [];
    const cost = displayMoney(dearest.cost);
    return {
      kind: 'warning' as const,
      sentence: `${tier.label} of ${dearest.name}, at a cost of ${cost}, has a margin of ${remark}.`,
    };
  });
}

/** The remark on a margin below the floor of the shop; null where there is nothing to say. */
export function belowFloor(margin: BasisPoints | null, floor: BasisPoints | null): string | null {
  if (margin === null || floor === null || margin >= floor) return null;
  return `${displayMargin(margin)}, below the floor of ${displayMargin(floor)}`;
}
