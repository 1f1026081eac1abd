import { useEffect, useRef } from 'react';
import { giveBack, putBy } from '#web/features/register/held/give-back.ts';
import { isBeingPaid, usePaymentMark } from '#web/features/register/payment/payment-mark.ts';
import type { ViewId } from './views.ts';

/**
 * Going to the Inventory Manager from another view holds the cart, and going to the register gives it back. A page that
 * opens there, by a reload, a second tab or a sign-in, does not hold it, and neither does a change of person. A cart that
 * is being paid stays where it is. Rule: register/hold.
 */
export function useCartHeldOnEntry(view: ViewId | null, userId: number): void {
  const before = useRef<{ view: ViewId | null; userId: number } | null>(null);
  usePaymentMark();
  useEffect(() => {
    const from = before.current;
    before.current = { view, userId };
    if (from?.userId !== userId || from.view === view) return;
    if (view === 'adjustments' && !isBeingPaid()) putBy();
    if (view === 'products') giveBack();
  }, [view, userId]);
}
