import { cartSentence, checkCart } from '#domain/cart.ts';
import { tell } from '#web/ui/prompts.tsx';
import { useCart } from './cart-store.ts';

/** Heard by whatever wants to know; spec §4, "Checkout". */
const CHECKOUT_STARTED = 'checkout-started';

/** Opens checkout when the cart can be sold. Sentences and title of spec §5, "Cart validation". */
export async function beginCheckout(): Promise<void> {
  const { lines, stage, openCheckout } = useCart.getState();
  if (stage === 'checkout') return;
  const checked = checkCart(lines);
  if (!checked.ok) {
    await tell({ title: 'Cart Validation Error', message: cartSentence(checked.refused) });
    return;
  }
  openCheckout();
  window.dispatchEvent(new CustomEvent(CHECKOUT_STARTED));
}

/** Asks before the cart is thrown away. Source: spec §2, "Cart panel". */
export const BURN = {
  title: 'Burn List?',
  confirmLabel: 'Burn List',
  cancelLabel: 'Cancel',
  tone: 'danger',
} as const;
