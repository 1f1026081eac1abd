import { cartSentence, checkCart } from '#domain/cart.ts';
import { displayMoney } from '#domain/money.ts';
import { emit } from '#web/api/events.ts';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import type { CartState } from '../cart/state/cart-state.ts';
import { useCart } from '../cart/state/cart-store.ts';
import { chosenNotAdded, type ChosenNotAdded } from '../cart/chosen-not-added.ts';
import { mayBeOnCard, onCard } from './payment.ts';
import { clearSelection } from '../card/selection.ts';

/** Opens checkout when the cart can be sold. Rule: register/cart-checks. */
export async function beginCheckout(): Promise<void> {
  const { lines, stage, openCheckout } = useCart.getState();
  if (stage === 'checkout') return;
  const checked = checkCart(lines);
  if (!checked.ok) {
    if (checked.refused.code === 'cart_empty') return emit('checkoutOfNothing');
    await tell({ title: 'Cart Validation Error', message: cartSentence(checked.refused) });
    return;
  }
  const forgotten = chosenNotAdded();
  if (forgotten && !(await goesOnWithout(forgotten))) return;
  openCheckout();
  // For extensions. Rule: register/checkout-event.
  emit('checkout-started');
}

/** Asks whether to pay without a choice that was not added, because a chosen tier looks as if it were in the cart. */
async function goesOnWithout({ what, goBack }: ChosenNotAdded): Promise<boolean> {
  const without = await ask({
    title: 'Not in the cart',
    message: `You chose ${what} but didn't add it.`,
    confirmLabel: 'Pay without it',
    cancelLabel: 'Go back',
  });
  if (without) clearSelection();
  else goBack();
  return without;
}

/**
 * Asks before the list of the cart is emptied. The customer stays; Clear Customer removes them. Rule:
 * register/burn-the-cart.
 */
export const BURN = {
  title: 'Burn List?',
  confirmLabel: 'Burn List',
  cancelLabel: 'Cancel',
  tone: 'danger',
} as const;

/** Says that the items are removed, and that the customer stays. */
export function burnSentence(count: number, { customer, payment }: Pick<CartState, 'customer' | 'payment'>): string {
  const items = count === 1 ? 'The item in it is' : `All ${count.toLocaleString('en-US')} items in it are`;
  const stays = customer === null ? '' : ` ${customer.name} stays the customer.`;
  return `This empties the cart. ${items} removed.${stays}${refundWords(payment)}`;
}

function refundWords(payment: CartState['payment']): string {
  const card = displayMoney(mayBeOnCard(payment));
  if (payment.maybeCharged > 0) return ` If ${card} was taken on the card terminal, refund it there.`;
  return onCard(payment) > 0 ? ` The ${card} by card is to be refunded on the terminal.` : '';
}
