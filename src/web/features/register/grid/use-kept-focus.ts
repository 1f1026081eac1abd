import { type FocusEvent, type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { RegisterProduct } from '#web/entities/catalogue/wire-products.ts';
import { focusIfFree, isFocusFree } from '#web/ui/layers/hand-focus.ts';

interface Held {
  readonly productId: number;
  /** Its place in the list, for when it has left. */
  readonly place: number;
  readonly listKey: string;
}

function productOf(target: EventTarget): number | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-product]') : null;
  return Number(cell?.dataset['product']) || null;
}

/**
 * Keeps the focus on a card whatever is drawn again: a card that moved to another row is focused there, one that left
 * the list hands the focus to the card in its place, and in another list to its first one. Without any card left it
 * goes to `[data-focus-home]` around the grid. What the person does with it is left alone: only a focus that React
 * took away with its element is put back.
 */
export function useKeptFocus(
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
      // React says nothing of a blur it causes itself, so that a hold that is left was taken away.
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

/** A press in a card that takes away what was pressed: the focus stays with the card. */
export function focusCard(inside: Element): void {
  inside.closest<HTMLElement>('[data-product]')?.focus({ preventScroll: true });
}

/**
 * A button in focus that becomes disabled (the last one was sold elsewhere) would hand the focus to nobody: its card
 * takes it. @param disabled told when it may have happened
 */
export function useFocusKept(cell: RefObject<HTMLElement | null>, disabled: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (disabled && focused !== cell.current && cell.current?.contains(focused) && focused?.matches(':disabled')) {
      cell.current.focus({ preventScroll: true });
    }
  }, [cell, disabled]);
}
