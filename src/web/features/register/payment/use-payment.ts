import { useCart } from '../cart/state/cart-store.ts';
import type { Payment, PaymentEvent } from './payment.ts';

/** The entered payment of the present cart. */
export function usePayment(): { payment: Payment; enterPayment: (event: PaymentEvent) => void } {
  return { payment: useCart((cart) => cart.payment), enterPayment: useCart((cart) => cart.enterPayment) };
}
