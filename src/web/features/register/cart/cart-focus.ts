import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { useCart } from './state/cart-store.ts';

/** Focuses the cart once nothing else has the focus. */
export function focusCart(): void {
  handFocusOn(() => document.querySelector<HTMLElement>('[data-cart]'));
}

/**
 * Sets the count of a line; 0 removes the line with its buttons. The next line's count then gets the focus, so that its
 * remove button is not pressed by mistake. Under a finger or mouse the list gets it: a field would open the keyboard of a
 * tablet, and look chosen.
 */
export function setLineCount(key: string, count: number): void {
  const { lines, setCount } = useCart.getState();
  const place = lines.findIndex((line) => line.key === key);
  const isByKeys = document.activeElement?.matches(':focus-visible') ?? false;
  setCount(key, count);
  const left = useCart.getState().lines.length;
  if (left === lines.length) return;
  const isTouched = window.matchMedia('(pointer: coarse)').matches;
  const next = isTouched || !isByKeys ? '' : ` > li:nth-child(${Math.min(place + 1, left)}) input`;
  handFocusOn(() => document.querySelector<HTMLElement>(`ul[data-cart]${next}, [data-cart]:not(ul)`));
}
