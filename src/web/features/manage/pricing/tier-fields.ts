import { z } from 'zod';
import type { changePricingRuleRoute, PricingRule } from '#contract/pricing-rules.ts';
import type { BodySent } from '#contract/route.ts';
import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { formatMoney, toCents } from '#domain/money.ts';
import type { PricingTier } from '#domain/pricing-tiers.ts';
import { toMilli, toQuantityNumber } from '#domain/quantity.ts';
import { readMoney, readQuantity, typedSentence } from '#domain/typed.ts';

/** A tier, as typed. */
const tierFields = z.object({
  min: z.string(),
  unit: z.string(),
  label: z.string(),
  price: z.string(),
  /** The amount that one sold unit draws from the jar; empty if stock is counted in the sold unit. */
  draws: z.string(),
  draws_unit: z.string(),
});
export type TierFields = z.output<typeof tierFields>;

export const ruleFields = z.object({ name: z.string(), product_type: z.string(), tiers: z.array(tierFields) });
export type RuleFields = z.output<typeof ruleFields>;

export const NEW_TIER: TierFields = { min: '', unit: 'g', label: '', price: '', draws: '', draws_unit: 'g' };

type Tiers = NonNullable<BodySent<typeof changePricingRuleRoute>['tiers']>;

export function fieldsOf({ name, product_type, tiers }: PricingRule): RuleFields {
  return {
    name,
    product_type,
    tiers: tiers.map(({ min, price, label, unit = '', conversion_ratio: ratio }) => ({
      min: String(min),
      unit,
      label,
      price,
      draws: ratio ? String(Math.round((ratio.input_amount / ratio.output_amount) * 1000) / 1000) : '',
      draws_unit: ratio?.input_unit ?? 'g',
    })),
  };
}

interface ReadTiers {
  /** The problems by index and field: "0.price". */
  readonly problems: Readonly<Record<string, string>>;
  readonly tiers: readonly PricingTier[];
  /** The tiers as a request sends them. An unchanged ratio is sent as it is stored. */
  readonly body: Tiers;
}

/** @param saved the stored tiers, whose ratios keep their wording */
export function readTiers(fields: readonly TierFields[], saved: PricingRule['tiers']): ReadTiers {
  const problems: Record<string, string> = {};
  const before = fieldsOf({ tiers: saved } as PricingRule).tiers;
  const tiers: PricingTier[] = [];
  const body = fields.map((typed, place) => {
    const note = (field: string, problem: string) => (problems[`${place}.${field}`] = problem);
    const min = readQuantity(typed.min, { least: 1 });
    if (!min.ok) note('min', typedSentence(min.refused));
    const price = readMoney(typed.price);
    if (!price.ok) note('price', typedSentence(price.refused));
    if (typed.label.trim() === '') note('label', 'Give it a label.');
    const minMilli = min.ok ? min.value : toMilli(1);
    const priceCents = price.ok ? price.value : toCents(0);
    const unit = typed.unit.trim();
    let conversionRatio: ConversionRatio | undefined;
    if (typed.draws.trim() !== '') {
      const draws = readQuantity(typed.draws, { least: 1 });
      if (!draws.ok) note('draws', typedSentence(draws.refused));
      conversionRatio = {
        inputMilli: draws.ok ? draws.value : toMilli(1),
        inputUnit: typed.draws_unit.trim() || 'g',
        outputMilli: toMilli(1000),
        outputUnit: unit || 'piece',
      };
    }
    tiers.push({
      minMilli,
      priceCents,
      label: typed.label.trim(),
      ...(unit && { unit }),
      ...(conversionRatio && { conversionRatio }),
    });
    const kept = before.findIndex(
      (one) => one.draws === typed.draws && one.draws_unit === typed.draws_unit && one.unit === typed.unit,
    );
    const ratio = saved[kept]?.conversion_ratio ?? (conversionRatio && toWire(conversionRatio)) ?? null;
    return {
      min: toQuantityNumber(minMilli),
      price: formatMoney(priceCents),
      label: typed.label.trim(),
      unit: unit || null,
      conversion_ratio: typed.draws.trim() === '' ? null : ratio,
    };
  });
  return { problems, tiers, body };
}

function toWire({ inputMilli, inputUnit, outputMilli, outputUnit }: ConversionRatio) {
  return {
    input_amount: toQuantityNumber(inputMilli),
    input_unit: inputUnit,
    output_amount: toQuantityNumber(outputMilli),
    output_unit: outputUnit,
  };
}
