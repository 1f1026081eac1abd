import type { RuleGroup } from '#domain/pricing-tiers.ts';
import { toCents } from '#domain/money.ts';
import { fromQuantityNumber, toMilli } from '#domain/quantity.ts';

import type { DemoConversionRatio, DemoProduct, DemoTier } from '../model.ts';
import { PRICING_RULES } from '../catalogue/pricing.ts';

/** The rules a product is sold by, in the domain's terms; none for a plainly priced one. */
export function ruleGroupsOf({ blueprintId, priceClass }: DemoProduct): RuleGroup[] {
  return PRICING_RULES.filter((rule) => rule.blueprintId === blueprintId && rule.priceClass === priceClass).map(
    ({ id, name, productType, tiers }) => ({ ruleId: id, ruleName: name, productType, tiers: tiers.map(toTier) }),
  );
}

function toTier({ minMilli, priceCents, label, unit, conversionRatio }: DemoTier): RuleGroup['tiers'][number] {
  return {
    minMilli: toMilli(minMilli),
    priceCents: toCents(priceCents),
    label,
    unit,
    ...(conversionRatio ? { conversionRatio: toRatio(conversionRatio) } : {}),
  };
}

function toRatio(ratio: DemoConversionRatio): NonNullable<RuleGroup['tiers'][number]['conversionRatio']> {
  return {
    inputMilli: fromQuantityNumber(ratio.input_amount),
    inputUnit: ratio.input_unit,
    outputMilli: fromQuantityNumber(ratio.output_amount),
    outputUnit: ratio.output_unit,
    description: ratio.description,
  };
}
