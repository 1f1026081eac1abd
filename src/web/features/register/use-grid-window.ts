import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type GridWindow, isSameWindow, windowAt } from './grid-window.ts';

/** Where the grid was left and what it showed, for coming back from another view. */
let left = { listKey: '', px: 0 };

/**
 * The rows in sight of a scrolling pane whose row heights are known, followed as it scrolls. React draws again only
 * when other rows come into sight, and in the same frame: nothing blank is ever painted.
 * @param listKey names what is listed: another list begins at its top
 */
export function useGridWindow(pane: RefObject<HTMLElement | null>, offsets: Float64Array, listKey: string): GridWindow {
  const [begin] = useState(() => (left.listKey === listKey ? left.px : 0));
  const [shown, setShown] = useState(() => windowAt(offsets, begin, window.innerHeight));
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

    function follow(): void {
      const next = windowAt(offsets, scrollPx, heightPx);
      setShown((present) => (isSameWindow(present, next) ? present : next));
    }
    function onScroll(): void {
      if (!pane.current) return;
      scrollPx = pane.current.scrollTop;
      flushSync(follow);
    }
    const observer = new ResizeObserver(([entry]) => {
      heightPx = entry?.contentRect.height ?? heightPx;
      follow();
    });
    follow();
    element.addEventListener('scroll', onScroll, { passive: true });
    observer.observe(element);
    return () => {
      left = { listKey, px: scrollPx };
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [pane, offsets, listKey, begin]);

  return shown;
}
