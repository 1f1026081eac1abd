import { divideByWeight } from './largest-remainder.ts';
import { beforePoints } from './line-price.ts';
import { type Cents, sum, toCents } from './money.ts';
import { accept, refuse, type Result } from './result.ts';

/** The rounding of parts of a point. */
export const POINT_ROUNDINGS = ['down', 'nearest', 'up'] as const;
export type PointRounding = (typeof POINT_ROUNDINGS)[number];

/** The earning rate of points: `earnPoints` for every `earnCents` spent. */
export interface EarningSettings {
  readonly earnPoints: number;
  readonly earnCents: Cents;
  readonly rounding: PointRounding;
  /** The least worth of goods that earn points. A sale below it earns none. */
  readonly minimumCents: Cents;
  /** Goods of these categories, or of categories below them, earn nothing. */
  readonly excludedCategoryIds: readonly number[];
  /** True if a line that staff sold below its list price earns points. */
  readonly earnsOnDiscounted: boolean;
}

/** The one loyalty setting of the business. `redeemPoints` points are worth `redeemCents`. */
export interface LoyaltySettings extends EarningSettings {
  readonly redeemPoints: number;
  readonly redeemCents: Cents;
  readonly label: string;
  /** Points lapse this many days after they were earned; null: never. */
  readonly expireAfterDays: number | null;
}

/** The most points that one sale or adjustment moves, and that a balance holds. */
export const MAX_POINTS = 1_000_000_000;

/** Most points that a product gives beside those for its price. */
export const MAX_BONUS_POINTS = 10_000;

function rounded(numerator: bigint, denominator: bigint, rounding: PointRounding): number {
  const down = numerator / denominator;
  const rest = numerator % denominator;
  const goesUp = rounding === 'up' ? rest > 0n : rounding === 'nearest' && rest * 2n >= denominator;
  const points = goesUp ? down + 1n : down;
  return points > BigInt(MAX_POINTS) ? MAX_POINTS : Number(points);
}

/**
 * Points for goods of this worth, before tax and after everything that was taken off. None below the minimum.
 * Rule: loyalty/earned.
 */
export function pointsEarned(goods: Cents, settings: EarningSettings): number {
  if (goods <= 0 || settings.earnCents <= 0 || goods < settings.minimumCents) return 0;
  return rounded(BigInt(goods) * BigInt(settings.earnPoints), BigInt(settings.earnCents), settings.rounding);
}

/** A line of a sale as earning sees it. Units: cents. */
export interface EarningLine {
  readonly originalCents: Cents;
  /** The amount paid for it: after discounts, and after points that were used. */
  readonly totalCents: Cents;
  /** The part of it that was paid with points. */
  readonly redeemedCents: Cents;
  /** Taxes that its price contains; the amount paid for it is without them. */
  readonly includedTaxCents?: Cents | undefined;
  /** The categories of the product and all above them. */
  readonly categoryIds: readonly number[];
  /** Given by the product for each piece or tier, beside the points for its price. */
  readonly bonusPoints: number;
  /** Pieces, or how many times the tier. */
  readonly times: number;
}

function earns(line: EarningLine, { excludedCategoryIds, earnsOnDiscounted }: EarningSettings): boolean {
  if (line.totalCents <= 0) return false;
  if (!earnsOnDiscounted && beforePoints(line) < line.originalCents) return false;
  return !line.categoryIds.some((id) => excludedCategoryIds.includes(id));
}

/** The part of a product's bonus for which money was paid. */
function bonusOf(line: EarningLine): number {
  const worth = BigInt(beforePoints(line));
  const paid = worth - BigInt(line.redeemedCents);
  return Number((BigInt(line.bonusPoints) * BigInt(line.times) * paid) / worth);
}

/**
 * Points that a sale earns, by line: those for the amount paid, divided by largest remainder, and each product's bonus.
 * Excluded goods earn none, and neither do amounts paid with points. Rules: loyalty/earned, loyalty/bonus.
 */
export function awardByLine(lines: readonly EarningLine[], settings: EarningSettings): number[] {
  const earning = lines.map((line) => earns(line, settings));
  const paid = lines.map((line, index) => (earning[index] ? line.totalCents : toCents(0)));
  const goods = sum(paid);
  if (goods <= 0 || goods < settings.minimumCents) return lines.map(() => 0);
  const forPrice = divideByWeight(pointsEarned(goods, settings), paid);
  let left = MAX_POINTS;
  return lines.map((line, index) => {
    const points = Math.min(left, (forPrice[index] ?? 0) + (earning[index] ? bonusOf(line) : 0));
    left -= points;
    return points;
  });
}

export type RedeemRefused =
  | { code: 'points_not_positive' }
  | { code: 'points_insufficient'; balance: number }
  | { code: 'points_not_redeemable'; step: number };

/** `redeemPoints` points take off `redeemCents`. */
export interface RedeemSettings {
  readonly redeemPoints: number;
  readonly redeemCents: Cents;
}

export interface Redemption {
  readonly points: number;
  readonly discountCents: Cents;
}

function stepsOf(steps: number, { redeemPoints, redeemCents }: RedeemSettings): Redemption {
  return { points: steps * redeemPoints, discountCents: toCents(steps * redeemCents) };
}

/**
 * The worth of a number of points, in whole steps of `redeemPoints`. Refuses as its codes say.
 * Rule: loyalty/redeemed-in-steps.
 */
export function redeemValue(
  points: number,
  balance: number,
  settings: RedeemSettings,
): Result<Redemption, RedeemRefused> {
  if (!Number.isInteger(points) || points <= 0) return refuse({ code: 'points_not_positive' });
  if (points > balance) return refuse({ code: 'points_insufficient', balance });
  const steps = Math.floor(points / settings.redeemPoints);
  if (steps === 0) return refuse({ code: 'points_not_redeemable', step: settings.redeemPoints });
  return accept(stepsOf(steps, settings));
}

/** As `redeemValue`, never worth more than the cart: points beyond its goods stay with the customer. */
export function redeemForCart(
  points: number,
  balance: number,
  cartTotal: Cents,
  settings: RedeemSettings,
): Result<Redemption, RedeemRefused> {
  const value = redeemValue(points, balance, settings);
  if (!value.ok || value.value.discountCents <= cartTotal) return value;
  return accept(stepsOf(Math.floor(cartTotal / settings.redeemCents), settings));
}

/** The most that a balance can be redeemed for, at most the worth of a cart; nothing if that is less than a step. */
export function redeemable(balance: number, settings: RedeemSettings, cartTotal?: Cents): Redemption {
  const byBalance = Math.max(0, Math.floor(balance / settings.redeemPoints));
  const byCart = cartTotal === undefined ? byBalance : Math.max(0, Math.floor(cartTotal / settings.redeemCents));
  // A balance may be worth more than an amount can say.
  const byAmount = Math.floor(Number.MAX_SAFE_INTEGER / settings.redeemCents);
  return stepsOf(Math.min(byBalance, byCart, byAmount), settings);
}

/** 'Point:Points' with 1 -> 'Point'. Singular only when the balance is exactly 1. Rule: loyalty/label. */
export function pointsLabel(label: string, balance: number): string {
  const [singular, plural] = label.split(':');
  return balance === 1 ? singular || 'Point' : plural || 'Points';
}

/** Points in words: '1 Point', '7,363 Points'. */
export function pointsText(points: number, label = ''): string {
  return `${points.toLocaleString('en-US')} ${pointsLabel(label, points)}`;
}
