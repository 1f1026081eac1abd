import { handFocusOn } from '#web/ui/layers/hand-focus.ts';
import { useCart } from './state/cart-store.ts';

/** The cart has the focus once nothing else has it. */
export function focusCart(): void {
  handFocusOn(() => document.querySelector<HTMLElement>('[data-cart]'));
}

/**
 * Changes how many; none removes the line, and what was pressed for it. The next line's number has the focus then: its
 * bin is not pressed by mistake. Under a finger it would bring up the keyboard, so that the list has it there.
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
