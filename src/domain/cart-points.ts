import { type Cart, toSaleLines } from './cart.ts';
import { priceLine } from './line-price.ts';
import { pointsText, redeemable, type RedeemSettings } from './loyalty-points.ts';
import { type Cents, displayMoney, sum, toCents, ZERO_CENTS } from './money.ts';

/** Points that pay for a part of a cart, with the step by which they were chosen: a reload knows no settings yet. */
export interface CartPoints extends RedeemSettings {
  readonly points: number;
  /** 'Point:Points' */
  readonly label: string;
}

/** The value of a step of points, and the word for points. */
export type PointTerms = Omit<CartPoints, 'points'>;

/** The total of a cart's goods before points and taxes: the most that points can take off. */
export function goodsOf(cart: Cart): Cents {
  return sum(toSaleLines(cart).map(({ sold, changes }) => priceLine(sold, changes).totalCents));
}

/** The amount that the points take off. */
export function pointsOff(used: CartPoints | null): Cents {
  return used === null ? ZERO_CENTS : toCents(Math.floor(used.points / used.redeemPoints) * used.redeemCents);
}

/**
 * The usable part of the wanted points: whole steps, at most the balance and the worth of the cart. Null for none.
 * Rules: loyalty/redeemed-in-steps, loyalty/redeemed-at-the-till.
 * @param balance the customer's points, as far as they are known
 */
export function pointsThatFit(
  wanted: number,
  { redeemPoints, redeemCents, label }: PointTerms,
  cart: Cart,
  balance = wanted,
): CartPoints | null {
  const { points } = redeemable(Math.min(wanted, balance), { redeemPoints, redeemCents }, goodsOf(cart));
  return points === 0 ? null : { points, redeemPoints, redeemCents, label };
}

/** '500 Points': the row of the sums says that they are used. */
export function pointsWords({ points, label }: CartPoints): string {
  return pointsText(points, label);
}

/** The sentence to show when fewer points than chosen are used, or none. @param why 'The cart is worth less now.' */
export function fewerPointsSentence(before: CartPoints, after: CartPoints | null, why: string): string {
  const now =
    after === null
      ? `The ${pointsWords(before)} are not used any more.`
      : `${pointsWords(after)} are used instead of ${before.points.toLocaleString('en-US')}: ${displayMoney(pointsOff(after))} off.`;
  return `${why} ${now}`;
}
