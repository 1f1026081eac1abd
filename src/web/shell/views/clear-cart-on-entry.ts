import { counted } from '#domain/counted.ts';
import { useEffect, useRef } from 'react';
import { type Cart, joinCarts } from '#domain/cart.ts';
import { useCart } from '#web/features/register/cart/state/cart-store.ts';
import { isBeingPaid, usePaymentMark } from '#web/features/register/payment/payment-mark.ts';
import { toast } from '#web/ui/status/toast.tsx';
import type { ViewId } from './views.ts';

/** Puts cleared lines back beside what was added since. A cart that is being paid is not changed. */
function bringBack(lines: Cart): void {
  const { lines: present, stage, sent, replaceLines } = useCart.getState();
  if (stage === 'cart' && sent === null) return replaceLines(joinCarts(lines, present));
  toast.info("Items can't change while payment is open. Bring the cleared items back after it.", {
    label: 'Bring back',
    onPress: () => bringBack(lines),
  });
}

function clear(): void {
  const { lines, empty } = useCart.getState();
  if (lines.length === 0 || isBeingPaid()) return;
  empty();
  toast.info(`The cart was cleared: ${counted(lines.length, 'line')}`, {
    label: 'Undo',
    onPress: () => bringBack(lines),
  });
}

/**
 * Going to the Inventory Manager from another view clears the cart, with an Undo. A page that opens there, by a reload,
 * a second tab or a sign-in, does not clear it, and neither does a change of person.
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
