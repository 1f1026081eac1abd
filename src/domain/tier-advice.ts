import { needsConversion } from './conversion-ratio.ts';
import { type Cents, displayMoney, scaled, toCents } from './money.ts';
import type { PricingTier } from './pricing-tiers.ts';
import { displayQuantity, toMilli } from './quantity.ts';

/** A problem of a rule's tiers. Tiers with an error cannot be sold correctly; a warning may be intended. */
export interface TierAdvice {
  readonly kind: 'error' | 'warning';
  readonly sentence: string;
}

/** The usual steps, such as 1, 3.5, 7, 14 and 28 g, are closer than this. Rule: pricing/tier-advice. */
const WIDEST_STEP = 5;

/** The price of one unit of a tier, rounded for showing. Rule: pricing/unit-price-is-for-showing. */
export function unitPriceOf({ priceCents, minMilli }: Pick<PricingTier, 'priceCents' | 'minMilli'>): Cents {
  return toCents(scaled(priceCents, 1000, minMilli));
}

/**
 * Looks over the tiers of a rule. Rule: pricing/tier-advice.
 * @param productType of the rule: pre-rolls need a ratio
 */
export function tierAdvice(productType: string, tiers: readonly PricingTier[]): TierAdvice[] {
  const found: TierAdvice[] = [];
  const sorted = tiers.toSorted((one, other) => one.minMilli - other.minMilli);
  for (const [place, tier] of sorted.entries()) {
    const before = sorted[place - 1];
    const name = tier.label || displayQuantity(tier.minMilli);
    if (before?.minMilli === tier.minMilli) {
      found.push({ kind: 'error', sentence: `Two tiers are of ${displayQuantity(tier.minMilli)}.` });
    }
    if (sorted.findIndex(({ label }) => label.trim().toLowerCase() === tier.label.trim().toLowerCase()) < place) {
      found.push({ kind: 'error', sentence: `Two tiers are called ${name}.` });
    }
    if (!tier.conversionRatio && needsConversion(productType, tier.label)) {
      found.push({
        kind: 'error',
        sentence: `${name} cannot be sold without a conversion ratio: how much one takes out of the jar.`,
      });
    }
    if (tier.priceCents === 0) found.push({ kind: 'warning', sentence: `${name} costs nothing.` });
    if (!before || before.minMilli === tier.minMilli) continue;
    const unit = tier.unit ?? '';
    if (unit !== (before.unit ?? '')) {
      found.push({
        kind: 'warning',
        sentence: `${name} is sold by the ${unit || 'piece'}, ${before.label} by the ${before.unit || 'piece'}: quantities of both are compared.`,
      });
    } else if (tier.minMilli > WIDEST_STEP * before.minMilli) {
      found.push({
        kind: 'warning',
        sentence: `There is a gap: no tier between ${before.label} and ${name}, so that anything between is sold as several of ${before.label}.`,
      });
    }
    if (tier.priceCents < before.priceCents) {
      found.push({
        kind: 'warning',
        sentence: `${name} costs ${displayMoney(tier.priceCents)}, less than ${before.label} for ${displayMoney(before.priceCents)}.`,
      });
    } else if (unitPriceOf(tier) > unitPriceOf(before)) {
      found.push({
        kind: 'warning',
        sentence: `Each of ${name} costs ${displayMoney(unitPriceOf(tier))}, more than of ${before.label}: ${displayMoney(unitPriceOf(before))}.`,
      });
    }
  }
  return found;
}

/**
 * A tier in a sentence: "7 g costs $60.00, $8.57 a g", "5 pre-rolls cost $35.00, $7.00 a pre-roll, and draw 3.5 g". A
 * label that does not contain the quantity is followed by it: "Eighth (3.5 g) costs $40.00, $11.43 a g".
 */
export function tierInWords(tier: PricingTier): string {
  const { label, priceCents, minMilli, unit, conversionRatio: ratio } = tier;
  const each = minMilli === 1000 ? '' : `, ${displayMoney(unitPriceOf(tier))} a ${unit || 'piece'}`;
  const isMany = minMilli > 1000 && /[a-z]s$/i.test(label);
  const quantity = displayQuantity(minMilli);
  const name = label.includes(quantity)
    ? label
    : `${label} (${quantity} ${unit || (minMilli === 1000 ? 'piece' : 'pieces')})`;
  const drawn = ratio
    ? `${each && ','} and ${isMany ? 'draw' : 'draws'} ${displayQuantity(toMilli(scaled(minMilli, ratio.inputMilli, ratio.outputMilli || 1)))} ${ratio.inputUnit}`
    : '';
  return `${name} ${isMany ? 'cost' : 'costs'} ${displayMoney(priceCents)}${each}${drawn}`;
}
