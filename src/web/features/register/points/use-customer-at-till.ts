import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fewerPointsSentence, pointsOff, type PointTerms, pointsThatFit, pointsWords } from '#domain/cart-points.ts';
import { pointsText } from '#domain/loyalty-points.ts';
import { centsOf, displayMoney } from '#domain/money.ts';
import { isCallError, sentenceOf } from '#web/api/call/call-error.ts';
import { queryClient } from '#web/api/queries/query-client.ts';
import { customerQuery } from '#web/entities/customer/customer-query.ts';
import { type CartCustomer, toCartCustomer } from '#web/entities/customer/customer-words.ts';
import { loyaltySettings } from '#web/entities/loyalty/loyalty-settings.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { useCart } from '../cart/state/cart-store.ts';

/** Rule: loyalty/balance-again. */
const AGAIN_MS = 5 * 60_000;

/** What is known of a customer's points. Until it is, the till shows what it knew when they were chosen. */
export type PointsAtTill =
  | { readonly at: 'asking' }
  | { readonly at: 'failed'; readonly why: string; readonly retry: () => void }
  | { readonly at: 'known'; readonly balance: number; readonly terms: PointTerms };

/**
 * Asks for the customer of the cart as they are now, and keeps the cart to it: name, flag, balance, and no more points
 * than they have. Rules: loyalty/balance-again, customers/at-the-till.
 * @param paused somebody is being asked about the points just now
 */
export function useCustomerAtTill({ id, name }: CartCustomer, paused = false): PointsAtTill {
  const customer = useQuery({ ...customerQuery(id), staleTime: 0, refetchInterval: AGAIN_MS });
  const settings = useQuery(loyaltySettings);
  const refreshCustomer = useCart((cart) => cart.refreshCustomer);
  const entry = customer.data?.data;
  const terms = useTerms(settings.data);
  const isNewest = customer.isSuccess && !customer.isFetching && !paused;

  useEffect(() => {
    if (entry && isNewest) refreshCustomer(toCartCustomer(entry));
  }, [entry, isNewest, refreshCustomer]);
  useAgreedPoints(name, isNewest ? entry?.points_balance : undefined, settings.isFetching ? null : terms);
  useMerged(name, customer.error);

  // An answer from before is kept beside the error, and is no longer what is known.
  const error = customer.error ?? settings.error;
  if (!error && entry && terms) return { at: 'known', balance: entry.points_balance, terms };
  if (!error || customer.isFetching || settings.isFetching) return { at: 'asking' };
  const isGone = isCallError(customer.error, 'not_found');
  return {
    at: 'failed',
    why: isGone ? 'This customer is not in the directory any more.' : sentenceOf(error),
    retry: () => void Promise.all([customer.refetch(), settings.refetch()]),
  };
}

function useTerms(settings: { redeem_points: number; redeem_amount: string; points_label: string } | undefined) {
  const { redeem_points: redeemPoints, redeem_amount: amount, points_label: label } = settings ?? {};
  if (redeemPoints === undefined || amount === undefined || label === undefined) return null;
  return { redeemPoints, redeemCents: centsOf(amount), label };
}

/** Points that were spent elsewhere, or that are worth something else by now, are not used; it is said. */
function useAgreedPoints(name: string, balance: number | undefined, terms: PointTerms | null): void {
  const isSent = useCart((cart) => cart.sent !== null);
  const { redeemPoints, redeemCents, label } = terms ?? {};
  useEffect(() => {
    const { points, lines, setPoints } = useCart.getState();
    if (isSent || points === null || balance === undefined) return;
    if (redeemPoints === undefined || redeemCents === undefined || label === undefined) return;
    const left = pointsThatFit(points.points, { redeemPoints, redeemCents, label }, lines, balance);
    if (left?.points === points.points && pointsOff(left) === pointsOff(points)) return;
    setPoints(left);
    const why =
      balance < points.points
        ? `${name} has ${pointsText(balance, label)} now.`
        : 'What points are worth has been changed.';
    toast.info(
      left?.points === points.points
        ? `${why} ${pointsWords(left)} take off ${displayMoney(pointsOff(left))}.`
        : fewerPointsSentence(points, left, why),
    );
  }, [name, balance, redeemPoints, redeemCents, label, isSent]);
}

/** Somebody who was merged into another account buys as that one. */
function useMerged(name: string, error: Error | null): void {
  const kept = isCallError(error, 'not_found') ? error.details['merged_into'] : undefined;
  useEffect(() => {
    if (typeof kept !== 'number') return;
    const before = useCart.getState().customer?.id;
    queryClient.query(customerQuery(kept)).then(
      ({ data }) => {
        const { customer, sent, setCustomer } = useCart.getState();
        if (customer?.id !== before || sent !== null) return;
        const now = toCartCustomer(data);
        setCustomer(now);
        toast.info(`${name} was merged into ${now.name}, who is the customer now.`);
      },
      // The card says that the one at hand is gone.
      () => undefined,
    );
  }, [kept, name]);
}
