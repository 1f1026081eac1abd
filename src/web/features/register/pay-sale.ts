import { cartSentence, checkCart } from '#domain/cart.ts';
import { tenderSentence } from '#domain/tender.ts';
import type { TaxRate } from '#domain/tax.ts';
import { useSession } from '#web/api/session.ts';
import { tell } from '#web/ui/prompts.tsx';
import { useCart } from './cart-store.ts';
import { methodOf, settle } from './payment.ts';
import { buildSaleBody, totalsOf } from './sale-body.ts';
import { isOnItsWay } from './sale-machine.ts';
import { acknowledgeRefusal, paySale, useSalePhase } from './sale-runner.ts';

const REFUND = 'Refund the difference on the card terminal, then remove the payment and enter what was charged.';

/**
 * Pays the cart with what was entered. Refused here, before anything is sent: a cart that cannot be sold, and a
 * payment that does not cover it (titles and sentences of spec §5).
 */
export async function payCart(taxes: readonly TaxRate[], allowOversell = false): Promise<void> {
  const session = useSession.getState();
  if (session.status !== 'signed-in' || isOnItsWay(useSalePhase.getState().phase)) return;
  const { lines, customer, payment } = useCart.getState();
  const checked = checkCart(lines);
  if (!checked.ok) {
    await tell({ title: 'Cart Validation Error', message: cartSentence(checked.refused) });
    return;
  }
  const total = totalsOf(lines, taxes).totalCents;
  const paid = settle(payment, total);
  if (!paid.ok) {
    const why = tenderSentence(paid.refused, payment.method);
    // A card that was charged before the sale became smaller.
    const isTooMuch = paid.refused.code === 'tender_exceeds_remaining';
    await tell(
      isTooMuch
        ? { title: 'Too Much Paid', message: `${why} ${REFUND}` }
        : { title: 'Insufficient Payment', message: why },
    );
    return;
  }
  const { user } = session.me;
  acknowledgeRefusal();
  const method = methodOf(payment);
  paySale(buildSaleBody({ lines, customer, seller: user, taxes, method, paid: paid.value, allowOversell }), total);
}
