import { type Cents, scaled, sum, toCents } from './money.ts';

/** Millionths: 8.75 % is 87500. Whole, so that a rate is stored and compared exactly. */
export type RatePpm = number;

/** A rate of 100 %. */
export const WHOLE_PPM: RatePpm = 1_000_000;

/**
 * The goods that a tax is charged on, if those are not all: goods of any of the categories, or of any of the price
 * classes.
 */
export interface TaxScope {
  /** With all categories below them. */
  readonly categoryIds: readonly number[];
  readonly priceClasses: readonly string[];
}

/** A tax of a location. Flags that are left out are false. Rule: register/taxes-in-order. */
export interface TaxRate {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly ratePpm: RatePpm;
  /** Charged on the taxes before it, too. */
  readonly compound?: boolean;
  /** Contained in the prices of the catalogue. */
  readonly included?: boolean;
  /**
   * Charged on the price before points were used for a part of it. Taxes that prices contain are always those of the
   * amount paid.
   */
  readonly beforePoints?: boolean;
  /** Null or left out: all taxable goods. */
  readonly scope?: TaxScope | null;
}

export interface TaxLine extends TaxRate {
  readonly taxableCents: Cents;
  readonly taxCents: Cents;
  /** The base of the tax in each line; null or left out if it is the total of every taxable line. */
  readonly bases?: readonly Cents[] | null;
}

/** The rate of a location without rates. Rule: register/default-tax. */
export const DEFAULT_RATE_PPM: RatePpm = 80_000;

/** The tax of a location without rates. It is never stored. */
const DEFAULT_RATE: TaxRate = { id: 0, code: 'default', name: 'Sales Tax', ratePpm: DEFAULT_RATE_PPM };

/** A location without rates is taxed at the default. Rule: register/default-tax. */
export function ratesOrDefault(rates: readonly TaxRate[]): readonly TaxRate[] {
  return rates.length > 0 ? rates : [DEFAULT_RATE];
}

/** Tax on an amount, to the nearest cent, halves up. */
export function taxOn(taxable: Cents, rate: RatePpm): Cents {
  return toCents(scaled(taxable, rate, WHOLE_PPM));
}

/** One line per rate, each on the whole taxable amount, rounded once per order. Rule: register/tax-rounding. */
export function taxLines(taxable: Cents, rates: readonly TaxRate[]): TaxLine[] {
  return rates.map((rate) => ({ ...rate, taxableCents: taxable, taxCents: taxOn(taxable, rate.ratePpm) }));
}

/** The tax of an order, in cents: the sum of its lines, each rounded by itself. */
export function totalTax(lines: readonly TaxLine[]): Cents {
  return sum(lines.map((line) => line.taxCents));
}

/** 87500 -> "8.75%". */
export function displayRate(rate: RatePpm): string {
  return `${rate / (WHOLE_PPM / 100)}%`;
}

/** 'Sales Tax 8.75%', 'City Tax 2% (included)'. */
export function taxWords({ name, ratePpm, included }: Pick<TaxRate, 'name' | 'ratePpm' | 'included'>): string {
  return `${name} ${displayRate(ratePpm)}${included ? ' (included)' : ''}`;
}

const PPM_OF_PERCENT = WHOLE_PPM / 100;
/** Decimals of a rate in percent. */
export const PERCENT_DECIMALS = 4;

/** 87500 -> "8.75", as calls have it. */
export function ratePercent(rate: RatePpm): string {
  return String(rate / PPM_OF_PERCENT);
}

/** "8.75" -> 87500. @param percent digits with at most four decimals */
export function ppmOf(percent: string): RatePpm {
  const [whole = '', fraction = ''] = percent.split('.');
  return Number(whole) * PPM_OF_PERCENT + Number(fraction.slice(0, PERCENT_DECIMALS).padEnd(PERCENT_DECIMALS, '0'));
}
