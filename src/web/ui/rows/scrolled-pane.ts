import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The part of a scrolling pane that is in sight. */
export interface PaneView {
  readonly scrollPx: number;
  readonly heightPx: number;
}

/** Remembers how far a list was scrolled and what it showed, for coming back from another view. */
export class PlaceLeft {
  #listKey = '';
  #px = 0;

  /** The distance that it was scrolled down; 0 for another list. */
  of(listKey: string): number {
    return this.#listKey === listKey ? this.#px : 0;
  }

  keep(listKey: string, px: number): void {
    this.#listKey = listKey;
    this.#px = px;
  }
}

/**
 * Follows a pane as it scrolls and changes size, and restores its scroll position.
 * @param listKey names what is listed: another list begins at its top
 * @param follow called with what is in sight, at first and after each change; a new function is called at once
 */
export function useScrolledPane(
  pane: RefObject<HTMLElement | null>,
  place: PlaceLeft,
  listKey: string,
  follow: (view: PaneView, isScrolling: boolean) => void,
): void {
  const [begin] = useState(() => place.of(listKey));
  const shownKey = useRef<string | null>(null);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    if (shownKey.current !== listKey) {
      element.scrollTo({ top: shownKey.current === null ? begin : 0 });
      shownKey.current = listKey;
    }
    let scrollPx = element.scrollTop;
    let heightPx = element.clientHeight;
    function onScroll(): void {
      if (!pane.current) return;
      scrollPx = pane.current.scrollTop;
      follow({ scrollPx, heightPx }, true);
    }
    const observer = new ResizeObserver(([entry]) => {
      heightPx = entry?.contentRect.height ?? heightPx;
      follow({ scrollPx, heightPx }, false);
    });
    follow({ scrollPx, heightPx }, false);
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      place.keep(listKey, scrollPx);
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [pane, place, listKey, follow, begin]);
}
