import { type BasisPoints, type Cents, displayMoney, HUNDRED_PERCENT, MAX_AMOUNT_CENTS, toCents } from './money.ts';
import { MAX_QUANTITY_MILLI, type Milli, toMilli } from './quantity.ts';
import { accept, refuse, type Result } from './result.ts';
import { PERCENT_DECIMALS, ratePercent, type RatePpm, WHOLE_PPM } from './tax.ts';

export type TypedRefused =
  /** Nothing is typed; the caller knows what that means in its field. */
  | { readonly code: 'figure_missing' }
  /** People of two countries would read it differently, or a digit is missing: 1,250 and 12,50. */
  | { readonly code: 'figure_ambiguous'; readonly text: string }
  | { readonly code: 'figure_malformed'; readonly text: string }
  | { readonly code: 'figure_too_precise'; readonly text: string; readonly decimals: number }
  | { readonly code: 'figure_out_of_range'; readonly text: string; readonly least: string; readonly most: string };

const SHAPE = /^([-+\u2212]?)([\d,]*)(\.?)(\d*)$/;
/**
 * Thousands separated as in the United States. With a decimal point, or two commas, no reader takes the commas for
 * decimals.
 */
const GROUPED = /^[1-9]\d{0,2}(,\d{3})+$/;

/**
 * Reads a figure in US English into whole units of its last decimal. A comma is read only where it cannot be a decimal
 * comma. Nothing is dropped, rounded or cut off. Rule: display/typed-figures. See decision 30.
 */
function readFigure(typed: string, decimals: number): Result<number, TypedRefused> {
  const text = typed.trim();
  if (text === '') return refuse({ code: 'figure_missing' });
  const [, sign = '', whole = '', point = '', fraction = ''] = SHAPE.exec(text) ?? [];
  if (whole === '' && fraction === '') return refuse({ code: 'figure_malformed', text });
  if (whole.includes(',')) {
    const isPlain = point !== '' || whole.indexOf(',') !== whole.lastIndexOf(',');
    if (!isPlain) return refuse({ code: 'figure_ambiguous', text });
    if (!GROUPED.test(whole)) return refuse({ code: 'figure_malformed', text });
  }
  if (fraction.length > decimals) return refuse({ code: 'figure_too_precise', text, decimals });
  const size = Number(`${whole.replaceAll(',', '')}${fraction.padEnd(decimals, '0')}`);
  return accept(sign === '' || sign === '+' || size === 0 ? size : -size);
}

function within<Unit extends number>(
  typed: string,
  read: Result<number, TypedRefused>,
  {
    least,
    most,
    show,
    make,
  }: { least: number; most: number; show: (units: number) => string; make: (n: number) => Unit },
): Result<Unit, TypedRefused> {
  if (!read.ok) return read;
  if (read.value >= least && read.value <= most) return accept(make(read.value));
  return refuse({ code: 'figure_out_of_range', text: typed.trim(), least: show(least), most: show(most) });
}

/**
 * Reads an amount of dollars that somebody typed: "12.5", "$1,250.00", "6.", ".5". Units: cents, from zero to ten
 * million dollars. Refuses everything else and never guesses.
 */
export function readMoney(typed: string): Result<Cents, TypedRefused> {
  const show = (cents: number) => displayMoney(toCents(cents));
  const limits = { least: 0, most: MAX_AMOUNT_CENTS, show, make: toCents };
  return within(typed, readFigure(typed.trim().replace(/^\$\s*/, ''), 2), limits);
}

/**
 * Reads a quantity that somebody typed: "3.5", "12", "1,250.5". Units: thousandths. `decimals` is 0 if only whole
 * pieces are counted; `least` is below zero if a change is typed instead of an amount.
 */
export function readQuantity(
  typed: string,
  { decimals = 3, least = 0, most = MAX_QUANTITY_MILLI }: { decimals?: 0 | 3; least?: number; most?: number } = {},
): Result<Milli, TypedRefused> {
  const show = (milli: number) => (milli / 1000).toLocaleString('en-US', { maximumFractionDigits: 3 });
  const read = readFigure(typed, decimals);
  const unit = 1000 / 10 ** decimals;
  return within(typed, read.ok ? accept(read.value * unit) : read, { least, most, show, make: toMilli });
}

/** Reads another measure that somebody typed: inches, a price of a millionth. Units: as typed. */
export function readDecimal(
  typed: string,
  { decimals, least = 0, most }: { decimals: number; least?: number; most: number },
): Result<number, TypedRefused> {
  const one = 10 ** decimals;
  const show = (units: number) => (units / one).toLocaleString('en-US', { maximumFractionDigits: decimals });
  const limits = { least: Math.round(least * one), most: Math.round(most * one), show, make: (n: number) => n / one };
  return within(typed, readFigure(typed, decimals), limits);
}

/** Reads a whole number that somebody typed: points, days, hours. Units: one. */
export function readWhole(typed: string, bounds: { least?: number; most: number }): Result<number, TypedRefused> {
  return readDecimal(typed, { decimals: 0, ...bounds });
}

/** Reads a percentage that somebody typed, "8.75" or "8.75%", from 0 to `most` in hundredths of a percent. */
export function readPercent(typed: string, most = HUNDRED_PERCENT): Result<BasisPoints, TypedRefused> {
  const show = (hundredths: number) => `${hundredths / 100}%`;
  return within(typed, readFigure(typed.trim().replace(/\s*%$/, ''), 2), { least: 0, most, show, make: (n) => n });
}

/** Reads a tax rate that somebody typed in percent, "8.75" or "8.2525%". Units: millionths, from zero to below one. */
export function readTaxRate(typed: string): Result<RatePpm, TypedRefused> {
  const limits = {
    least: 0,
    most: WHOLE_PPM - 1,
    show: (ppm: number) => `${ratePercent(ppm)}%`,
    make: (n: number) => n,
  };
  return within(typed, readFigure(typed.trim().replace(/\s*%$/, ''), PERCENT_DECIMALS), limits);
}

/** Tells staff why a figure was refused and how to type it. */
export function typedSentence(refused: TypedRefused): string {
  switch (refused.code) {
    case 'figure_missing':
      return 'Enter a number.';
    case 'figure_ambiguous':
      return `"${refused.text}" can mean two things. Use a point for decimals and no comma.`;
    case 'figure_malformed':
      return `"${refused.text}" is not a number. Type it like 12.5.`;
    case 'figure_too_precise':
      return refused.decimals === 0
        ? `"${refused.text}" is not a whole number.`
        : `"${refused.text}" has more than ${refused.decimals} decimals.`;
    case 'figure_out_of_range':
      return `"${refused.text}" is not between ${refused.least} and ${refused.most}.`;
  }
}
