import { type Cents, scaled, toCents } from './money.ts';
import { accept, refuse, type Result } from './result.ts';

declare const milli: unique symbol;
/** Whole thousandths of a gram or a piece: 3.5 g is 3500, two pieces are 2000. Rule: stock/quantities. */
export type Milli = number & { readonly [milli]: true };

/** The most one quantity may be; the database column numeric(12,3) holds it with room to spare. */
export const MAX_QUANTITY_MILLI = 999_999_999;

/** The most stock of one item. It is the sum of many quantities. */
export const MAX_STOCK_MILLI = 999_999_999_999;

export const ZERO_MILLI = 0 as Milli;
export const ONE_MILLI = 1000 as Milli;

/** @throws RangeError when the number is not a whole number of thousandths. A defect, not bad input. */
export function toMilli(thousandths: number): Milli {
  if (!Number.isSafeInteger(thousandths)) throw new RangeError(`Not a whole number of thousandths: ${thousandths}`);
  return (thousandths === 0 ? 0 : thousandths) as Milli;
}

export type QuantityRefused = { code: 'quantity_malformed' | 'quantity_too_large' };

/**
 * Reads a quantity as the wire, SQL numerics and people write it: 3.5, "3.500", -0.1.
 * Refuses: `quantity_malformed` for more than three decimals, exponents, NaN or Infinity; `quantity_too_large`.
 */
export function parseQuantity(input: string | number, most = MAX_QUANTITY_MILLI): Result<Milli, QuantityRefused> {
  const text = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : '';
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text);
  if (!match) return refuse({ code: 'quantity_malformed' });
  const size = Number(match[2]) * 1000 + Number((match[3] ?? '').padEnd(3, '0'));
  if (size > most) return refuse({ code: 'quantity_too_large' });
  return accept(toMilli(match[1] ? -size : size));
}

/** The JSON number of the wire: 3500 -> 3.5. */
export function toQuantityNumber(quantity: Milli): number {
  return quantity / 1000;
}

/** From a number of at most three decimals, such as those of the wire: 3.5 -> 3500. */
export function fromQuantityNumber(quantity: number): Milli {
  return toMilli(Math.round(quantity * 1000));
}

/** SQL numeric(12,3) text: 3500 -> "3.500". */
export function toNumericText(quantity: Milli): string {
  const size = Math.abs(quantity);
  return `${quantity < 0 ? '-' : ''}${Math.floor(size / 1000)}.${String(size % 1000).padStart(3, '0')}`;
}

/** A quantity as people read it, without trailing zeros: 3500 -> "3.5". */
export function displayQuantity(quantity: Milli): string {
  return toNumericText(quantity).replace(/\.?0+$/, '');
}

/** As `displayQuantity`, with thousands separated: 1250500 -> "1,250.5". */
export function displayGrouped(quantity: Milli): string {
  const [whole = '0', decimals] = displayQuantity(quantity).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** Price of a quantity at a price for one whole unit, to the nearest cent. */
export function priceOf(unitPrice: Cents, quantity: Milli): Cents {
  return toCents(scaled(unitPrice, quantity, 1000));
}
