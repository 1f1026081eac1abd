import { create } from 'zustand';
import { useCart } from './cart-store.ts';
import { NEW_PAYMENT, type Payment, type PaymentEvent, reducePayment } from './payment.ts';

/** What was entered of the payment. Kept beside the views, so that looking something up loses no split entry. */
export const usePayment = create<{ payment: Payment; pay: (event: PaymentEvent) => void }>((set) => ({
  payment: NEW_PAYMENT,
  pay: (event) => set(({ payment }) => ({ payment: reducePayment(payment, event) })),
}));

// A sale that is over, put aside or thrown away takes its payment with it.
useCart.subscribe(({ lines }, before) => {
  if (lines.length === 0 && before.lines.length > 0) usePayment.setState({ payment: NEW_PAYMENT });
});
