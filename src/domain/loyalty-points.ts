import { type Cents, toCents } from './money.ts';
import { accept, refuse, type Result } from './result.ts';

/** `earnPoints` points for every whole `earnCents` spent; `redeemPoints` points are worth `redeemCents`. */
export interface LoyaltySettings {
  readonly earnPoints: number;
  readonly earnCents: Cents;
  readonly redeemPoints: number;
  readonly redeemCents: Cents;
  readonly label: string;
}

/**
 * Points a sale earns, on what was paid for goods before tax; parts of a point are not given. Guests earn none.
 * Rule: loyalty/earned.
 */
export function pointsEarned(subtotal: Cents, settings: LoyaltySettings): number {
  if (subtotal <= 0 || settings.earnCents <= 0) return 0;
  return Math.floor((subtotal * settings.earnPoints) / settings.earnCents);
}

export type RedeemRefused =
  | { code: 'points_not_positive' }
  | { code: 'points_insufficient'; balance: number }
  | { code: 'points_not_redeemable'; step: number };

/**
 * The worth of a number of points, in whole steps of `redeemPoints`. Refuses as its codes say.
 * Rule: loyalty/redeemed-in-steps.
 */
export function redeemValue(
  points: number,
  balance: number,
  settings: LoyaltySettings,
): Result<{ points: number; discountCents: Cents }, RedeemRefused> {
  if (!Number.isInteger(points) || points <= 0) return refuse({ code: 'points_not_positive' });
  if (points > balance) return refuse({ code: 'points_insufficient', balance });
  const steps = Math.floor(points / settings.redeemPoints);
  if (steps === 0) return refuse({ code: 'points_not_redeemable', step: settings.redeemPoints });
  return accept({ points: steps * settings.redeemPoints, discountCents: toCents(steps * settings.redeemCents) });
}

/** As `redeemValue`, never worth more than the cart: points beyond its total stay with the customer. */
export function redeemForCart(
  points: number,
  balance: number,
  cartTotal: Cents,
  settings: LoyaltySettings,
): Result<{ points: number; discountCents: Cents }, RedeemRefused> {
  const value = redeemValue(points, balance, settings);
  if (!value.ok || value.value.discountCents <= cartTotal) return value;
  const steps = Math.floor(cartTotal / settings.redeemCents);
  return accept({ points: steps * settings.redeemPoints, discountCents: toCents(steps * settings.redeemCents) });
}

/** 'Point:Points' with 1 -> 'Point'. Singular only when the balance is exactly 1. Rule: loyalty/label. */
export function pointsLabel(label: string, balance: number): string {
  const [singular, plural] = label.split(':');
  return balance === 1 ? singular || 'Point' : plural || 'Points';
}

/** A balance in words: '1 Point', '7,363 Points'. */
export function pointsText(points: number): string {
  return `${points.toLocaleString('en-US')} ${pointsLabel('', points)}`;
}
