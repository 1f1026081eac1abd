import { useCallback, useEffect, useState } from 'react';
import type { Cents } from '#domain/money.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { DOUBLE_PRESS_MS } from '../double-press.ts';
import { reducePayment } from './payment.ts';

/**
 * The checkout opens with its Pay button where the cart's was, under the same finger and key. A press on Pay is an echo
 * of the first one until the time of a double press is over or a part of the payment was entered.
 */
export function useOpeningPress(total: Cents) {
  const [opened] = useState(() => ({
    atMs: performance.now(),
    payment: JSON.stringify(reducePayment(useCart.getState().payment, { kind: 'total', total })),
    points: useCart.getState().points,
  }));
  const [isOver, setOver] = useState(false);
  const isUntouched = useCart(
    ({ payment, points }) => points === opened.points && JSON.stringify(payment) === opened.payment,
  );

  useEffect(() => {
    const timer = window.setTimeout(() => setOver(true), DOUBLE_PRESS_MS);
    return () => window.clearTimeout(timer);
  }, []);

  /** True if a press at this time (`Event.timeStamp`) is an echo. */
  const isEcho = useCallback(
    (atMs: number) => isUntouched && atMs - opened.atMs < DOUBLE_PRESS_MS,
    [isUntouched, opened],
  );
  return { isEcho, isOpening: isUntouched && !isOver };
}
