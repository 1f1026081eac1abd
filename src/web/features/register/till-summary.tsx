import { useEffect, useState } from 'react';
import { cartCount } from '#domain/cart.ts';
import { displayMoney } from '#domain/money.ts';
import { HeldWords } from './cart/cart-panel.tsx';
import { useCart } from './cart/state/cart-store.ts';
import { useCartTotals } from './cart/use-cart-sums.ts';

/** The cart in a few words, and how many are held, for the bar that replaces it in a narrow window. */
export function TillSummary() {
  const lines = useCart((cart) => cart.lines);
  const { totalCents } = useCartTotals();
  const count = cartCount(lines);
  // Without its code the bar does without these words; the panel says what could not be fetched.
  const [knowsHeld, setKnowsHeld] = useState(false);
  useEffect(() => void HeldWords.fetch().then(setKnowsHeld), []);
  return (
    <>
      {count === 0 ? 'Empty' : `${count} ${count === 1 ? 'item' : 'items'}, ${displayMoney(totalCents)}`}
      {knowsHeld && <HeldWords />}
    </>
  );
}
