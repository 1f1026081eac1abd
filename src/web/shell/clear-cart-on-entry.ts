import { useEffect } from 'react';
import { useCart } from '#web/features/register/cart-store.ts';
import { toast } from '#web/ui/toast.tsx';
import type { ViewId } from './views.ts';

function clear(): void {
  const { lines, sent, empty } = useCart.getState();
  // A sale that is being saved is left alone; the customer is the register's own memory (spec §2, "Per-view state").
  if (sent !== null || lines.length === 0) return;
  empty();
  toast.info(`The cart was cleared: ${lines.length === 1 ? '1 line' : `${lines.length} lines`}`, {
    label: 'Undo',
    onPress: () => {
      const now = useCart.getState();
      if (now.sent === null && now.lines.length === 0) now.replaceLines(lines);
    },
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
