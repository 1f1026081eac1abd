import type { ConversionRatio } from '#domain/conversion-ratio.ts';
import { tiersOf } from '#domain/pricing-tiers.ts';
import { type Milli, toMilli, ZERO_MILLI } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { type ConversionCommandRefused, conversionDraw } from '#domain/stock-conversion.ts';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';

/** 0.7 g of flower for one pre-roll, when the product has no ratio of its own. */
const USUAL: ConversionRatio = {
  inputMilli: toMilli(700),
  inputUnit: 'g',
  outputMilli: toMilli(1000),
  outputUnit: 'pre-roll',
};

/** The conversion ratio of one of the product's tiers; null when it has none. */
export function ratioSoldBy({ pricing }: RegisterProduct): ConversionRatio | null {
  const sold = pricing && tiersOf(pricing).find(({ tier }) => tier.conversionRatio !== undefined);
  return sold?.tier.conversionRatio ?? null;
}

/** The ratio that the form begins with. */
export function ratioOf(product: RegisterProduct | undefined): ConversionRatio {
  return (product && ratioSoldBy(product)) ?? USUAL;
}

export interface ConversionWish {
  readonly from: StockItem;
  readonly to: StockItem | null;
  readonly ratio: ConversionRatio;
  readonly outputMilli: Milli;
  /** The weighed amount; 0 to use the ratio. */
  readonly weighedMilli: Milli;
}

/** Why the conversion cannot be done yet, as a sentence. */
export interface ConversionLacks {
  readonly sentence: string;
}

export interface ConversionOutcome {
  readonly inMilli: Milli;
  readonly fromAfterMilli: Milli;
  readonly toAfterMilli: Milli;
  /** More goes in than is in stock. */
  readonly isShort: boolean;
}

const SENTENCES: Record<ConversionCommandRefused['code'], string> = {
  same_item: 'Choose a different product from the one you use.',
  quantity_not_valid: 'Enter how many you are making: above zero, and no more than stock can hold.',
  conversion_ratio_invalid: 'The ratio needs amounts above zero and units, and must take something.',
};

/** The quantities that go in and come out, by the rules of the server, or a sentence about what is missing. */
export function outcomeOf(
  { from, to, ratio, outputMilli, weighedMilli }: ConversionWish,
  stock: { readonly from: Milli; readonly to: Milli },
): ConversionOutcome | ConversionLacks {
  if (to === null) return { sentence: 'Choose what you are making.' };
  const measuredInputMilli = weighedMilli > ZERO_MILLI ? weighedMilli : undefined;
  const drawn = conversionDraw({ from, to, ratio, outputMilli, measuredInputMilli });
  if (!drawn.ok) return { sentence: SENTENCES[drawn.refused.code] };
  return {
    inMilli: drawn.value,
    fromAfterMilli: toMilli(stock.from - drawn.value),
    toAfterMilli: toMilli(stock.to + outputMilli),
    isShort: drawn.value > stock.from,
  };
}
