import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { useCart } from './state/cart-store.ts';

/** Focuses the cart once nothing else has the focus. */
export function focusCart(): void {
  handFocusOn(() => document.querySelector<HTMLElement>('[data-cart]'));
}

/**
 * Sets the count of a line; 0 removes the line with its buttons. The next line's count then gets the focus, so that its
 * remove button is not pressed by mistake. On a touch screen the list gets it, because a field would open the keyboard.
 */
export function setLineCount(key: string, count: number): void {
  const { lines, setCount } = useCart.getState();
  const place = lines.findIndex((line) => line.key === key);
  setCount(key, count);
  const left = useCart.getState().lines.length;
  if (left === lines.length) return;
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  const next = isTouched ? '' : ` > li:nth-child(${Math.min(place + 1, left)}) input`;
  handFocusOn(() => document.querySelector<HTMLElement>(`ul[data-cart]${next}, [data-cart]:not(ul)`));
}
