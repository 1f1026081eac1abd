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

/** What a step of points is worth, and what points are called. */
export type PointTerms = Omit<CartPoints, 'points'>;

/** What the goods of a cart come to, before points and taxes: the most that points can take off. */
export function goodsOf(cart: Cart): Cents {
  return sum(toSaleLines(cart).map(({ sold, changes }) => priceLine(sold, changes).totalCents));
}

/** What the points take off. */
export function pointsOff(used: CartPoints | null): Cents {
  return used === null ? ZERO_CENTS : toCents(Math.floor(used.points / used.redeemPoints) * used.redeemCents);
}

/**
 * As many of the points wanted as can be used: in whole steps, at most the balance and what the cart is worth. Null for
 * none. Rules: loyalty/redeemed-in-steps, loyalty/redeemed-at-the-till.
 * @param balance what the customer has, as far as it is known
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

/** What to say when fewer points are used than were chosen, or none. @param why 'The cart is worth less now.' */
export function fewerPointsSentence(before: CartPoints, after: CartPoints | null, why: string): string {
  const now =
    after === null
      ? `The ${pointsWords(before)} are not used any more.`
      : `${pointsWords(after)} are used instead of ${before.points.toLocaleString('en-US')}: ${displayMoney(pointsOff(after))} off.`;
  return `${why} ${now}`;
}
