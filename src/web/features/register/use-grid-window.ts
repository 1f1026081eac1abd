import { type RefObject, startTransition, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GridRow } from './grid-rows.ts';
import { covers, type GridWindow, isSameWindow, windowAt } from './grid-window.ts';

/** Where the grid was left and what it showed, for coming back from another view. */
let left = { listKey: '', px: 0 };

/**
 * The rows to hold of a scrolling pane whose row heights are known, followed as it scrolls. Rows beyond those in sight
 * are drawn bit by bit between frames; only when scrolling overtakes that, the missing ones are drawn in the same frame:
 * nothing blank is ever painted.
 * @param listKey names what is listed: another list begins at its top
 */
export function useGridWindow(
  pane: RefObject<HTMLElement | null>,
  rows: readonly GridRow[],
  offsets: Float64Array,
  listKey: string,
): GridWindow {
  const [begin] = useState(() => (left.listKey === listKey ? left.px : 0));
  const [shown, setShown] = useState(() => windowAt(rows, offsets, begin, window.innerHeight));
  const drawn = useRef(shown);
  const shownKey = useRef<string | null>(null);
  useLayoutEffect(() => {
    drawn.current = shown;
  }, [shown]);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    if (shownKey.current !== listKey) {
      element.scrollTo({ top: shownKey.current === null ? begin : 0 });
      shownKey.current = listKey;
    }
    let scrollPx = element.scrollTop;
    let heightPx = element.clientHeight;
    let asked: GridWindow | null = null;

    function follow(): void {
      const next = windowAt(rows, offsets, scrollPx, heightPx);
      asked = next;
      setShown((present) => (isSameWindow(present, next) ? present : next));
    }
    function onScroll(): void {
      if (!pane.current) return;
      scrollPx = pane.current.scrollTop;
      if (!covers(drawn.current, windowAt(rows, offsets, scrollPx, heightPx, 0))) {
        flushSync(follow);
        return;
      }
      const next = windowAt(rows, offsets, scrollPx, heightPx);
      if (asked !== null && isSameWindow(asked, next)) return;
      startTransition(follow);
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
  }, [pane, rows, offsets, listKey, begin]);

  return shown;
}
