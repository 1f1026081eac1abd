import { type RefObject, startTransition, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type PaneView, PlaceLeft, useScrolledPane } from '#web/ui/scrolled-pane.ts';
import type { GridRow } from './grid-rows.ts';
import { covers, type GridWindow, isSameWindow, windowAt } from './grid-window.ts';

const left = new PlaceLeft();

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
  const [shown, setShown] = useState(() => windowAt(rows, offsets, left.of(listKey), window.innerHeight));
  const drawn = useRef(shown);
  const asked = useRef(shown);
  useLayoutEffect(() => {
    drawn.current = shown;
  }, [shown]);

  const follow = useCallback(
    ({ scrollPx, heightPx }: PaneView, isScrolling: boolean) => {
      const next = windowAt(rows, offsets, scrollPx, heightPx);
      const show = () => {
        asked.current = next;
        setShown((present) => (isSameWindow(present, next) ? present : next));
      };
      if (!isScrolling) show();
      else if (!covers(drawn.current, windowAt(rows, offsets, scrollPx, heightPx, 0))) flushSync(show);
      else if (!isSameWindow(asked.current, next)) startTransition(show);
    },
    [rows, offsets],
  );
  useScrolledPane(pane, left, listKey, follow);
  return shown;
}
