import { useCart } from '../cart/state/cart-store.ts';
import type { Payment, PaymentEvent } from './payment.ts';

/** What was entered of the payment of the cart at hand. */
export function usePayment(): { payment: Payment; enterPayment: (event: PaymentEvent) => void } {
  return { payment: useCart((cart) => cart.payment), enterPayment: useCart((cart) => cart.enterPayment) };
}
