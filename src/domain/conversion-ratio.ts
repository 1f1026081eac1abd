import { scaled } from './money.ts';
import { type Milli, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';

/** The stock that one sold unit takes from the jar: 0.7 g of flower for 1 pre-roll. Amounts in thousandths. */
export interface ConversionRatio {
  readonly inputMilli: Milli;
  readonly inputUnit: string;
  readonly outputMilli: Milli;
  readonly outputUnit: string;
  readonly description?: string;
}

/** A mistyped ratio must not empty the jar: a sale draws at most this many times its quantity. Rule: stock/converted-deduction. */
const MOST_DRAWN_PER_UNIT = 10;

/** "Pre-Roll", "preroll", "5 rolls"; not "Rolling papers" and not "Scroll". */
const CONVERTED_PRODUCT_TYPE = /pre-?roll|(^|[^a-z])rolls?(?![a-z])/i;

export type ConversionRefused = { code: 'conversion_ratio_required' | 'conversion_ratio_invalid' };

/** Pre-roll and roll tiers draw on flower and cannot be sold without a ratio. Rule: stock/ratio-needed. */
export function needsConversion(productType: string, tierLabel = ''): boolean {
  return CONVERTED_PRODUCT_TYPE.test(productType) || CONVERTED_PRODUCT_TYPE.test(tierLabel);
}

/** Both amounts above zero and both units named. Rule: stock/valid-ratio. */
export function isValidRatio(ratio: ConversionRatio): boolean {
  return (
    ratio.inputMilli > 0 && ratio.outputMilli > 0 && ratio.inputUnit.trim() !== '' && ratio.outputUnit.trim() !== ''
  );
}

/**
 * The quantity that a sale takes out of stock: its own, or quantity x input / output for a converted tier, to the
 * nearest thousandth, at most ten times the quantity.
 * Refuses: `conversion_ratio_required`; `conversion_ratio_invalid`, also for a ratio so small that the sale would take
 * nothing out of the jar. Rule: stock/converted-deduction.
 */
export function drawnFromStock(
  quantity: Milli,
  ratio: ConversionRatio | undefined,
  required: boolean,
): Result<Milli, ConversionRefused> {
  if (!ratio) return required ? refuse({ code: 'conversion_ratio_required' }) : accept(quantity);
  if (!isValidRatio(ratio)) return refuse({ code: 'conversion_ratio_invalid' });
  const drawn = scaled(quantity, ratio.inputMilli, ratio.outputMilli);
  if (drawn <= 0 && quantity > 0) return refuse({ code: 'conversion_ratio_invalid' });
  return accept(toMilli(Math.min(drawn, quantity * MOST_DRAWN_PER_UNIT)));
}
