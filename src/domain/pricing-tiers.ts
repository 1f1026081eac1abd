import type { ConversionRatio } from './conversion-ratio.ts';
import type { Cents } from './money.ts';
import type { Milli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';

/** `priceCents` is for the whole `minMilli`: $40 for 3.5 g. Rule: pricing/tier-price. */
export interface PricingTier {
  readonly minMilli: Milli;
  readonly priceCents: Cents;
  readonly label: string;
  readonly unit?: string;
  readonly conversionRatio?: ConversionRatio;
}

export interface RuleGroup {
  readonly ruleId: number;
  readonly ruleName: string;
  readonly productType: string;
  readonly tiers: readonly PricingTier[];
}

export interface BlueprintPricing {
  readonly blueprintId: number;
  readonly blueprintName: string;
  readonly ruleGroups: readonly RuleGroup[];
}

/** A tier together with its rule. */
export interface ChosenTier {
  readonly ruleId: number;
  readonly ruleName: string;
  readonly productType: string;
  readonly tier: PricingTier;
}

/** The tier that a till says it sold; every part narrows the choice. */
export interface TierWanted {
  readonly quantityMilli: Milli;
  readonly label?: string | undefined;
  /** Rules may share a name, so the id decides where it is given. */
  readonly ruleId?: number | undefined;
  readonly ruleName?: string | undefined;
  readonly priceCents?: Cents | undefined;
  readonly tierQuantityMilli?: Milli | undefined;
}

export type TierRefused =
  | { code: 'tier_unknown' }
  | { code: 'tier_ambiguous'; labels: readonly string[] }
  | { code: 'tier_quantity_mismatch'; tierQuantityMilli: Milli }
  | { code: 'price_changed'; tier: ChosenTier };

/** Every tier with the rule it belongs to, in the order of the rules. */
export function tiersOf(pricing: BlueprintPricing): ChosenTier[] {
  return pricing.ruleGroups.flatMap(({ ruleId, ruleName, productType, tiers }) =>
    tiers.map((tier) => ({ ruleId, ruleName, productType, tier })),
  );
}

/**
 * Finds the tier that a line was sold by, and the number of times it was taken. A line without a named tier quantity
 * must be one whole tier: its quantity is the tier's `min`. Rule: pricing/tier-match.
 * Refuses: `tier_unknown`; `tier_ambiguous` if two rules fit and nothing tells them apart; `tier_quantity_mismatch` if
 * the quantity is no whole multiple of the tier; `price_changed` if the tier exists at another price than the till
 * showed.
 */
export function chooseTier(
  pricing: BlueprintPricing,
  wanted: TierWanted,
): Result<{ chosen: ChosenTier; count: number }, TierRefused> {
  const minimum = wanted.tierQuantityMilli ?? wanted.quantityMilli;
  const named = tiersOf(pricing).filter(
    ({ ruleId, ruleName, tier }) =>
      (wanted.ruleId === undefined
        ? wanted.ruleName === undefined || ruleName === wanted.ruleName
        : ruleId === wanted.ruleId) &&
      (wanted.label === undefined || tier.label === wanted.label),
  );
  const sized =
    wanted.label !== undefined && wanted.tierQuantityMilli === undefined
      ? named
      : named.filter(({ tier }) => tier.minMilli === minimum);
  if (sized.length === 0) return refuse({ code: 'tier_unknown' });

  const priced =
    wanted.priceCents === undefined ? sized : sized.filter(({ tier }) => tier.priceCents === wanted.priceCents);
  if (priced.length === 0) {
    const [only] = sized;
    return sized.length === 1 && only
      ? refuse({ code: 'price_changed', tier: only })
      : refuse({ code: 'tier_unknown' });
  }
  const [chosen] = priced;
  if (priced.length > 1 || !chosen) {
    return refuse({ code: 'tier_ambiguous', labels: priced.map(({ ruleName, tier }) => `${ruleName}: ${tier.label}`) });
  }
  const count = wanted.quantityMilli / chosen.tier.minMilli;
  if (!Number.isInteger(count) || count < 1) {
    return refuse({ code: 'tier_quantity_mismatch', tierQuantityMilli: chosen.tier.minMilli });
  }
  return accept({ chosen, count });
}
