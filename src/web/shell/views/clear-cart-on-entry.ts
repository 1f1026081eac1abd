import { useEffect, useRef } from 'react';
import { type Cart, joinCarts } from '#domain/cart.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { isBeingPaid, usePaymentMark } from '#web/features/register/payment/payment-mark.ts';
import { toast } from '#web/ui/status/toast.tsx';
import type { ViewId } from './views.ts';

/** What has come into the cart since then stays there, and what is being paid stays as it is. */
function bringBack(lines: Cart): void {
  const { lines: present, stage, sent, replaceLines } = useCart.getState();
  if (stage === 'cart' && sent === null) return replaceLines(joinCarts(lines, present));
  toast.info('The payment is open, so its items are fixed. Bring the cleared items back after it.', {
    label: 'Bring back',
    onPress: () => bringBack(lines),
  });
}

function clear(): void {
  const { lines, empty } = useCart.getState();
  if (lines.length === 0 || isBeingPaid()) return;
  empty();
  toast.info(`The cart was cleared: ${lines.length === 1 ? '1 line' : `${lines.length} lines`}`, {
    label: 'Undo',
    onPress: () => bringBack(lines),
  });
}

/**
 * The Inventory Manager clears the cart on entry: somebody goes there from another view. A page that opens there, by a
 * reload, a second tab or a sign-in, was not gone to, and what another person kept is not theirs to lose. A cashier's
 * work does not go without a word: it can be taken back.
 */
export function useCartClearedOnEntry(view: ViewId | null, userId: number): void {
  const before = useRef<{ view: ViewId | null; userId: number } | null>(null);
  usePaymentMark();
  useEffect(() => {
    const from = before.current;
    before.current = { view, userId };
    if (from?.userId === userId && from.view !== 'adjustments' && view === 'adjustments') clear();
  }, [view, userId]);
}
