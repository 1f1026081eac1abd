import { useEffect } from 'react';
import { newUuid } from '#web/api/call/new-uuid.ts';
import type { CartOwner } from '../sale/cart-sales.ts';
import type { CartState } from '../cart/state/cart-state.ts';
import { useCart } from '../cart/state/cart-store.ts';

/** Marks a payment that is open in one tab, because the other tabs share its cart and must not remove it. */
const MARK = 'tillwright.paying.';
/** A killed browser leaves its mark. After this time the session is over, and nobody is at that payment. */
const LASTS_MS = 12 * 60 * 60 * 1000;

const tab = newUuid();
const prefixOf = ({ userId, locationId }: CartOwner): string => `${MARK}${userId}.${locationId ?? 'none'}.`;

/** Storage may be full or switched off. Then tabs do not see each other's marks, and do not share a cart either. */
function inStorage<Value>(act: () => Value, otherwise: Value): Value {
  try {
    return act();
  } catch {
    return otherwise;
  }
}

const isMarked = ({ stage, lines, owner }: CartState): boolean =>
  owner !== null && stage === 'checkout' && lines.length > 0;

function mark(cart: CartState): void {
  const { owner } = cart;
  if (owner === null) return;
  const key = `${prefixOf(owner)}${tab}`;
  inStorage(
    () => (isMarked(cart) ? localStorage.setItem(key, String(Date.now())) : localStorage.removeItem(key)),
    undefined,
  );
}

function unmark(owner: CartOwner | null): void {
  if (owner !== null) inStorage(() => localStorage.removeItem(`${prefixOf(owner)}${tab}`), undefined);
}

function isPaidElsewhere(owner: CartOwner): boolean {
  return inStorage(
    () =>
      Object.keys(localStorage).some((key) => {
        if (!key.startsWith(prefixOf(owner)) || key.endsWith(tab)) return false;
        const ageMs = Date.now() - Number(localStorage.getItem(key));
        if (ageMs < LASTS_MS) return true;
        localStorage.removeItem(key);
        return false;
      }),
    false,
  );
}

/**
 * True if the cart belongs to a payment: one that is open in any tab of this person, one for which money was taken, or
 * a sale whose answer is not known.
 */
export function isBeingPaid(): boolean {
  const { owner, stage, sent, aside, payment } = useCart.getState();
  if (stage === 'checkout' || sent !== null || aside.some(({ refusal, isHold }) => refusal === null && !isHold))
    return true;
  return payment.splits.length > 0 || payment.maybeCharged > 0 || (owner !== null && isPaidElsewhere(owner));
}

/** While mounted, tells the other tabs of this person if a payment is open in this one. */
export function usePaymentMark(): void {
  useEffect(() => {
    const set = (): void => mark(useCart.getState());
    const end = (): void => unmark(useCart.getState().owner);
    set();
    const stop = useCart.subscribe((cart, before) => {
      if (before.owner !== cart.owner) unmark(before.owner);
      if (before.owner !== cart.owner || isMarked(before) !== isMarked(cart)) mark(cart);
    });
    window.addEventListener('pagehide', end);
    // A page restored from the browser's cache shows its payment again.
    window.addEventListener('pageshow', set);
    return () => {
      stop();
      end();
      window.removeEventListener('pagehide', end);
      window.removeEventListener('pageshow', set);
    };
  }, []);
}
