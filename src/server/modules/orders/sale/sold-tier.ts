import type { Sold } from '#domain/line-price.ts';
import { toQuantityNumber } from '#domain/quantity.ts';
import type { SoldTier } from '../order-row.ts';

/** The tier a line is sold by as its order keeps it; null for what is sold by the piece. */
export function soldTier(sold: Sold): SoldTier | null {
  if (sold.kind === 'unit') return null;
  const { tier, ruleId, ruleName, productType } = sold.chosen;
  const ratio = tier.conversionRatio;
  return {
    label: tier.label,
    rule_id: ruleId,
    rule_name: ruleName,
    product_type: productType,
    price_cents: tier.priceCents,
    quantity: toQuantityNumber(tier.minMilli),
    count: sold.count,
    conversion_ratio: ratio
      ? {
          input_amount: toQuantityNumber(ratio.inputMilli),
          input_unit: ratio.inputUnit,
          output_amount: toQuantityNumber(ratio.outputMilli),
          output_unit: ratio.outputUnit,
          ...(ratio.description !== undefined && { description: ratio.description }),
        }
      : null,
  };
}
