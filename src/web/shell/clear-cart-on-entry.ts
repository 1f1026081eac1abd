import { useEffect } from 'react';
import { type Cart, joinCarts } from '#domain/cart.ts';
import { useCart } from '#web/features/register/cart-store.ts';
import { toast } from '#web/ui/toast.tsx';
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
  const { lines, sent, empty } = useCart.getState();
  // A sale that is being saved is left alone; the customer is the register's own memory (spec §2, "Per-view state").
  if (sent !== null || lines.length === 0) return;
  empty();
  toast.info(`The cart was cleared: ${lines.length === 1 ? '1 line' : `${lines.length} lines`}`, {
    label: 'Undo',
    onPress: () => bringBack(lines),
  });
}

/**
 * The Inventory Manager clears the cart on entry (spec §2, "Main workspace"). A cashier's work does not go without a
 * word: it can be taken back.
 */
export function useCartClearedOnEntry(view: ViewId): void {
  useEffect(() => {
    if (view === 'adjustments') clear();
  }, [view]);
}
