import { type ConversionRatio, isValidRatio } from './conversion-ratio.ts';
import { scaled } from './money.ts';
import { MAX_QUANTITY_MILLI, type Milli, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';
import { type StockItem, stockKey } from './stock.ts';

export interface Conversion {
  readonly from: StockItem;
  readonly to: StockItem;
  readonly outputMilli: Milli;
  readonly ratio: ConversionRatio;
  /** The weighed input, where it differs from the ratio. */
  readonly measuredInputMilli?: Milli | undefined;
}

export type ConversionCommandRefused = {
  code: 'same_item' | 'quantity_not_valid' | 'conversion_ratio_invalid';
};

/**
 * The input that a conversion takes from its source, in thousandths: output x input / output of the ratio, to the
 * nearest thousandth, or the measured input. It has no cap of ten times, unlike a sale's deduction: the person sees the
 * figure, and more than the stock is refused.
 * Refuses: `same_item`; `quantity_not_valid` for nothing, or more than a quantity can be; `conversion_ratio_invalid`,
 * also for a ratio so small that the conversion would take nothing. Rule: stock/conversion.
 */
export function conversionDraw({
  from,
  to,
  outputMilli,
  ratio,
  measuredInputMilli,
}: Conversion): Result<Milli, ConversionCommandRefused> {
  if (stockKey(from) === stockKey(to)) return refuse({ code: 'same_item' });
  if (outputMilli <= 0 || (measuredInputMilli !== undefined && measuredInputMilli <= 0))
    return refuse({ code: 'quantity_not_valid' });
  if (!isValidRatio(ratio)) return refuse({ code: 'conversion_ratio_invalid' });
  // Checked before the product is worked out, which may be too large for a safe integer.
  if (measuredInputMilli === undefined && outputMilli * ratio.inputMilli > (MAX_QUANTITY_MILLI + 1) * ratio.outputMilli)
    return refuse({ code: 'quantity_not_valid' });
  const inputMilli = measuredInputMilli ?? scaled(outputMilli, ratio.inputMilli, ratio.outputMilli);
  if (inputMilli <= 0) return refuse({ code: 'conversion_ratio_invalid' });
  if (inputMilli > MAX_QUANTITY_MILLI) return refuse({ code: 'quantity_not_valid' });
  return accept(toMilli(inputMilli));
}
