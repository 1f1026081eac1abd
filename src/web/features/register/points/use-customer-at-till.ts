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

/**
 * The state of a customer's points. Until they are known, the till shows the balance from when the customer was chosen.
 */
export type PointsAtTill =
  | { readonly at: 'asking' }
  | { readonly at: 'failed'; readonly why: string; readonly retry: () => void }
  | { readonly at: 'known'; readonly balance: number; readonly terms: PointTerms };

/**
 * Fetches the cart's customer and keeps the cart up to date: name, flag, and no more points than the present balance.
 * Rules: loyalty/balance-again, customers/at-the-till.
 * @param paused true while a dialog asks about the points
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
  useGone(id, customer.isFetching ? null : customer.error);

  // A former answer is kept beside the error, but is no longer certain.
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

/** Removes points from the cart that were spent elsewhere or whose worth has changed, and says so. */
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
      balance < points.points ? `${name} has ${pointsText(balance, label)} now.` : 'The value of points has changed.';
    toast.info(
      left?.points === points.points
        ? `${why} ${pointsWords(left)} take off ${displayMoney(pointsOff(left))}.`
        : fewerPointsSentence(points, left, why),
    );
  }, [name, balance, redeemPoints, redeemCents, label, isSent]);
}

/** Replaces a customer who was merged by the kept account. */
function useMerged(name: string, error: Error | null): void {
  const kept = isCallError(error, 'not_found') ? error.details['merged_into'] : undefined;
  useEffect(() => {
    if (typeof kept !== 'number') return;
    const before = useCart.getState().customer?.id;
    queryClient.query(customerQuery(kept)).then(
      ({ data }) => {
        const { customer, sent, setCustomer } = useCart.getState();
        if (customer?.id !== before || sent !== null) return;
        // The same person under another number.
        const now = { ...toCartCustomer(data), ...(customer?.isUnderage && { isUnderage: true as const }) };
        setCustomer(now);
        toast.info(`${name} was merged into ${now.name}, who is the customer now.`);
      },
      // The card says that the present customer is gone.
      () => undefined,
    );
  }, [kept, name]);
}

/** Takes a customer who was deleted out of the cart, so that the till keeps nothing of the person. Rule: customers/at-the-till. */
function useGone(id: number, error: Error | null): void {
  const isSent = useCart((cart) => cart.sent !== null);
  const isGone = isCallError(error, 'not_found') && error.details['merged_into'] === undefined;
  useEffect(() => {
    const { customer, setCustomer } = useCart.getState();
    if (!isGone || isSent || customer?.id !== id) return;
    setCustomer(null);
    toast.info('The customer is not in the directory any more, so this sale has none.');
  }, [id, isGone, isSent]);
}
