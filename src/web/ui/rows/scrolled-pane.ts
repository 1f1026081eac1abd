import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** What of a scrolling pane is in sight. */
export interface PaneView {
  readonly scrollPx: number;
  readonly heightPx: number;
}

/** Where a list was left and what it showed, for coming back from another view. */
export class PlaceLeft {
  #listKey = '';
  #px = 0;

  /** How far down it was left; 0 for another list. */
  of(listKey: string): number {
    return this.#listKey === listKey ? this.#px : 0;
  }

  keep(listKey: string, px: number): void {
    this.#listKey = listKey;
    this.#px = px;
  }
}

/**
 * Follows a pane as it scrolls and changes its size, and brings it back to where it was left.
 * @param listKey names what is listed: another list begins at its top
 * @param follow told what is in sight, at first and at each change; when it changes itself, it is told anew
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
