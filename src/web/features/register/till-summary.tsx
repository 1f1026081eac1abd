import { cartCount } from '#domain/cart.ts';
import { displayMoney } from '#domain/money.ts';
import { useCart } from './cart/state/cart-store.ts';
import { useCartTotals } from './cart/use-cart-sums.ts';

/** The cart in a few words, for the bar that replaces it in a narrow window. */
export function TillSummary() {
  const lines = useCart((cart) => cart.lines);
  const { totalCents } = useCartTotals();
  const count = cartCount(lines);
  if (count === 0) return 'Empty';
  return `${count} ${count === 1 ? 'item' : 'items'}, ${displayMoney(totalCents)}`;
}
