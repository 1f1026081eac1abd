import { type LoyaltySettings, redeemForCart, type RedeemRefused, redeemValue } from '#domain/loyalty-points.ts';
import type { Cents } from '#domain/money.ts';
import type { Database } from '#server/db/pool.ts';
import { noSuchCustomer } from '#server/modules/customers/service.ts';
import { Refusal } from '#server/refusal.ts';
import { selectBalance, selectSettings } from './queries.ts';

export { expirePoints, planExpiry } from './expiry.ts';
export { holdCustomers, selectSettings, type SettingsRow, toSettings } from './queries.ts';

interface Balance {
  readonly balance: number;
  readonly settings: LoyaltySettings;
}

/** @throws Refusal `not_found`; the walk-in guest has no points. */
export async function getBalance(db: Database, customerId: number): Promise<Balance> {
  const [settings, balance] = await Promise.all([selectSettings(db), selectBalance(db, customerId)]);
  if (balance === undefined) throw await noSuchCustomer(db, customerId);
  return { balance, settings };
}

export interface Redeemed extends Balance {
  readonly points: number;
  readonly discountCents: Cents;
}

/**
 * The value of a number of points for a customer, at most the cart total if one is given. Takes no points.
 * @throws Refusal `points_insufficient`, `points_not_positive`, `points_not_redeemable`, `not_found`.
 */
export async function calculateRedemption(
  db: Database,
  customerId: number,
  points: number,
  cartTotal?: Cents,
): Promise<Redeemed> {
  const found = await getBalance(db, customerId);
  if (cartTotal !== undefined && cartTotal < 0)
    throw new Refusal('not_valid', 'A cart cannot be worth less than zero.');
  const value =
    cartTotal === undefined
      ? redeemValue(points, found.balance, found.settings)
      : redeemForCart(points, found.balance, cartTotal, found.settings);
  if (!value.ok) throw redeemRefusal(value.refused);
  return { ...found, ...value.value };
}

/** The refusal of points that cannot be used. */
export function redeemRefusal(refused: RedeemRefused): Refusal {
  switch (refused.code) {
    case 'points_insufficient':
      return new Refusal(refused.code, `The customer has only ${refused.balance} points.`, {
        details: { balance: refused.balance },
      });
    case 'points_not_positive':
      return new Refusal(refused.code, 'Points to redeem must be a whole number above zero.');
    case 'points_not_redeemable':
      return new Refusal(refused.code, `Points are redeemed in steps of ${refused.step}.`, {
        details: { step: refused.step },
      });
  }
}
