import { accept, refuse, type Result } from './result.ts';

declare const cents: unique symbol;
/** US cents, always a whole safe integer. Money is never held in dollars. */
export type Cents = number & { readonly [cents]: true };

/** Hundredths of a percent: 12.5 % is 1250. */
export type BasisPoints = number;

export const HUNDRED_PERCENT: BasisPoints = 10_000;

/** The most one amount may be: ten million dollars. Sums of a whole order stay far inside safe integers. Rule: wire/money. */
export const MAX_AMOUNT_CENTS = 1_000_000_000;

export const ZERO_CENTS = 0 as Cents;

/** @throws RangeError when the number is not a whole number of cents. A defect, not bad input. */
export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`);
  return (amount === 0 ? 0 : amount) as Cents;
}

/** Cents that may be missing. @throws RangeError as `toCents` */
export const toCentsOrNull = (amount: number | null | undefined): Cents | null =>
  amount == null ? null : toCents(amount);

export type MoneyRefused = { code: 'money_malformed' | 'money_too_large' };

/**
 * Reads an amount of dollars as people and the wire write it: "12.5", "12.50", 12.5, -3.
 * Refuses: `money_malformed` for anything with more than two decimals, exponents, signs in the middle or no digits;
 * `money_too_large` beyond ten million dollars.
 * Rule: wire/money.
 */
export function parseMoney(input: string | number): Result<Cents, MoneyRefused> {
  const amount = readAmount(input);
  if (amount === null) return refuse({ code: 'money_malformed' });
  return Math.abs(amount) > MAX_AMOUNT_CENTS ? refuse({ code: 'money_too_large' }) : accept(amount);
}

/** An amount of any size that the wire can write; null for a text that is none. */
function readAmount(input: string | number): Cents | null {
  // Looked at when it runs, too: ["5"] from a body would read as "5".
  const text = typeof input === 'string' || typeof input === 'number' ? String(input).trim() : '';
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!match) return null;
  const amount = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'));
  return toCents(match[1] ? -amount : amount);
}

/** Money that may be missing: "12.50" -> 1250. Null for none, and for a text that is no amount. */
export function readCentsOrNull(money: string | null): Cents | null {
  const read = money === null ? null : parseMoney(money);
  return read?.ok ? read.value : null;
}

/**
 * Money of a reply, whose form the contract has checked: "12.50" -> 1250. A text that is no amount counts as zero. The sum of
 * many orders may be larger than any amount that is entered.
 */
export function centsOf(money: string): Cents {
  return readAmount(money) ?? ZERO_CENTS;
}

/** The wire form: 1250 -> "12.50". */
export function formatMoney(amount: Cents): string {
  const size = Math.abs(amount);
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
}

/** Money as people read it: 125000 -> "$1,250.00", -300 -> "-$3.00". Rule: display/money. */
export function displayMoney(amount: Cents): string {
  const [whole = '0', fraction] = formatMoney(toCents(Math.abs(amount))).split('.');
  return `${amount < 0 ? '-' : ''}$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
}

/** Throws if the sum is no safe number of cents, as `minus` and `sum` do. */
export function plus(a: Cents, b: Cents): Cents {
  return toCents(a + b);
}

export function minus(a: Cents, b: Cents): Cents {
  return toCents(a - b);
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return toCents(total);
}

/** An amount taken a whole number of times. */
export function times(amount: Cents, count: number): Cents {
  return toCents(amount * count);
}

/**
 * amount x numerator / denominator, rounded half away from zero, exact for every safe integer. The rule says what is
 * rounded elsewhere. Rule: pricing/rounding.
 */
export function scaled(amount: number, numerator: number, denominator: number): number {
  const product = BigInt(amount) * BigInt(numerator);
  const divisor = BigInt(denominator);
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + divisor) / (2n * divisor);
  const result = Number(product < 0n ? -rounded : rounded);
  if (!Number.isSafeInteger(result)) throw new RangeError('Amount out of range');
  return result;
}

/** A share of an amount, to the nearest cent, halves away from zero. */
export function percentOf(amount: Cents, percent: BasisPoints): Cents {
  return toCents(scaled(amount, percent, HUNDRED_PERCENT));
}
