import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { focusIfFree, isFocusFree } from '#web/ui/layers/hand-focus.ts';

interface Held {
  readonly productId: number;
  /** The index in the list, used after the product has left it. */
  readonly place: number;
  readonly listKey: string;
}

function productOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-product]') : null;
  return Number(cell?.dataset['product']) || null;
}

/**
 * Keeps the focus on a card when the grid is drawn again. A card that moved to another row is focused there; if a card
 * left the list, the card in its place gets the focus; in another list, the first one. Without any card
 * `[data-focus-home]` around the grid gets it. Only a focus that React removed with its element is restored; one that
 * the person moved stays.
 */
export function useCardFocus(
  pane: RefObject<HTMLElement | null>,
  products: readonly RegisterProduct[],
  listKey: string,
  focusOn: (productId: number) => void,
): { onFocus: (event: FocusEvent) => void; onBlur: (event: FocusEvent) => void } {
  const held = useRef<Held | null>(null);

  useLayoutEffect(() => {
    const place = products.findIndex(({ id }) => id === held.current?.productId);
    if (held.current !== null && place >= 0) held.current = { ...held.current, place };
  }, [products]);

  const putBack = useEffectEvent(() => {
    const last = held.current;
    if (last === null || !isFocusFree()) return;
    const heir = last.listKey === listKey ? products[Math.min(last.place, products.length - 1)] : products[0];
    const next = products.some(({ id }) => id === last.productId) ? last.productId : heir?.id;
    if (next !== undefined) focusOn(next);
  });
  useLayoutEffect(() => putBack());

  useLayoutEffect(() => {
    const home = pane.current?.closest<HTMLElement>('[data-focus-home]');
    return () => {
      // React reports no blur for an element that it removes, so a card that is still held here was removed.
      if (held.current !== null) queueMicrotask(() => home?.isConnected && focusIfFree(home));
    };
  }, [pane]);

  return {
    onFocus: ({ target }) => {
      const productId = productOf(target);
      if (productId === null) return;
      held.current = { productId, place: products.findIndex(({ id }) => id === productId), listKey };
    },
    onBlur: ({ target, relatedTarget }) => {
      // The window lost the focus, not the card.
      if (document.activeElement === target) return;
      if (relatedTarget === null || productOf(relatedTarget) === null) held.current = null;
    },
  };
}

/** Focuses the card of an element that is about to disappear. */
export function focusCard(inside: Element): void {
  inside.closest<HTMLElement>('[data-product]')?.focus({ preventScroll: true });
}

/**
 * Focuses the card if its focused button becomes disabled, for example because the last piece was sold elsewhere.
 * Otherwise nothing would have the focus.
 * @param disabled true if the button may have become disabled
 */
export function useFocusKept(cell: RefObject<HTMLElement | null>, disabled: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (disabled && focused !== cell.current && cell.current?.contains(focused) && focused?.matches(':disabled')) {
      cell.current.focus({ preventScroll: true });
    }
  }, [cell, disabled]);
}
