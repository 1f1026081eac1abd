import type { WireBlueprintPricing } from '#contract/catalogue.ts';
import { toMoney, toQuantity } from '#contract/wire.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import type { BlueprintPricing, PricingTier } from '#domain/pricing-tiers.ts';

export function toWirePricing(pricing: BlueprintPricing): WireBlueprintPricing {
  return {
    blueprintId: pricing.blueprintId,
    blueprintName: pricing.blueprintName,
    ruleGroups: pricing.ruleGroups.map(({ ruleId, ruleName, productType, tiers }) => ({
      ruleId,
      ruleName,
      productType,
      tiers: tiers.map(toWireTier),
    })),
  };
}

function toWireTier(tier: PricingTier): WireBlueprintPricing['ruleGroups'][number]['tiers'][number] {
  return {
    min: toQuantity(tier.minMilli),
    price: toMoney(tier.priceCents),
    label: tier.label,
    ...(tier.unit !== undefined && { unit: tier.unit }),
    ...(tier.conversionRatio && { conversion_ratio: toWireRatio(tier.conversionRatio) }),
  };
}

function toWireRatio(ratio: ConversionRatio) {
  return {
    input_amount: toQuantity(ratio.inputMilli),
    input_unit: ratio.inputUnit,
    output_amount: toQuantity(ratio.outputMilli),
    output_unit: ratio.outputUnit,
    ...(ratio.description !== undefined && { description: ratio.description }),
  };
}

const encoded = new WeakMap<BlueprintPricing, string>();

/** `pricing` as JSON text, made once for all products that are priced alike. */
export function pricingJson(pricing: BlueprintPricing | null): string {
  if (pricing === null) return 'null';
  const known = encoded.get(pricing);
  if (known !== undefined) return known;
  const json = JSON.stringify(toWirePricing(pricing));
  encoded.set(pricing, json);
  return json;
}
