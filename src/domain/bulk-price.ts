import { type BasisPoints, type Cents, HUNDRED_PERCENT, MAX_AMOUNT_CENTS, plus, scaled, toCents } from './money.ts';
import { accept, refuse, type Result } from './result.ts';

/** To what a new price is rounded. `99-cents`: the nearest price that ends in .99. */
export const PRICE_ROUNDINGS = ['cent', '5-cents', '10-cents', '25-cents', '50-cents', 'dollar', '99-cents'] as const;
export type PriceRounding = (typeof PRICE_ROUNDINGS)[number];

const STEP_CENTS: Record<Exclude<PriceRounding, '99-cents'>, number> = {
  cent: 1,
  '5-cents': 5,
  '10-cents': 10,
  '25-cents': 25,
  '50-cents': 50,
  dollar: 100,
};

export type PriceMove =
  | { readonly by: 'amount'; readonly amount: Cents; readonly rounding: PriceRounding }
  | { readonly by: 'percent'; readonly percent: BasisPoints; readonly rounding: PriceRounding };

type PriceMoveRefused = { readonly code: 'price_below_zero' | 'price_too_large' };

function rounded(cents: number, rounding: PriceRounding): Cents {
  if (rounding === '99-cents') return toCents(Math.max(99, scaled(cents + 1, 1, 100) * 100 - 1));
  const step = STEP_CENTS[rounding];
  return toCents(scaled(cents, 1, step) * step);
}

/** A price up or down by an amount or a share, then rounded, halves up. Rule: catalogue/bulk-edit. */
export function movedPrice(price: Cents, move: PriceMove): Result<Cents, PriceMoveRefused> {
  const exact =
    move.by === 'amount'
      ? plus(price, move.amount)
      : toCents(scaled(price, HUNDRED_PERCENT + move.percent, HUNDRED_PERCENT));
  if (exact < 0) return refuse({ code: 'price_below_zero' });
  if (exact > MAX_AMOUNT_CENTS) return refuse({ code: 'price_too_large' });
  // A price of zero stays zero.
  const next = exact === 0 ? exact : rounded(exact, move.rounding);
  return next > MAX_AMOUNT_CENTS ? refuse({ code: 'price_too_large' }) : accept(next);
}
