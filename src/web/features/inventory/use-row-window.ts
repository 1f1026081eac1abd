import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows kept above and below those in sight, and by how many the window moves at once. */
const OVERSCAN_ROWS = 6;
const STEP_ROWS = 4;

export interface RowWindow {
  readonly first: number;
  /** One past the last. */
  readonly end: number;
}

/** The rows to hold of those of one height. It moves in steps: most scrolled pixels draw nothing. */
export function rowWindow(count: number, rowPx: number, scrollPx: number, heightPx: number): RowWindow {
  const top = Math.floor(Math.max(0, scrollPx) / rowPx);
  const bottom = Math.ceil((Math.max(0, scrollPx) + heightPx) / rowPx);
  const first = Math.floor((top - OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  const end = Math.ceil((bottom + OVERSCAN_ROWS) / STEP_ROWS) * STEP_ROWS;
  return { first: Math.min(Math.max(0, first), count), end: Math.min(Math.max(0, end), count) };
}

/** Where the list was left and what it showed, for coming back from another view. */
let left = { listKey: '', px: 0 };

/**
 * The rows in sight of a scrolling pane, followed as it scrolls, in the same frame: nothing blank is ever painted.
 * @param listKey names what is listed: another list begins at its top
 */
export function useRowWindow(
  pane: RefObject<HTMLElement | null>,
  count: number,
  rowPx: number,
  listKey: string,
): RowWindow {
  const [begin] = useState(() => (left.listKey === listKey ? left.px : 0));
  const [shown, setShown] = useState(() => rowWindow(count, rowPx, begin, window.innerHeight));
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
      const next = rowWindow(count, rowPx, scrollPx, heightPx);
      setShown((present) => (present.first === next.first && present.end === next.end ? present : next));
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
  }, [pane, count, rowPx, listKey, begin]);

  return shown;
}
