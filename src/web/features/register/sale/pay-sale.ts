import { displayMoney } from '#domain/money.ts';
import { cartSentence, checkCart } from '#domain/cart.ts';
import { muchChangeSentence, PAYMENT_TITLES } from '#domain/tender.ts';
import type { TaxRate } from '#domain/tax.ts';
import { useSession } from '#web/api/session/session.ts';
import { ask, tell } from '#web/ui/layers/prompts.tsx';
import { useCart } from '../cart/state/cart-store.ts';
import { isAgreedAnyway } from '../payment/ask-first.ts';
import { leftOnCard, methodOf, paymentSentence, settle } from '../payment/payment.ts';
import { totalsOf } from '../cart/cart-totals.ts';
import { buildSaleBody } from './sale-body.ts';
import { acknowledgeRefusal } from './sale-runner.ts';

const REFUND = 'Refund the difference on the card terminal, then remove the payment and enter what was charged.';

/** Asks whether to pay without an amount that a card may have been charged under another method. */
function goesOnWithoutCard(): true | Promise<boolean> {
  const { payment } = useCart.getState();
  const left = leftOnCard(payment);
  if (left === 0) return true;
  const where = payment.maybeCharged === 0 ? ` is entered under ${PAYMENT_TITLES.split} and` : '';
  return ask({
    title: 'Card payment left out',
    message: `${displayMoney(left)} by card${where} is not part of this payment. If it was taken on the card terminal, refund it there.`,
    confirmLabel: 'Pay without it',
    tone: 'danger',
    cancelLabel: 'Back to the payment',
  });
}

/**
 * Asks whether the cash was really handed over if it is far above the total, because that is usually a typing or
 * scanning error.
 */
function goesOnWithMuchChange(taxes: readonly TaxRate[]): true | Promise<boolean> {
  const { lines, points, payment } = useCart.getState();
  const total = totalsOf(lines, taxes, points).totalCents;
  const paid = settle(payment, total);
  const message = paid.ok ? muchChangeSentence(paid.value, total) : null;
  if (message === null) return true;
  return ask({
    title: 'Is that the cash you received?',
    message,
    confirmLabel: 'Yes, record it',
    tone: 'danger',
    cancelLabel: 'Back to the payment',
  });
}

/**
 * Pays the cart with the entered payment. Refuses before anything is sent if the cart cannot be sold, or if the payment
 * does not cover it (Rules: payment/cash-covers-the-total, payment/tolerance).
 */
export async function paySale(taxes: readonly TaxRate[], allowOversell = false): Promise<void> {
  const session = useSession.getState();
  const begun = useCart.getState();
  if (session.status !== 'signed-in' || begun.sent !== null) return;
  const goesOn = goesOnWithoutCard();
  // Waits only if there is something to ask, so that otherwise a press on Pay is sent before it returns.
  if (goesOn !== true && !(await goesOn)) return;
  const isSure = goesOnWithMuchChange(taxes);
  if (isSure !== true && !(await isSure)) return;
  const { lines, customer, points, payment, send, owner, enterPayment } = useCart.getState();
  // While a question was open, another window changed the cart, or another person signed in.
  if (lines !== begun.lines || points !== begun.points || owner !== begun.owner) {
    await tell({ title: 'Nothing was paid', message: 'The cart has changed. Look at it, then press Pay again.' });
    return;
  }
  const checked = checkCart(lines);
  if (!checked.ok) {
    await tell({ title: 'Cart Validation Error', message: cartSentence(checked.refused) });
    return;
  }
  const total = totalsOf(lines, taxes, points).totalCents;
  const paid = settle(payment, total);
  if (!paid.ok && payment.method === 'split' && paid.refused.code === 'tender_insufficient') {
    // The field of the next payment is in sight, and says so itself.
    return enterPayment({ kind: 'split-unfinished', refused: paid.refused });
  }
  if (!paid.ok) {
    const why = paymentSentence(paid.refused, payment.method);
    // A card was charged before the sale became smaller.
    const isTooMuch = paid.refused.code === 'tender_exceeds_remaining';
    await tell(
      isTooMuch
        ? { title: 'Too Much Paid', message: `${why} ${REFUND}` }
        : {
            title: paid.refused.code === 'amount_unreadable' ? 'Check the Amount' : 'Insufficient Payment',
            message: why,
          },
    );
    return;
  }
  const { user } = session.me;
  acknowledgeRefusal();
  const method = methodOf(payment);
  const cart = { lines, customer, points };
  const anyway = allowOversell || isAgreedAnyway(cart, { seller: user, taxes });
  send(buildSaleBody({ ...cart, seller: user, taxes, method, paid: paid.value, allowOversell: anyway }), total);
}
