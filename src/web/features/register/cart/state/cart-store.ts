import { useStore } from 'zustand';
import type { Cart } from '#domain/cart.ts';
import type { Milli } from '#domain/quantity.ts';
import type { StockItem } from '#domain/stock.ts';
import { newUuid } from '#web/api/call/new-uuid.ts';
import { commands } from '#web/api/commands/commands.ts';
import { followOwner } from '#web/api/session/per-owner.ts';
import { useSession } from '#web/api/session/session.ts';
import { toast } from '#web/ui/status/toast.tsx';
import { type CartState, createCart } from './cart-state.ts';
import { askedBeyondStock } from '../line/stock-check.ts';
import { stockKnown, stockNow } from '#web/entities/stock/stock.ts';
import { cartSales } from '#web/features/register/sale/sent-sales.ts';

/** The stock of an item; null until the products are here, and nothing is said about it until then. */
export function stockIfKnown(item: StockItem): Milli | null {
  return stockKnown(item) ? stockNow(item) : null;
}

function maySellAnyway(): boolean {
  const session = useSession.getState();
  return session.status === 'signed-in' && session.me.user.permissions.includes('sell-anyway');
}

const { store, openFor, changedElsewhere, salesChanged } = createCart({
  storage: localStorage,
  tabStorage: sessionStorage,
  newKey: newUuid,
  sales: cartSales(commands),
  tell: (sentence, isWarning = false, next) => (isWarning ? toast.info(sentence, next) : toast.error(sentence, next)),
  checkStock,
});

/** A sentence if a change of the cart asks for more than stock; null if it does not. */
export function checkStock(before: Cart, after: Cart): { sentence: string; blocked: boolean } | null {
  const sentence = askedBeyondStock(before, after, stockIfKnown);
  if (sentence === null) return null;
  return maySellAnyway()
    ? { sentence: `${sentence} You can sell it anyway at checkout.`, blocked: false }
    : { sentence: `${sentence} Only a manager can sell more than is in stock.`, blocked: true };
}

followOwner(openFor);
commands.store.subscribe(salesChanged);
window.addEventListener('storage', (event) => changedElsewhere(event.key));

/** The cart of the signed-in person at their location. */
export function useCart(): CartState;
export function useCart<Part>(select: (state: CartState) => Part): Part;
export function useCart<Part>(select?: (state: CartState) => Part): CartState | Part {
  return useStore(store, select ?? ((state) => state as CartState & Part));
}
useCart.getState = store.getState;
useCart.subscribe = store.subscribe;
